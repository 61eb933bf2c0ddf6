import DesktopSupport
import Glibc
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// A row of candidates within a docked keyboard: the real Qt virtual keyboard's, which comes and goes with each word.
    @Suite(.serialized) struct CandidatesRowTests {
        static let keys = Rect(x: 0, y: 400, width: 1280, height: 400)
        static let withRow = Rect(x: 0, y: 357, width: 1280, height: 443)

        /// Two letters and the first word that is offered for them: the row comes and goes.
        private static func write(_ keyboard: QtVirtualKeyboard) throws {
            for place in [(250, 538), (357, 538)] {
                try keyboard.press(place.0, place.1)
                try keyboard.release()
            }
            try keyboard.wait(at: withRow)
            // A height that stands for 100 ms is learned.
            try keyboard.desktop.pass(microseconds: 200_000)
            try keyboard.press(640, 375)
            try keyboard.release()
            try keyboard.wait(at: keys)
        }

        /// The row is told of as the bar that it is, kept while words come and go, and there from the start the next time, also
        /// for another daemon.
        @Test func learned() throws {
            let desktop = try XDesktop()
            let keyboard = try QtVirtualKeyboard(desktop)
            var story = try Story(desktop)
            try keyboard.show()
            try story.follow(to: "DidShow")
            try Self.write(keyboard)
            let first = try story.wait(for: "the row") { $0.last?.member == "DidChangeFrame" }
            #expect(first.map(\.member) == ["WillChangeFrame", "DidChangeFrame"])
            #expect(first.allSatisfy { $0.end == Self.withRow && $0.candidateBarHeight == 43 && $0.bottomInset == 443 })
            try Self.write(keyboard)
            #expect(try story.pending().isEmpty)
            #expect(try desktop.published().isReserved)
            try keyboard.hide()
            try story.follow(to: "DidHide")
            story.daemon.process.send(SIGTERM)
            #expect(try story.daemon.process.waitForExit() == 0)

            story = try Story(desktop)
            try keyboard.show()
            let notes = try story.follow(to: "DidShow")
            #expect(notes.map(\.member) == ["WillShow", "DidShow"])
            #expect(notes.allSatisfy { $0.end == Self.withRow && $0.candidateBarHeight == 43 && $0.isReserved })
            try Self.write(keyboard)
            #expect(try story.pending().isEmpty)
        }
    }
}
