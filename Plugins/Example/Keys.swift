/// What a user can do in the text view, and by which keys.
enum Key: Equatable {
    case up, down, first, last
    /// A new line.
    case enter
    /// Scrolls by a line.
    case scrollUp, scrollDown
    /// The terminal's window got the keyboard focus, or lost it.
    case focusIn, focusOut
    case quit

    /// The keys in what a terminal sends; what nobody knows is passed over.
    static func all(in bytes: [UInt8]) -> [Key] {
        var keys: [Key] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte == 0x1B, rest.first == UInt8(ascii: "[") {
                rest = rest.dropFirst()
                if let letter = rest.popFirst(), let key = sequences[letter] { keys.append(key) }
            } else if let key = letters[byte] {
                keys.append(key)
            }
        }
        return keys
    }

    private static let sequences: [UInt8: Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "I"): .focusIn, UInt8(ascii: "O"): .focusOut,
    ]
    private static let letters: [UInt8: Key] = [
        UInt8(ascii: "k"): .up, UInt8(ascii: "j"): .down, UInt8(ascii: "g"): .first, UInt8(ascii: "G"): .last,
        UInt8(ascii: "K"): .scrollUp, UInt8(ascii: "J"): .scrollDown, UInt8(ascii: "q"): .quit, 4: .quit,
        UInt8(ascii: "\n"): .enter, UInt8(ascii: "\r"): .enter,
    ]
}
