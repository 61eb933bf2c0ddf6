/// One of the program's commands: what it is called, takes and does. Help and parsing follow from it.
struct Command: Sendable {
    let name: String
    /// One line, without a full stop.
    let summary: String
    /// More than the summary says, ready to print; may be empty.
    let details: String
    let options: [Option]
    /// What may follow besides options, for example `FILE…`; empty: nothing may.
    let operands: String
    /// Does it; returns the exit code.
    let run: @Sendable (Arguments) throws(Failure) -> Int32

    init(
        _ name: String, _ summary: String, details: String = "", options: [Option] = [], operands: String = "",
        run: @escaping @Sendable (Arguments) throws(Failure) -> Int32
    ) {
        self.name = name
        self.summary = summary
        self.details = details
        self.options = options
        self.operands = operands
        self.run = run
    }

    /// An option of a command.
    struct Option: Sendable {
        /// Without the dashes.
        let name: String
        /// A letter that stands for it, behind one dash; nil: none does.
        let letter: Character?
        /// How its value is called in the help; nil: it has none.
        let value: String?
        let help: String

        init(_ name: String, letter: Character? = nil, _ value: String?, _ help: String) {
            self.name = name
            self.letter = letter
            self.value = value
            self.help = help
        }

        /// One without a value.
        init(_ name: String, _ help: String) { self.init(name, nil, help) }

        /// How the help calls it.
        var usage: String { (letter.map { "-\($0), " } ?? "") + "--\(name)" + (value.map { " \($0)" } ?? "") }

        /// Whether `word` means it.
        func answers(to word: some StringProtocol) -> Bool {
            word == "--\(name)" || letter.map { word == "-\($0)" } == true
        }

        static let json = Option("json", "print JSON lines: the names of the D-Bus interfaces, instants in µs")
    }
}
