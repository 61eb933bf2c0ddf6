import DesktopSupport
import Glibc
import HeadroomBus
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// `headroomd` with the real Onboard on Xvfb and openbox: what `dbus-monitor` shows is what the window tree shows.
    @Suite(.serialized) struct OnboardTests {
        static let bottom = Rect(x: 0, y: 595, width: 1280, height: 205)

        /// Onboard, hidden, and a daemon that knows it.
        static func begin(_ layout: Onboard.Layout = .bottom) throws -> (onboard: Onboard, story: Story) {
            let desktop = try XDesktop()
            let onboard = try Onboard(desktop, layout)
            let story = try Story(desktop)
            try story.waitForObservers(["Onboard": "active"])
            return (onboard, story)
        }

        /// Waits until what is published is what the window tree shows, and neither has changed for a second.
        ///
        /// - Returns: what was told meanwhile.
        @discardableResult
        static func settle(_ onboard: Onboard, _ story: Story) throws -> [Told] {
            let desktop = onboard.desktop
            var notes: [Told] = []
            var calm = 0
            var last: (Published, Rect?)?
            for _ in 0..<600 {
                try desktop.pass(microseconds: 50_000)
                let news = try story.pending()
                try story.skip()
                notes += news
                let now = (try desktop.published(), try onboard.truth.frame().flatMap(onboard.truth.visible))
                let agree =
                    now.1.map { now.0.end == $0 && now.0.phase == "shown" } ?? (now.0.phase == "hidden")
                let isSame = last.map { $0.0 == now.0 && $0.1 == now.1 } ?? false
                calm = agree && isSame && news.isEmpty ? calm + 1 : 0
                last = now
                if calm == 20 { return notes }
            }
            throw TestFailure("published and shown differ: \(String(describing: last))\n\(story.log)")
        }

        /// Waits for a notification.
        ///
        /// - Returns: what was told up to it.
        static func follow(_ story: Story, to member: String) throws -> [Told] {
            try story.wait(for: member) { $0.last?.member == member }
        }

        /// Onboard shows itself; waits until it has, and has been told to be where it stands. How it gets there is not
        /// known the first time.
        ///
        /// - Returns: what was told.
        @discardableResult
        static func show(_ onboard: Onboard, _ story: Story) throws -> [Told] {
            try onboard.show()
            try onboard.wait(shown: true)
            let frame = try onboard.truth.frame()
            return try story.wait(for: "a keyboard at \(String(describing: frame))") {
                $0.last.map { $0.member.hasPrefix("Did") && $0.end == frame } ?? false
            }
        }

        /// Each layout, shown and hidden: the frame, the inset and the placement are those of the window.
        @Test(arguments: [
            (Onboard.Layout.bottom, bottom, 205.0, "docked"),
            (.top, Rect(x: 0, y: 0, width: 1280, height: 205), 0, "docked"),
            (.narrow, Rect(x: 290, y: 595, width: 700, height: 205), 205, "docked"),
            (.floating, Rect(x: 100, y: 50, width: 700, height: 205), 0, "floating"),
            (.forcedToTop, Rect(x: 100, y: 50, width: 700, height: 205), 0, "floating"),
        ]) func layouts(_ layout: Onboard.Layout, _ frame: Rect, _ inset: Double, _ placement: String) throws {
            let (onboard, story) = try Self.begin(layout)
            try Self.show(onboard, story)
            try onboard.hide()
            _ = try Self.follow(story, to: "DidHide")
            try onboard.wait(shown: false)
            for round in 0..<Rounds.cycles {
                let label = "round \(round)"
                let shown = try Self.show(onboard, story)
                let did = try #require(shown.last)
                #expect(did.end == frame, "\(label)")
                #expect(try onboard.truth.frame() == frame, "\(label)")
                #expect(did.bottomInset == inset, "\(label)")
                #expect(did.details["placement"] == placement, "\(label)")
                #expect(!did.isEstimated, "\(label)")
                #expect(shown.dropLast().allSatisfy { $0.member == "WillShow" }, "\(label) \(shown.map(\.member))")
                #expect(did.completes == shown.dropLast().last?.serial, "\(label)")
                if round == 0 { #expect(try onboard.truth.screenshot().bounds(besides: XDesktop.background) == frame) }

                try onboard.hide()
                let hidden = try Self.follow(story, to: "DidHide")
                try onboard.wait(shown: false)
                #expect(hidden.map(\.member) == ["WillHide", "DidHide"], "\(label)")
                #expect(hidden.first?.bottomInset == 0, "\(label)")
            }
            #expect(try story.pending().isEmpty)
            #expect(story.told.map(\.serial) == story.told.map(\.serial).sorted())
        }

        /// From the second time on a slide is announced with the duration that it really takes, the Did does not come
        /// before its last step, and it costs a subscriber two Wills and a Did at most.
        ///
        /// A machine that stutters makes Onboard rest on its way, and that is told as it is: such slides are not
        /// counted, but for their end.
        @Test(arguments: [Onboard.Layout.bottom, .top]) func slides(_ layout: Onboard.Layout) throws {
            let (onboard, story) = try Self.begin(layout)
            var errors: [Double] = []
            var smooth = 0
            try Self.show(onboard, story)
            try onboard.hide()
            _ = try Self.follow(story, to: "DidHide")
            try onboard.wait(shown: false)
            for _ in 0..<Rounds.cycles {
                let before = onboard.truth.places.count - 1
                try onboard.show()
                let notes = try Self.follow(story, to: "DidShow")
                // Asked after DidShow was told, the window is where it was told to be.
                let standing = try onboard.truth.frame()
                #expect(notes.last?.end == standing)
                try onboard.wait(shown: true)
                let slide = Slide(onboard.truth.places[before...])
                if slide.longestPause < 34 {
                    smooth += 1
                    #expect(notes.count <= 3, "\(notes.map(\.member))")
                    #expect(notes.first?.end == standing)
                    errors.append(Double(notes.first?.durationMS ?? 0) - slide.duration)
                }
                try onboard.hide()
                _ = try Self.follow(story, to: "DidHide")
                try onboard.wait(shown: false)
            }
            print("Onboard's slides: \(smooth) smooth of \(Rounds.cycles); published minus real, in ms: \(errors)")
            try #require(smooth > Rounds.cycles / 2)
            #expect(errors.count { abs($0) <= 20 } * 2 > errors.count, "\(errors)")
        }
    }
}

extension DesktopTests.Rounds {
    /// How often a keyboard is shown and hidden in one test: 20 times, 100 with `HEADROOM_LONG=1`.
    static var cycles: Int { number == 20 ? 20 : 100 }
}
