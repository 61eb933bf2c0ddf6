import DesktopSupport
import Glibc
import HeadroomBus
import HeadroomCore
import HeadroomObserving
import Support
import Testing

extension DesktopTests {
    /// fcitx5's observer alone, with the real fcitx5 5.0, which knows no on-screen keyboards yet.
    @Suite(.serialized) struct Fcitx5Tests {
        private static func watch(_ desktop: XDesktop) throws -> FactsRecorder {
            let recorder = FactsRecorder(Fcitx5Observer(isWayland: false), loop: desktop.loop, bus: desktop.bus)
            recorder.start()
            try desktop.loop.wait("an availability") { recorder.availability != nil }
            return recorder
        }

        private static func wait(_ recorder: FactsRecorder, for engine: String) throws {
            do {
                try recorder.loop.wait(engine) { recorder.facts?.candidates?.first?.engine == engine }
            } catch {
                throw TestFailure("\(error)last known: \(recorder.facts.debugDescription) \(recorder.availabilities)")
            }
        }

        /// It is never started, is found when it comes, and its engine followed, on a desktop with neither panel nor tray.
        @Test func engine() throws {
            let desktop = try XDesktop()
            let recorder = try Self.watch(desktop)
            #expect(recorder.availability?.word == "waiting")
            try desktop.bus.settle()
            #expect(!desktop.busLog.contains("Activating service name='org.fcitx.Fcitx5'"))
            let fcitx5 = try Fcitx5(desktop)
            try Self.wait(recorder, for: "keyboard-us")
            try desktop.loop.wait("its age") { recorder.availability?.reason.contains("older than 5.1") == true }
            #expect(recorder.availability?.word == "active")
            // Nobody has the focus who tells a caret on the bus.
            let nobody = CandidateWitness(framework: "fcitx5", engine: "keyboard-us", gapWithoutCaret: 10)
            try desktop.loop.wait("nobody's focus") { recorder.facts == Facts(candidates: [nobody]) }
            let entry = try fcitx5.entry()
            for engine in ["pinyin", "keyboard-us", "pinyin"] {
                try fcitx5.use(engine)
                try Self.wait(recorder, for: engine)
            }
            // Nothing of all this gets between its user and what is written.
            try desktop.type("nihao ")
            try entry.wait(for: "a word") { $0.hasPrefix("text ") && $0.utf8.count > 5 }
            #expect(!entry.lines.contains { $0.contains("text n") })
        }

        /// Each program has an engine of its own: the one that gets the focus counts.
        @Test func focus() throws {
            let desktop = try XDesktop()
            let fcitx5 = try Fcitx5(desktop, sharesState: false)
            let recorder = try Self.watch(desktop)
            // As long as no program has the focus there is none.
            let nobody = CandidateWitness(framework: "fcitx5", gapWithoutCaret: 10)
            try desktop.loop.wait("fcitx5, without an engine") { recorder.facts?.candidates == [nobody] }
            let first = try fcitx5.entry()
            try Self.wait(recorder, for: "keyboard-us")
            try fcitx5.use("pinyin")
            try Self.wait(recorder, for: "pinyin")
            let second = try fcitx5.entry()
            try Self.wait(recorder, for: "keyboard-us")
            second.process.kill()
            try first.wait(for: "focused")
            try Self.wait(recorder, for: "pinyin")
        }

        /// The caret is where fcitx5 tells a panel that it is, and is nowhere once the entry has lost the focus.
        @Test func caret() throws {
            let desktop = try XDesktop()
            let recorder = try Self.watch(desktop)
            let panel = try desktop.python("panel.py")
            let fcitx5 = try Fcitx5(desktop)
            try Self.wait(recorder, for: "keyboard-us")
            let entry = try fcitx5.entry()
            try fcitx5.use("pinyin")
            try Self.wait(recorder, for: "pinyin")
            var told: [String] = []
            for letters in ["nihao", "shijie"] {
                try desktop.type(letters)
                try desktop.press("space")
                try entry.wait(for: "a word") { $0.hasPrefix("text ") }
                try desktop.loop.wait("the caret", log: "\(recorder.facts.debugDescription) \(panel.lines.suffix(5))") {
                    let caret = recorder.facts?.candidates?.first?.caret
                    let words = caret.map { [$0.x, $0.y, $0.width, $0.height].map { "\(Int($0))" } } ?? []
                    return !words.isEmpty && panel.lines.last == (["caret"] + words).joined(separator: " ")
                        && panel.lines.last != told.last
                }
                told.append(panel.lines.last ?? "")
            }
            try entry.tell("unfocus")
            try desktop.loop.wait("no caret") { recorder.facts?.candidates?.first?.caret == nil }
        }

        /// Killed and started anew.
        @Test func restart() throws {
            let desktop = try XDesktop()
            let fcitx5 = try Fcitx5(desktop)
            let recorder = try Self.watch(desktop)
            try Self.wait(recorder, for: "keyboard-us")
            for _ in 0..<3 {
                try fcitx5.kill()
                try desktop.loop.wait("its end") { recorder.facts == nil }
                #expect(recorder.availability?.word == "waiting")
                try fcitx5.restart()
                try Self.wait(recorder, for: "keyboard-us")
            }
        }

        /// Stopped and continued.
        @Test func stopped() throws {
            let desktop = try XDesktop()
            let fcitx5 = try Fcitx5(desktop)
            fcitx5.process.process.send(SIGSTOP)
            let recorder = try Self.watch(desktop)
            try desktop.loop.wait("the end of patience") { recorder.availability?.reason == "fcitx5 does not answer" }
            fcitx5.process.process.send(SIGCONT)
            try Self.wait(recorder, for: "keyboard-us")
            try desktop.loop.wait("all to be well") { recorder.availability?.isActive == true }
        }
    }
}
