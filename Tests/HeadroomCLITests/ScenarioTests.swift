import Foundation
import Support
import Testing

/// `headroom scenario` with real files.
@Suite("headroom scenario", .timeLimit(.minutes(10)))
struct ScenarioTests {
    private static let good = """
        {"id":"a","input":{"mode":"shift","output":[0,0,375,667],"container":[0,0,375,667],\
        "target":{"field":[0,600,375,40]},"events":[{"type":"will_show","height":258}]},\
        "expected":{"after":[{"shift":241}]}}
        """

    private func file(_ world: World, _ lines: String...) throws -> String {
        try world.folder.write(lines.map { $0 + "\n" }.joined(), to: "cases.jsonl")
        return "\(world.folder.path)/cases.jsonl"
    }

    @Test("a case is answered by a line; checked, it says nothing and exits 0")
    func answers() throws {
        let world = try World(hasBus: false)
        let path = try file(world, Self.good)
        let told = try world.run("scenario", path)
        #expect(told.code == 0)
        #expect(told.output.hasPrefix("{\"id\":\"a\",\"after\":[{\"shift\":241,"))
        #expect(told.log == "")
        let checked = try world.run("scenario", "--check", path)
        #expect(checked == World.Outcome(output: "", log: "", code: 0))
    }

    @Test("a difference names case, step, key, what was expected and what came; exit 1")
    func difference() throws {
        let world = try World(hasBus: false)
        let path = try file(world, Self.good.replacingOccurrences(of: "241}]", with: "240}]"))
        let checked = try world.run("scenario", "--check", path)
        #expect(checked.code == 1)
        #expect(checked.output == "a, 1, shift, 240, 241\n")
    }

    @Test("a broken line names file, line and key; the lines around it are answered")
    func broken() throws {
        let world = try World(hasBus: false)
        let wrong = Self.good.replacingOccurrences(of: "\"mode\"", with: "\"mood\":1,\"mode\"")
        let path = try file(world, Self.good, wrong, "{", Self.good)
        let told = try world.run("scenario", path)
        #expect(told.code == 1)
        #expect(told.lines.count == 2)
        let complaints = told.log.split(separator: "\n")
        #expect(complaints.count == 2)
        #expect(complaints.first?.hasPrefix("\(path):2: input.mood") == true, "\(told.log)")
        #expect(complaints.last?.hasPrefix("\(path):3: ") == true, "\(told.log)")
    }

    @Test("no file, a missing one: an error; a line of 8 MB: one error, and the next is answered")
    func hostile() throws {
        let world = try World(hasBus: false)
        #expect(try world.run("scenario").code == 2)
        let missing = try world.run("scenario", "\(world.folder.path)/none")
        #expect(missing.code == 1)
        #expect(missing.log.contains("none: No such file"))
        let path = "\(world.folder.path)/long.jsonl"
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let long = try #require(FileHandle(forWritingAtPath: path))
        let piece = Data(repeating: UInt8(ascii: "["), count: 1 << 20)
        for _ in 0..<8 { long.write(piece) }
        long.write(Data("\n\(Self.good)\n".utf8))
        try long.close()
        let told = try world.run("scenario", path)
        #expect(told.code == 1)
        #expect(told.lines.count == 1)
        #expect(told.log == "\(path):1: longer than 1048576 bytes, not read\n")
    }
}
