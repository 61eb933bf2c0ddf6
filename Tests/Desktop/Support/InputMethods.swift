import Foundation
import Glibc
package import HeadroomCore
import Support

/// IBus on an X desktop, with Chinese pinyin (libpinyin) as its engine.
package final class IBus {
    package let desktop: XDesktop
    /// `ibus-daemon`; it starts its panel and its engines itself.
    package private(set) var daemon: Teller
    private let arguments: [String]

    /// The engine that it starts with.
    package static let pinyin = "libpinyin"
    /// An engine without candidates.
    package static let latin = "xkb:us::eng"
    /// Its candidate window, for ``XDesktop/Truth``.
    package static let candidates = "override:Ibus-ui-gtk3"

    /// Starts it and waits until pinyin is the engine.
    ///
    /// - Parameters:
    ///   - desktop: where.
    ///   - arguments: of `ibus-daemon`, for example `--xim`.
    /// - Throws: if it does not start, with its log.
    package init(_ desktop: XDesktop, _ arguments: String...) throws {
        self.desktop = desktop
        self.arguments = arguments
        try desktop.configureIBus()
        daemon = try desktop.start("ibus-daemon", arguments)
        try wait(for: IBus.pinyin)
    }

    /// Starts it anew after ``kill()`` or ``exit()``.
    package func restart() throws {
        daemon = try desktop.start("ibus-daemon", arguments)
        try wait(for: IBus.pinyin)
    }

    /// Kills `ibus-daemon`, which has no time for anything; its panel and its engines follow it.
    package func kill() { daemon.process.kill() }

    /// Kills its panel, in whose window the candidates are.
    package func killPanel() throws {
        let panels = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.filter {
            let stat = (try? String(contentsOfFile: "/proc/\($0)/stat", encoding: .utf8)) ?? ""
            // After the name in brackets: the state, and whose child it is.
            let rest = stat.split(separator: ")").last?.split(separator: " ") ?? []
            return stat.contains("(ibus-ui-gtk3)") && rest.count > 1 && rest[1] == "\(daemon.process.pid)"
        }
        guard !panels.isEmpty else { throw TestFailure("IBus has no panel\n\(daemon.process.log)") }
        for panel in panels { Glibc.kill(panel, SIGKILL) }
    }

    /// Has it start itself anew, as its menu does.
    package func replace() throws {
        try desktop.run("ibus", ["restart"])
        try wait(for: IBus.pinyin)
    }

    /// Has it end as its menu does.
    package func exit() throws {
        try desktop.run("ibus", ["exit"])
        _ = try daemon.process.waitForExit()
    }

    /// Switches to an engine, as its menu does.
    package func use(_ engine: String) throws {
        // It refuses while it is busy with the switch before.
        for _ in 0..<100 {
            if (try? desktop.run("ibus", ["engine", engine])) != nil { break }
            try desktop.pass(microseconds: 50_000)
        }
        try wait(for: engine)
    }

    private func wait(for engine: String) throws { try desktop.wait(for: engine, of: daemon) }
}

extension Session {
    fileprivate func configureIBus() throws {
        // The panel, when it starts, makes the first of these the engine.
        try set("org.freedesktop.ibus.general", "preload-engines ['\(IBus.pinyin)']")
        try set("org.freedesktop.ibus.panel", "show-icon-on-systray false")
    }

    fileprivate func wait(for engine: String, of daemon: Teller) throws {
        var last: String?
        for _ in 0..<600 {
            // It fails as long as there is none.
            last = (try? run("ibus", ["engine"]))?.last
            if last == engine { return }
            try pass(microseconds: 50_000)
        }
        throw TestFailure("IBus's engine is \(last ?? "none"), not \(engine)\n\(daemon.process.log)")
    }
}

extension Desktop {
    /// Starts IBus with pinyin, and its panel.
    ///
    /// That is a program for X, here too, and takes part in this session over IBus's bus only: on a server of its own it
    /// shows its candidates as well as on XWayland, where they are not at the caret either.
    ///
    /// - Returns: what `xtruth.py` says of the window of its candidates.
    /// - Throws: if something does not start, with its log.
    package func ibus() throws -> Teller {
        try configureIBus()
        let server = try start("Xvfb", ["-screen", "0", "1280x800x24", "-nolisten", "tcp", "-displayfd", "1"])
        let number = try server.wait(for: "its display") { Int($0) != nil }
        let display = ["DISPLAY": ":\(number)", "GDK_BACKEND": "x11"]
        let daemon = try start("ibus-daemon", environment: display)
        try wait(for: IBus.pinyin, of: daemon)
        let truth = try start(
            "/usr/bin/python3", ["\(programs)/xtruth.py", IBus.candidates], environment: display)
        try truth.wait(for: "ready")
        return truth
    }
}

/// Somebody who types into a GTK 3 entry through an input method of an X desktop.
package final class Typist {
    package let desktop: XDesktop
    /// The window of the entry.
    package let entry: Teller
    /// The input method's candidate window.
    package let candidates: XDesktop.Truth

    /// Opens the window and waits until what is typed reaches the input method and it shows its candidates.
    ///
    /// - Parameters:
    ///   - desktop: where.
    ///   - environment: what leads GTK 3 to the input method, for example `["GTK_IM_MODULE": "ibus"]`.
    ///   - candidates: the candidate window, as ``XDesktop/Truth`` takes it.
    ///   - engage: makes the engine the one with candidates, where that takes a window with the focus.
    /// - Throws: if no key reaches the input method.
    package init(
        _ desktop: XDesktop, environment: [String: String], candidates: String, engage: () throws -> Void = {}
    ) throws {
        self.desktop = desktop
        self.candidates = try XDesktop.Truth(desktop, of: candidates)
        entry = try desktop.start("/usr/bin/python3", ["\(desktop.programs)/entry.py"], environment: environment)
        try entry.wait(for: "ready")
        try entry.wait(for: "focused")
        try entry.tell("focus")
        try engage()
        try waitUntilReached()
    }

    /// Opens the window on IBus.
    package convenience init(_ ibus: IBus) throws {
        try self.init(ibus.desktop, environment: ["GTK_IM_MODULE": "ibus"], candidates: IBus.candidates)
    }

    /// Waits until keys go to the input method: before that they go into the entry as they are. Nothing of it stays.
    package func waitUntilReached() throws {
        for _ in 0..<100 {
            let before = text
            try press("n")
            try desktop.loop.wait("candidates, or the key itself", log: log) { popup != nil || text != before }
            if popup != nil {
                try press("Escape")
                return try waitForCandidates(shown: false)
            }
            try press("BackSpace")
            try desktop.loop.wait("the key to be gone", log: log) { text == before }
        }
        throw TestFailure("no key reaches the input method\n\(log)")
    }

    /// Presses and releases a key, as xdotool names it: `space`, `Escape`, `n`.
    package func press(_ key: String) throws { try desktop.run("xdotool", ["key", key]) }

    /// Types keys, one every so many ms; xdotool makes half of the delay that it is given.
    package func type(_ keys: String, every milliseconds: Int = 25) throws {
        try desktop.run("xdotool", ["type", "--delay", "\(2 * milliseconds)", keys])
    }

    /// Focuses the entry, or a button beside it.
    package func focus(entry isFocused: Bool) throws { try entry.tell(isFocused ? "focus" : "unfocus") }

    /// What the entry holds.
    package var text: String {
        entry.lines.last { $0.hasPrefix("text ") }.map { String($0.dropFirst("text ".count)) } ?? ""
    }

    package func wait(text wanted: String) throws {
        try desktop.loop.wait("\(wanted) in the entry", log: log) { text == wanted }
    }

    /// Where the candidate window is, in the root window's pixels; nil: it is not mapped.
    package var popup: Rect? { candidates.places.last?.frame }

    /// From a key to its candidates, in ms, four times; the first ones after something changed do not count. `keys` runs
    /// `xkey.py`.
    package func timesToCandidates(_ keys: Teller, after first: Int) throws -> [Double] {
        try (0..<first + 4).map { _ in
            keys.process.write("press n\n")
            let pressed = try keys.wait(for: "a key") { $0.hasPrefix("pressed ") }
            guard let time = UInt64(pressed.dropFirst("pressed ".count)) else {
                throw TestFailure("no time: \(pressed)")
            }
            try waitForCandidates(shown: true)
            guard let shown = candidates.places.first(where: { $0.frame != nil && $0.time > time }) else {
                throw TestFailure("the candidates were there before the key")
            }
            try press("Escape")
            try waitForCandidates(shown: false)
            return Double(shown.time - time) / 1000
        }.suffix(4)
    }

    package func waitForCandidates(shown: Bool) throws {
        do {
            try candidates.wait("candidates, shown: \(shown)") { ($0.frame != nil) == shown }
        } catch {
            throw TestFailure("\(error)\nthe tree has them at \(try candidates.frame().map { "\($0)" } ?? "no place")")
        }
    }

    private var log: String { "\(entry.lines.suffix(20)) \(entry.process.log) \(candidates.places.suffix(10))" }
}
