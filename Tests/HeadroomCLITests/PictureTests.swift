import Foundation
import Support
import Testing

/// `headroom picture` with real files.
@Suite("headroom picture", .timeLimit(.minutes(10)))
struct PictureTests {
    private static func scenario(_ id: String, field: Int) -> String {
        """
        {"id":"\(id)","input":{"mode":"shift","output":[0,0,375,667],"container":[0,0,375,667],\
        "target":{"field":[0,\(field),375,40]},"events":[{"type":"will_show","height":258}]}}

        """
    }

    private func world() throws -> (World, cases: String, out: String) {
        let world = try World(hasBus: false)
        let text = Self.scenario("a", field: 600) + Self.scenario("b", field: 500)
        try world.folder.write(text, to: "cases.jsonl")
        return (world, "\(world.folder.path)/cases.jsonl", "\(world.folder.path)/out.svg")
    }

    @Test("the first case is drawn into a file, which is replaced")
    func first() throws {
        let (world, cases, out) = try world()
        try world.folder.write(String(repeating: "old", count: 100_000), to: "out.svg")
        #expect(try world.run("picture", cases, "-o", out) == World.Outcome(output: "", log: "", code: 0))
        let svg = try String(contentsOfFile: out, encoding: .utf8)
        #expect(svg.hasPrefix("<?xml"))
        #expect(svg.hasSuffix("</svg>\n"))
        #expect(svg.contains(#"data-what="target" data-step="1" x="0" y="359" width="375" height="40""#))
    }

    @Test("a case by its id, from standard input to standard output")
    func streams() throws {
        let (world, cases, out) = try world()
        let told = try world.run("picture", cases, "--case", "b", "--output=-")
        #expect(told.code == 0)
        #expect(told.log == "")
        #expect(told.output.contains(#"data-what="target" data-step="0" x="0" y="500" width="375" height="40""#))
        let shell = try world.start(
            "/bin/sh",
            ["-c", "\"$0\" picture - -o \"$2\" --case b < \"$1\"", BuiltProgram.path("headroom"), cases, out],
            isBuilt: false)
        #expect(try world.finish(shell).code == 0)
        #expect(try String(contentsOfFile: out, encoding: .utf8) == told.output)
    }

    @Test("wrong usage is 2; no case, a broken line, no such file or folder are 1, and nothing is written")
    func errors() throws {
        let (world, cases, out) = try world()
        #expect(try world.run("picture", "-o", out).code == 2)
        #expect(try world.run("picture", cases).code == 2)
        #expect(try world.run("picture", cases, cases, "-o", out).code == 2)
        #expect(try world.run("picture", cases, "-x", out).code == 2)
        let none = try world.run("picture", cases, "--case", "c", "-o", out)
        #expect(none == World.Outcome(output: "", log: "\(cases): no case has the id c\n", code: 1))
        try world.folder.write("\n{\n", to: "broken.jsonl")
        let broken = try world.run("picture", "\(world.folder.path)/broken.jsonl", "-o", out)
        #expect(broken.code == 1)
        #expect(broken.log.hasPrefix("\(world.folder.path)/broken.jsonl:2: "))
        #expect(try world.run("picture", "\(world.folder.path)/none", "-o", out).code == 1)
        #expect(!FileManager.default.fileExists(atPath: out))
        let nowhere = try world.run("picture", cases, "-o", "\(world.folder.path)/no/out.svg")
        #expect(nowhere.code == 1)
        #expect(nowhere.log.contains("out.svg: No such file"))
    }
}
