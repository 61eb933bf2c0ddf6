import DesktopSupport
import Glibc
import HeadroomBus
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// What the daemon costs a desktop with Onboard, in figures. They are printed, and no time fails anything.
    @Suite(.serialized) struct OnboardFiguresTests {
        /// How often; more with `HEADROOM_LONG=1`.
        private static var rounds: Int { Rounds.number == 20 ? 5 : 25 }

        /// From the call to the last step of the window, in ms.
        private static func show(_ onboard: Onboard) throws -> Double {
            let start = onboard.desktop.loop.now
            try onboard.show()
            try onboard.wait(shown: true)
            let end = onboard.truth.places.last?.time ?? start
            return Double(end - start) / 1000
        }

        /// Onboard's own show time, with and without the daemon in turns, and the daemon's time on the processor.
        @Test func showTime() throws {
            let desktop = try XDesktop()
            let onboard = try Onboard(desktop)
            var (without, with, spent): ([Double], [Double], [Double]) = ([], [], [])
            for _ in 0..<Self.rounds {
                without.append(try Self.show(onboard))
                try onboard.hide()
                try onboard.wait(shown: false)

                let story = try Story(desktop)
                try story.waitForObservers(["Onboard": "active"])
                let before = try story.daemon.process.processorTime()
                with.append(try Self.show(onboard))
                spent.append(Double(try story.daemon.process.processorTime() - before) / 1000)
                try onboard.hide()
                try onboard.wait(shown: false)
                story.daemon.process.send(SIGTERM)
                _ = try story.daemon.process.waitForExit()
            }
            print("Onboard's show, call to last step, in ms: without headroomd \(Figures(without).text)")
            print("Onboard's show, call to last step, in ms: with headroomd \(Figures(with).text)")
            print("headroomd's time on the processor in one slide, in ms: \(Figures(spent).text)")
            #expect(with.count == without.count)
        }

        /// From kill -9 to WillHide at a subscriber.
        @Test func deathToHide() throws {
            let desktop = try XDesktop()
            let story = try Story(desktop)
            var (times, gone): ([Double], [Double]) = ([], [])
            var killed: UInt64 = 0
            let subscription = desktop.bus.subscribe(
                MatchRule(interface: "org.headroom.Headroom1.Keyboard", member: "WillHide")
            ) { _ in
                if killed > 0 { times.append(Double(desktop.loop.now - killed) / 1000) }
                killed = 0
            }
            defer { subscription.cancel() }
            for round in 1...Self.rounds {
                let onboard = try Onboard(desktop, staysShown: true)
                _ = try OnboardTests.end(story, at: OnboardTests.bottom)
                killed = desktop.loop.now
                let instant = killed
                onboard.process.process.send(SIGKILL)
                try desktop.loop.wait("WillHide") { times.count == round }
                try onboard.truth.wait("no window") { $0.frame == nil }
                gone.append(Double(onboard.truth.places.last.map { $0.time - instant } ?? 0) / 1000)
                _ = try OnboardTests.end(story, at: nil)
            }
            print("kill -9 to WillHide, in ms: \(Figures(times).text)")
            print("kill -9 to the end of the window, in ms: \(Figures(gone).text)")
        }
    }
}
