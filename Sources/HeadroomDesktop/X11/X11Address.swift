internal import Glibc

/// Where the X server of an environment listens.
package struct X11Address: Sendable, Hashable {
    /// As `DISPLAY` has it, for example `:0`.
    package let display: String
    /// The server's number on its machine.
    package let number: Int
    /// Whether it is reached through a socket of this machine; one that is not cannot be watched for.
    package let isLocal: Bool

    /// The address that `DISPLAY` gives; nil if it gives none.
    package init?(environment variable: (String) -> String?) {
        guard let display = variable("DISPLAY") else { return nil }
        self.init(display)
    }

    /// Reads `[HOST]:NUMBER[.SCREEN]`; nil for anything else.
    package init?(_ display: String) {
        guard display.utf8.count <= 256, let colon = display.lastIndex(of: ":") else { return nil }
        let parts = display[display.index(after: colon)...].split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }),
            let number = Int(parts[0]), number < 65_536
        else { return nil }
        let host = display[..<colon]
        self.display = display
        self.number = number
        isLocal = host.isEmpty || host == "unix"
    }

    /// Where the server's socket appears, and the folder for it, the same everywhere; nowhere for another machine's.
    var places: [Reconnection.Place] {
        guard isLocal else { return [] }
        return [
            Reconnection.Place(folder: "/tmp/.X11-unix", name: "X\(number)"),
            Reconnection.Place(folder: "/tmp", name: ".X11-unix"),
        ]
    }

    /// Whether there is a socket; for a server of another machine nobody knows.
    var hasSocket: Bool {
        guard let place = places.first else { return true }
        return access("\(place.folder)/\(place.name)", F_OK) == 0
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
