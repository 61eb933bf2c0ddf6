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

        /// From a key to the candidate window, with and without the daemon in turns.
        @Test func keyToCandidates() throws {
            let desktop = try XDesktop()
            let typist = try Typist(try Fcitx5(desktop))
            let keys = try desktop.python("xkey.py")
            var (without, with): ([Double], [Double]) = ([], [])
            for _ in 0..<Self.rounds {
                without += try typist.timesToCandidates(keys, after: 1)
                let story = try Story(desktop)
                try story.waitForObservers(["Fcitx5": "active", "X11": "active"])
                with += try typist.timesToCandidates(keys, after: 1)
                story.daemon.process.send(SIGTERM)
                _ = try story.daemon.process.waitForExit()
            }
            print("fcitx5, key to candidate window, in ms: without headroomd \(Figures(without).text)")
            print("fcitx5, key to candidate window, in ms: with headroomd \(Figures(with).text)")
            print("the ratio of the medians: \(Figures(with).median / Figures(without).median)")
            #expect([with.count, without.count] == [4 * Self.rounds, 4 * Self.rounds])
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
