/// Why there is no connection to a compositor, or none any more.
package struct WaylandError: Error, Sendable, Hashable, CustomStringConvertible {
    package struct Code: Sendable, Hashable {
        private enum Backing { case noSocket, refused, closed, protocolError, system }

        private let backing: Backing

        private init(_ backing: Backing) { self.backing = backing }

        /// There is no socket at the address.
        package static let noSocket = Code(.noSocket)
        /// There is a socket, and nobody listens on it.
        package static let refused = Code(.refused)
        /// The compositor closed the connection.
        package static let closed = Code(.closed)
        /// One side broke the protocol; the message says what libwayland says of it.
        package static let protocolError = Code(.protocolError)
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
