package import HeadroomBus
package import HeadroomCore

extension Notification.Kind {
    /// The signal that carries it.
    package var member: MemberName { MemberName(stringLiteral: rawValue) }

    /// The kind that the signal of this name carries; nil if it is none of the six.
    package init?(member: Text) { self.init(rawValue: String(member)) }
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
}
