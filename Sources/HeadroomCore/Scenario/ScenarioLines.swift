/// Takes a scenario file apart into its lines, as its bytes come, in pieces of any size. What is kept of a file is never
/// more than one line.
struct ScenarioLines: Sendable {
    /// The longest line that is read, in bytes (contract, section 8).
    static let longest = 1 << 20

    private var bytes: [UInt8] = []
    private var number = 1
    private var isTooLong = false

    /// A line that is not blank.
    struct Line {
        /// Counted from 1.
        var number: Int
        /// Without its end; nil: longer than ``ScenarioLines/longest``.
        var bytes: [UInt8]?
    }

    /// Takes the next bytes of the file; answers the lines that end in them.
    mutating func read(_ piece: some Sequence<UInt8>) -> [Line] {
        var lines: [Line] = []
        for byte in piece {
            if byte == UInt8(ascii: "\n") {
                endLine(&lines)
            } else if bytes.count < ScenarioLines.longest {
                bytes.append(byte)
            } else {
                isTooLong = true
            }
        }
        return lines
    }

    /// The file has ended; answers the last line if it has no end of its own.
    mutating func finish() -> [Line] {
        var lines: [Line] = []
        endLine(&lines)
        return lines
    }

    private mutating func endLine(_ lines: inout [Line]) {
        if isTooLong {
            lines.append(Line(number: number, bytes: nil))
        } else if !bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
            lines.append(Line(number: number, bytes: bytes))
        }
        bytes.removeAll(keepingCapacity: true)
        isTooLong = false
        number += 1
    }
}

extension ScenarioLines.Line {
    /// The case on this line.
    func scenario(of file: String) throws(ScenarioError) -> ScenarioCase {
        guard let bytes else {
            let message = "longer than \(ScenarioLines.longest) bytes, not read"
            throw ScenarioError(file: file, line: number, key: "", message: message)
        }
        return try ScenarioCase(bytes, file: file, line: number)
    }
}
