import DesktopSupport
import Glibc
import HeadroomBus
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// The observer of IBus with the real IBus, libpinyin, and somebody who types.
    @Suite(.serialized) struct IBusTests {
        /// The desktop, IBus on it, and a typist.
        private static func begin() throws -> (desktop: XDesktop, ibus: IBus, typist: Typist) {
            let desktop = try XDesktop()
            let ibus = try IBus(desktop)
            return (desktop, ibus, try Typist(ibus))
        }

        /// What all tests with IBus build on: candidates come and go, text is committed.
        @Test func typing() throws {
            let (_, ibus, typist) = try Self.begin()
            try typist.type("nihao")
            try typist.waitForCandidates(shown: true)
            try typist.press("space")
            try typist.wait(text: "你好")
            try typist.waitForCandidates(shown: false)
            try ibus.use(IBus.latin)
            try typist.type("x")
            try typist.wait(text: "你好x")
            #expect(typist.popup == nil)
        }

        /// Where windows are seen: engine and caret, and nothing of candidates. The caret is where the candidate window
        /// stands at.
        @Test func caret() throws {
            let (desktop, ibus, typist) = try Self.begin()
            let watched = try WatchedCandidates(desktop, "IBus")
            try watched.wait("the engine") { $0?.engine == IBus.pinyin }
            #expect(watched.availability == "active")
            for _ in 0..<3 {
                try typist.type("nihao")
                try desktop.loop.wait("caret and candidates at one place", log: "\(watched.witnesses.suffix(3))") {
                    guard let caret = watched.witness?.caret, let popup = typist.popup else { return false }
                    return popup.x == caret.x && popup.y == caret.bottom
                }
                try typist.press("space")
                try typist.waitForCandidates(shown: false)
            }
            try ibus.use(IBus.latin)
            try watched.wait("the other engine") { $0?.engine == IBus.latin }
            #expect(watched.witnesses.allSatisfy { $0?.isShown == nil && $0?.table == nil })
        }

        /// Where no windows are seen: the rows of the candidates, as long as they are shown, with the line above them. Five in
        /// a row, or one above the other.
        @Test(arguments: [
            (0, CandidateTable(rows: 2, pageSize: 5, layout: .horizontal)),
            (1, CandidateTable(rows: 6, pageSize: 5, layout: .vertical)),
        ]) func tables(_ orientation: Int, _ table: CandidateTable) throws {
            let desktop = try XDesktop()
            try desktop.set(
                "com.github.libpinyin.ibus-libpinyin.libpinyin", "lookup-table-orientation \(orientation)")
            let typist = try Typist(try IBus(desktop))
            let watched = try WatchedCandidates(desktop, "IBus-tables")
            for round in 0..<3 {
                let before = (time: desktop.loop.now, count: watched.witnesses.count)
                try typist.type("nihao")
                try watched.wait("a table") { $0?.isShown == true && $0?.table == table }
                #expect(watched.witness?.since ?? 0 > before.time)
                try typist.waitForCandidates(shown: true)
                try typist.press(round == 1 ? "Escape" : "space")
                try watched.wait("no table") { $0?.isShown == false && $0?.table == nil }
                try typist.waitForCandidates(shown: false)
                // They come once and go once, however many keys are pressed.
                let shown = watched.witnesses.dropFirst(before.count).map { $0?.isShown ?? false }
                let changes = zip(shown, shown.dropFirst()).count { $0 != $1 }
                #expect(changes <= 2, "\(shown)")
            }
            try typist.type("ni")
            try watched.wait("a table") { $0?.isShown == true }
            try typist.focus(entry: false)
            try watched.wait("the focus to go") { $0?.isShown == false }
        }

        /// Another engine while candidates are shown.
        @Test func engineSwitch() throws {
            let (desktop, ibus, typist) = try Self.begin()
            let watched = try WatchedCandidates(desktop, "IBus-tables")
            for _ in 0..<2 {
                try typist.type("nihao")
                try watched.wait("a table") { $0?.isShown == true }
                try ibus.use(IBus.latin)
                try watched.wait("the other engine") { $0?.engine == IBus.latin }
                #expect(watched.witness?.isShown == false)
                try ibus.use(IBus.pinyin)
                try watched.wait("the engine") { $0?.engine == IBus.pinyin }
                #expect(watched.witness?.isShown == false)
            }
        }

        /// IBus dies or ends while candidates are shown: nothing is known of it then. The next one is found.
        @Test func restarts() throws {
            let (desktop, ibus, typist) = try Self.begin()
            let watched = try WatchedCandidates(desktop, "IBus-tables")
            for round in 0..<4 {
                try typist.type("nihao")
                try watched.wait("a table") { $0?.isShown == true }
                if round.isMultiple(of: 2) { ibus.kill() } else { try ibus.exit() }
                try watched.wait("nothing") { $0 == nil }
                try watched.wait("waiting")
                try typist.waitForCandidates(shown: false)
                try ibus.restart()
                try watched.wait("the engine") { $0?.engine == IBus.pinyin }
                try watched.wait("active")
                #expect(watched.witness?.isShown != true)
                try typist.waitUntilReached()
            }
        }

        /// One that was stopped when it was found, and goes on later.
        @Test func stopped() throws {
            let (desktop, ibus, _) = try Self.begin()
            ibus.daemon.process.send(SIGSTOP)
            let watched = try WatchedCandidates(desktop, "IBus")
            #expect(watched.availability == "waiting IBus does not answer")
            #expect(watched.witness == nil)
            ibus.daemon.process.send(SIGCONT)
            try watched.wait("the engine") { $0?.engine == IBus.pinyin }
            try watched.wait("active")
        }

        /// Fcitx leaves the session bus's address where IBus's is looked for: nothing is taken of it.
        @Test func standIn() throws {
            let desktop = try XDesktop()
            let watched = try WatchedCandidates(desktop, "IBus")
            #expect(watched.availability?.contains("not running") == true)
            let fcitx = try desktop.start("fcitx5")
            try desktop.loop.wait("Fcitx to stand in", log: fcitx.process.log) {
                watched.availability?.contains("Fcitx 5 stands in for IBus") == true
            }
            #expect(watched.witness == nil)
            fcitx.process.send(SIGTERM)
            _ = try fcitx.process.waitForExit()
            try desktop.loop.wait("its end") { watched.availability?.contains("not running") == true }
            _ = try IBus(desktop)
            try watched.wait("the engine") { $0?.engine == IBus.pinyin }
        }

        /// In a Wayland session IBus's file has the compositor's name. There is no panel here, and the engine is found.
        @Test func wayland() throws {
            let desktop = try Desktop(.sway)
            let watched = try WatchedCandidates(desktop, "IBus")
            #expect(watched.availability?.contains("not running") == true)
            let daemon = try desktop.start("ibus-daemon", ["--panel=disable"])
            try watched.wait("active")
            for _ in 0..<200 {
                if (try? desktop.run("ibus", ["engine", IBus.pinyin])) != nil { break }
                try desktop.pass(microseconds: 50_000)
            }
            try watched.wait("the engine") { $0?.engine == IBus.pinyin }
            daemon.process.kill()
            try watched.wait("waiting")
            #expect(watched.witness == nil)
        }

        /// The daemon lists it, and starts no IBus.
        @Test func listed() throws {
            let desktop = try XDesktop()
            let story = try Story(desktop)
            try story.waitForObservers(["IBus": "waiting"])
            try desktop.bus.settle()
            #expect(!desktop.busLog.contains("service name='org.freedesktop.IBus'"))
            let ibus = try IBus(desktop)
            try story.waitForObservers(["IBus": "active"])
            ibus.kill()
            try story.waitForObservers(["IBus": "waiting"])
            try ibus.restart()
            try story.waitForObservers(["IBus": "active"])
        }
    }
}
