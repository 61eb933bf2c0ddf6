import Foundation
import Testing

@Suite("Manuals")
struct ManualTests {
    @Test("are without fault", arguments: ["headroomd.1", "headroom.1", "headroom-accessibility.1"])
    func manual(name: String) throws {
        let lint = try Command(["mandoc", "-T", "lint", "-W", "warning", "systemd/\(name)"])
        #expect(lint.status == 0 && lint.output == "", "\(lint.output)")
    }

    @Test("headroomd(1) has every option of the program, and no other")
    func daemon() throws {
        let help = try run("headroomd", "--help")
        #expect(try options(in: manual("headroomd")) == options(of: help))
    }

    @Test("headroom-accessibility(1) has every option of the program, and no other")
    func accessibility() throws {
        let help = try run("headroom-accessibility", "--help")
        #expect(try options(in: manual("headroom-accessibility")) == options(of: help))
    }

    @Test("headroom(1) has every command and option of the program, and no other")
    func commandLine() throws {
        let help = try run("headroom", "--help")
        let commands = help.matches(of: /\n  ([a-z]+)  +\w/).map { String($0.1) }.filter { $0 != "help" }
        #expect(commands.count >= 7)
        let manual = try manual("headroom")
        let described = manual.split(separator: "\n").filter { $0.hasPrefix(".It Cm ") }
            .flatMap { $0.split(separator: /[ ,]+/).dropFirst(2).prefix { $0.first?.isLowercase == true } }
        #expect(Set(described.map(String.init)) == Set(commands))

        var known = options(of: help)
        for command in commands { known.formUnion(options(of: try run("headroom", command, "--help"))) }
        #expect(options(in: manual) == known)
    }

    private func manual(_ name: String) throws -> String {
        try String(contentsOf: Command.root.appendingPathComponent("systemd/\(name).1"), encoding: .utf8)
    }

    private func run(_ program: String, _ words: String...) throws -> String {
        let ran = try Command(["\(Command.built)/\(program)"] + words)
        #expect(ran.status == 0)
        return ran.output
    }

    private func options(of help: String) -> Set<String> {
        Set(help.matches(of: /--([a-z][a-z-]*)/).map { String($0.1) })
    }

    private func options(in manual: String) -> Set<String> {
        Set(manual.matches(of: /Fl -([a-z][a-z-]*)/).map { String($0.1) })
    }
}
