import DesktopSupport
import Foundation
import Glibc
import HeadroomBus
import Support
import Testing

extension DesktopTests {
    /// What the daemon costs somebody who types through IBus, in figures. They are printed, and no time fails anything.
    @Suite(.serialized) struct IBusFiguresTests {
        /// How often; more with `HEADROOM_LONG=1`.
        private static var rounds: Int { Rounds.number == 20 ? 12 : 50 }

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

        /// What there is beside IBus while keys are pressed.
        private enum Company: String, CaseIterable {
            case nobody = "without headroomd"
            /// All that comes with a daemon in a test, but nobody who looks.
            case idle = "with headroomd, all observers disabled"
            case daemon = "with headroomd"
        }

        /// From a key to the candidate window, with and without the daemon in turns.
        @Test func keyToCandidates() throws {
            let desktop = try XDesktop()
            let typist = try Typist(try IBus(desktop))
            let keys = try desktop.python("xkey.py")
            let folder = "\(desktop.folder)/idle/headroom"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try "[observers]\ndisable=OSK0,Onboard,LayerShell,X11,IBus,Kimpanel,Fcitx5\n".write(
                toFile: "\(folder)/headroom.conf", atomically: true, encoding: .utf8)
            var times: [Company: [Double]] = [:]
            for round in 0..<Self.rounds {
                // Each goes first as often as the others.
                for turn in 0..<3 {
                    let company = Company.allCases[(round + turn) % 3]
                    var story: Story?
                    switch company {
                    case .nobody: break
                    case .idle:
                        let environment = ["XDG_CONFIG_HOME": "\(desktop.folder)/idle"]
                        story = try Story(desktop, looks: false, environment: environment)
                        try story?.waitForObservers(["IBus": "unavailable", "X11": "unavailable"])
                    case .daemon:
                        story = try Story(desktop)
                        try story?.waitForObservers(["IBus": "active", "X11": "active"])
                    }
                    times[company, default: []] += try typist.timesToCandidates(keys, after: 2)
                    story?.daemon.process.send(SIGTERM)
                    _ = try story?.daemon.process.waitForExit()
                }
            }
            let figures = times.mapValues(Figures.init)
            for company in Company.allCases {
                print("key to candidate window, in ms: \(company.rawValue): \(figures[company]?.text ?? "")")
            }
            let medians = Company.allCases.map { figures[$0]?.median ?? 0 }
            print("the ratio of the medians: \(medians[2] / medians[0]) to nobody,")
            print("    \(medians[2] / medians[1]) to one that does not look")
            #expect(times.values.allSatisfy { $0.count == 4 * Self.rounds })
        }
    }
}
