package import HeadroomBus
import Support

/// fcitx5 with an English keyboard and pinyin on an X desktop, with settings of its own, and the program in which its user
/// types.
package final class Fcitx5 {
    package let desktop: XDesktop
    package private(set) var process: Teller
    private let owner: Owner

    package static let bus: BusName = "org.fcitx.Fcitx5"

    /// Who owns fcitx5's name.
    private final class Owner {
        var name: BusName?
        var watch: NameWatch?
    }

    /// Starts fcitx5 and waits until it answers. With `sharesState` all programs have one engine, else each its own.
    package init(_ desktop: XDesktop, sharesState: Bool = true) throws {
        self.desktop = desktop
        try desktop.write(Fcitx5.profile, to: ".config/fcitx5/profile")
        try desktop.write("[Behavior]\nShareInputState=\(sharesState ? "All" : "No")\n", to: ".config/fcitx5/config")
        owner = Owner()
        owner.watch = desktop.bus.watchName(Fcitx5.bus) { [weak owner] in owner?.name = $0 }
        process = try desktop.start("fcitx5")
        try waitUntilItAnswers()
    }

    private static let profile = """
        [Groups/0]
        Name=Default
        Default Layout=us
        DefaultIM=pinyin

        [Groups/0/Items/0]
        Name=keyboard-us

        [Groups/0/Items/1]
        Name=pinyin

        [GroupOrder]
        0=Default

        """

    // MARK: - Its life

    /// Kills it without a word; its name is free then.
    package func kill() throws {
        process.process.kill()
        try desktop.loop.wait("fcitx5's name to be free") { owner.name == nil }
    }

    /// Starts it anew after ``kill()``.
    package func restart() throws {
        process = try desktop.start("fcitx5")
        try waitUntilItAnswers()
    }

    /// Starts another one that takes its name and its place.
    package func replace() throws {
        let (old, before) = (process, owner.name)
        process = try desktop.start("fcitx5", ["-r"])
        _ = try old.process.waitForExit()
        try desktop.loop.wait("another fcitx5 to own the name") { owner.name != nil && owner.name != before }
        _ = try engine()
    }

    private func waitUntilItAnswers() throws {
        try desktop.loop.wait("fcitx5 to own its name", log: process.process.log) { owner.name != nil }
        _ = try engine()
    }

    // MARK: - Its controller

    /// The engine in use: `keyboard-us`, `pinyin`.
    package func engine() throws -> String {
        try desktop.ask(Fcitx5.call("CurrentInputMethod")) { reader throws(BusError) in try reader.string() }
    }

    /// Who shows the candidates: `classicui`, `kimpanel`.
    package func userInterface() throws -> String {
        try desktop.ask(Fcitx5.call("CurrentUI")) { reader throws(BusError) in try reader.string() }
    }

    /// Changes the engine, as its menu does, and waits until it has changed.
    package func use(_ engine: String) throws {
        let call = try Message.call(Fcitx5.bus, "/controller", "org.fcitx.Fcitx.Controller1", "SetCurrentIM", "s") {
            writer throws(BusError) in try writer.string(engine)
        }
        try desktop.ask(call) { _ in }
        try desktop.poll("fcitx5 to use \(engine)") { try self.engine() == engine }
    }

    private static func call(_ member: MemberName) throws -> Message {
        try Message.call(bus, "/controller", "org.fcitx.Fcitx.Controller1", member)
    }

    // MARK: - Its user

    /// Starts a GTK 3 program whose text entry has the focus and fcitx5 as its input method; keys go there then.
    package func entry() throws -> Teller {
        let before = try focus()
        let entry = try desktop.start(
            "/usr/bin/python3", ["\(desktop.programs)/entry.py"], environment: ["GTK_IM_MODULE": "fcitx"])
        try entry.wait(for: "ready")
        try entry.wait(for: "focused")
        try entry.tell("focus")
        var looks = 0
        try desktop.poll("fcitx5 to have the new entry's keys") {
            looks += 1
            // When the last program tells that it lost the focus after this one has told that it has it, nobody has.
            if looks.isMultiple(of: 20) {
                try entry.tell("unfocus")
                try entry.tell("focus")
            }
            return try ![nil, before].contains(focus())
        }
        return entry
    }

    /// Waits until an entry has the focus as fcitx5 sees it: before that keys go through as they are.
    package func waitForFocus() throws {
        try desktop.poll("an entry to be fcitx5's") { try hasFocus() }
    }

    /// Whether an entry has the focus as fcitx5 sees it.
    package func hasFocus() throws -> Bool { try focus() != nil }

    /// Which of the programs' entries has the focus as fcitx5 sees it.
    private func focus() throws -> Substring? {
        let contexts = try desktop.ask(Fcitx5.call("DebugInfo")) { reader throws(BusError) in try reader.string() }
        return contexts.split(separator: "\n").first { $0.hasSuffix("focus:1") }?.split(separator: " ").dropFirst()
            .first
    }
}

extension XDesktop {
    /// Types letters on the hardware keyboard, one every 30 ms, whoever has the focus.
    package func type(_ letters: String) throws { try run("xdotool", ["type", "--delay", "30", letters]) }

    /// Presses keys, by their X names: `space`, `Escape`, `BackSpace`.
    package func press(_ keys: String...) throws { try run("xdotool", ["key", "--delay", "30"] + keys) }
}

extension Session {
    /// Asks again and again, 20 times a second, for what nothing tells of.
    package func poll(_ what: String, _ isDone: () throws -> Bool) throws {
        for _ in 0..<600 {
            if try isDone() { return }
            try pass(microseconds: 50_000)
        }
        throw TestFailure("waited in vain for \(what)")
    }
}
