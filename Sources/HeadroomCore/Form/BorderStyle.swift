/// The border of a field.
public enum BorderStyle: String, Sendable, Hashable, CaseIterable {
    case none
    /// A thin rectangle.
    case line
    /// A sunken rectangle.
    case bezel
    case rounded

    /// Whether the app's own background image is drawn. A rounded border is drawn by the platform with a background of
    /// its own, and the image is ignored (UIKit).
    public var allowsBackground: Bool {
        switch self {
        case .none, .line, .bezel: true
        case .rounded: false
        }
    }
}
