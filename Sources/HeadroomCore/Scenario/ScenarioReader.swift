/// Reads scenario files, plays their cases and answers as text: all of `headroom scenario` but files and exit codes.
///
/// Bytes go in as they come, in pieces of any size. What is kept of a file is never more than one line.
public struct ScenarioReader: Sendable {
    /// The longest line that is read, in bytes (contract, section 8).
    public static let longestLine = 1 << 20

    /// The file's name for messages.
    public let file: String
    /// Whether answers are compared with `expected` instead of being printed.
    public let isChecking: Bool
    private var line: [UInt8] = []
    private var lineNumber = 1
    private var isTooLong = false

    /// What came of a line.
    public enum Result: Sendable, Hashable {
        /// The answers, as one line of JSON.
        case answers(String)
        /// Where they differ from what is expected; empty if they do not.
        case checked([ScenarioDifference])
        /// Why there are none. The other lines are answered all the same.
        case failed(ScenarioError)

        /// Whether the program that read it has to end with 1.
        public var isFailure: Bool {
            switch self {
            case .answers: false
            case .checked(let differences): !differences.isEmpty
            case .failed: true
            }
        }
    }

    public init(file: String, isChecking: Bool) {
        self.file = file
        self.isChecking = isChecking
    }

    /// Takes the next bytes of the file; answers the lines that end in them.
    public mutating func read(_ bytes: some Sequence<UInt8>) -> [Result] {
        var results: [Result] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                endLine(&results)
            } else if line.count < ScenarioReader.longestLine {
                line.append(byte)
            } else {
                isTooLong = true
            }
        }
        return results
    }

    /// The file has ended; answers the last line if it has no end of its own.
    public mutating func finish() -> [Result] {
        var results: [Result] = []
        endLine(&results)
        return results
    }

    private mutating func endLine(_ results: inout [Result]) {
        if isTooLong {
            results.append(.failed(error("", "longer than \(ScenarioReader.longestLine) bytes, not read")))
        } else if !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
            results.append(answer())
        }
        line.removeAll(keepingCapacity: true)
        isTooLong = false
        lineNumber += 1
    }

    private func answer() -> Result {
        do throws(ScenarioError) {
            let scenario = try ScenarioCase(line, file: file, line: lineNumber)
            let answers = scenario.input.answers()
            guard isChecking else { return .answers(answers.text(id: scenario.id)) }
            guard let expected = scenario.expected else { throw error("expected", "is missing") }
            return .checked(answers.differences(from: expected, id: scenario.id))
        } catch {
            return .failed(error)
        }
    }

    private func error(_ key: String, _ message: String) -> ScenarioError {
        ScenarioError(file: file, line: lineNumber, key: key, message: message)
    }
}
