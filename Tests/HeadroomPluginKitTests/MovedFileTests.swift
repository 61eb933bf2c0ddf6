import Foundation
import HeadroomCore
import Support
import Testing

@testable import HeadroomPluginKit

/// What outlives a plugin that is killed.
@Suite("What was moved")
struct MovedFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func file(_ plugin: String = "a/plugin") -> MovedFile {
        MovedFile(plugin: plugin) { $0 == "XDG_RUNTIME_DIR" ? folder.path : nil }
    }

    private let moved = Moved(
        rest: Position(content: 7, shift: 0, windowShift: 0.1, offset: 1 / 3, insetBottom: 4, inner: [5, 6]),
        least: [0, 0, 0, 4, 5, 6], greatest: [1, 2, 3, 324, 45, 6], containerTop: nil, windowTop: 12.5)

    @Test("comes back as it was written, number for number, and is gone when it is forgotten")
    func roundTrip() {
        let first = file()
        first.remember(moved, of: "a window\tof\\ours\n")
        #expect(file().moved == ["a window\tof\\ours\n": moved])
        #expect(file("another").moved.isEmpty)
        first.forget("a window\tof\\ours\n")
        #expect(file().moved.isEmpty)
    }

    @Test(
        "a file that makes no sense moves nothing, and the next is written all the same",
        arguments: [
            "headroom moved 1\nname\t1\t0 0 0\t0 0 0\t0 0 0\t\t\n",
            "headroom moved 1\nname\t1\t0 0 0 0\t0\t0 0 0 0\t\t\n",
            "headroom moved 1\nname\t-1\t0 0 0 0\t0 0 0 0\t0 0 0 0\t\t\n",
            "headroom moved 1\nname\t1\t0 0 0 nan\t0 0 0 0\t0 0 0 0\t\t\n", "headroom moved 2\n", "\u{0}",
        ])
    func broken(text: String) throws {
        let first = file()
        first.remember(moved, of: "x")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/headroom").first)
        try text.write(toFile: "\(folder.path)/headroom/\(name)", atomically: true, encoding: .utf8)
        let second = file()
        #expect(second.moved.isEmpty)
        second.remember(moved, of: "y")
        #expect(file().moved == ["y": moved])
    }

    @Test("what the application changed since is not taken for ours")
    func recognised() {
        let window = Moved(
            rest: Position(), least: [0, 0, 0, 0], greatest: [0, 290, 0, 0], containerTop: nil, windowTop: 100)
        func shift(_ top: Double) -> Double {
            let scene = Scene(outputs: [], window: Rect(x: 0, y: top, width: 10, height: 10))
            return window.recognised(Measurement(scene)).windowShift
        }
        #expect(shift(100) == 0)
        #expect(shift(-190) == 290)
        #expect(shift(50) == 50)
        #expect(shift(130) == 0)
        #expect(shift(-300) == 0)
    }
}
