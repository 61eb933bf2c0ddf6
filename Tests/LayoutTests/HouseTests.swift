import Testing

/// The tree keeps the rules of the house.
@Suite("The house")
struct HouseTests {
    let tree: Tree

    init() throws { tree = try Tree() }

    /// What `check` finds in the whole tree, one a line.
    private func findings(_ check: (TreeFile) -> [Finding]) -> String {
        tree.files.flatMap(check).map(\.description).joined(separator: "\n")
    }

    @Test("the tree is seen at all")
    func seen() {
        #expect(tree.files.count > 40)
        #expect(tree.files.contains { $0.path == "Tests/LayoutTests/HouseTests.swift" })
        #expect(tree.files.contains { $0.path == ".swift-format" })
    }

    @Test("rooms import only what lies below them")
    func imports() { #expect(findings(Imports.check) == "") }

    @Test("the rooms' table itself goes downwards only")
    func table() {
        for (name, room) in Room.all {
            for imported in room.imports {
                #expect((Room.all[imported]?.floor ?? .max) < room.floor, "\(name) imports \(imported)")
            }
        }
    }

    @Test("no file holds two concepts")
    func length() { #expect(findings(Words.length) == "") }

    @Test("nothing is left undone and nothing traps")
    func barred() { #expect(findings(Words.barred) == "") }

    @Test("no path of one machine")
    func machinePaths() { #expect(findings(Words.machinePaths) == "") }

    @Test("closures for Dispatch are @Sendable, and main is a type")
    func isolation() {
        #expect(findings(Words.dispatchClosures) == "")
        #expect(findings(Words.mainFiles) == "")
    }

    @Test("every interface and member has prose")
    func prose() {
        let interfaces = tree.files.filter { $0.path.hasPrefix("Sources/HeadroomWire/Interfaces/") }
        #expect(interfaces.count > 0)
        #expect(interfaces.flatMap(InterfaceProse.check).map(\.description).joined(separator: "\n") == "")
    }

    @Test("only what belongs there lies at the top")
    func top() { #expect(Words.strangers(tree.top) == []) }

    @Test("the README names no file that is not there")
    func readme() throws {
        let readme = try #require(tree.files.first { $0.path == "README.md" })
        let missing = Words.missingFiles(readme, exists: tree.exists)
        #expect(missing.map(\.description).joined(separator: "\n") == "")
    }
}
