import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// `headroomd` with the real xvkbd: a window like any other, which its user moves, resizes and closes.
    @Suite(.serialized) struct XvkbdTests {
        /// xvkbd, an icon, and a daemon that has looked.
        private static func begin(_ geometry: String) throws -> (xvkbd: Xvkbd, story: Story) {
            let desktop = try XDesktop()
            let xvkbd = try Xvkbd(desktop, geometry)
            try xvkbd.hide()
            let story = try Story(desktop)
            #expect(try desktop.published().phase == "hidden")
            try story.skip()
            return (xvkbd, story)
        }

        static let floating = KeyboardCycles.Place(
            frame: Rect(x: 101, y: 320, width: 640, height: 200), inset: 0, placement: "floating")

        /// Each place, shown and hidden: the frame is the window's part on the screen, which is what is painted.
        @Test(arguments: [
            ("640x200+100+300", floating),
            // Over the corner of the screen.
            (
                "640x200+900+680",
                KeyboardCycles.Place(
                    frame: Rect(x: 901, y: 700, width: 379, height: 100), inset: 0, placement: "floating")
            ),
            // As wide as the screen and at its bottom: that is docked, whatever it calls itself.
            (
                "1278x240+0+535",
                KeyboardCycles.Place(
                    frame: Rect(x: 1, y: 555, width: 1278, height: 240), inset: 245, placement: "docked")
            ),
        ]) func places(_ geometry: String, _ place: KeyboardCycles.Place) throws {
            let (xvkbd, story) = try Self.begin(geometry)
            try KeyboardCycles.run(xvkbd, story, at: place)
            try xvkbd.show()
            try story.follow(to: "DidShow")
            let window = try #require(try xvkbd.truth.frame())
            try xvkbd.truth.expectPixels(at: xvkbd.desktop.framed(window))
        }

        /// Moved and resized by the window manager, over each edge of the screen too, and out of sight.
        @Test func movedAndResized() throws {
            let (xvkbd, story) = try Self.begin("640x200+100+300")
            try xvkbd.show()
            try story.follow(to: "DidShow")
            for place in [
                "400 100 640 200", "400 100 500 300", "-300 100 500 300", "900 100 500 300", "400 -120 500 300",
                "400 600 500 300", "0 500 1278 290", "400 2000 500 300", "400 100 640 200",
            ] {
                let before = try xvkbd.truth.frame()
                try xvkbd.ask("place \(place)")
                try xvkbd.truth.wait("another place than \(String(describing: before))") { $0.frame != before }
                let notes = try story.settle(xvkbd.truth)
                let seen = try #require(try xvkbd.truth.frame())
                let last = try #require(notes.last, "\(place)")
                guard let visible = xvkbd.truth.visible(seen) else {
                    #expect(last.member == "DidHide", "\(place)")
                    continue
                }
                #expect(last.end == visible, "\(place)")
                let isDocked = place == "0 500 1278 290"
                #expect(last.details["placement"] == (isDocked ? "docked" : "floating"), "\(place)")
                #expect(last.bottomInset == (isDocked ? 800 - visible.top : 0), "\(place)")
            }
        }

        /// Killed, closed and started again: each told once.
        @Test func death() throws {
            let desktop = try XDesktop()
            let story = try Story(desktop)
            for round in 0..<4 {
                let xvkbd = try Xvkbd(desktop, "640x200+100+300")
                KeyboardCycles.expect(try story.follow(to: "DidShow"), at: Self.floating, "round \(round)")
                guard round.isMultiple(of: 2) else {
                    try KeyboardCycles.kill(xvkbd, story, isStopped: round == 1)
                    continue
                }
                try xvkbd.ask("close")
                #expect(try story.follow(to: "DidHide").map(\.member) == ["WillHide", "DidHide"])
            }
        }

        /// The bus goes while it is shown, and comes back: the next daemon finds it where it stands, and follows it.
        @Test func busRestart() throws {
            let desktop = try XDesktop()
            let first = try Story(desktop)
            let xvkbd = try Xvkbd(desktop, "640x200+100+300")
            KeyboardCycles.expect(try first.follow(to: "DidShow"), at: Self.floating, "before")
            try desktop.restartBus()
            #expect(try first.daemon.process.waitForExit() == 1)
            let second = try Story(desktop)
            // What it found before it had its name is in its state, and no news to anybody.
            try second.settle(xvkbd.truth)
            let state = try desktop.published()
            #expect(state.phase == "shown" && state.end == Self.floating.frame)
            try xvkbd.ask("close")
            #expect(try second.follow(to: "DidHide").map(\.member) == ["WillHide", "DidHide"])
        }

        @Test(arguments: [0, 60_000] as [UInt64]) func rapid(_ gap: UInt64) throws {
            let (xvkbd, story) = try Self.begin("640x200+100+300")
            try KeyboardCycles.rapid(xvkbd, story, gap: gap)
        }
    }
}
