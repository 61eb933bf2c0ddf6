package import HeadroomCore

/// One notification as `dbus-monitor` prints it.
package struct Told: Sendable {
    /// `WillShow` and so on.
    package var member: String
    package var serial: UInt64
    package var output: String
    /// Relative to the output.
    package var begin: Rect
    package var end: Rect
    package var bottomInset: Double
    package var candidateBarHeight: Double
    package var durationMS: UInt32
    /// As printed: numbers without their type, texts without quotes; rectangles their four numbers.
    package var details: [String: String]

    package var reason: String { details["reason"] ?? "" }
    package var completes: UInt64? { details["completes"].flatMap { UInt64($0) } }
    package var isEstimated: Bool { details["estimated"] == "true" }
}

/// Reads notifications out of the lines that `dbus-monitor` prints.
struct ToldReader {
    private var member: String?
    private var tokens: [Token] = []

    private enum Token: Equatable {
        case number(Double, String)
        case text(String)
        case open, close
    }

    /// Takes one line.
    ///
    /// - Returns: the notification that ends before this line, if one does.
    mutating func take(_ line: String) -> Told? {
        guard line.hasPrefix(" ") else {
            defer {
                let isOurs = line.contains("interface=org.headroom.Headroom1.Keyboard")
                member = isOurs ? line.components(after: "member=") : nil
                tokens = []
            }
            return finish()
        }
        guard member != nil else { return nil }
        let words = line.split(separator: " ").map(String.init).filter { $0 != "variant" }
        switch words.first {
        case "string":
            let text = line.drop { $0 != "\"" }.dropFirst()
            tokens.append(.text(String(text.last == "\"" ? text.dropLast() : text)))
        case "double", "uint32", "uint64", "int32", "boolean":
            let word = words.dropFirst().first ?? ""
            tokens.append(.number(Double(word) ?? .nan, word))
        case "struct", "array", "dict": tokens.append(words.last == "]" ? .text("") : .open)
        case "}", "]", ")": tokens.append(.close)
        default: break
        }
        return isComplete ? finish() : nil
    }

    /// Whether the last argument, the details, has been closed.
    private var isComplete: Bool {
        var depth = 0
        var closed = 0
        for token in tokens {
            switch token {
            case .open: depth += 1
            case .close:
                depth -= 1
                if depth == 0 { closed += 1 }
            case .number, .text: continue
            }
        }
        return closed == 3
    }

    private mutating func finish() -> Told? {
        defer {
            member = nil
            tokens = []
        }
        guard let member, isComplete else { return nil }
        var rest = tokens[...]
        func number() -> (value: Double, word: String) {
            guard case .number(let value, let word) = rest.popFirst() else { return (.nan, "") }
            return (value, word)
        }
        func text() -> String {
            if case .text(let text) = rest.popFirst() { text } else { "" }
        }
        func rect() -> Rect {
            rest.removeFirst()
            let rect = Rect(x: number().value, y: number().value, width: number().value, height: number().value)
            rest.removeFirst()
            return rect
        }
        let serial = UInt64(number().word) ?? 0
        let output = text()
        let (begin, end) = (rect(), rect())
        let (inset, bar, duration) = (number().value, number().value, number().value)
        var details: [String: String] = [:]
        rest.removeFirst()
        while rest.first == .open {
            rest.removeFirst()
            let key = text()
            var depth = 0
            var words: [String] = []
            while let token = rest.popFirst() {
                if token == .close, depth == 0 { break }
                switch token {
                case .open: depth += 1
                case .close: depth -= 1
                case .number(_, let word): words.append(word)
                case .text(let text): words.append(text)
                }
            }
            details[key] = words.joined(separator: " ")
        }
        return Told(
            member: member, serial: serial, output: output, begin: begin, end: end, bottomInset: inset,
            candidateBarHeight: bar, durationMS: UInt32(duration), details: details)
    }
}

extension String {
    /// What follows a key, up to the next blank or semicolon.
    fileprivate func components(after key: String) -> String? {
        guard let start = range(of: key)?.upperBound else { return nil }
        return String(self[start...].prefix { $0 != " " && $0 != ";" })
    }

    private func range(of key: String) -> Range<String.Index>? {
        var index = startIndex
        while index < endIndex {
            if self[index...].hasPrefix(key) { return index..<self.index(index, offsetBy: key.count) }
            index = self.index(after: index)
        }
        return nil
    }
}
