import Testing

/// Works out what people write: numbers, + - * / and brackets, `min(…)` and `max(…)`.
struct Arithmetic {
    private var rest: Substring

    struct Failure: Error {
        var text: String
    }

    static func value(of text: String) throws(Failure) -> Double {
        var reader = Arithmetic(rest: text[...])
        let value = try reader.sum()
        guard reader.rest.isEmpty else { throw Failure(text: text) }
        return value
    }

    private mutating func sum() throws(Failure) -> Double {
        var value = try product()
        while true {
            if take("+") {
                value += try product()
            } else if take("-") {
                value -= try product()
            } else {
                return value
            }
        }
    }

    private mutating func product() throws(Failure) -> Double {
        var value = try factor()
        while true {
            if take("*") {
                value *= try factor()
            } else if take("/") {
                value /= try factor()
            } else {
                return value
            }
        }
    }

    private mutating func factor() throws(Failure) -> Double {
        if take("min(") { return try list().min() ?? .nan }
        if take("max(") { return try list().max() ?? .nan }
        if take("(") { return try list().first ?? .nan }
        if take("-") { return -(try factor()) }
        let digits = rest.prefix { $0.isNumber || $0 == "." }
        guard let value = Double(digits) else { throw Failure(text: String(rest)) }
        rest = rest.dropFirst(digits.count)
        return value
    }

    /// What stands between a bracket and its end.
    private mutating func list() throws(Failure) -> [Double] {
        var values = [try sum()]
        while take(",") { values.append(try sum()) }
        guard take(")") else { throw Failure(text: String(rest)) }
        return values
    }

    private mutating func take(_ token: String) -> Bool {
        rest = rest.drop(while: \.isWhitespace)
        guard rest.hasPrefix(token) else { return false }
        rest = rest.dropFirst(token.count)
        return true
    }
}
