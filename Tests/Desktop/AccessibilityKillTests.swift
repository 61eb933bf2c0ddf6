import DesktopSupport
import Glibc
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// Whoever is killed while a field is lifted, and whenever: nothing is displaced once the plugin is back.
    @Suite(.serialized) struct AccessibilityKillTests {
        typealias Toolkit = FieldsWindow.Toolkit

        enum Moment: CaseIterable {
            /// The keyboard and the list are on their way.
            case moving
            case shown
            /// As shown, after the focus went to other fields.
            case focusMoved
        }

        /// GTK 3; all toolkits with `HEADROOM_LONG=1`.
        private static let toolkits: [Toolkit] = Rounds.number == 20 ? [.gtk3] : Toolkit.allCases

        /// Plays up to a moment.
        ///
        /// - Returns: how far the list is scrolled without a keyboard, and which field has the focus.
        private func reach(_ moment: Moment, _ desk: FieldsScene, _ toolkit: Toolkit) throws -> (
            offset: Double, focus: String
        ) {
            let field = toolkit.covered
            try desk.window.focus(field)
            let before = try desk.window.wait("it has the focus") { $0.focus == field }
            if moment == .moving {
                try desk.onboard.show()
                var offset = before.offset
                for _ in 0..<20_000 where offset == before.offset { offset = try desk.window.truth().offset }
                #expect(offset != before.offset)
                return (before.offset, field)
            }
            try desk.show()
            try desk.expectInSight(field)
            try desk.plugin.wait("a report of the movement") { $0.outcome == "clear" && $0.shiftY != 0 }
            guard moment == .focusMoved else { return (before.offset, field) }
            for name in ["e15", "e17"] {
                try desk.window.focus(name)
                try desk.expectInSight(name)
            }
            return (before.offset, "e17")
        }

        private func hideAndExpectBack(_ desk: FieldsScene, at offset: Double) throws {
            try desk.hide()
            try desk.wait(offset: offset)
            try desk.waitUntilNothingIsMoved()
        }

        @Test(arguments: toolkits) func plugin(_ toolkit: Toolkit) throws {
            let desk = try FieldsScene(toolkit)
            for moment in Moment.allCases {
                let before = try reach(moment, desk, toolkit)
                desk.killPlugin()
                if moment == .moving { try desk.onboard.wait(shown: true) }
                #expect(desk.writtenDown.count == 1)
                try desk.restartPlugin()
                try desk.expectInSight(before.focus)
                try desk.plugin.wait("the next one's report") { $0.outcome == "clear" && $0.shiftY != 0 }
                try hideAndExpectBack(desk, at: before.offset)
            }
            // The focus goes, while nobody is there, to what does not scroll.
            let there = try reach(.shown, desk, toolkit)
            desk.killPlugin()
            try desk.window.focus("pinned")
            try desk.restartPlugin()
            try desk.wait(offset: there.offset)
            try desk.hide()
            try desk.waitUntilNothingIsMoved()
            // It goes to another program.
            let here = try reach(.shown, desk, toolkit)
            desk.killPlugin()
            let other = try desk.desktop.python("window.py")
            try other.tell("make other 700 40 200 200 focus")
            try other.tell("map other")
            try desk.restartPlugin()
            try desk.wait(offset: here.offset)
            try desk.waitUntilNothingIsMoved()
            try desk.hide()
            other.process.kill()
            // The keyboard goes while nobody is there to put things back.
            let before = try reach(.shown, desk, toolkit)
            desk.killPlugin()
            try desk.hide()
            #expect(try desk.window.truth().offset != before.offset)
            try desk.restartPlugin()
            try desk.wait(offset: before.offset)
            try desk.waitUntilNothingIsMoved()
        }

        @Test(arguments: toolkits) func application(_ toolkit: Toolkit) throws {
            let desk = try FieldsScene(toolkit)
            for moment in Moment.allCases {
                _ = try reach(moment, desk, toolkit)
                desk.killWindow()
                if moment == .moving { try desk.onboard.wait(shown: true) }
                try desk.waitUntilNothingIsMoved()
                // The next one is served as ever. Opened beside the keyboard it would be smaller.
                try desk.hide()
                try desk.restartWindow()
                let offset = try reach(.shown, desk, toolkit).offset
                try hideAndExpectBack(desk, at: offset)
            }
            // While the plugin is dead as well: what is written down of it is of nobody any more.
            _ = try reach(.shown, desk, toolkit)
            desk.killPlugin()
            desk.killWindow()
            try desk.hide()
            try desk.restartPlugin()
            try desk.restartWindow()
            let offset = try reach(.shown, desk, toolkit).offset
            try hideAndExpectBack(desk, at: offset)
        }

        @Test(arguments: toolkits) func keyboard(_ toolkit: Toolkit) throws {
            let desk = try FieldsScene(toolkit)
            for moment in Moment.allCases {
                let before = try reach(moment, desk, toolkit)
                desk.killOnboard()
                try desk.wait(offset: before.offset)
                try desk.waitUntilNothingIsMoved()
                try desk.restartOnboard()
            }
        }

        @Test(arguments: toolkits) func daemon(_ toolkit: Toolkit) throws {
            let desk = try FieldsScene(toolkit)
            for moment in Moment.allCases {
                let before = try reach(moment, desk, toolkit)
                desk.killDaemon()
                if moment == .moving { try desk.onboard.wait(shown: true) }
                // One that stays away is not waited for.
                if moment == .shown { try desk.wait(offset: before.offset) }
                try desk.restartDaemon()
                try desk.expectInSight(before.focus)
                try desk.plugin.wait("a report to the new one") { $0.outcome == "clear" && $0.shiftY != 0 }
                try hideAndExpectBack(desk, at: before.offset)
            }
        }

        /// A program that hangs keeps nobody waiting but itself, and is put back when it goes on.
        @Test func stopped() throws {
            let toolkit = Toolkit.gtk3
            let desk = try FieldsScene(toolkit)
            let other = try FieldsWindow(desk.desktop, .qt5)
            let windows = try desk.desktop.python("xask.py", ["fields-gtk3.py"])
            let others = try desk.desktop.python("xask.py", ["fields-qt.py"])
            try windows.tell("restore")
            try desk.window.teller.wait(for: "active")
            let before = try reach(.shown, desk, toolkit)
            desk.window.teller.process.send(SIGSTOP)
            func serve(_ name: String) throws {
                try other.focus(name)
                try other.wait("\(name) of the other program is above the keyboard", log: desk.log) {
                    $0.focus == name && $0.field.bottom <= 586.5 && $0.field.top >= 0
                }
            }
            try others.tell("restore")
            try other.teller.wait(for: "active")
            for name in ["e16", "e15", "e17"] { try serve(name) }
            // One that begins while a program hangs.
            desk.killPlugin()
            try desk.restartPlugin()
            try serve("e16")
            desk.window.teller.process.send(SIGCONT)
            try desk.wait(offset: before.offset)
            try desk.hide()
            try other.wait("the other program's list is back", log: desk.log) { $0.offset == 0 }
            try desk.waitUntilNothingIsMoved()
        }
    }
}
