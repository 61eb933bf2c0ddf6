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

        /// Another engine takes over in the middle of a word.
        @Test(arguments: [WritingDesk.Method.ibus, .fcitx5]) func switched(_ method: WritingDesk.Method) throws {
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
