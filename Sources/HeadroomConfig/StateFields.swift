/// The fields of a line in a ``StateFile``: tabs between them, and `\\`, `\t`, `\n` inside for what would part them.
package enum StateFields {
    /// The line with these fields.
    package static func line(_ fields: [String]) -> String {
        fields.map { field in
            var text = ""
            for scalar in field.unicodeScalars {
                switch scalar {
                case "\\": text += "\\\\"
                case "\t": text += "\\t"
                case "\n": text += "\\n"
                case _: text.unicodeScalars.append(scalar)
                }
            }
            return text
        }.joined(separator: "\t")
    }

    /// The fields of a line; nil if it has a backslash where none belongs.
    package static func fields(_ line: String) -> [String]? {
        var fields = [""]
        var isEscaped = false
        for scalar in line.unicodeScalars {
            let last = fields.count - 1
            if isEscaped {
                switch scalar {
                case "\\": fields[last].unicodeScalars.append("\\")
                case "t": fields[last].unicodeScalars.append("\t")
                case "n": fields[last].unicodeScalars.append("\n")
                case _: return nil
                }
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "\t" {
                fields.append("")
            } else {
                fields[last].unicodeScalars.append(scalar)
            }
        }
        return isEscaped ? nil : fields
    }

    /// A finite number as text that ``number(_:)`` reads back to the same bits.
    package static func text(_ number: Double) -> String { number.description }

    /// A finite number; nil for anything else.
    package static func number(_ text: String) -> Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }
}
