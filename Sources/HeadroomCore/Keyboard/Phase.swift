/// Where the keyboard is in its life (contract, section 2). Closed: no word will be added.
public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// It covers nothing, and nothing is on its way.
    case hidden
    /// A WillShow was sent, its DidShow not yet.
    case showing
    /// It stands where the last notification said.
    case shown
    /// A WillChangeFrame was sent, its DidChangeFrame not yet.
    case changing
    /// A WillHide was sent, its DidHide not yet.
    case hiding

    /// Whether the keyboard is, or is on its way to being, in sight: what the property `Visible` says.
    public var isVisible: Bool {
        switch self {
        case .showing, .shown, .changing: true
        case .hidden, .hiding: false
        }
    }

    /// Whether a Will waits for its Did.
    public var isInMotion: Bool {
        switch self {
        case .showing, .changing, .hiding: true
        case .hidden, .shown: false
        }
    }
}
