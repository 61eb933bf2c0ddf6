/// Text for a picture: numbers as short as they can be, words that fit and mean nothing to XML.
enum PictureText {
    /// The number to two places.
    static func number(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e13 else { return JSONValue.text(of: value.isNaN ? 0 : value) }
        return JSONValue.text(of: (value * 100).rounded() / 100)
    }

    /// The number to five places, for what is scaled.
    static func fine(_ value: Double) -> String { JSONValue.text(of: max(0.0001, (value * 1e5).rounded() / 1e5)) }

    /// With what means something in XML escaped, and what XML does not allow left out.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": continue
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// As much of `text` as fits into `width` at a size of `size`, an ellipsis for the rest.
    static func fitted(_ text: String, width: Double, size: Double) -> String {
        guard PictureText.width(of: text, size: size) > width else { return text }
        var fitted = ""
        var rest = width - size
        for character in text {
            rest -= PictureText.width(of: character, size: size)
            guard rest >= 0 else { break }
            fitted.append(character)
        }
        return fitted + "…"
    }

    /// How wide `text` is at most in the usual sans-serif fonts, which nobody measures here.
    static func width(of text: String, size: Double) -> Double {
        text.reduce(0) { $0 + width(of: $1, size: size) }
    }

    private static func width(of character: Character, size: Double) -> Double {
        // Beyond Latin, Greek and Cyrillic a character may be as wide as it is high.
        (character.unicodeScalars.first?.value ?? 0) < 0x0530 && character.unicodeScalars.count == 1
            ? size * 0.62 : size * Double(character.unicodeScalars.count)
    }
}
