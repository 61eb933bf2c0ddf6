import HeadroomDesktop

/// Properties as facts (pure).
enum X11Decoder {
    /// What a window says of itself; properties that it has not are absent.
    static func traits(_ properties: [X11Atom: X11Property], atom: (UInt32) -> X11Atom?) -> WindowTraits {
        var traits = WindowTraits()
        if let names = properties[.wmClass]?.texts {
            traits.instance = names.first.map(shortened) ?? ""
            traits.className = names.count > 1 ? shortened(names[1]) : ""
        }
        traits.title = properties[.wmName]?.texts.first.map(shortened) ?? ""
        traits.types = (properties[.windowType]?.words ?? []).prefix(mostTypes).compactMap(atom)
        // The newer one counts where both are (EWMH).
        traits.strut =
            properties[.strutPartial].flatMap { Strut($0.words) } ?? properties[.strut].flatMap { Strut($0.words) }
        return traits
    }

    /// How many types of one window are looked at, and how many bytes of a name.
    private static let mostTypes = 16
    private static let longest = 256

    private static func shortened(_ text: String) -> String {
        String(decoding: text.utf8.prefix(longest), as: UTF8.self)
    }
}
