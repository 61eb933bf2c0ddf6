import HeadroomCore

/// What a command was given, checked against what it takes.
struct Arguments: Sendable {
    private var values: [String: String] = [:]
    private(set) var operands: [String] = []
    /// Whether `--help` was among them.
    private(set) var wantsHelp = false

    /// - Throws: a usage failure for an option that the command does not have, a missing or surplus value, and operands
    ///   where none belong.
    init(_ words: ArraySlice<String>, for command: Command) throws(Failure) {
        var rest = words
        var areOptionsOver = false
        while let word = rest.popFirst() {
            guard !areOptionsOver, word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            switch word {
            case "--": areOptionsOver = true
            case "--help", "-h": wantsHelp = true
            default: try take(word, &rest, for: command)
            }
        }
        guard operands.isEmpty || !command.operands.isEmpty || wantsHelp else {
            throw .usage("\(operands[0].clean): \(command.name) takes no such thing")
        }
    }

    private mutating func take(
        _ word: String, _ rest: inout ArraySlice<String>, for command: Command
    ) throws(Failure) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let option = command.options.first(where: { $0.answers(to: parts[0]) }) else {
            throw .usage("\(String(parts[0]).clean): \(command.name) has no such option")
        }
        guard option.value != nil else {
            guard parts.count == 1 else { throw .usage("--\(option.name) takes no value") }
            values[option.name] = ""
            return
        }
        if parts.count == 2 {
            values[option.name] = String(parts[1])
        } else if let value = rest.popFirst() {
            values[option.name] = value
        } else {
            throw .usage("--\(option.name) needs a value")
        }
    }

    // MARK: Reading

    /// Whether the option was given.
    func has(_ option: String) -> Bool { values[option] != nil }

    func text(_ option: String) -> String? { values[option] }

    /// A number in `range`.
    func number(_ option: String, in range: ClosedRange<Double>) throws(Failure) -> Double? {
        guard let text = values[option] else { return nil }
        guard let number = Double(text), range.contains(number) else {
            throw .usage("--\(option) must be a number from \(range.lowerBound.plain) to \(range.upperBound.plain)")
        }
        return number
    }

    /// A whole number in `range`.
    func count(_ option: String, in range: ClosedRange<Int>) throws(Failure) -> Int? {
        guard let text = values[option] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .usage("--\(option) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A rectangle, `X,Y,W,H`.
    func rect(_ option: String) throws(Failure) -> Rect? {
        guard let text = values[option] else { return nil }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
        guard numbers.count == 4, text.count(where: { $0 == "," }) == 3 else {
            throw .usage("--\(option) must be four numbers, X,Y,W,H")
        }
        let rect = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        guard rect.isBelievable else { throw .usage("--\(option) is no rectangle that a screen could hold") }
        return rect
    }
}
