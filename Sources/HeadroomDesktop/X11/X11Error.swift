/// Why there is no connection to an X server, or none any more.
package struct X11Error: Error, Sendable, Hashable, CustomStringConvertible {
    package struct Code: Sendable, Hashable {
        private enum Backing { case noSocket, refused, closed, system }

        private let backing: Backing

        private init(_ backing: Backing) { self.backing = backing }

        /// There is no socket at the address.
        package static let noSocket = Code(.noSocket)
        /// Nobody listens there, or it does not let us in.
        package static let refused = Code(.refused)
        /// The server closed the connection, or sent what nobody can read.
        package static let closed = Code(.closed)
        /// A call to the kernel failed.
        package static let system = Code(.system)
    }

    package let code: Code
    /// For people.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
