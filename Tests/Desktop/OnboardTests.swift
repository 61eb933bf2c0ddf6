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

        /// Which way it slides.
        enum Way: Sendable { case into, out }

        /// Onboard, hidden, and a daemon that knows it.
        static func begin(_ layout: Onboard.Layout = .bottom) throws -> (onboard: Onboard, story: Story) {
            let desktop = try XDesktop()
            let onboard = try Onboard(desktop, layout)
            let story = try Story(desktop)
            try story.waitForObservers(["Onboard": "active"])
            return (onboard, story)
        }

        /// Waits until it was told that the keyboard stands at `frame`; nil: that it is hidden.
        ///
        /// - Returns: what was told, after `notes`.
        static func end(_ story: Story, at frame: Rect?, after notes: [Told] = []) throws -> [Told] {
            func isEnd(_ notes: [Told]) -> Bool {
                guard let last = notes.last, last.member.hasPrefix("Did") else { return false }
                return frame.map { last.end == $0 } ?? (last.member == "DidHide")
            }
            guard !isEnd(notes) else { return notes }
            return notes + (try story.wait(for: "a keyboard at \(String(describing: frame))") { isEnd($0) })
        }

        /// Onboard shows or hides itself, as it is asked by anybody; waits until it has, and until that is told to its end.
        ///
        /// - Returns: what was told, and what could be seen meanwhile.
        @discardableResult
        static func move(_ onboard: Onboard, _ story: Story, shown: Bool) throws -> (notes: [Told], slide: Slide) {
            let before = onboard.truth.places.count - 1
            if shown { try onboard.show() } else { try onboard.hide() }
            try onboard.wait(shown: shown)
            let frame = try onboard.truth.frame().flatMap(onboard.truth.visible)
            return (try end(story, at: frame), Slide(onboard.truth.places[max(0, before)...]))
        }

        /// Onboard comes and goes once, after which it is known how.
        static func learn(_ onboard: Onboard, _ story: Story) throws {
            try move(onboard, story, shown: true)
            try move(onboard, story, shown: false)
        }

        /// Each layout, shown and hidden: the frame, the inset and the placement are those of the window; none is lost, none
        /// is told twice.
        @Test(arguments: [
            (Onboard.Layout.bottom, bottom, 205.0, "docked"),
            (.top, Rect(x: 0, y: 0, width: 1280, height: 205), 0, "docked"),
            (.narrow, Rect(x: 290, y: 595, width: 700, height: 205), 205, "docked"),
            (.floating, Rect(x: 100, y: 50, width: 700, height: 205), 0, "floating"),
            (.forcedToTop, Rect(x: 100, y: 50, width: 700, height: 205), 0, "floating"),
        ]) func layouts(_ layout: Onboard.Layout, _ frame: Rect, _ inset: Double, _ placement: String) throws {
            let (onboard, story) = try Self.begin(layout)
            try Self.learn(onboard, story)
            var late = Lateness(story, onboard.truth, onboard.process.process, on: onboard.desktop)
            for round in 0..<Rounds.cycles {
                let shown = try Self.move(onboard, story, shown: true).notes
                let did = try #require(shown.last)
                #expect(did.end == frame, "round \(round)")
                #expect(did.begin == frame, "round \(round)")
                #expect(try onboard.truth.frame() == frame, "round \(round)")
                #expect(did.bottomInset == inset, "round \(round)")
                #expect(did.details["placement"] == placement, "round \(round)")
                #expect(!did.isEstimated, "round \(round)")
                #expect(shown.first?.member == "WillShow", "round \(round)")
                #expect(shown.allSatisfy { !$0.member.hasSuffix("Hide") }, "round \(round) \(shown.map(\.member))")
                if round == 0 { try onboard.truth.expectPixels(at: frame) }

                _ = try late.take()
                let (hidden, going) = try Self.move(onboard, story, shown: false)
                let isSeen = going.isSeen(by: try late.take().daemon)
                #expect(hidden.last?.bottomInset == 0, "round \(round)")
                #expect(hidden.suffix(2).map(\.member) == ["WillHide", "DidHide"], "round \(round)")
                let hides = hidden.count { $0.member == "WillHide" }
                #expect(!isSeen || hides == 1, "round \(round) \(hidden.map(\.member))")
            }
            #expect(try story.pending().isEmpty)
            #expect(story.told.map(\.serial) == story.told.map(\.serial).sorted())
        }

        /// From the second time on each slide in or out is announced with the duration that it really takes, its Did does not
        /// come before its last step, and it costs a subscriber two Wills and a Did at most.
        ///
        /// Where the machine made Onboard rest on its way, or whoever looked on, it was no slide for them: that is told as it
        /// was seen, and another one made in its place.
        @Test(arguments: [Onboard.Layout.bottom, .top]) func slides(_ layout: Onboard.Layout) throws {
            let (onboard, story) = try Self.begin(layout)
            var errors = [true: SlideErrors(), false: SlideErrors()]
            var late = Lateness(
                story, onboard.truth, onboard.process.process, on: onboard.desktop, isFirst: true)
            for _ in 0..<Rounds.cycles * 5 where errors.values.contains(where: { $0.all.count < Rounds.cycles }) {
                for isShown in [true, false] {
                    _ = try late.take()
                    if isShown { try onboard.show() } else { try onboard.hide() }
                    let before = onboard.truth.places.count - 1
                    let first = try story.follow(to: isShown ? "DidShow" : "DidHide")
                    // Asked after the Did was told, the window is where it was told to be, or where it is corrected to.
                    let standing = try onboard.truth.frame().flatMap(onboard.truth.visible)
                    try onboard.wait(shown: isShown)
                    let slide = Slide(onboard.truth.places[before...])
                    let end = isShown ? try onboard.truth.frame() : nil
                    let notes = try Self.end(story, at: end, after: first)
                    let isJudged = errors[isShown]?.add(
                        notes.first?.durationMS ?? 0, slide, lateness: try late.take())
                    guard isJudged == true else { continue }
                    #expect(standing == end)
                    let wills = notes.count { $0.member.hasPrefix("Will") }
                    #expect(wills <= 2 && notes.count == wills + 1, "\(notes.map(\.member))")
                }
            }
            for (isShown, errors) in errors {
                let way = isShown ? "in" : "out"
                print("Slides \(way), published minus real, in ms: \(errors.all); not judged: \(errors.unjudged)")
                #expect(errors.large.isEmpty)
                #expect(errors.all.count >= Rounds.cycles)
            }
        }
    }
}

extension DesktopTests.Rounds {
    /// How often a keyboard is shown and hidden in one test: 20 times, 100 with `HEADROOM_LONG=1`.
    static var cycles: Int { number == 20 ? 20 : 100 }
}
