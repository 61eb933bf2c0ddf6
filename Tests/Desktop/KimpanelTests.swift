import DesktopSupport
import HeadroomBus
import HeadroomCore
import HeadroomObserving
import Support
import Testing

extension DesktopTests {
    /// The panel's observer alone, with the real fcitx5, a panel, and a user who types.
    @Suite(.serialized) struct KimpanelTests {
        /// Somebody composes a word before a panel.
        private struct Composing {
            let desktop: XDesktop
            let recorder: FactsRecorder
            private(set) var panel: Teller
            let fcitx5: Fcitx5
            private(set) var entry: Teller

            init() throws {
                desktop = try XDesktop()
                recorder = FactsRecorder(KimpanelObserver(isWayland: false), loop: desktop.loop, bus: desktop.bus)
                recorder.start()
                try desktop.loop.wait("an availability") { [recorder] in recorder.availability != nil }
                panel = try desktop.python("panel.py")
                fcitx5 = try Fcitx5(desktop)
                entry = try fcitx5.entry()
                try fcitx5.use("pinyin")
                try desktop.loop.wait("the panel to be watched") { [recorder] in recorder.availability == .active }
            }

            var witness: CandidateWitness? { recorder.facts?.candidates?.first }

            func wait(_ what: String, until fits: () -> Bool) throws {
                do { try desktop.loop.wait(what, until: fits) } catch {
                    throw TestFailure(
                        "\(error)last known: \(recorder.facts.debugDescription) \(recorder.availabilities)\n"
                            + (panel.lines.suffix(20) + entry.lines.suffix(20)).joined(separator: "\n"))
                }
            }

            /// Types and waits until the candidates for it are there.
            func compose(_ letters: String = "nihao") throws {
                try desktop.type(letters)
                try wait("candidates for \(letters)") { witness?.table != nil }
            }

            func waitUntilNothingIsShown() throws {
                try wait("nothing to be shown") { witness?.isShown != true && witness?.table == nil }
            }

            /// What the panel was told last, in its own words.
            func told(_ word: String) -> String? { panel.lines.last { $0.hasPrefix(word + " ") } }

            mutating func restartPanel() throws {
                panel = try desktop.python("panel.py")
            }

            mutating func openEntry() throws { entry = try fcitx5.entry() }
        }

        /// Rows, page, layout and caret are what the panel is told; what is written is written.
        @Test func followed() throws {
            let user = try Composing()
            try user.compose()
            #expect(try user.fcitx5.userInterface() == "kimpanel")
            let shown = try #require(user.witness)
            #expect(shown.framework == "fcitx5")
            #expect(shown.isShown == true)
            #expect(shown.since <= user.desktop.loop.now)
            // Pinyin's pages have seven candidates; how they stand is the panel's affair.
            #expect(shown.table == CandidateTable(rows: 1, pageSize: 7, layout: .system))
            try user.wait("the panel to have been told") { user.told("table") == "table 7 0" }
            let caret = try #require(shown.caret)
            #expect(
                user.told("caret")
                    == "caret \(Int(caret.x)) \(Int(caret.y)) \(Int(caret.width)) \(Int(caret.height))")
            #expect(caret.height > 0 && XDesktop.screen.intersection(caret).height == caret.height)

            try user.desktop.press("space")
            try user.waitUntilNothingIsShown()
            #expect(user.witness?.isShown == false)
            try user.wait("the caret to have moved on") { (user.witness?.caret?.x ?? 0) > caret.x }
            try user.entry.wait(for: "a word") { $0.hasPrefix("text ") && $0.utf8.count > 5 }
            #expect(user.recorder.availabilities.last == .active)
        }

        /// The focus leaves the entry mid-composition, and comes back.
        @Test func focusHop() throws {
            let user = try Composing()
            try user.compose()
            try user.entry.tell("unfocus")
            try user.waitUntilNothingIsShown()
            try user.entry.tell("focus")
            try user.fcitx5.waitForFocus()
            try user.compose()
        }

        /// The engine is changed mid-composition for one that has no candidates, and back.
        @Test func engineChange() throws {
            let user = try Composing()
            try user.compose()
            try user.fcitx5.use("keyboard-us")
            try user.waitUntilNothingIsShown()
            try user.fcitx5.use("pinyin")
            try user.compose()
        }

        /// The program is killed mid-composition, and another one comes.
        @Test func programKilled() throws {
            var user = try Composing()
            try user.compose()
            user.entry.process.kill()
            try user.waitUntilNothingIsShown()
            try user.openEntry()
            try user.compose()
        }

        /// The panel is killed mid-composition: fcitx5 draws its candidates itself until the next panel comes.
        @Test func panelCrash() throws {
            var user = try Composing()
            try user.compose()
            user.panel.process.kill()
            try user.wait("nothing to be known") { user.recorder.facts == nil }
            #expect(user.recorder.availability?.word == "waiting")
            try user.desktop.poll("fcitx5 to draw itself") { try user.fcitx5.userInterface() == "classicui" }
            #expect(user.recorder.facts == nil)
            try user.restartPanel()
            try user.wait("the panel to be watched") { user.recorder.availability == .active }
            // By the first letter the bus may not have made anybody a monitor again.
            try user.desktop.poll("the new panel's candidates to be known") {
                try user.desktop.press("Escape", "n")
                return user.witness?.table != nil
            }
        }

        /// fcitx5 is killed mid-composition and started anew.
        @Test func fcitx5Crash() throws {
            var user = try Composing()
            try user.compose()
            try user.fcitx5.kill()
            try user.wait("nothing to be known") { user.recorder.facts == nil }
            #expect(user.recorder.availability?.word == "waiting")
            user.entry.process.kill()
            try user.fcitx5.restart()
            try user.wait("fcitx5 to be watched") { user.recorder.availability == .active }
            try user.openEntry()
            try user.fcitx5.use("pinyin")
            try user.compose()
        }
    }
}
