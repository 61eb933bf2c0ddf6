import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// Putting the real Onboard away from a GTK 4 form: by a tap, by scrolling, by Return.
    @Suite(.serialized) struct GTK4FormsDismissalTests {
        private let desktop: XDesktop
        private let onboard: Onboard
        private let story: Story
        private let window: FormsWindow

        init() throws {
            desktop = try XDesktop()
            onboard = try Onboard(desktop)
            story = try Story(desktop)
            try story.waitForObservers(["Onboard": "active"])
            window = try FormsWindow(desktop)
            // Nothing is to be moved here, so that what is tapped stays where it is.
            try window.run(
                "attached = headroom.attach(window); headroom.set_strategy(attached, headroom.STRATEGY_NONE)")
            try window.run("form = headroom.Form(attached, outside)")
        }

        /// The keyboard is shown for the first field, and the library knows.
        private func show() throws {
            try window.run("first.grab_focus()")
            try onboard.show()
            try onboard.wait(shown: true)
            try story.follow(to: "DidShow")
            try story.skip()
            try window.keepPicture(as: "dismissal-shown")
        }

        private func expectHidden() throws {
            try onboard.wait(shown: false)
            try story.follow(to: "DidHide")
            try story.skip()
            try window.keepPicture(as: "dismissal-hidden")
            #expect(try window.ask("focus()") == "first")
        }

        /// Does something that leaves the keyboard there: it is put away by Return alone.
        private func expectShown(after act: () throws -> Void) throws {
            try show()
            try act()
            try window.run("third.grab_focus()")
            #expect(onboard.isVisible == true)
            try window.type("Return")
            try onboard.wait(shown: false)
            let story = try story.follow(to: "DidHide")
            #expect(story.filter { $0.member == "WillHide" }.count == 1)
            try self.story.skip()
        }

        @Test("a tap beside fields and controls asks the keyboard to hide, one on them does not")
        func tapOutside() throws {
            try window.run("headroom.field_set_left_out(notes, True); form.set_dismissal(headroom.DISMISS_TAP_OUTSIDE)")
            try show()
            try window.tap("empty")
            try expectHidden()
            try show()
            try window.tap("content")
            try expectHidden()
            try window.run("form.exempt(suggestions)")
            for widget in ["second", "button", "suggestions", "notes"] {
                try expectShown { try window.tap(widget) }
            }
            // A drag is no tap.
            try expectShown { try window.tap("content", draggedBy: 60) }
            try window.end()
        }

        @Test("scrolling asks the keyboard to hide: a drag of more than 8 pixels, or the wheel")
        func scroll() throws {
            try window.run("headroom.field_set_left_out(notes, True); form.set_dismissal(headroom.DISMISS_SCROLL)")
            try show()
            try window.tap("content", draggedBy: 12)
            try expectHidden()
            try show()
            try window.wheel(over: "content")
            try expectHidden()
            for distance in [0.0, 8] {
                try expectShown { try window.tap("content", draggedBy: distance) }
            }
            // What is dragged in a field is a selection, and what does not scroll is not scrolled.
            try expectShown { try window.tap("third", draggedBy: 12) }
            try expectShown { try window.tap("empty", draggedBy: 12) }
            try window.end()
        }

        @Test("without being asked to, nothing puts it away but Return in the last field")
        func plain() throws {
            try window.run("headroom.field_set_left_out(notes, True)")
            try expectShown {
                try window.tap("empty")
                try window.tap("content", draggedBy: 60)
                try window.wheel(over: "content")
            }
            try window.end()
        }
    }
}
