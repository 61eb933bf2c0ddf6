/// Reads scenario files, plays their cases and answers as text: all of `headroom scenario` but files and exit codes.
///
/// Bytes go in as they come, in pieces of any size. What is kept of a file is never more than one line.
public struct ScenarioReader: Sendable {
    /// The file's name for messages.
    public let file: String
    /// Whether answers are compared with `expected` instead of being printed.
    public let isChecking: Bool
    private var lines = ScenarioLines()

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
    public mutating func read(_ bytes: some Sequence<UInt8>) -> [Result] { lines.read(bytes).map(answer) }

    /// The file has ended; answers the last line if it has no end of its own.
    public mutating func finish() -> [Result] { lines.finish().map(answer) }

    private func answer(_ line: ScenarioLines.Line) -> Result {
        do throws(ScenarioError) {
            let scenario = try line.scenario(of: file)
            let answers = scenario.input.answers()
            guard isChecking else { return .answers(answers.text(id: scenario.id)) }
            guard let expected = scenario.expected else {
                throw ScenarioError(file: file, line: line.number, key: "expected", message: "is missing")
            }
            return .checked(answers.differences(from: expected, id: scenario.id))
        } catch {
            return .failed(error)
        }
    }
}
