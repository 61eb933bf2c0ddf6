import DesktopSupport
import Foundation
import HeadroomBus
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// `headroomd` on real compositors with real and scripted keyboards, as `dbus-monitor` shows it.
    @Suite(.serialized) struct DaemonTests {
        static func row(_ y: Double, _ height: Double, _ width: Double = 360) -> Rect {
            Rect(x: 0, y: y, width: width, height: height)
        }

        /// The keyboard shows: WillShow with this frame and DidShow, at once.
        static func expectShow(_ story: Story, at frame: Rect, on output: String = "HEADLESS-1") throws {
            let will = try story.next("WillShow")
            #expect(will.output == output)
            #expect(will.end == frame)
            #expect(!will.isEstimated)
            let did = try story.next("DidShow")
            #expect(did.completes == will.serial)
            #expect(did.begin == frame)
            #expect(did.end == frame)
        }

        static func expectHide(_ story: Story) throws -> Told {
            let will = try story.next("WillHide")
            let did = try story.next("DidHide")
            #expect(did.completes == will.serial)
            #expect(did.bottomInset == 0)
            return will
        }

        /// The main job: every show and hide of squeekboard is told once, exactly.
        @Test(arguments: Desktop.Compositor.allCases) func squeekboard(_ compositor: Desktop.Compositor) throws {
            let desktop = try Desktop(compositor)
            _ = try desktop.squeekboard()
            let story = try Story(desktop)
            try story.waitForObservers(["OSK0": "active"])
            for _ in 0..<Rounds.number {
                try desktop.setVisible(true)
                let will = try story.next("WillShow")
                #expect(will.output == "HEADLESS-1")
                #expect(will.begin == DaemonTests.row(720, 210))
                #expect(will.end == DaemonTests.row(510, 210))
                #expect(will.bottomInset == 210)
                #expect(will.details["placement"] == "docked")
                #expect(will.details["usable"] == "0 0 360 510")
                let did = try story.next("DidShow")
                #expect(did.completes == will.serial)
                #expect(did.end == DaemonTests.row(510, 210))

                try desktop.setVisible(false)
                let hide = try DaemonTests.expectHide(story)
                #expect(hide.begin == DaemonTests.row(510, 210))
                #expect(hide.end == DaemonTests.row(720, 210))
                #expect(hide.bottomInset == 0)
            }
            #expect(try story.pending().isEmpty)
        }

        /// squeekboard is killed while it is shown.
        @Test(arguments: Desktop.Compositor.allCases) func death(_ compositor: Desktop.Compositor) throws {
            let desktop = try Desktop(compositor)
            let story = try Story(desktop)
            for _ in 0..<3 {
                let keyboard = try desktop.squeekboard()
                try story.waitForObservers(["OSK0": "active"])
                try desktop.setVisible(true)
                try DaemonTests.expectShow(story, at: DaemonTests.row(510, 210))
                keyboard.process.kill()
                let hide = try DaemonTests.expectHide(story)
                #expect(hide.durationMS == 0)
                // Which is noticed first, the name that is lost or the window that is gone, is the kernel's affair.
                #expect(["provider-lost", "visibility"].contains(hide.reason))
            }
            #expect(try story.pending().isEmpty)
        }

        /// A GTK entry gets and loses the focus; nobody calls anything.
        @Test func focus() throws {
            let desktop = try Desktop(.sway)
            _ = try desktop.squeekboard()
            let story = try Story(desktop)
            try story.waitForObservers(["OSK0": "active"])
            let app = try desktop.python("entry.py")
            try desktop.expectWindow()
            try story.skip()
            for _ in 0..<5 {
                try app.tell("focus")
                try DaemonTests.expectShow(story, at: DaemonTests.row(510, 210))
                try app.tell("unfocus")
                _ = try DaemonTests.expectHide(story)
            }
        }

        /// The output turns under a shown keyboard: one Will for it, wherever the keyboard comes to stand.
        @Test(arguments: Desktop.Compositor.allCases) func rotation(_ compositor: Desktop.Compositor) throws {
            let desktop = try Desktop(compositor)
            _ = try desktop.squeekboard()
            let story = try Story(desktop)
            try story.waitForObservers(["OSK0": "active"])
            try desktop.setVisible(true)
            try DaemonTests.expectShow(story, at: DaemonTests.row(510, 210))
            try desktop.expectKeyboard(from: 510)
            try desktop.turn("HEADLESS-1", to: "90")
            let notes = try story.wait(for: "the turned keyboard") {
                $0.last?.end.width == 720 && $0.last?.member == "DidChangeFrame"
            }
            #expect(notes.first?.reason == "rotation")
            #expect(notes.first?.durationMS == 0)
            #expect(notes.allSatisfy { $0.member.hasSuffix("ChangeFrame") })
            #expect(notes.allSatisfy { $0.end.width == 720 && $0.end.bottom == 360 })
            // squeekboard takes its new height a moment later, or (sometimes, on sway) not before it shows again; what
            // was told last is what is painted.
            for _ in 0..<10 {
                _ = try story.pending()
                guard let last = story.told.last else { break }
                try? desktop.expectKeyboard(from: Int(last.end.top), tries: 20)
                if try story.pending().isEmpty, story.told.last?.serial == last.serial { break }
                try story.skip()
            }
            let standing = try #require(story.told.last)
            #expect(!standing.isEstimated)
            try desktop.expectKeyboard(from: Int(standing.end.top))
            try story.skip()
            try desktop.setVisible(false)
            _ = try DaemonTests.expectHide(story)
            try desktop.setVisible(true)
            try DaemonTests.expectShow(story, at: DaemonTests.row(180, 180, 720))
        }

        @Test func scale() throws {
            let desktop = try Desktop(.sway, configuration: "output HEADLESS-1 mode 720x1440 scale 2")
            _ = try desktop.squeekboard()
            let story = try Story(desktop)
            try story.waitForObservers(["OSK0": "active"])
            try desktop.setVisible(true)
            try DaemonTests.expectShow(story, at: DaemonTests.row(510, 210))
        }

        /// sway's own bar at the bottom: the keyboard goes below it, and its frame is the keyboard's alone.
        @Test func panel() throws {
            let desktop = try Desktop(
                .sway, configuration: "bar {\n position bottom\n height 30\n status_command sleep 1000\n}")
            let probe = try ProbeTests.watch(desktop)
            try probe.wait("sway's bar") { $0.usable.height == 690 }
            _ = try desktop.squeekboard()
            let story = try Story(desktop)
            try story.waitForObservers(["OSK0": "active"])
            for _ in 0..<3 {
                try desktop.setVisible(true)
                try DaemonTests.expectShow(story, at: DaemonTests.row(510, 210))
                #expect(story.told.last?.details["usable"] == "0 0 360 480")
                try desktop.setVisible(false)
                _ = try DaemonTests.expectHide(story)
            }
        }

        /// The daemon starts when the keyboard is up above a panel: all there is known is the union. From the next show on the
        /// frame is exact, and what stays when the keyboard goes is never taken for it.
        @Test(arguments: Desktop.Compositor.allCases) func lateStart(_ compositor: Desktop.Compositor) throws {
            let desktop = try Desktop(compositor)
            let probe = try ProbeTests.watch(desktop)
            let panel = try desktop.keyboard("--size", "40", "--namespace", "panel", "--colour", "22aa22")
            try panel.tell("show")
            let keyboard = try desktop.keyboard("--osk0")
            try keyboard.wait(for: "osk0")
            try desktop.setVisible(true)
            try probe.wait("both") { $0.usable.height == 480 }
            let story = try Story(desktop)
            try story.waitForObservers(["OSK0": "active"])
            // It knew before it owned its name, so nothing was told: the first hide begins at what it knew.
            var known = DaemonTests.row(480, 240)
            for _ in 0..<3 {
                try desktop.setVisible(false)
                #expect(try DaemonTests.expectHide(story).begin == known)
                known = DaemonTests.row(compositor == .sway ? 520 : 480, 200)
                try probe.wait("the panel alone") { $0.usable.height == 680 }
                try desktop.setVisible(true)
                try DaemonTests.expectShow(story, at: known)
            }
        }

        /// A panel that comes and goes is nobody's keyboard, with or without one being there.
        @Test(arguments: Desktop.Compositor.allCases) func panelAlone(_ compositor: Desktop.Compositor) throws {
            let desktop = try Desktop(compositor)
            let probe = try ProbeTests.watch(desktop)
            _ = try desktop.squeekboard()
            let story = try Story(desktop)
            try story.waitForObservers(["OSK0": "active"])
            let panel = try desktop.keyboard("--size", "40", "--namespace", "panel", "--colour", "22aa22")
            for _ in 0..<2 {
                try panel.tell("show")
                try probe.wait("the panel") { $0.usable.height == 680 }
                #expect(try story.pending().isEmpty)
                try panel.tell("hide")
                try probe.wait("no panel") { $0.usable.height == 720 }
                #expect(try story.pending().isEmpty)
            }
            // Under a keyboard that is shown, on sway, the panel pushes it up, and pulls it down when it goes.
            try desktop.setVisible(true)
            try DaemonTests.expectShow(story, at: DaemonTests.row(510, 210))
            try panel.tell("show")
            if compositor == .sway {
                let up = try story.next("WillChangeFrame")
                #expect(up.end == DaemonTests.row(470, 210))
                #expect(up.bottomInset == 250)
                #expect(try story.next("DidChangeFrame").completes == up.serial)
            }
            try probe.wait("both") { $0.usable.height == 470 }
            try panel.tell("hide")
            if compositor == .sway {
                #expect(try story.next("WillChangeFrame").end == DaemonTests.row(510, 210))
                _ = try story.next("DidChangeFrame")
            }
            try desktop.setVisible(false)
            _ = try DaemonTests.expectHide(story)
            #expect(try story.pending().isEmpty)
        }

        /// HEADLESS-1 lies right of HEADLESS-2; frames are relative to their output.
        @Test func secondOutput() throws {
            let desktop = try Desktop(
                .sway,
                configuration: """
                    output HEADLESS-2 mode 1280x800 position 0 0
                    output HEADLESS-1 mode 360x720 position 1280 0
                    """, outputs: 2)
            let keyboard = try desktop.keyboard("--output", "1300,10", "--osk0")
            try keyboard.wait(for: "osk0")
            let story = try Story(desktop)
            try story.waitForObservers(["OSK0": "active"])
            try desktop.setVisible(true)
            try DaemonTests.expectShow(story, at: DaemonTests.row(520, 200))
            #expect(story.told.last?.details["output-frame"] == "1280 0 360 720")
            try desktop.setVisible(false)
            _ = try DaemonTests.expectHide(story)
            try keyboard.tell("output 10,10")
            try desktop.setVisible(true)
            try DaemonTests.expectShow(story, at: DaemonTests.row(600, 200, 1280), on: "HEADLESS-2")
        }

        /// Reserved but under a fullscreen window: hidden, for that reason, and shown again after it.
        @Test(arguments: Desktop.Compositor.allCases) func fullscreen(_ compositor: Desktop.Compositor) throws {
            let desktop = try Desktop(compositor)
            let keyboard = try desktop.keyboard("--osk0")
            try keyboard.wait(for: "osk0")
            let story = try Story(desktop)
            try story.waitForObservers(["OSK0": "active"])
            let app = try desktop.python("entry.py")
            try desktop.setVisible(true)
            try DaemonTests.expectShow(story, at: DaemonTests.row(520, 200))
            try app.tell("fullscreen")
            #expect(try DaemonTests.expectHide(story).reason == "occluded")
            try app.tell("unfullscreen")
            try DaemonTests.expectShow(story, at: DaemonTests.row(520, 200))
        }

        /// A keyboard that slides in: what was learned of its end is said at the first sign, and was right.
        @Test func slide() throws {
            let desktop = try Desktop(.sway)
            let keyboard = try desktop.keyboard("--osk0")
            try keyboard.wait(for: "osk0")
            let story = try Story(desktop)
            try story.waitForObservers(["OSK0": "active"])
            for round in 0..<3 {
                try keyboard.tell("slide 250")
                try keyboard.tell("visible yes")
                try keyboard.wait(for: "slid")
                let notes = try story.wait(for: "the end of the slide") {
                    $0.last?.end == DaemonTests.row(520, 200) && $0.last?.member.hasPrefix("Did") == true
                }
                // Where it rests on its way for longer than two frames, as it may on a busy machine, that is told too.
                if round > 0 {
                    #expect(notes.first?.member == "WillShow")
                    #expect(notes.first?.end == DaemonTests.row(520, 200))
                    #expect(notes.first?.isEstimated == true)
                    #expect((notes.first?.durationMS ?? 0) > 0)
                }
                #expect(notes.last?.isEstimated == false)
                try keyboard.tell("visible no")
                try keyboard.tell("hide")
                _ = try DaemonTests.expectHide(story)
            }
        }

        /// How long it takes from SetVisible, and from the last fact the daemon needed, to WillShow at a subscriber. It is
        /// printed, and fails nothing.
        @Test(arguments: Desktop.Compositor.allCases) func latency(_ compositor: Desktop.Compositor) throws {
            let desktop = try Desktop(compositor)
            _ = try desktop.squeekboard()
            let story = try Story(desktop)
            try story.waitForObservers(["OSK0": "active"])
            var (asked, known): ([UInt64], [UInt64]) = ([], [])
            var start: UInt64 = 0
            var shown = 0
            let subscription = desktop.bus.subscribe(
                MatchRule(interface: "org.headroom.Headroom1.Keyboard", member: "WillShow")
            ) { message in
                let now = desktop.loop.now
                asked.append(now - start)
                let fact = try? message.read { reader throws(BusError) in
                    for _ in 0..<7 { reader.skip() }
                    var fact: UInt64 = 0
                    try reader.dictionary { key, value throws(BusError) in
                        if key == "start-time" { fact = try value.uint64() }
                    }
                    return fact
                }
                if let fact { known.append(now - fact) }
            }
            defer { subscription.cancel() }
            for _ in 0..<Rounds.number {
                // Rule T10 holds back what comes more than 10 times a second.
                try desktop.pass(microseconds: 250_000)
                start = desktop.loop.now
                try desktop.setVisible(true)
                _ = try story.next("WillShow")
                _ = try story.next("DidShow")
                shown += 1
                try desktop.setVisible(false)
                _ = try DaemonTests.expectHide(story)
            }
            try desktop.loop.wait("all of them") { known.count == shown }
            let line = [("SetVisible", asked), ("the last fact", known)].map { name, times in
                "from \(name) median \(times.sorted()[times.count / 2]) max \(times.max() ?? 0)"
            }
            print("WillShow at a subscriber on \(compositor), in µs, n=\(shown): \(line.joined(separator: "; "))")
        }

        /// The compositor dies and comes back under a running daemon.
        @Test func compositorRestart() throws {
            let desktop = try Desktop(.sway)
            let story = try Story(desktop)
            for _ in 0..<2 {
                let keyboard = try desktop.squeekboard()
                try story.waitForObservers(["OSK0": "active", "LayerShell": "active"])
                try desktop.setVisible(true)
                try DaemonTests.expectShow(story, at: DaemonTests.row(510, 210))
                desktop.killCompositor()
                keyboard.process.kill()
                _ = try DaemonTests.expectHide(story)
                try desktop.startCompositor()
            }
        }
    }

    /// How often tests repeat what they repeat: 20 times, 200 with `HEADROOM_LONG=1`.
    enum Rounds {
        static var number: Int { Rounds.isLong ? 200 : 20 }
        private static let isLong = ProcessInfo.processInfo.environment["HEADROOM_LONG"] == "1"
    }
}
