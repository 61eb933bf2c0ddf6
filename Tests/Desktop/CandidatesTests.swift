import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// `headroomd` with real input methods: the room that it asks for below the caret is the one that candidates need by the
    /// window tree, it is remembered, and content does not jump for it.
    @Suite(.serialized) struct CandidatesTests {
        /// From the caret to the candidates' end, to the pixel, in the notification and to whoever asks.
        @Test(arguments: WritingDesk.Method.allCases) func room(_ method: WritingDesk.Method) throws {
            let desk = try WritingDesk(method)
            let shown = try desk.show()
            #expect(shown.allSatisfy { $0.room == nil })
            let room = try desk.compose()
            let notes = try desk.wait(room: room)
            #expect(notes.map(\.member) == ["WillChangeFrame", "DidChangeFrame"])
            for note in notes {
                #expect(note.end == WritingDesk.keyboard)
                #expect(note.bottomInset == 205)
                #expect(note.candidateBarHeight == 0)
                #expect(note.details["engine"] == method.engine)
                #expect(note.reason == "candidates")
            }
            #expect(notes.first.map { $0.durationMS > 0 } == true)
            #expect(try desk.desktop.published().roomBelowCaret == room)
            try desk.commit()
            let hidden = try desk.hide()
            #expect(hidden.last?.room == nil)
            #expect(try desk.desktop.published().roomBelowCaret == nil)
        }

        /// Another daemon, another session: its WillShow asks for the room already.
        @Test(arguments: WritingDesk.Method.allCases) func learned(_ method: WritingDesk.Method) throws {
            let desk = try WritingDesk(method)
            try desk.show()
            let room = try desk.compose()
            try desk.wait(room: room)
            // A height that stands for 100 ms is learned; a second word shows that candidates come and go.
            try desk.desktop.pass(microseconds: 200_000)
            try desk.commit()
            try desk.compose("ni")
            try desk.commit()
            try desk.hide()
            try desk.restartDaemon()
            let notes = try desk.show()
            #expect(notes.first?.member == "WillShow")
            #expect(notes.allSatisfy { $0.room == room && $0.isReserved })
            #expect(notes.allSatisfy { $0.details["engine"] == method.engine })
            // What it is kept free for comes, and nothing moves.
            #expect(try desk.compose() == room)
            #expect(try desk.story.pending().isEmpty)
            #expect(try !desk.desktop.published().isReserved)
        }

        /// Open the keyboard, write two words, close it, ten times: content moves for candidates once in a session at most,
        /// and from the second on not at all, since they need no more than before.
        @Test(arguments: [WritingDesk.Method.ibus, .fcitx5]) func sessions(_ method: WritingDesk.Method) throws {
            let desk = try WritingDesk(method)
            // The caret's line ends just above the keyboard: whatever is below it has to be made room for.
            let content = try SolvedContent(
                desk.desktop, container: Rect(x: 200, y: 100, width: 600, height: 700),
                caret: Rect(x: 222, y: 553, width: 1, height: 32))
            var tallest = 0.0
            for _ in 0..<10 {
                try desk.show()
                for word in ["nihao", "ni"] {
                    tallest = max(tallest, try desk.compose(word))
                    try desk.desktop.pass(microseconds: 150_000)
                    try desk.commit()
                }
                try desk.hide()
            }
            let sessions = content.sessions
            #expect(sessions.count == 10)
            for (number, session) in sessions.enumerated() {
                let moves = session.movesForCandidates
                #expect(moves.count <= (number == 0 ? 1 : 0), "session \(number): \(session)")
                // Wherever it ends, nothing of the candidates is under the keyboard.
                let end = try #require(session.answers.last)
                #expect(585 - end.shift + tallest <= WritingDesk.keyboard.top, "session \(number): \(session)")
            }
        }
    }
}
