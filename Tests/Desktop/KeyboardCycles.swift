import DesktopSupport
import Glibc
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// What is true of each keyboard that has no interface but its window.
    enum KeyboardCycles {
        /// Where a keyboard is to be published.
        struct Place {
            var frame: Rect
            var inset: Double
            var placement: String
        }

        /// Shows and hides a hidden keyboard often: none is lost, none is doubled, and what is published is the window's.
        /// From the second time on its slide, if it has one, is announced as long as it is, and its going as done at once.
        static func run(_ keyboard: any XKeyboard, _ story: Story, at place: Place) throws {
            var errors = SlideErrors()
            var late = Lateness(story, keyboard.truth, keyboard.process.process, on: keyboard.desktop)
            for round in 0..<Rounds.cycles {
                let before = max(keyboard.truth.places.count - 1, 0)
                _ = try late.take()
                try keyboard.show()
                let shown = try story.follow(to: "DidShow")
                let slide = Slide(keyboard.truth.places[before...])
                errors.add(shown.first?.durationMS ?? 0, slide, lateness: try late.take())
                // Asked after DidShow was told, the window is where it was told to be.
                try #require(
                    try keyboard.truth.frame().flatMap(keyboard.truth.visible) == place.frame, "round \(round)")
                expect(shown, at: place, "round \(round)")
                try keyboard.hide()
                let hidden = try story.follow(to: "DidHide")
                #expect(hidden.map(\.member) == ["WillHide", "DidHide"], "round \(round)")
                #expect(hidden.first?.bottomInset == 0, "round \(round)")
                #expect(hidden.first?.durationMS == 0, "round \(round)")
            }
            #expect(errors.large.isEmpty, "\(errors)")
            #expect(try story.pending().isEmpty)
            #expect(story.told.map(\.serial) == story.told.map(\.serial).sorted())
        }

        /// These notifications show a keyboard there.
        static func expect(_ shown: [Told], at place: Place, _ label: String = "") {
            let did = shown.last
            #expect(did?.end == place.frame, "\(label)")
            #expect(did?.bottomInset == place.inset, "\(label)")
            #expect(did?.candidateBarHeight == 0, "\(label)")
            #expect(did?.details["placement"] == place.placement, "\(label)")
            #expect(did?.isEstimated == false, "\(label)")
            let wills = shown.dropLast()
            #expect(
                1...2 ~= wills.count && wills.allSatisfy { $0.member == "WillShow" }, "\(label) \(shown.map(\.member))")
            #expect(did?.completes == wills.last?.serial, "\(label)")
        }

        /// Shows and hides a keyboard without waiting for either: what is told last is what can be seen.
        static func rapid(_ keyboard: any XKeyboard, _ story: Story, gap: UInt64) throws {
            for round in 0..<7 {
                try keyboard.ask(shown: round.isMultiple(of: 2))
                try keyboard.desktop.pass(microseconds: gap)
            }
            try story.settle(keyboard.truth)
            let seen = try keyboard.truth.frame().flatMap(keyboard.truth.visible)
            if seen == nil {
                #expect(["DidHide", nil].contains(story.told.last?.member))
            } else {
                #expect(story.told.last?.end == seen)
            }
        }

        /// Kills a keyboard that is shown: told at once. One that is stopped is shown until then.
        static func kill(_ keyboard: any XKeyboard, _ story: Story, isStopped: Bool) throws {
            try story.skip()
            if isStopped {
                keyboard.process.process.send(SIGSTOP)
                #expect(try story.settle(keyboard.truth).isEmpty)
                #expect(try keyboard.desktop.published().phase == "shown")
            }
            keyboard.process.process.kill()
            let notes = try story.follow(to: "DidHide")
            #expect(notes.map(\.member) == ["WillHide", "DidHide"])
            #expect(try keyboard.truth.frame() == nil)
            #expect(try story.pending().isEmpty)
            #expect(try keyboard.desktop.published().phase == "hidden")
        }
    }
}
