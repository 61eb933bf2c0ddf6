/// Who says something: an observer, a provider, or the daemon that this one replaced.
public struct Source: Sendable, Hashable {
    public enum Kind: UInt8, Sendable, Hashable, Comparable {
        /// A program that pushes its keyboard's geometry.
        case provider
        /// The daemon's own look at one facility.
        case observer
        /// What the daemon before this one had said last.
        case inherited

        public static func < (one: Kind, other: Kind) -> Bool { one.rawValue < other.rawValue }
    }

    public var kind: Kind
    /// The observer's or the provider's name.
    public var name: String
    /// Tells providers of one name apart: a number the daemon gives each connection; 0 for observers.
    public var connection: UInt64

    public init(kind: Kind, name: String, connection: UInt64 = 0) {
        self.kind = kind
        self.name = name
        self.connection = connection
    }

    /// The origin that is published for what the daemon before this one had said last.
    public static let inheritedName = "inherited"

    public static func observer(_ name: String) -> Source { Source(kind: .observer, name: name) }
}
