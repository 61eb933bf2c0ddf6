/// When a field is cleared by itself: as editing begins, or, with a secure field, at the first edit after its user came
/// back to it. A password cannot be corrected unseen, so what is typed begins it anew (iOS).
public struct FieldClearing: Sendable, Hashable {
    /// Whether the text goes as soon as editing begins.
    public var clearsOnBeginEditing: Bool
    /// Whether the text cannot be read. While it is shown for once, it is not secure.
    public var isSecure: Bool {
        didSet { if !isSecure, state == .armed { state = .editing } }
    }
    public private(set) var state = State.resting

    public init(clearsOnBeginEditing: Bool = false, isSecure: Bool = false) {
        self.clearsOnBeginEditing = clearsOnBeginEditing
        self.isSecure = isSecure
    }

    public enum State: Sendable, Hashable {
        /// The field does not have the focus.
        case resting
        /// It is written in, and nothing more is cleared.
        case editing
        /// It is secure, has the focus and its old text: the next edit clears that.
        case armed
    }

    public enum Action: Sendable, Hashable {
        case keep
        /// The text has to be removed before anything else is done. A deletion then finds nothing more to delete.
        case clear
    }

    /// The field got the focus.
    public mutating func beginEditing(hasText: Bool) -> Action {
        state = .editing
        guard hasText else { return .keep }
        if clearsOnBeginEditing { return .clear }
        if isSecure { state = .armed }
        return .keep
    }

    /// The user is about to insert, paste or delete. Moving the caret is no edit; what the app itself writes neither.
    public mutating func edit() -> Action {
        switch state {
        case .resting, .editing: return .keep
        case .armed:
            state = .editing
            return .clear
        }
    }

    /// The field lost the focus.
    public mutating func endEditing() { state = .resting }
}
