import HeadroomCore
import Testing

@testable import HeadroomConfig

@Suite("Learned frames on disk")
struct LearnedFileTests {
    let folder: Folder
    let file: LearnedFile

    init() throws {
        folder = try Folder()
        file = LearnedFile(folder: folder.path)
    }

    private let line = "OSK0\teDP-1\tlandscape\t2.0\t0.0\t540.0\t1280.0\t260.0\t250\tcubic-bezier\t0.2\t0.0\t0.0\t1.0"

    private func put(_ line: String) throws {
        try folder.write("headroom learned-frames 1\n\(line)\n", to: "learned-frames")
    }

    @Test("frames, durations and curves come back to the bit, in their order")
    func roundTrip() throws {
        var learned = LearnedFrames()
        let curves = [Curve.linear, .android, .uiKit, .easeOutCubic]
        for (number, curve) in curves.enumerated() {
            let key = LearnedFrames.Key(
                keyboard: "a key\tboard\n\(number)", output: "", orientation: .portrait, scale: 1.0 / 3)
            let frame = Rect(x: -0.1, y: 0.1 + 0.2, width: 1e6, height: .leastNonzeroMagnitude)
            learned[key] = LearnedFrames.Value(frame: frame, durationMS: 10_000, curve: curve)
        }
        #expect(try file.read().learned == LearnedFrames())
        try file.write(learned)
        let (read, complaint) = try file.read()
        #expect(read == learned)
        #expect(complaint == nil)
    }

    @Test("the format is the one written down")
    func format() throws {
        let key = LearnedFrames.Key(keyboard: "OSK0", output: "eDP-1", orientation: .landscape, scale: 2)
        let frame = Rect(x: 0, y: 540, width: 1280, height: 260)
        let value = LearnedFrames.Value(frame: frame, durationMS: 250, curve: .android)
        try file.write(LearnedFrames([LearnedFrames.Entry(key: key, value: value)]))
        #expect(try folder.text(of: "learned-frames") == "headroom learned-frames 1\n\(line)\n")
    }

    @Test("as much as can be learned can be kept")
    func full() throws {
        let name = String(repeating: "k", count: 256)
        var learned = LearnedFrames()
        for number in 0..<LearnedFrames.capacity {
            let key = LearnedFrames.Key(keyboard: name, output: name, orientation: .portrait, scale: Double(number + 1))
            let frame = Rect(x: 0.1, y: 1.0 / 3, width: 2.0 / 3, height: .pi)
            learned[key] = LearnedFrames.Value(frame: frame, durationMS: 1, curve: .uiKit)
        }
        try file.write(learned)
        #expect(try file.read().learned == learned)
    }

    @Test(
        "one field that nobody would have written sets the file aside",
        arguments: [
            ("landscape", "sideways"), ("2.0", "0.0"), ("2.0", "nan"), ("540.0", "x"), ("540.0", "2e6"),
            ("260.0", "-1.0"), ("260.0", "inf"), ("250", "10001"), ("250", "-1"), ("250", "1.5"),
            ("cubic-bezier", "linear"), ("cubic-bezier", "spring"), ("cubic-bezier", "wave"), ("0.2", "1.2"),
            ("\t1.0", ""), ("\t1.0", "\t1.0\t1.0"), ("OSK0\t", ""), ("OSK0", "\\q"),
        ])
    func nonsense(what: String, instead: String) throws {
        try put(line)
        #expect(try file.read().learned.entries.count == 1)
        try put(line.replacing(what, with: instead))
        let (learned, complaint) = try file.read()
        #expect(learned == LearnedFrames())
        #expect(complaint?.contains("line 2 makes no sense; set aside as") == true)
        #expect(folder.names == ["learned-frames.corrupt"])
    }
}
