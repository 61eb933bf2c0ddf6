/// What a window that is followed may be.
enum WindowRole: Sendable, Hashable {
    case keyboard(KeyboardClass)
    case candidates(CandidateClass)
    /// Something that wants an edge to be kept free.
    case panel

    /// What a window with these traits may be, `more` being classes that the user calls keyboards; nil: nothing that counts.
    static func of(_ traits: WindowTraits, more: [String]) -> WindowRole? {
        if let kind = KeyboardClass.of(traits, more: more) { return .keyboard(kind) }
        if let kind = CandidateClass.of(traits) { return .candidates(kind) }
        return traits.isPanel ? .panel : nil
    }

    var isPopup: Bool {
        switch self {
        case .candidates: true
        case .keyboard, .panel: false
        }
    }

    /// Whether the other one is of the same kind: many of one kind take no other kind's place.
    func isLike(_ other: WindowRole) -> Bool {
        switch (self, other) {
        case (.keyboard, .keyboard), (.candidates, .candidates), (.panel, .panel): true
        case (.keyboard, _), (.candidates, _), (.panel, _): false
        }
    }
}
