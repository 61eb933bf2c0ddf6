import DesktopSupport
import Glibc
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// A row of candidates within a docked keyboard: the real Qt virtual keyboard's, which comes with a session's first letter,
    /// stays as long as the keyboard does, and blinks when another word begins.
    @Suite(.serialized) struct CandidatesRowTests {
        static let withRow = Rect(x: 0, y: 357, width: 1280, height: 443)

        /// Two letters: the row comes.
        private static func write(_ keyboard: QtVirtualKeyboard) throws {
            for place in [(250, 538), (357, 538)] {
                try keyboard.press(place.0, place.1)
                try keyboard.release()
            }
            try keyboard.wait(at: withRow)
        }

        /// The program dies with the row on the screen: nothing of it is there when the next one shows its keyboard.
        @Test func killed() throws {
            let desktop = try XDesktop()
            var keyboard = try QtVirtualKeyboard(desktop)
            let story = try Story(desktop)
            try keyboard.show()
            try story.follow(to: "DidShow")
            try Self.write(keyboard)
            _ = try story.wait(for: "the row") {
                $0.last?.candidateBarHeight == 43 && $0.last?.member == "DidChangeFrame"
            }
            keyboard.process.process.kill()
            #expect(try story.follow(to: "DidHide").allSatisfy { $0.candidateBarHeight == 0 && $0.bottomInset == 0 })
            keyboard = try QtVirtualKeyboard(desktop)
            try keyboard.show()
            #expect(try story.follow(to: "DidShow").allSatisfy { $0.candidateBarHeight == 0 && $0.bottomInset == 400 })
        }

        /// The row is told of as the bar that it is, and is kept free from the start the next time, also by another daemon.
        @Test func learned() throws {
            let desktop = try XDesktop()
            try desktop.write("[candidates]\npolicy=reserve\n", to: ".config/headroom/headroom.conf")
            var keyboard = try QtVirtualKeyboard(desktop)
            var story = try Story(desktop)
            try keyboard.show()
            let shown = try story.follow(to: "DidShow")
            #expect(shown.allSatisfy { $0.bottomInset == 400 && $0.candidateBarHeight == 0 })
            try Self.write(keyboard)
            let row = try story.wait(for: "the row") { $0.last?.member == "DidChangeFrame" }
            #expect(row.map(\.member) == ["WillChangeFrame", "DidChangeFrame"])
            #expect(row.allSatisfy { $0.end == Self.withRow && $0.candidateBarHeight == 43 && $0.bottomInset == 443 })
            #expect(row.allSatisfy { $0.reason == "candidates" && !$0.isReserved })
            // A height that stands for 100 ms is learned.
            try desktop.pass(microseconds: 200_000)
            try keyboard.hide()
            try story.follow(to: "DidHide")
            story.daemon.process.send(SIGTERM)
            #expect(try story.daemon.process.waitForExit() == 0)

            // A keyboard of which the daemon sees nothing but with the row is taken for a higher one: a program keeps its row
            // for a while after it has hidden its keyboard.
            keyboard.process.process.kill()
            keyboard = try QtVirtualKeyboard(desktop)
            story = try Story(desktop)
            try keyboard.show()
            let notes = try story.follow(to: "DidShow")
            #expect(notes.map(\.member) == ["WillShow", "DidShow"])
            #expect(
                notes.allSatisfy { $0.end == Self.withRow && $0.candidateBarHeight == 43 && $0.isReserved }, "\(notes)")
            try Self.write(keyboard)
            #expect(try story.pending().isEmpty)
            #expect(try !desktop.published().isReserved)
        }
    }
}
