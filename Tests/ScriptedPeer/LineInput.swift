import Glibc

/// Standard input, line by line, without waiting for more.
final class LineInput {
    private var rest: [UInt8] = []

    /// The lines that have come; nil at the end.
    func read() -> [String]? {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
        guard count > 0 else { return nil }
        rest += buffer.prefix(count)
        var lines: [String] = []
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(String(decoding: rest[..<end], as: UTF8.self))
            rest.removeSubrange(...end)
        }
        return lines
    }
}
