import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// Whatever happens to an input method while it shows candidates: no room is kept for candidates that are not there. The
    /// policy is `follow`, under which nothing is kept on purpose.
    @Suite(.serialized) struct CandidatesLossTests {
        /// Somebody who writes, with candidates on the screen.
        private static func begin(_ method: WritingDesk.Method) throws -> WritingDesk {
            let desk = try WritingDesk(method, policy: "follow")
            try desk.show()
            try desk.wait(room: try desk.compose())
            return desk
        }

        @Test(arguments: WritingDesk.Method.allCases) func killed(_ method: WritingDesk.Method) throws {
            let desk = try Self.begin(method)
            try desk.killInputMethod()
            try desk.wait(room: nil)
            try desk.typist.waitForCandidates(shown: false)
            #expect(try desk.story.pending().isEmpty)
        }

        /// It is started anew, and what it shows then is followed as before.
        @Test(arguments: [WritingDesk.Method.ibus, .fcitx5]) func restarted(_ method: WritingDesk.Method) throws {
            let desk = try Self.begin(method)
            try desk.killInputMethod()
            try desk.wait(room: nil)
            try desk.restartInputMethod()
            try desk.story.skip()
            try desk.wait(room: try desk.compose())
            try desk.commit()
            try desk.wait(room: nil)
        }

        /// Another one takes its place at once, as its menu's restart has it.
        @Test(arguments: Rounds.number == 20 ? [WritingDesk.Method.fcitx5] : [.ibus, .fcitx5]) func replaced(
            _ method: WritingDesk.Method
        ) throws {
            let desk = try Self.begin(method)
            try desk.replaceInputMethod()
            try desk.wait(room: nil)
            try desk.engageInputMethod()
            try desk.typist.waitForCandidates(shown: false)
            try desk.story.skip()
            try desk.wait(room: try desk.compose())
        }

        /// Another engine takes over in the middle of a word.
        @Test(arguments: WritingDesk.Method.allCases) func switched(_ method: WritingDesk.Method) throws {
            let desk = try Self.begin(method)
            try desk.switchToLatin()
            try desk.typist.waitForCandidates(shown: false)
            let notes = try desk.wait(room: nil)
            #expect(notes.allSatisfy { $0.end == WritingDesk.keyboard })
            try desk.desktop.poll("the engine to be told of") {
                try desk.desktop.published().engine != method.engine
            }
        }

        /// The focus hops to a button and back in the middle of a word.
        @Test(arguments: WritingDesk.Method.allCases) func focusHops(_ method: WritingDesk.Method) throws {
            let desk = try Self.begin(method)
            for _ in 0..<3 {
                try desk.typist.focus(entry: false)
                try desk.typist.waitForCandidates(shown: false)
                try desk.wait(room: nil)
                try desk.typist.focus(entry: true)
                try desk.typist.waitUntilReached()
                try desk.story.skip()
                try desk.wait(room: try desk.compose())
            }
        }

        /// The program that is written in dies.
        @Test(arguments: WritingDesk.Method.allCases) func programDies(_ method: WritingDesk.Method) throws {
            let desk = try Self.begin(method)
            desk.typist.entry.process.kill()
            try desk.typist.waitForCandidates(shown: false)
            try desk.wait(room: nil)
        }

        /// IBus's panel, whose window the candidates are in, crashes, and is started anew by IBus.
        @Test func panelCrashes() throws {
            let desk = try Self.begin(.ibus)
            try desk.ibus?.killPanel()
            try desk.wait(room: nil)
            try desk.typist.waitForCandidates(shown: false)
        }

        /// A panel of the desktop shows fcitx5's candidates, and crashes in the middle of a word: from then on only the window
        /// counts that fcitx5 shows itself.
        @Test func desktopsPanelCrashes() throws {
            let desk = try WritingDesk(.fcitx5, policy: "follow")
            try desk.show()
            let panel = try desk.desktop.python("panel.py")
            try desk.story.waitForObservers(["Kimpanel": "active"])
            // Until the bus has made its connection a monitor nothing is overheard.
            try desk.desktop.poll("room for what the panel shows") {
                try desk.desktop.press("Escape", "n")
                return try desk.desktop.published().roomBelowCaret != nil
            }
            #expect(try desk.typist.candidates.frame() == nil)
            #expect(try desk.fcitx5?.userInterface() == "kimpanel")
            panel.process.kill()
            try desk.desktop.poll("no more room than for fcitx5's own window") {
                let room = try desk.typist.candidates.frame() == nil ? nil : desk.room()
                return try desk.desktop.published().roomBelowCaret == room
            }
            try desk.desktop.press("Escape")
            try desk.typist.waitForCandidates(shown: false)
            try desk.desktop.poll("no room") { try desk.desktop.published().roomBelowCaret == nil }
            try desk.wait(room: try desk.compose())
        }

        /// The keyboard goes and comes while candidates are shown: the room is the keyboard's, and comes back with it.
        @Test(arguments: [WritingDesk.Method.ibus, .fcitx5]) func keyboardGoes(_ method: WritingDesk.Method) throws {
            let desk = try Self.begin(method)
            let room = try desk.room()
            #expect(try desk.hide().last?.room == nil)
            let notes = try desk.show()
            #expect(notes.last?.room == room)
            try desk.hide()
            try desk.commit()
            #expect(try desk.show().allSatisfy { $0.room == nil })
        }
    }
}
