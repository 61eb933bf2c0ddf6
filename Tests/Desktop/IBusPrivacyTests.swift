import DesktopSupport
import Foundation
import HeadroomBus
import Support
import Testing

extension DesktopTests {
    /// What `headroomd` gets to know of what is typed through IBus: all that it receives on both buses is recorded, and all
    /// that it leaves behind is looked through.
    @Suite(.serialized) struct IBusPrivacyTests {
        private let desktop: XDesktop
        private let typist: Typist
        private let ibusTap: BusTap
        private let sessionTap: BusTap

        init() throws {
            desktop = try XDesktop()
            let ibus = try IBus(desktop)
            typist = try Typist(ibus)
            ibusTap = try BusTap(desktop, "ibus", to: "file:\(ibus.addressFile)")
            sessionTap = try BusTap(desktop, "session", to: desktop.busAddress)
        }

        /// A daemon whose wires are tapped.
        private func tapped(_ environment: [String: String] = [:], looks: Bool = true) throws -> Story {
            let taps = ["IBUS_ADDRESS": ibusTap.address, "DBUS_SESSION_BUS_ADDRESS": sessionTap.address]
            let story = try Story(
                desktop, looks: looks, environment: taps.merging(environment) { $1 }, "--verbose")
            try story.waitForObservers(["IBus": "active"])
            return story
        }

        /// What is typed, what is committed, what may be chosen, and the pinyin between.
        private static let secrets = ["nihao", "ni hao", "ni'hao", "你好", "你", "妮", "拟"]

        private static func secrets(in data: Data) -> [String] {
            secrets.filter { data.range(of: Data($0.utf8)) != nil }
        }

        /// Types, chooses and commits, and waits until the daemon has received what it receives of it.
        private func type(_ story: Story) throws {
            let before = ibusTap.messages.count
            for round in 1...3 {
                try typist.type("nihao")
                try typist.waitForCandidates(shown: true)
                try typist.press("space")
                try typist.wait(text: String(repeating: "你好", count: round))
                try typist.waitForCandidates(shown: false)
            }
            try desktop.loop.wait("carets", log: "\(ibusTap.messages)") {
                ibusTap.messages.dropFirst(before).count { $0 == "call SetCursorLocation" } >= 9
            }
            _ = try story.pending()
        }

        /// What the daemon has said and kept: its log, its files, its notifications and properties.
        private func expectNothingLeft(_ story: Story) throws {
            let left = try story.leftovers()
            #expect(left[0].contains("IBus: active"))
            for text in left { #expect(Self.secrets(in: Data(text.utf8)) == []) }
        }

        /// Where windows are seen nothing that is typed reaches the daemon, and it hears of carets and engines only.
        @Test func whereWindowsAreSeen() throws {
            let story = try tapped()
            try type(story)
            for tap in [ibusTap, sessionTap] { #expect(Self.secrets(in: tap.bytes) == []) }
            // That the record is one: what it has to hold.
            #expect(ibusTap.bytes.range(of: Data("libpinyin".utf8)) != nil)
            #expect(
                Set(ibusTap.messages).subtracting(["reply -", "signal NameAcquired", "signal GlobalEngineChanged"])
                    == ["call SetCursorLocation"])
            #expect(sessionTap.messages.contains("signal NameOwnerChanged"))
            #expect(
                sessionTap.messages.allSatisfy {
                    !$0.hasPrefix("call ") || $0.hasPrefix("call Get") || $0.hasPrefix("call ListObservers")
                }, "\(Set(sessionTap.messages))")
            try expectNothingLeft(story)
        }

        /// Where they are not, tables come with their text, which is counted and not kept.
        @Test func whereTablesAreTheOnlyWitness() throws {
            let story = try tapped(["DISPLAY": ""], looks: false)
            try type(story)
            #expect(
                Set(ibusTap.messages).subtracting(["reply -", "signal NameAcquired", "signal GlobalEngineChanged"])
                    == ["call SetCursorLocation", "call UpdateLookupTable", "call HideLookupTable"])
            // It is there to be kept.
            #expect(Self.secrets(in: ibusTap.bytes).contains("你好"))
            #expect(Self.secrets(in: sessionTap.bytes) == [])
            try expectNothingLeft(story)
        }
    }
}
