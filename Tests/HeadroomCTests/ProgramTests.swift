import Foundation
import Support
import Testing

/// Programs in C that hold the library to what its header says.
@Suite("The library in C programs", .timeLimit(.minutes(10)))
struct ProgramTests {
    private let world: World
    private let folder: TemporaryFolder

    init() throws {
        world = try World()
        folder = try CProgram.folder()
    }

    private func run(_ name: String, _ arguments: [String] = []) throws -> String {
        let program = try CProgram.build("\(CProgram.programs)/\(name).c", in: folder)
        return try CProgram.run([program] + arguments, environment: world.variables)
    }

    @Test("clients and what is theirs end in any order, and every request is answered once")
    func life() throws { #expect(try run("life") == "all is well\n") }

    @Test("garbage is refused, changes nothing, and harms nobody", arguments: 1...4)
    func garbage(seed: Int) throws {
        let told = try run("garbage", ["\(seed)", "1500"])
        let counts = told.split { !$0.isNumber }.compactMap { Int($0) }
        #expect(counts.count == 3 && counts.allSatisfy { $0 > 100 }, "\(told)")
    }

    @Test("rectangles go from every space into every other one, and back")
    func convert() throws { #expect(try run("convert") == "all is well\n") }

    @Test("two copies live in one process, on several threads")
    func two() throws {
        let copies = ["one.so", "two.so"].map { "\(folder.path)/\($0)" }
        for copy in copies { try FileManager.default.copyItem(atPath: try CProgram.library(), toPath: copy) }
        #expect(try run("two", copies) == "all is well\n")
    }
}
