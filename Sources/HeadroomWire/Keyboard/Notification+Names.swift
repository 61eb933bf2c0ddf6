package import HeadroomBus
package import HeadroomCore

extension Notification.Kind {
    /// The signal that carries it.
    package var member: MemberName {
        switch self {
        case .willShow: Notification.Kind.willShowName
        case .didShow: Notification.Kind.didShowName
        case .willChangeFrame: Notification.Kind.willChangeFrameName
        case .didChangeFrame: Notification.Kind.didChangeFrameName
        case .willHide: Notification.Kind.willHideName
        case .didHide: Notification.Kind.didHideName
        }
    }

    private static let willShowName: MemberName = "WillShow"
    private static let didShowName: MemberName = "DidShow"
    private static let willChangeFrameName: MemberName = "WillChangeFrame"
    private static let didChangeFrameName: MemberName = "DidChangeFrame"
    private static let willHideName: MemberName = "WillHide"
    private static let didHideName: MemberName = "DidHide"

    /// The kind that the signal of this name carries; nil if it is none of the six.
    package init?(member: Text) {
        switch member {
        case "WillShow": self = .willShow
        case "DidShow": self = .didShow
        case "WillChangeFrame": self = .willChangeFrame
        case "DidChangeFrame": self = .didChangeFrame
        case "WillHide": self = .willHide
        case "DidHide": self = .didHide
        default: return nil
        }
    }
}

extension Phase {
    /// The kind of notification after which this phase holds; of two, the plainer one.
    package var kind: Notification.Kind {
        switch self {
        case .hidden: .didHide
        case .showing: .willShow
        case .shown: .didShow
        case .changing: .willChangeFrame
        case .hiding: .willHide
        }
    }

    /// The phase of this name; nil if there is none.
    init?(_ name: Text) {
        switch name {
        case "hidden": self = .hidden
        case "showing": self = .showing
        case "shown": self = .shown
        case "changing": self = .changing
        case "hiding": self = .hiding
        default: return nil
        }
    }
}
