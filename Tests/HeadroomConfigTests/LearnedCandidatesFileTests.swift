import HeadroomCore
import Testing

@testable import HeadroomConfig

@Suite("Learned candidates on disk")
struct LearnedCandidatesFileTests {
    let folder: Folder
    let file: LearnedCandidatesFile

    init() throws {
        folder = try Folder()
        file = LearnedCandidatesFile(folder: folder.path)
    }

    private let line =
        "ibus:libpinyin\tsqueekboard\teDP-1\tlandscape\t2.0\t5\thorizontal\ttoggles\t32.0\t44.0 40.5\t66.0"

    private func put(_ line: String) throws {
        try folder.write("headroom learned-candidates 1\n\(line)\n", to: "learned-candidates")
    }

    private func entry(_ number: Int, name: String, samples: Int) -> LearnedCandidates.Entry {
        let heights = LearnedHeights((0..<samples).map { 1.0 / 3 + Double($0) })
        return LearnedCandidates.Entry(
            key: LearnedCandidates.Key(
                engine: name, keyboard: name, output: name, orientation: .portrait, scale: Double(number + 1) / 3,
                table: number % 2 == 0 ? nil : .init(pageSize: number, layout: .system)),
            value: LearnedCandidates.Value(
                bars: heights, rooms: heights, rowHeight: 2.0 / 3, hasToggled: number % 3 == 0))
    }

    @Test("all of it comes back to the bit, in its order")
    func roundTrip() throws {
        let learned = LearnedCandidates((0..<5).map { entry($0, name: "a\tb\n\($0)", samples: $0) })
        #expect(try file.read().learned == LearnedCandidates())
        try file.write(learned)
        let (read, complaint) = try file.read()
        #expect(read == learned)
        #expect(complaint == nil)
    }

    @Test("the format is the one written down")
    func format() throws {
        let key = LearnedCandidates.Key(
            engine: "ibus:libpinyin", keyboard: "squeekboard", output: "eDP-1", orientation: .landscape, scale: 2,
            table: .init(pageSize: 5, layout: .horizontal))
        let value = LearnedCandidates.Value(
            bars: LearnedHeights([44, 40.5]), rooms: LearnedHeights([66]), rowHeight: 32, hasToggled: true)
        try file.write(LearnedCandidates([LearnedCandidates.Entry(key: key, value: value)]))
        #expect(try folder.text(of: "learned-candidates") == "headroom learned-candidates 1\n\(line)\n")
    }

    @Test("as much as can be learned can be kept")
    func full() throws {
        let name = String(repeating: "k", count: 256)
        let learned = LearnedCandidates(
            (0..<LearnedCandidates.capacity).map { entry($0, name: name, samples: LearnedHeights.capacity) })
        try file.write(learned)
        #expect(try file.read().learned == learned)
    }

    @Test(
        "one field that nobody would have written sets the file aside",
        arguments: [
            ("landscape", "sideways"), ("\t2.0", "\t0.0"), ("\t2.0", "\tnan"), ("\t5\t", "\t-5\t"), ("\t5\t", "\tx\t"),
            ("horizontal", "round"), ("horizontal", ""), ("toggles", "dances"), ("32.0", "-1.0"), ("44.0", "inf"),
            ("44.0 40.5", "44.0  40.5"), ("66.0", "2e6"), ("66.0", "66.0 "), ("\t66.0", ""), ("66.0", "66.0\t1.0"),
            ("40.5", Array(repeating: "1", count: LearnedHeights.capacity).joined(separator: " ")),
            ("ibus", "\\q"),
        ])
    func nonsense(what: String, instead: String) throws {
        try put(line)
        #expect(try file.read().learned.entries.count == 1)
        try put(line.replacing(what, with: instead, maxReplacements: 1))
        let (learned, complaint) = try file.read()
        #expect(learned == LearnedCandidates())
        #expect(complaint?.contains("line 2 makes no sense; set aside as") == true)
        #expect(folder.names == ["learned-candidates.corrupt"])
    }
}
