import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// `headroomd` with the real maliit-keyboard: a window as large as the screen, of which a part takes pointers.
    @Suite(.serialized) struct MaliitTests {
        /// maliit-keyboard, hidden, and a daemon that has looked.
        private static func begin() throws -> (maliit: Maliit, story: Story) {
            let desktop = try XDesktop()
            let maliit = try Maliit(desktop)
            return (maliit, try Story(desktop))
        }

        static let bottom = KeyboardCycles.Place(
            frame: Rect(x: 0, y: 449, width: 1280, height: 351), inset: 351, placement: "docked")

        /// When it hides, a row of 39 px is left of it for a moment: nobody is told of that.
        @Test func cycles() throws {
            let (maliit, story) = try Self.begin()
            try KeyboardCycles.run(maliit, story, at: Self.bottom)
        }

        /// What is published is what is painted, but for the line of one pixel that it draws above. Without a compositor the
        /// rest of its window is black.
        @Test func pixels() throws {
            let (maliit, story) = try Self.begin()
            try maliit.show()
            KeyboardCycles.expect(try story.follow(to: "DidShow"), at: Self.bottom)
            let painted = Rect(x: 0, y: 448, width: 1280, height: 352)
            var seen: Rect?
            for _ in 0..<500 where seen != painted { seen = try maliit.truth.screenshot().bounds(besides: 0) }
            #expect(seen == painted)
        }

        @Test func death() throws {
            let desktop = try XDesktop()
            let story = try Story(desktop)
            for round in 0..<3 {
                let maliit = try Maliit(desktop)
                try maliit.show()
                KeyboardCycles.expect(try story.follow(to: "DidShow"), at: Self.bottom, "round \(round)")
                try KeyboardCycles.kill(maliit, story, isStopped: round == 1)
            }
        }

        @Test(arguments: [0, 60_000] as [UInt64]) func rapid(_ gap: UInt64) throws {
            let (maliit, story) = try Self.begin()
            try KeyboardCycles.rapid(maliit, story, gap: gap)
        }
    }
}
