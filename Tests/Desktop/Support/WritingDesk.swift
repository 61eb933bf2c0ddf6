import Glibc
package import HeadroomCore
import Support

/// A desktop on which somebody writes Chinese with an input method, with a docked Onboard and `headroomd`.
package final class WritingDesk {
    /// What is written with.
    package enum Method: String, CaseIterable, Sendable {
        /// IBus and libpinyin, by its GTK module.
        case ibus
        /// fcitx5 and its pinyin, by its GTK module.
        case fcitx5
        /// The same by XIM.
        case xim

        /// As the `engine` detail has it.
        package var engine: String {
            switch self {
            case .ibus: "ibus:libpinyin"
            case .fcitx5, .xim: "fcitx5:pinyin"
            }
        }

        /// Who watches it.
        package var observer: String { self == .ibus ? "IBus" : "Fcitx5" }

        /// What leads programs to it.
        package var environment: [String: String] {
            switch self {
            case .ibus: ["GTK_IM_MODULE": "ibus", "QT_IM_MODULE": "ibus"]
            case .fcitx5: ["GTK_IM_MODULE": "fcitx", "QT_IM_MODULE": "fcitx"]
            case .xim: ["GTK_IM_MODULE": "xim", "XMODIFIERS": "@im=fcitx"]
            }
        }

        /// Its candidate window, for ``XDesktop/Truth``.
        package var candidates: String { self == .ibus ? IBus.candidates : "popup:fcitx" }
    }

    package let method: Method
    package let desktop: XDesktop
    package let onboard: Onboard
    package private(set) var ibus: IBus?
    package private(set) var fcitx5: Fcitx5?
    package private(set) var typist: Typist
    package private(set) var story: Story
    /// What the daemon receives, of each bus that it is on; empty unless it is tapped.
    package let taps: [BusTap]

    /// Where Onboard stands when it is shown.
    package static let keyboard = Rect(x: 0, y: 595, width: 1280, height: 205)

    /// Starts everything; the keyboard is hidden, and pinyin is what keys go to.
    ///
    /// - Parameters:
    ///   - method: what is written with.
    ///   - policy: of the configuration; nil: none is configured.
    ///   - isTapped: whether all that the daemon receives is recorded.
    /// - Throws: if something does not start.
    package init(_ method: Method, policy: String? = nil, isTapped: Bool = false) throws {
        self.method = method
        desktop = try XDesktop()
        if let policy { try desktop.write("[candidates]\npolicy=\(policy)\n", to: ".config/headroom/headroom.conf") }
        onboard = try Onboard(desktop)
        switch method {
        case .ibus:
            let ibus = try IBus(desktop)
            self.ibus = ibus
            typist = try Typist(ibus)
        case .fcitx5, .xim:
            let fcitx5 = try Fcitx5(desktop)
            self.fcitx5 = fcitx5
            typist = try Typist(fcitx5, by: method)
        }
        let buses = [
            "DBUS_SESSION_BUS_ADDRESS": desktop.busAddress, "IBUS_ADDRESS": ibus.map { "file:\($0.addressFile)" },
        ]
        var environment: [String: String] = [:]
        var taps: [BusTap] = []
        for (variable, bus) in buses where isTapped {
            guard let bus else { continue }
            let tap = try BusTap(desktop, variable, to: bus)
            environment[variable] = tap.address
            taps.append(tap)
        }
        self.taps = taps
        daemonEnvironment = environment
        story = try WritingDesk.startDaemon(desktop, method, environment)
    }

    private let daemonEnvironment: [String: String]

    private static func startDaemon(
        _ desktop: XDesktop, _ method: Method, _ environment: [String: String]
    ) throws -> Story {
        let story = try Story(desktop, environment: environment, "--verbose")
        try story.waitForObservers(["X11": "active", "Onboard": "active", method.observer: "active"])
        return story
    }

    /// The daemon ends as a session has it end.
    package func endDaemon() throws {
        story.daemon.process.send(SIGTERM)
        let code = try story.daemon.process.waitForExit()
        guard code == 0 else { throw TestFailure("headroomd ended with \(code)\n\(story.log)") }
    }

    /// The daemon ends as a session has it end, and another one starts.
    package func restartDaemon() throws {
        try endDaemon()
        story = try WritingDesk.startDaemon(desktop, method, daemonEnvironment)
    }

    // MARK: - The input method

    /// Kills it, with no time for anything.
    package func killInputMethod() throws {
        ibus?.kill()
        try fcitx5?.kill()
    }

    /// Starts it anew, and waits until keys go to it.
    package func restartInputMethod() throws {
        try ibus?.restart()
        try fcitx5?.restart()
        try engageInputMethod()
    }

    /// Has another one take its place without a gap.
    package func replaceInputMethod() throws {
        try ibus?.replace()
        try fcitx5?.replace()
    }

    /// Waits until keys go to the new one's pinyin.
    package func engageInputMethod() throws {
        if let fcitx5 {
            // A program that has found the new one does not always tell it that it has the focus.
            try desktop.poll("the entry to be fcitx5's") {
                if try fcitx5.hasFocus() { return true }
                try typist.focus(entry: false)
                try typist.focus(entry: true)
                return false
            }
            try fcitx5.use("pinyin")
        }
        try typist.waitUntilReached()
    }

    /// Makes an engine without candidates the one that keys go to.
    package func switchToLatin() throws {
        try ibus?.use(IBus.latin)
        try fcitx5?.use("keyboard-us")
    }

    // MARK: - The keyboard

    /// Has the keyboard shown or hidden, and waits until it is and until that is told to its end.
    ///
    /// - Returns: what was told.
    @discardableResult
    package func show() throws -> [Told] {
        try onboard.show()
        try onboard.wait(shown: true)
        return try told("the keyboard to be shown") { last in
            last.member.hasPrefix("Did") && last.member != "DidHide" && last.end.bottom == Self.keyboard.bottom
                && last.end.top <= Self.keyboard.top
        }
    }

    @discardableResult
    package func hide() throws -> [Told] {
        try onboard.hide()
        try onboard.wait(shown: false)
        return try told("the keyboard to be hidden") { $0.member == "DidHide" }
    }

    /// Waits until what was told last fits.
    ///
    /// - Returns: all that was told and not waited for.
    @discardableResult
    package func told(_ what: String, where fits: (Told) -> Bool) throws -> [Told] {
        do {
            return try story.wait(for: what) { $0.last.map(fits) ?? false }
        } catch {
            throw TestFailure("\(error)\ncandidates: \(typist.candidates.places.suffix(12))\(typist.entry.lines)")
        }
    }

    // MARK: - Candidates

    /// Types letters and waits until the candidates for them stand.
    ///
    /// - Returns: the room they need by the window tree.
    @discardableResult
    package func compose(_ letters: String = "nihao") throws -> Double {
        try typist.type(letters)
        try typist.waitForCandidates(shown: true)
        return try room()
    }

    /// What the window tree has: from the caret's bottom to the candidates'. Over XIM fcitx5 leaves 10 px between the two.
    package func room() throws -> Double {
        guard let popup = try typist.candidates.frame() else { throw TestFailure("no candidates are shown") }
        let gap = popup.top - (try typist.caret().bottom)
        let known = method == .xim ? 10.0 : 0
        guard gap == known else { throw TestFailure("candidates begin \(gap) px below the caret, not \(known)") }
        return popup.height + gap
    }

    /// Commits what is composed, and waits until its candidates are gone.
    package func commit() throws {
        try typist.press("space")
        try typist.waitForCandidates(shown: false)
    }

    /// Waits until so much room is told of; nil: none.
    ///
    /// - Returns: what was told.
    @discardableResult
    package func wait(room: Double?) throws -> [Told] {
        try told("room of \(String(describing: room))") { $0.room == room && $0.member.hasPrefix("Did") }
    }
}

extension Told {
    /// The room below the caret; nil: none is asked for.
    package var room: Double? { details["room-below-caret"].flatMap { Double($0) } }

    /// Whether some of bar or room is only kept free.
    package var isReserved: Bool { details["candidate-bar-reserved"] == "true" }
}

extension Typist {
    /// Opens the window on fcitx5, by its own bus interface, or as the old programs do by XIM.
    package convenience init(_ fcitx5: Fcitx5, by method: WritingDesk.Method = .fcitx5) throws {
        try self.init(fcitx5.desktop, environment: method.environment, candidates: method.candidates) {
            try fcitx5.use("pinyin")
        }
    }

    /// Where the line with the caret is, in the root window.
    package func caret() throws -> (top: Double, bottom: Double) {
        entry.skip()
        entry.process.write("caret\n")
        let line = try entry.wait(for: "where the caret is") { $0.hasPrefix("caret ") }
        let numbers = line.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 2 else { throw TestFailure(line) }
        return (numbers[0], numbers[1])
    }
}
