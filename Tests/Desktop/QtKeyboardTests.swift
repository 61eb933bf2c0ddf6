import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// `headroomd` with the real Qt virtual keyboard: in the program's own process, under the program's own name, in a window
    /// as large as the screen.
    @Suite(.serialized) struct QtKeyboardTests {
        /// A program with the keyboard, hidden, and a daemon that has looked.
        private static func begin() throws -> (keyboard: QtVirtualKeyboard, story: Story) {
            let desktop = try XDesktop()
            let keyboard = try QtVirtualKeyboard(desktop)
            return (keyboard, try Story(desktop))
        }

        static let bottom = KeyboardCycles.Place(
            frame: Rect(x: 0, y: 400, width: 1280, height: 400), inset: 400, placement: "docked")

        @Test func cycles() throws {
            let (keyboard, story) = try Self.begin()
            try KeyboardCycles.run(keyboard, story, at: Self.bottom)
        }

        /// What is published is what is painted. Without a compositor the rest of its window is black, and so is the last of
        /// the keyboard's own shading.
        @Test func pixels() throws {
            let (keyboard, story) = try Self.begin()
            try keyboard.show()
            KeyboardCycles.expect(try story.follow(to: "DidShow"), at: Self.bottom)
            var painted: Rect?
            for _ in 0..<500 where painted?.top != Self.bottom.frame.top {
                painted = try keyboard.truth.screenshot().bounds(besides: 0)
            }
            #expect(painted?.top == Self.bottom.frame.top)
            #expect(painted?.left == 0)
            #expect(painted?.right == 1280)
        }

        /// Its words to choose from are a row above its keys, and in what the keyboard tells the program and X.
        @Test func candidates() throws {
            let (keyboard, story) = try Self.begin()
            try keyboard.show()
            try story.follow(to: "DidShow")
            for place in [(250, 538), (357, 538)] {
                try keyboard.press(place.0, place.1)
                try keyboard.release()
            }
            let withRow = Rect(x: 0, y: 357, width: 1280, height: 443)
            try keyboard.wait(rectangle: withRow)
            try keyboard.wait(at: withRow)
            let notes = try story.settle(keyboard.truth)
            #expect(notes.map(\.member) == ["WillChangeFrame", "DidChangeFrame"])
            #expect(notes.last?.end == withRow)
            #expect(notes.last?.bottomInset == 443)
            #expect(notes.map(\.candidateBarHeight) == [43, 43])
            try keyboard.hide()
            let hidden = try story.follow(to: "DidHide")
            #expect(hidden.last?.member == "DidHide")
            #expect(try story.settle(keyboard.truth).isEmpty)
        }

        /// The bubble over a pressed key takes pointers, and is no part of the keyboard.
        @Test func bubble() throws {
            let (keyboard, story) = try Self.begin()
            try keyboard.show()
            try story.follow(to: "DidShow")
            try keyboard.press(110, 450)
            try keyboard.truth.wait("the bubble") { ($0.frame?.top ?? 400) < 400 }
            try keyboard.desktop.pass(microseconds: 200_000)
            #expect(try keyboard.desktop.published().end == Self.bottom.frame)
            #expect(try story.pending().isEmpty)
            try keyboard.release()
        }

        /// Hidden by its own key.
        @Test func hideKey() throws {
            let (keyboard, story) = try Self.begin()
            for _ in 0..<3 {
                try keyboard.show()
                try story.follow(to: "DidShow")
                try keyboard.press(1150, 713)
                try keyboard.release()
                #expect(try story.follow(to: "DidHide").map(\.member) == ["WillHide", "DidHide"])
                #expect(try keyboard.truth.frame() == nil)
                try keyboard.hide()
            }
        }

        /// It dies with its program, and the next program's is another one.
        @Test func death() throws {
            let desktop = try XDesktop()
            let story = try Story(desktop)
            for round in 0..<3 {
                let keyboard = try QtVirtualKeyboard(desktop)
                try keyboard.show()
                KeyboardCycles.expect(try story.follow(to: "DidShow"), at: Self.bottom, "round \(round)")
                try KeyboardCycles.kill(keyboard, story, isStopped: round == 1)
            }
        }

        @Test(arguments: [0, 60_000] as [UInt64]) func rapid(_ gap: UInt64) throws {
            let (keyboard, story) = try Self.begin()
            try KeyboardCycles.rapid(keyboard, story, gap: gap)
        }
    }
}
