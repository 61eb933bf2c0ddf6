import DesktopSupport
import Foundation
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// Rule B4 in a whole session, with the keyboard on the screen and candidates learned: of what is typed, and of what may
    /// be chosen for it, nothing reaches the daemon, and nothing is in what it says or keeps.
    @Suite(.serialized) struct CandidatesPrivacyTests {
        /// What is typed, what is committed, what may be chosen, and the pinyin between.
        private static let secrets = ["nihao", "ni hao", "ni'hao", "你好", "你", "妮", "拟"]

        private static func secrets(in data: Data) -> [String] {
            secrets.filter { data.range(of: Data($0.utf8)) != nil }
        }

        @Test(arguments: WritingDesk.Method.allCases) func session(_ method: WritingDesk.Method) throws {
            let desk = try WritingDesk(method, isTapped: true)
            for round in 1...3 {
                try desk.show()
                let room = try desk.compose()
                if round == 1 { try desk.wait(room: room) }
                try desk.desktop.pass(microseconds: 150_000)
                try desk.commit()
                try desk.typist.wait(text: String(repeating: "你好", count: round))
                try desk.hide()
            }
            let status = try desk.desktop.headroom("status").lines.joined(separator: "\n")
            try desk.endDaemon()

            #expect(desk.taps.count == (method == .ibus ? 2 : 1))
            for tap in desk.taps {
                #expect(Self.secrets(in: tap.bytes) == [], "\(Set(tap.messages))")
                // That the record is one: what it has to hold.
                #expect(tap.messages.contains { $0.hasPrefix("reply ") } && tap.messages.count > 3)
            }
            for text in ["\(desk.story.told)", status, desk.story.daemon.process.log] {
                #expect(!text.isEmpty)
                #expect(Self.secrets(in: Data(text.utf8)) == [])
            }
            let state = "\(desk.desktop.folder)/.local/state/headroom"
            let files = FileManager.default.enumerator(atPath: state)?.allObjects as? [String] ?? []
            #expect(files.contains { $0.contains("candidates") }, "\(files)")
            for file in files {
                let kept = FileManager.default.contents(atPath: "\(state)/\(file)") ?? Data()
                #expect(Self.secrets(in: kept) == [], "\(file)")
            }
        }
    }
}
