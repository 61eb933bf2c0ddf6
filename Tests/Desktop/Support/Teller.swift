import Glibc
package import HeadroomBus
package import Support

/// A child process whose lines arrive on the loop, so that a test waits for whichever comes first.
package final class Teller {
    package let process: ChildProcess
    /// All lines so far.
    package private(set) var lines: [String] = []
    private let name: String
    private let loop: EventLoop
    private var watch: FDWatch?
    private var rest: [UInt8] = []
    private var read = 0
    /// Whether its output ended.
    package private(set) var hasEnded = false

    package init(_ name: String, _ process: ChildProcess, on loop: EventLoop) throws {
        self.name = name
        self.process = process
        self.loop = loop
        watch = try loop.watch(process.outputDescriptor) { [weak self] _ in self?.take() }
    }

    deinit { watch?.cancel() }

    private func take() {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(process.outputDescriptor, &bytes, bytes.count)
        guard count > 0 else {
            hasEnded = true
            watch = nil
            return
        }
        rest += bytes.prefix(count)
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(String(decoding: rest[..<end], as: UTF8.self))
            rest.removeSubrange(...end)
        }
    }

    /// Waits for a line that was not waited for yet.
    ///
    /// - Returns: it; lines before it are passed over.
    @discardableResult
    package func wait(for what: String, seconds: Double = 30, where fits: (String) -> Bool) throws -> String {
        var found: String?
        try loop.wait("\(name) to say \(what)", seconds: seconds, log: log) {
            while found == nil, read < lines.count {
                if fits(lines[read]) { found = lines[read] }
                read += 1
            }
            return found != nil || hasEnded
        }
        guard let found else { throw TestFailure("\(name) ended without saying \(what)\n\(log)") }
        return found
    }

    @discardableResult
    package func wait(for line: String, seconds: Double = 30) throws -> String {
        try wait(for: line, seconds: seconds) { $0 == line }
    }

    /// Lines that were not waited for yet are passed over from now on.
    package func skip() { read = lines.count }

    /// Gives a command and waits until it is confirmed by `ok` and its words.
    package func tell(_ command: String) throws {
        process.write(command + "\n")
        try wait(for: "ok \(command)")
    }

    private var log: String { (lines.suffix(40) + [process.log]).joined(separator: "\n") }
}
