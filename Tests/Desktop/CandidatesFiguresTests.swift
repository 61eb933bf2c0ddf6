import DesktopSupport
import Glibc
import HeadroomBus
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// What the daemon costs somebody who types through fcitx5, in figures. They are printed, and no time fails anything.
    @Suite(.serialized) struct CandidatesFiguresTests {
        /// How often; more with `HEADROOM_LONG=1`.
        private static var rounds: Int { Rounds.number == 20 ? 8 : 40 }

        private static func text(_ values: [Double]) -> String {
            let sorted = values.sorted()
            func nearest(_ part: Double) -> Double { sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))] }
            return "n=\(values.count) median \(nearest(0.5)) p95 \(nearest(0.95)) max \(sorted.last ?? 0)"
        }

        /// From a key to its candidates, in ms, some times; the first time after a change does not count.
        private static func keys(_ typist: Typist, _ keys: Teller) throws -> [Double] {
            try (0..<5).map { _ in
                keys.process.write("press n\n")
                let pressed = try keys.wait(for: "a key") { $0.hasPrefix("pressed ") }
                let time = UInt64(pressed.dropFirst("pressed ".count)) ?? 0
                try typist.waitForCandidates(shown: true)
                let shown = typist.candidates.places.first { $0.frame != nil && $0.time > time }?.time ?? time
                try typist.press("Escape")
                try typist.waitForCandidates(shown: false)
                return Double(shown - time) / 1000
            }.suffix(4)
        }

        /// From a key to the candidate window, with and without the daemon in turns.
        @Test func keyToCandidates() throws {
            let desktop = try XDesktop()
            let typist = try Typist(try Fcitx5(desktop))
            let keys = try desktop.python("xkey.py")
            var (without, with): ([Double], [Double]) = ([], [])
            for _ in 0..<Self.rounds {
                without += try Self.keys(typist, keys)
                let story = try Story(desktop)
                try story.waitForObservers(["Fcitx5": "active", "X11": "active"])
                with += try Self.keys(typist, keys)
                story.daemon.process.send(SIGTERM)
                _ = try story.daemon.process.waitForExit()
            }
            print("fcitx5, key to candidate window, in ms: without headroomd \(Self.text(without))")
            print("fcitx5, key to candidate window, in ms: with headroomd \(Self.text(with))")
            let medians = [with, without].map { $0.sorted()[$0.count / 2] }
            print("the ratio of the medians: \(medians[0] / medians[1])")
            #expect(with.count == without.count)
        }

        /// The daemon's share of a processor while ten keys a second are typed.
        @Test func share() throws {
            let desk = try WritingDesk(.fcitx5)
            try desk.show()
            let begin = (desk.desktop.loop.now, try desk.story.daemon.process.processorTime())
            for _ in 0..<Self.rounds {
                // Nine keys and a space, which commits what the candidates offer first.
                try desk.typist.type("nihaoshij ", every: 100)
            }
            let end = (desk.desktop.loop.now, try desk.story.daemon.process.processorTime())
            let (elapsed, spent) = (end.0 - begin.0, end.1 - begin.1)
            print(
                "headroomd while typing through fcitx5: \(Self.rounds * 10) keys in \(elapsed / 1000) ms, \(spent) µs on",
                "the processor: \(Double(spent * 100) / Double(elapsed)) %")
            #expect(desk.typist.text.count >= Self.rounds)
        }
    }
}
