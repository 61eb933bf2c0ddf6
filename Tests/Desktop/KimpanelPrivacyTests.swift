import DesktopSupport
import Foundation
import HeadroomBus
import Support
import Testing

extension DesktopTests {
    /// What `headroomd` gets to know of what is typed through fcitx5 before a panel, and what it costs.
    @Suite(.serialized) struct KimpanelPrivacyTests {
        /// What is typed, what is composed, what is written and what may be chosen.
        private static let secrets = ["nihao", "ni hao", "你好", "你", "拟"]

        private static func secrets(in data: Data) -> [String] {
            secrets.filter { data.range(of: Data($0.utf8)) != nil }
        }

        /// Types, chooses and commits, and waits until the entry and the panel have it all.
        private static func type(_ rounds: Int, _ desktop: XDesktop, _ panel: Teller, _ entry: Teller) throws {
            for _ in 0..<rounds {
                let before = entry.lines.count { $0.hasPrefix("text ") }
                try desktop.type("nihao")
                try desktop.press("space")
                try desktop.loop.wait("a word", log: panel.lines.suffix(10).joined(separator: "\n")) {
                    entry.lines.count { $0.hasPrefix("text ") } > before && panel.lines.last == "table 0 0"
                        || panel.lines.last?.hasPrefix("caret ") == true
                }
            }
        }

        /// All that it receives is recorded, and all that it leaves behind looked through. Tables pass by with their texts,
        /// which are counted and not kept; what is composed and written does not even pass by.
        @Test func nothingIsKept() throws {
            let desktop = try XDesktop()
            let panel = try desktop.python("panel.py")
            let fcitx5 = try Fcitx5(desktop)
            let entry = try fcitx5.entry()
            try fcitx5.use("pinyin")
            let tap = try BusTap(desktop, "session", to: desktop.busAddress)
            let story = try Story(desktop, environment: ["DBUS_SESSION_BUS_ADDRESS": tap.address], "--verbose")
            try story.waitForObservers(["Kimpanel": "active", "Fcitx5": "active"])
            // Until the bus has made its connection a monitor nothing is overheard.
            try desktop.poll("a table to be overheard") {
                try Self.type(1, desktop, panel, entry)
                return tap.messages.contains("call SetLookupTable")
            }
            try Self.type(3, desktop, panel, entry)
            _ = try story.pending()

            #expect(entry.lines.last?.contains("你好") == true)
            let heard = Set(tap.messages)
            #expect(
                heard.filter { $0.hasPrefix("call ") }.subtracting([
                    "call GetAll", "call ListObservers", "call GetState",
                ])
                .isSubset(of: ["call SetLookupTable", "call SetSpotRect", "call SetCursorRect", "call FocusOut"]),
                "\(heard)")
            #expect(
                heard.filter { $0.hasPrefix("signal ") }.isSubset(of: [
                    "signal NameAcquired", "signal NameLost", "signal NameOwnerChanged", "signal RegisterProperties",
                    "signal UpdateProperty", "signal ShowLookupTable", "signal ShowAux", "signal ShowPreedit",
                    "signal CurrentIM",
                ]), "\(heard)")
            // They are there to be kept.
            #expect(Self.secrets(in: tap.bytes).contains("你好"))
            #expect(!Self.secrets(in: tap.bytes).contains("ni hao"))
            let leftovers = try story.leftovers()
            #expect(leftovers.first?.contains("Kimpanel: active") == true)
            for text in leftovers { #expect(Self.secrets(in: Data(text.utf8)) == []) }
        }

        /// The daemon's share of a processor while ten keys a second are typed before a panel. Printed; no time fails it.
        @Test func figures() throws {
            let desktop = try XDesktop()
            let panel = try desktop.python("panel.py")
            let fcitx5 = try Fcitx5(desktop)
            let entry = try fcitx5.entry()
            try fcitx5.use("pinyin")
            let story = try Story(desktop)
            try story.waitForObservers(["Kimpanel": "active", "Fcitx5": "active"])
            let rounds = Rounds.number == 20 ? 10 : 50
            let begin = (desktop.loop.now, try story.daemon.process.processorTime())
            for _ in 0..<rounds { try desktop.run("xdotool", ["type", "--delay", "160", "nihaoshij "]) }
            let end = (desktop.loop.now, try story.daemon.process.processorTime())
            let (elapsed, spent) = (end.0 - begin.0, end.1 - begin.1)
            print(
                "headroomd while typing through fcitx5 before a panel: \(rounds * 10) keys in \(elapsed / 1000) ms,",
                "\(spent) µs on the processor: \(Double(spent * 100) / Double(elapsed)) %")
            #expect(panel.lines.count { $0.hasPrefix("table ") } >= rounds * 10)
            #expect(entry.lines.last?.hasPrefix("text ") == true)
        }
    }
}
