/// What went wrong on the bus: a code to decide by, the D-Bus error name that fits, and a sentence.
package struct BusError: Error, Sendable, Hashable {
    /// What kind of failure this is.
    package let code: Code
    /// The D-Bus error name: the peer's own for ``Code/remote`` and ``Code/peerGone``, else the standard one that fits.
    package let name: String
    /// What happened, in words.
    package let message: String
    /// Where in a message's body the failure lies: the index of the argument, then of the element in it, and so on;
    /// empty if it does not lie in a body.
    package let position: [Int]

    package init(_ code: Code, _ message: String) {
        self.init(code, name: code.standardName, message)
    }

    /// An error that a handler answers a call with, under a name of its own.
    package init(name: ErrorName, _ message: String) {
        self.init(.remote, name: name.text, message)
    }

    init(_ code: Code, name: String, _ message: String, position: [Int] = []) {
        self.code = code
        self.name = name
        self.message = message
        self.position = position
    }

    /// The same error, seen from the container in which the failing value's container has this index.
    func inside(_ index: Int) -> BusError {
        BusError(code, name: name, message, position: [index] + position)
    }

    /// A value of another type than the one asked for.
    static func mismatch(expected: String, found: String, at index: Int) -> BusError {
        BusError(
            .mismatch, name: Code.mismatch.standardName, "expected \(expected), found \(found)", position: [index])
    }
}

extension BusError: CustomStringConvertible {
    package var description: String {
        position.isEmpty ? "\(name): \(message)" : "\(name): \(message) (at \(position))"
    }
}

extension BusError {
    /// The kinds of failure. More may come; a `switch` over them has a `default`.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Kind: String {
            case mismatch, invalidName, invalidValue, tooLarge, tooDeep, remote, timeout, peerGone, busGone, refused
            case duplicate, system, noMemory
        }

        private let kind: Kind

        /// A value is not of the type asked for, is missing, or is left over.
        package static let mismatch = Code(kind: .mismatch)
        /// A bus name, path, interface, member, error name or signature breaks the D-Bus specification.
        package static let invalidName = Code(kind: .invalidName)
        /// A value of the right type that must not be, for example a string with NUL in it.
        package static let invalidValue = Code(kind: .invalidValue)
        /// A message or array would be longer than D-Bus allows.
        package static let tooLarge = Code(kind: .tooLarge)
        /// Containers would be nested deeper than D-Bus allows.
        package static let tooDeep = Code(kind: .tooDeep)
        /// The peer, or the bus, answered with an error; ``BusError/name`` is its name.
        package static let remote = Code(kind: .remote)
        /// No answer came in time.
        package static let timeout = Code(kind: .timeout)
        /// Nobody has the name, or its owner left before it answered.
        package static let peerGone = Code(kind: .peerGone)
        /// The connection to the bus is closed or was lost.
        package static let busGone = Code(kind: .busGone)
        /// Not possible in this state, for example sending as a monitor.
        package static let refused = Code(kind: .refused)
        /// There is one already, for example an object at this path.
        package static let duplicate = Code(kind: .duplicate)
        /// A call to the kernel or to a C library failed.
        package static let system = Code(kind: .system)
        /// libdbus could not allocate memory.
        package static let noMemory = Code(kind: .noMemory)

        package var description: String { kind.rawValue }

        /// The standard error name that fits best when this is told to a peer.
        var standardName: String {
            switch kind {
            case .mismatch, .invalidName, .invalidValue: "org.freedesktop.DBus.Error.InvalidArgs"
            case .tooLarge, .tooDeep: "org.freedesktop.DBus.Error.LimitsExceeded"
            case .timeout: "org.freedesktop.DBus.Error.Timeout"
            case .peerGone: "org.freedesktop.DBus.Error.NoReply"
            case .busGone: "org.freedesktop.DBus.Error.Disconnected"
            case .noMemory: "org.freedesktop.DBus.Error.NoMemory"
            case .remote, .refused, .duplicate, .system: "org.freedesktop.DBus.Error.Failed"
            }
        }
    }
}
