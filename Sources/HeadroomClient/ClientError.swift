package import HeadroomBus
import HeadroomWire

/// Why something that was asked of Headroom did not happen.
public struct ClientError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it is, to decide by.
    public let code: Code
    /// The D-Bus error's name, for logs.
    public let name: String
    /// What happened, in words.
    public let message: String

    public var description: String { message }

    /// The kinds of failure. More may come; a `switch` over them has a `default`.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Kind: String {
            case noBus, noDaemon, notSupported, notClaimed, refused, timeout, system
        }

        private let kind: Kind

        /// There is no session bus, or the connection to it is lost.
        public static let noBus = Code(kind: .noBus)
        /// Nobody owns Headroom's name, or a sandbox hides who does.
        public static let noDaemon = Code(kind: .noDaemon)
        /// Nobody on this desktop can do it.
        public static let notSupported = Code(kind: .notSupported)
        /// The plugin may not move things there now.
        public static let notClaimed = Code(kind: .notClaimed)
        /// The daemon refused the call: a value it cannot use, a limit, a caller that may not.
        public static let refused = Code(kind: .refused)
        /// The daemon did not answer in time.
        public static let timeout = Code(kind: .timeout)
        /// The system gave no descriptor, thread or memory, or an answer made no sense.
        public static let system = Code(kind: .system)

        public var description: String { kind.rawValue }
    }

    package init(_ error: BusError) {
        self.init(Self.code(of: error), name: error.name, error.message)
    }

    init(_ code: Code, name: String = "", _ message: String) {
        self.code = code
        self.name = name
        self.message = message
    }

    static let noDaemon = ClientError(.noDaemon, "nobody owns \(Names.bus.text)")

    static let notClaimed = ClientError(.notClaimed, "the plugin may not move things there now")

    private static func code(of error: BusError) -> Code {
        switch error.code {
        case .busGone: .noBus
        case .peerGone: .noDaemon
        case .timeout: .timeout
        case .remote where error.name == Names.Errors.notSupported.text: .notSupported
        case .remote where error.name == Names.Errors.notClaimed.text: .notClaimed
        case .remote where error.name == "org.freedesktop.DBus.Error.ServiceUnknown": .noDaemon
        case .remote: .refused
        default: .system
        }
    }
}
