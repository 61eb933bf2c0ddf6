import DesktopSupport
import Glibc
import HeadroomBus
import Support
import Testing

extension DesktopTests {
    /// What the daemon costs somebody who types through IBus, in figures. They are printed, and no time fails anything.
    @Suite(.serialized) struct IBusFiguresTests {
        /// How often; more with `HEADROOM_LONG=1`.
        private static var rounds: Int { Rounds.number == 20 ? 20 : 50 }

        private static func text(_ values: [Double]) -> String {
            let sorted = values.sorted()
            func nearest(_ part: Double) -> Double { sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))] }
            return "n=\(values.count) quarter \(nearest(0.25)) median \(nearest(0.5)) p95 \(nearest(0.95))"
        }

        /// The daemon's share of a processor while ten keys a second are typed, where windows are seen and where they are
        /// not.
        @Test(arguments: [true, false]) func share(_ seesWindows: Bool) throws {
            let desktop = try XDesktop()
            let ibus = try IBus(desktop)
            let typist = try Typist(ibus)
            let story = try Story(
                desktop, looks: seesWindows,
                environment: seesWindows ? [:] : ["DISPLAY": "", "IBUS_ADDRESS_FILE": ibus.addressFile])
            try story.waitForObservers(["IBus": "active"])
            let begin = (desktop.loop.now, try story.daemon.process.processorTime())
            for _ in 0..<Self.rounds / 2 {
                // Nine keys and a space, which commits what the candidates offer first.
                try typist.type("nihaoshij ", every: 100)
            }
            let end = (desktop.loop.now, try story.daemon.process.processorTime())
            let (elapsed, spent) = (end.0 - begin.0, end.1 - begin.1)
            let keys = Self.rounds / 2 * 10
            print(
                "headroomd while typing through IBus, \(seesWindows ? "windows seen" : "tables only"): \(keys) keys in",
                "\(elapsed / 1000) ms, \(spent) µs on the processor: \(Double(spent * 100) / Double(elapsed)) %")
            #expect(typist.text.count >= Self.rounds / 2)
        }

        /// From a key to its candidates, in ms, four times; the first two after a daemon came or went do not count.
        private static func keys(_ typist: Typist, _ keys: Teller) throws -> [Double] {
            try (0..<6).map { _ in
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
            let typist = try Typist(try IBus(desktop))
            let keys = try desktop.python("xkey.py")
            var (without, with): ([Double], [Double]) = ([], [])
            for round in 0..<Self.rounds {
                // Each goes first as often as the other.
                if round.isMultiple(of: 2) { without += try Self.keys(typist, keys) }
                let story = try Story(desktop)
                try story.waitForObservers(["IBus": "active", "X11": "active"])
                with += try Self.keys(typist, keys)
                story.daemon.process.send(SIGTERM)
                _ = try story.daemon.process.waitForExit()
                if !round.isMultiple(of: 2) { without += try Self.keys(typist, keys) }
            }
            print("key to candidate window, in ms: without headroomd \(Self.text(without))")
            print("key to candidate window, in ms: with headroomd \(Self.text(with))")
            let medians = [with, without].map { $0.sorted()[$0.count / 2] }
            print("the ratio of the medians: \(medians[0] / medians[1])")
            #expect(with.count == without.count)
        }
    }
}
