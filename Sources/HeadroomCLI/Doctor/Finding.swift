/// One line of what `headroom doctor` says.
struct Finding: Sendable, Hashable {
    enum State: String, Sendable, Hashable {
        /// As it should be.
        case ok
        /// Something that the main job needs is not there.
        case missing
        /// Something is not there, or not as it could be, and the main job can do without.
        case note
    }

    /// What was looked at, in a word or two.
    let check: String
    let state: State
    /// What was seen.
    let text: String
    /// What to do about it; empty: nothing.
    let hint: String

    init(_ check: String, _ state: State, _ text: String, hint: String = "") {
        self.check = check
        self.state = state
        self.text = text
        self.hint = hint
    }

    /// For people; the hint on a line of its own.
    var line: String {
        let line = "\(state.rawValue.padded(to: 9))\(check.clean.padded(to: 22))\(text.clean)"
        return hint.isEmpty ? line : "\(line)\n\("".padded(to: 31))> \(hint.clean)"
    }

    var json: JSON {
        .object([
            "check": .string(check), "state": .string(state.rawValue), "text": .string(text), "hint": .string(hint),
        ])
    }
}
