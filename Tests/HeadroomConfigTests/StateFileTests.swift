import Foundation
import Testing

@testable import HeadroomConfig

@Suite("State files")
struct StateFileTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private func file(limits: StateFile.Limits = StateFile.Limits()) -> StateFile {
        StateFile(folder: "\(folder.path)/state/headroom", name: "numbers", header: "numbers 1", limits: limits)
    }

    /// The file's own folder, for what the tests put there.
    private func put(_ text: String) throws {
        let file = file()
        try file.write([])
        try Data(text.utf8).write(to: URL(fileURLWithPath: file.path))
    }

    private func numbers(_ file: StateFile) throws -> [Int]? {
        switch try file.read({ Int($0) }) {
        case .none: nil
        case .entries(let numbers): numbers
        case .setAside(_, let reason): throw Aside(reason: reason)
        }
    }

    private struct Aside: Error, Equatable {
        let reason: String
    }

    @Test("what was written is read, and the folders are made for the user alone")
    func roundTrip() throws {
        let file = file()
        #expect(try numbers(file) == nil)
        #expect(try file.write(["1", "2", "3"]) == 0)
        #expect(try numbers(file) == [1, 2, 3])
        #expect(try folder.text(of: "state/headroom/numbers") == "numbers 1\n1\n2\n3\n")
        try file.write([])
        #expect(try numbers(file) == [])
        let files = FileManager.default
        #expect(try files.contentsOfDirectory(atPath: "\(folder.path)/state/headroom") == ["numbers"])
        let mode = try files.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let folderMode = try files.attributesOfItem(atPath: "\(folder.path)/state")[.posixPermissions] as? Int
        #expect(folderMode == 0o700)
    }

    @Test("the newest entries are kept within the limits")
    func limits() throws {
        let few = file(limits: StateFile.Limits(entries: 2, bytes: 1000))
        #expect(try few.write(["1", "2", "3"]) == 1)
        #expect(try numbers(few) == [2, 3])
        let short = file(limits: StateFile.Limits(entries: 100, bytes: 16))
        #expect(try short.write(["1111", "22", "33"]) == 1)
        #expect(try folder.text(of: "state/headroom/numbers").utf8.count == 16)
        #expect(try numbers(short) == [22, 33])
    }

    @Test("an entry with a line feed in it cannot become two")
    func lineFeed() throws {
        #expect(try file().write(["1", "2\n3", "4"]) == 1)
        #expect(try numbers(file()) == [1, 4])
    }

    @Test(
        "a file that makes no sense is set aside, and the next write starts anew",
        arguments: [
            ("", "does not begin with 'numbers 1'"), ("numbers 1", "the last line has no end"),
            ("numbers 1\n1\n2", "the last line has no end"), ("numbers 2\n1\n", "does not begin with 'numbers 1'"),
            ("1\n", "does not begin with 'numbers 1'"), ("numbers 1\n1\nx\n", "line 3 makes no sense"),
            ("numbers 1\n\n", "line 2 makes no sense"), ("numbers 1\r\n1\r\n", "does not begin with 'numbers 1'"),
        ])
    func nonsense(text: String, reason: String) throws {
        try put(text)
        let file = file()
        #expect(throws: Aside(reason: reason)) { try numbers(file) }
        #expect(try folder.text(of: "state/headroom/numbers.corrupt") == text)
        #expect(try numbers(file) == nil)
        try file.write(["7"])
        #expect(try numbers(file) == [7])
    }

    @Test("bytes that are no UTF-8, too many bytes, too many entries, a folder in its place")
    func otherNonsense() throws {
        let file = file(limits: StateFile.Limits(entries: 3, bytes: 100))
        try put("")
        try Data([0x6E, 0xFF, 0x0A]).write(to: URL(fileURLWithPath: file.path))
        #expect(throws: Aside(reason: "not UTF-8")) { try numbers(file) }
        try put("numbers 1\n" + String(repeating: "1\n", count: 60))
        #expect(throws: Aside(reason: "larger than 100 bytes")) { try numbers(file) }
        try put("numbers 1\n1\n2\n3\n4\n")
        #expect(throws: Aside(reason: "more than 3 entries")) { try numbers(file) }
        try FileManager.default.removeItem(atPath: "\(file.path).corrupt")
        try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: false)
        #expect(throws: Aside(reason: "not a regular file")) { try numbers(file) }
        try file.write(["1"])
        #expect(try numbers(file) == [1])
    }

    @Test("where nothing can be written, that is told and what was there stands")
    func unwritable() throws {
        let name = try folder.write("old", to: "taken")
        let file = StateFile(folder: "\(name)/headroom", name: "numbers", header: "numbers 1")
        let made = #expect(throws: FileError.self) { try file.write(["1"]) }
        #expect(made?.description == "\(name)/headroom: cannot make the folder: Not a directory")
        let seen = #expect(throws: FileError.self) { try numbers(file) }
        #expect(seen?.code == ENOTDIR)
        #expect(try folder.text(of: "taken") == "old")
    }

    @Test("a write that fails at its end leaves nothing behind")
    func failedRename() throws {
        let file = file()
        try FileManager.default.createDirectory(atPath: "\(file.path)/full", withIntermediateDirectories: true)
        let failure = #expect(throws: FileError.self) { try file.write(["1"]) }
        #expect(failure?.code == EISDIR)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/state/headroom") == ["numbers"])
    }

    @Test("a folder of the kernel's, in which nobody can make a file")
    func readOnly() throws {
        let file = StateFile(folder: "/proc/sys", name: "numbers", header: "numbers 1")
        #expect(throws: FileError.self) { try file.write(["1"]) }
        #expect(try numbers(file) == nil)
    }

    @Test("two processes' unfinished files do not meet, and one's own left-over is no obstacle")
    func leftOver() throws {
        let file = file()
        try put("numbers 1\n1\n")
        try Data("half".utf8).write(to: URL(fileURLWithPath: "\(file.path).\(getpid()).new"))
        try file.write(["2"])
        #expect(try numbers(file) == [2])
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/state/headroom") == ["numbers"])
    }

    @Test("fields come back as they were")
    func fields() {
        let examples = [[""], ["a", "b c", ""], ["\\", "\t", "\n", "\\t"], ["eDP-1", "\r\n", "键盘"]]
        for fields in examples {
            let line = StateFields.line(fields)
            #expect(!line.utf8.contains(0x0A))
            #expect(StateFields.fields(line) == fields)
        }
        #expect(StateFields.fields("a\\") == nil)
        #expect(StateFields.fields("a\\x") == nil)
    }

    @Test("numbers come back to the bit, and nothing else is one")
    func numberFields() {
        for _ in 0..<1000 {
            let number = Double(bitPattern: UInt64.random(in: 0...UInt64.max))
            if number.isFinite {
                #expect(StateFields.number(StateFields.text(number))?.bitPattern == number.bitPattern)
            }
        }
        for text in ["nan", "inf", "-inf", "1e999", "", " 1", "1 ", "0x", "1,5"] {
            #expect(StateFields.number(text) == nil, "\(text)")
        }
    }
}
