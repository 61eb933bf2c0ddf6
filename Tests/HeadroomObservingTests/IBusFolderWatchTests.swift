import Foundation
import HeadroomBus
import Support
import Testing

@testable import HeadroomObserving

/// A folder that is watched, and comes and goes.
struct IBusFolderWatchTests {
    private let top: TemporaryFolder
    private let loop: EventLoop

    init() throws {
        top = try TemporaryFolder()
        loop = try EventLoop()
    }

    private final class Count { var value = 0 }

    private var folder: String { "\(top.path)/a/b" }

    private func watch(_ count: Count) throws -> IBusFolderWatch {
        try IBusFolderWatch(loop: loop, folder: folder, names: ["one", "two"]) { count.value += 1 }
    }

    private func make(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// Does something and waits until it is told.
    private func expectTold(_ count: Count, _ what: String, _ work: () throws -> Void) throws {
        let before = count.value
        try work()
        try loop.wait(what) { count.value > before }
        // What else is on its way.
        while try loop.turn(timeout: 0) {}
    }

    @Test("files are told by their names: written, replaced, removed")
    func files() throws {
        try make(folder)
        let count = Count()
        let watch = try watch(count)
        defer { withExtendedLifetime(watch) {} }
        try expectTold(count, "written") { try top.write("x", to: "a/b/one") }
        try expectTold(count, "the other") { try top.write("x", to: "a/b/two") }
        try expectTold(count, "removed") { try FileManager.default.removeItem(atPath: "\(folder)/one") }
        let before = count.value
        try top.write("x", to: "a/b/three")
        try expectTold(count, "moved here") {
            try FileManager.default.moveItem(atPath: "\(folder)/three", toPath: "\(folder)/one")
        }
        #expect(count.value == before + 1)
    }

    @Test("a folder that is not there yet is watched once it is, however it comes")
    func later() throws {
        let count = Count()
        let watch = try watch(count)
        defer { withExtendedLifetime(watch) {} }
        try expectTold(count, "the folder above") { try make("\(top.path)/a") }
        try expectTold(count, "the folder") { try make(folder) }
        try expectTold(count, "a file") { try top.write("x", to: "a/b/one") }
        // All at once: what is made before the watch stands is found, too.
        try expectTold(count, "its end") { try FileManager.default.removeItem(atPath: "\(top.path)/a") }
        try expectTold(count, "all of it") {
            try make(folder)
            try top.write("x", to: "a/b/one")
        }
        try expectTold(count, "a file afterwards") { try top.write("x", to: "a/b/two") }
    }

    @Test("a folder that is moved away is not watched there, and one that takes its place is")
    func moved() throws {
        try make(folder)
        let count = Count()
        let watch = try watch(count)
        defer { withExtendedLifetime(watch) {} }
        try expectTold(count, "the move") {
            try FileManager.default.moveItem(atPath: folder, toPath: "\(top.path)/a/c")
        }
        let before = count.value
        try top.write("x", to: "a/c/one")
        try expectTold(count, "the new one") { try make(folder) }
        #expect(count.value == before + 1)
        try expectTold(count, "a file") { try top.write("x", to: "a/b/one") }
    }
}
