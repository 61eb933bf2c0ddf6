import DesktopSupport
import Glibc
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// `headroomd` with the real matchbox-keyboard, whose window says of no class and whose strut is chance.
    @Suite(.serialized) struct MatchboxTests {
        /// matchbox-keyboard, hidden, and a daemon that has looked.
        private static func begin() throws -> (matchbox: MatchboxKeyboard, story: Story) {
            let desktop = try XDesktop()
            let matchbox = try MatchboxKeyboard(desktop)
            let story = try Story(desktop)
            return (matchbox, story)
        }

        /// Where openbox puts it, at the top: it covers nothing from the bottom up.
        static let top = KeyboardCycles.Place(
            frame: Rect(x: 1, y: 20, width: 1278, height: 320), inset: 0, placement: "floating")
        /// The colour between its keys, up to its edges.
        static let margin = 0xf4f4f4

        @Test func cycles() throws {
            let (matchbox, story) = try Self.begin()
            try KeyboardCycles.run(matchbox, story, at: Self.top)
        }

        /// What is published is what is painted, in the frame that openbox gives it.
        @Test func pixels() throws {
            let (matchbox, story) = try Self.begin()
            try matchbox.show()
            let shown = try story.follow(to: "DidShow")
            KeyboardCycles.expect(shown, at: Self.top)
            var shot = try matchbox.truth.screenshot()
            // It paints when it likes.
            for _ in 0..<100 where shot.colour(x: 1, y: 20) != Self.margin { shot = try matchbox.truth.screenshot() }
            let frame = try #require(shown.last?.end)
            let (left, top, right, bottom) = (
                Int(frame.left), Int(frame.top), Int(frame.right) - 1, Int(frame.bottom) - 1
            )
            for (x, y) in [(left, top), (right, top), (left, bottom), (right, bottom)] {
                #expect(shot.colour(x: x, y: y) == Self.margin, "\(x) \(y)")
            }
            for (x, y) in [(left - 1, top), (left, top - 1), (right + 1, top), (left, bottom + 1)] {
                #expect(shot.colour(x: x, y: y) != Self.margin, "\(x) \(y)")
            }
            try matchbox.truth.expectPixels(at: matchbox.desktop.framed(frame))
        }

        /// Moved to the bottom, as kiosks have it, it is docked there.
        @Test func docked() throws {
            let (matchbox, story) = try Self.begin()
            try matchbox.show()
            try story.follow(to: "DidShow")
            try matchbox.ask("place 0 479 1278 320")
            try matchbox.truth.wait("the bottom") { ($0.frame?.top ?? 0) > 400 }
            let notes = try story.settle(matchbox.truth)
            let seen = try #require(try matchbox.truth.frame().flatMap(matchbox.truth.visible))
            #expect(notes.last?.end == seen)
            #expect(notes.last?.details["placement"] == "docked")
            #expect(notes.last?.bottomInset == 800 - seen.top)
        }

        /// Its strut wants 480 px at the right, and chance. It makes no dock of it, and takes nothing from the area that panels
        /// leave free. Where openbox believes it, maximised windows really are laid out beside it, and that is told as well.
        @Test func garbageStrut() throws {
            let (matchbox, story) = try Self.begin()
            for isShown in [true, false, true] {
                if isShown { try matchbox.show() } else { try matchbox.hide() }
                try story.settle(matchbox.truth)
                try Self.expectBelief(matchbox)
            }
            // Chance that openbox believes; stopped, the keyboard cannot say something else.
            matchbox.process.process.send(SIGSTOP)
            try matchbox.ask("strut 0 480 0 0 0 0 10 1677721600 0 1751161936 1751162080 1")
            try matchbox.desktop.loop.wait("openbox to believe it") {
                matchbox.truth.workArea == Rect(x: 0, y: 0, width: 800, height: 800)
            }
            #expect(try story.settle(matchbox.truth).isEmpty)
            try Self.expectBelief(matchbox)
            #expect(story.told.last?.details["placement"] == "floating")
        }

        private static func expectBelief(_ matchbox: MatchboxKeyboard) throws {
            #expect(try matchbox.desktop.publishedWorkArea() == XDesktop.screen)
            #expect(try matchbox.desktop.published().usable == matchbox.truth.workArea)
        }

        @Test func death() throws {
            let desktop = try XDesktop()
            let story = try Story(desktop)
            for round in 0..<3 {
                let matchbox = try MatchboxKeyboard(desktop)
                try matchbox.show()
                KeyboardCycles.expect(try story.follow(to: "DidShow"), at: Self.top, "round \(round)")
                try KeyboardCycles.kill(matchbox, story, isStopped: round == 1)
            }
        }

        @Test(arguments: [0, 60_000] as [UInt64]) func rapid(_ gap: UInt64) throws {
            let (matchbox, story) = try Self.begin()
            try KeyboardCycles.rapid(matchbox, story, gap: gap)
        }
    }
}
