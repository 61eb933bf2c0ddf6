import Foundation
import HeadroomCore
import Testing

@testable import HeadroomCLI

/// The table of commands, and what follows from it.
@Suite("Commands and their arguments")
struct TableTests {
    private static let sample = Command(
        "sample", "a sample",
        options: [
            Command.Option("flag", "a flag"), Command.Option("value", "V", "a value"),
            Command.Option("other", "V", "another value"),
        ], operands: "FILE…"
    ) { _ throws(Failure) in 0 }

    private func arguments(_ words: String..., for command: Command = sample) throws -> Arguments {
        try Arguments(words[...], for: command)
    }

    @Test("options, values in both forms, operands, and the end of options")
    func parsing() throws {
        let given = try arguments("a", "--flag", "--value", "-1", "--other=x=y", "-", "--", "--flag")
        #expect(given.has("flag"))
        #expect(given.text("value") == "-1")
        #expect(given.text("other") == "x=y")
        #expect(given.operands == ["a", "-", "--flag"])
        #expect(!given.wantsHelp)
        #expect(try arguments("-h").wantsHelp)
        #expect(try arguments("--help").wantsHelp)
    }

    @Test(
        "wrong usage is refused",
        arguments: [["--no-such"], ["-x"], ["--value"], ["--flag=yes"], ["--flag", "--value"]])
    func wrong(_ words: [String]) {
        let failure = #expect(throws: Failure.self) { _ = try Arguments(words[...], for: Self.sample) }
        #expect(failure?.code == 2)
    }

    @Test("a command without operands takes none")
    func operands() {
        let failure = #expect(throws: Failure.self) { _ = try Arguments(["surplus"], for: .status) }
        #expect(failure?.code == 2)
        #expect(failure?.message.contains("surplus") == true)
    }

    @Test("numbers and rectangles are judged")
    func values() throws {
        let given = try arguments("--value", "1.5", "--other", "1,2,3,4")
        #expect(try given.number("value", in: 0...2) == 1.5)
        #expect(throws: Failure.self) { try given.number("value", in: 2...3) }
        #expect(throws: Failure.self) { try given.count("value", in: 0...9) }
        #expect(try given.rect("other") == Rect(x: 1, y: 2, width: 3, height: 4))
        #expect(try given.number("flag", in: 0...1) == nil)
        for bad in ["", "1,2,3", "1,2,3,4,5", "1,2,,4", "1,2,3,x", "1,2,-3,4", "nan,0,1,1", "1e9,0,1,1"] {
            #expect(throws: Failure.self, "\(bad)") { try arguments("--other", bad).rect("other") }
        }
        for bad in ["", "x", "nan", "inf", "-1"] {
            #expect(throws: Failure.self, "\(bad)") { try arguments("--value", bad).number("value", in: 0...1) }
        }
    }

    @Test("names are words, no two the same")
    func names() {
        let commands = Commands.all.map(\.name)
        #expect(Set(commands).count == commands.count)
        for command in Commands.all {
            let options = command.options.map(\.name)
            #expect(Set(options).count == options.count, "\(command.name)")
            #expect(!options.contains("help"))
        }
    }

    @Test("help names every command and option")
    func help() {
        for command in Commands.all {
            #expect(Help.text(Commands.all).contains("  \(command.name) "))
            #expect(Help.text(Commands.all).contains(command.summary))
            for option in command.options {
                #expect(Help.text(command).contains("--\(option.name)"))
                #expect(Help.text(command).contains(option.help))
            }
        }
    }

    @Test("the manual names every command and option")
    func manual() throws {
        let tree = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let manual = try String(contentsOf: tree.appending(path: "systemd/headroom.1"), encoding: .utf8)
        let items = manual.split(separator: "\n").filter { $0.hasPrefix(".It Cm") }.flatMap { $0.split(separator: " ") }
        for command in Commands.all where command.name != "help" {
            #expect(items.contains { $0 == command.name }, "\(command.name)")
            for option in command.options {
                let text = option.name.replacing("-", with: "\\-")
                let isThere = manual.contains("Fl -\(option.name)") || manual.contains("Fl -\(text)")
                #expect(isThere, "\(command.name) --\(option.name)")
            }
        }
    }
}
