import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// Putting the real Onboard away from a GTK 4 form: by a tap, by scrolling, by Return; with a pointer.
    @Suite(.serialized) struct GTK4FormsDismissalTests {
        private let scene: Dismissing
        private var window: FormsWindow { scene.window }

        init() throws { scene = try Dismissing(try XDesktop()) }

        @Test("a tap beside fields and controls asks the keyboard to hide, one on them does not")
        func tapOutside() throws {
            try window.run("form.set_dismissal(headroom.DISMISS_TAP_OUTSIDE)")
            try scene.show()
            try window.tap("empty")
            try scene.expectHidden()
            try scene.show()
            try window.tap("content")
            try scene.expectHidden()
            try window.run("form.exempt(suggestions)")
            for widget in ["second", "button", "suggestions", "notes"] {
                try scene.expectShown { try window.tap(widget) }
            }
            // A drag is no tap.
            try scene.expectShown { try window.tap("content", draggedBy: 60) }
            try window.end()
        }

        @Test("scrolling asks the keyboard to hide: a drag of more than 8 pixels, or the wheel")
        func scroll() throws {
            try window.run("form.set_dismissal(headroom.DISMISS_SCROLL)")
            try scene.show()
            try window.tap("content", draggedBy: 12)
            try scene.expectHidden()
            try scene.show()
            try window.wheel(over: "content")
            try scene.expectHidden()
            for distance in [0.0, 8] {
                try scene.expectShown { try window.tap("content", draggedBy: distance) }
            }
            // What is dragged in a field is a selection, and what does not scroll is not scrolled.
            try scene.expectShown { try window.tap("third", draggedBy: 12) }
            try scene.expectShown { try window.tap("empty", draggedBy: 12) }
            try window.end()
        }

        @Test("without being asked to, nothing puts it away but Return in the last field")
        func plain() throws {
            try scene.expectShown {
                try window.tap("empty")
                try window.tap("content", draggedBy: 60)
                try window.wheel(over: "content")
            }
            try window.end()
        }
    }

    /// The same with fingers on a touch screen.
    @Suite(.serialized) struct GTK4FormsTouchTests {
        @Test("a finger that taps beside fields and controls, or scrolls, asks the keyboard to hide") func fingers()
            throws
        {
            let desktop = try XDesktop(hasTouchScreen: true)
            let scene = try Dismissing(desktop, touch: try TouchScreen(desktop))
            let window = scene.window
            try window.run("form.set_dismissal(headroom.DISMISS_TAP_OUTSIDE | headroom.DISMISS_SCROLL)")
            try scene.show()
            try window.tap("empty")
            try scene.expectHidden()
            for widget in ["second", "button"] { try scene.expectShown { try window.tap(widget) } }
            // Two fingers do something else.
            try scene.expectShown { try window.tap("empty", withTwoFingers: true) }
            // What a finger does not move is not scrolled.
            try scene.expectShown { try window.tap("empty", draggedBy: 24) }
            try window.expect("scroller.get_vadjustment().get_value()", "0.0")
            try scene.show()
            try window.tap("content", draggedBy: 60)
            try scene.expectHidden()
            // It is scrolled all the same.
            try window.expect("scroller.get_vadjustment().get_value() > 0", "True")
            try window.end()
        }
    }
}

/// A form, whose user puts the keyboard away by what he does beside its fields.
private struct Dismissing {
    let onboard: Onboard
    let story: Story
    let window: FormsWindow

    init(_ desktop: XDesktop, touch: TouchScreen? = nil) throws {
        onboard = try Onboard(desktop)
        story = try Story(desktop)
        try story.waitForObservers(["Onboard": "active"])
        window = try FormsWindow(desktop, touch: touch)
        // Nothing is to be moved here, so that what is tapped stays where it is.
        try window.run(
            "attached = headroom.attach(window); headroom.set_strategy(attached, headroom.STRATEGY_NONE)")
        try window.run("form = headroom.Form(attached, outside)")
        try window.run("headroom.field_set_left_out(notes, True)")
    }

    /// The keyboard is shown for the first field, and the library knows.
    func show() throws {
        try window.run("first.grab_focus()")
        try onboard.show()
        try onboard.wait(shown: true)
        try story.follow(to: "DidShow")
        try story.skip()
        try window.keepPicture(as: "dismissal-shown")
    }

    func expectHidden() throws {
        try onboard.wait(shown: false)
        try story.follow(to: "DidHide")
        try story.skip()
        try window.keepPicture(as: "dismissal-hidden")
        #expect(try window.ask("focus()") == "first")
    }

    /// Does something that leaves the keyboard there: it is put away by Return alone.
    func expectShown(after act: () throws -> Void) throws {
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
}
