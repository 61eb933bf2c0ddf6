/// When a field shows the button that clears it. Never without text: there is nothing to clear (UIKit).
public enum ClearButtonMode: String, Sendable, Hashable, CaseIterable {
    case never
    case whileEditing = "while-editing"
    case unlessEditing = "unless-editing"
    case always

    public func isVisible(isEditing: Bool, hasText: Bool) -> Bool {
        switch self {
        case .never: false
        case .whileEditing: hasText && isEditing
        case .unlessEditing: hasText && !isEditing
        case .always: hasText
        }
    }
}
