import DesktopSupport
import Glibc
import HeadroomBus
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// What happens to an Onboard that is shown, and what is asked of it.
    @Suite(.serialized) struct OnboardChangesTests {
        /// Onboard, shown, and a daemon that has said so.
        private static func begin(_ layout: Onboard.Layout = .bottom) throws -> (onboard: Onboard, story: Story) {
            let (onboard, story) = try OnboardTests.begin(layout)
            try OnboardTests.move(onboard, story, shown: true)
            return (onboard, story)
        }

        /// Another dock is another window: one keyboard all the same.
        @Test func dockChange() throws {
            let (onboard, story) = try Self.begin()
            for (edge, y) in [("'top'", 0.0), ("'bottom'", 595)] {
                try onboard.desktop.setOnboard("docking-edge \(edge)")
                let notes = try story.settle(onboard.truth)
                #expect(notes.last?.end == Rect(x: 0, y: y, width: 1280, height: 205))
                #expect(notes.last?.bottomInset == (y == 0 ? 0 : 205))
            }
            try onboard.desktop.setOnboard("docking-enabled false")
            var notes = try story.settle(onboard.truth)
            #expect(notes.last?.details["placement"] == "floating")
            #expect(notes.last?.end == Rect(x: 100, y: 50, width: 700, height: 205))
            try onboard.desktop.setOnboard("force-to-top true")
            notes = try story.settle(onboard.truth)
            try onboard.desktop.setOnboard("docking-enabled true")
            notes = try story.settle(onboard.truth)
            #expect(notes.last?.end == OnboardTests.bottom)
        }

        /// Its height changes; its strut stays what it was, and nobody falls for it.
        @Test func resize() throws {
            let (onboard, story) = try Self.begin()
            for height in [300.0, 150, 205] {
                try onboard.desktop.setOnboard("landscape:dock-height \(Int(height))")
                let notes = try story.settle(onboard.truth)
                #expect(notes.last?.end == Rect(x: 0, y: 800 - height, width: 1280, height: height))
                #expect(notes.last?.bottomInset == height)
                #expect(notes.allSatisfy { $0.member.hasSuffix("ChangeFrame") }, "\(notes.map(\.member))")
            }
        }

        /// The screen gets another mode: Onboard goes, and comes back where the screen ends now.
        @Test func modeChange() throws {
            let (onboard, story) = try Self.begin()
            let desktop = onboard.desktop
            try desktop.addMode("small", width: 1024, height: 768)
            for (mode, end) in [
                ("small", Rect(x: 0, y: 563, width: 1024, height: 205)), ("1280x800", OnboardTests.bottom),
            ] {
                try desktop.setMode(mode)
                _ = try story.wait(for: "Onboard at \(end)") { notes in
                    notes.last.map { $0.member.hasPrefix("Did") && $0.end == end } ?? false
                }
                try story.settle(onboard.truth)
                let now = try desktop.published()
                #expect(now.phase == "shown")
                #expect(now.end == end)
                #expect(try onboard.truth.frame() == end)
            }
            try OnboardTests.move(onboard, story, shown: false)
            #expect(try story.pending().isEmpty)
        }

        /// Shown and hidden faster than it slides: it may end off the screen, and what is told last is what can be seen.
        @Test(arguments: [30, 60, 100, 150, 200, 250] as [UInt64]) func rapid(_ gap: UInt64) throws {
            let (onboard, story) = try Self.begin()
            for _ in 0..<3 {
                try onboard.hide()
                try onboard.desktop.pass(microseconds: gap * 1000)
                try onboard.show()
                try onboard.desktop.pass(microseconds: gap * 1000)
            }
            let notes = try story.settle(onboard.truth)
            let seen = try onboard.truth.frame().flatMap(onboard.truth.visible)
            #expect(story.told.last?.member == (seen == nil ? "DidHide" : notes.last?.member))
            if let seen { #expect(story.told.last?.end == seen) }
        }

        /// Killed while it is shown: told at once, and again when the next one shows.
        @Test func death() throws {
            let desktop = try XDesktop()
            let story = try Story(desktop)
            for _ in 0..<3 {
                let onboard = try Onboard(desktop)
                try story.waitForObservers(["Onboard": "active"])
                // It showed itself when it started.
                _ = try OnboardTests.end(story, at: nil)
                try OnboardTests.move(onboard, story, shown: true)
                onboard.process.process.kill()
                let notes = try story.follow(to: "DidHide")
                #expect(notes.map(\.member) == ["WillHide", "DidHide"])
                #expect(notes.first?.durationMS == 0)
                #expect(["provider-lost", "visibility"].contains(notes.first?.reason ?? ""))
                try story.waitForObservers(["Onboard": "waiting"])
            }
            // A request finds nobody, and starts nobody.
            #expect(try desktop.headroom("show").code == 1)
            #expect(!desktop.busLog.contains("Activating service name='org.onboard.Onboard'"))
            #expect(try story.pending().isEmpty)
        }

        /// Stopped: what is asked of it stays unanswered, and the daemon is well.
        @Test func stopped() throws {
            let (onboard, story) = try Self.begin()
            onboard.process.process.send(SIGSTOP)
            #expect(try onboard.desktop.headroom("hide").code == 0)
            try story.waitForObservers(["Onboard": "waiting"])
            let refused = try onboard.desktop.headroom("hide")
            #expect(refused.code == 1, "\(refused.log)")
            #expect(try onboard.desktop.published().phase == "shown")
            #expect(try story.pending().isEmpty)
            onboard.process.process.send(SIGCONT)
            // Nobody saw it go before: where the machine makes it rest on its way, that is told.
            let notes = try story.follow(to: "DidHide").map(\.member)
            #expect(notes.suffix(2) == ["WillHide", "DidHide"])
            #expect(notes.dropLast(2).allSatisfy { $0.hasSuffix("ChangeFrame") }, "\(notes)")
            try story.waitForObservers(["Onboard": "active"])
        }

        /// `headroom show` and `headroom hide`.
        @Test func requests() throws {
            let (onboard, story) = try OnboardTests.begin()
            for _ in 0..<5 {
                #expect(try onboard.desktop.headroom("show").code == 0)
                try onboard.wait(shown: true)
                _ = try OnboardTests.end(story, at: OnboardTests.bottom)
                #expect(try onboard.desktop.headroom("hide").code == 0)
                try onboard.wait(shown: false)
                _ = try OnboardTests.end(story, at: nil)
            }
        }

        /// The daemon is there before the display and the keyboard, and outlives both.
        @Test func lateAndAgain() throws {
            let desktop = try XDesktop(starts: false)
            try desktop.chooseDisplay()
            let story = try Story(desktop, looks: false)
            try story.waitForObservers(["X11": "waiting", "Onboard": "waiting"])
            for _ in 0..<2 {
                try desktop.startServer()
                try story.waitForObservers(["X11": "active"])
                let onboard = try Onboard(desktop)
                try story.waitForObservers(["Onboard": "active"])
                _ = try OnboardTests.end(story, at: nil)
                #expect(try OnboardTests.move(onboard, story, shown: true).notes.last?.end == OnboardTests.bottom)
                desktop.killServer()
                // Onboard may outlive its display by a moment; that is told as it is, and in the end it is hidden.
                try story.waitForObservers(["X11": "waiting", "Onboard": "waiting"])
                _ = try story.pending()
                let notes = try OnboardTests.end(story, at: nil)
                #expect(notes.first?.member == "WillHide" || notes.first?.reason == "rotation", "\(notes)")
                #expect(notes.suffix(2).map(\.member) == ["WillHide", "DidHide"], "\(notes)")
                #expect(!notes.contains { $0.member == "WillShow" }, "\(notes)")
                #expect(try story.pending().isEmpty)
            }
        }

        /// The daemon starts while Onboard is shown: its state is the window's, and the first hide is told.
        @Test func lateDaemon() throws {
            let desktop = try XDesktop()
            let onboard = try Onboard(desktop, staysShown: true)
            try onboard.truth.wait("the end of its slide") { $0.frame == OnboardTests.bottom }
            let story = try Story(desktop)
            try story.waitForObservers(["Onboard": "active"])
            try story.settle(onboard.truth)
            #expect(try desktop.published().end == OnboardTests.bottom)
            try story.skip()
            try onboard.hide()
            #expect(try story.follow(to: "DidHide").first?.begin == OnboardTests.bottom)
        }
    }
}
