internal import Glibc

/// Where a bus listens.
package enum BusAddress: Sendable, Hashable {
    /// `$DBUS_SESSION_BUS_ADDRESS`, else the socket `bus` in `$XDG_RUNTIME_DIR`.
    case session
    /// `$DBUS_SYSTEM_BUS_ADDRESS`, else `/run/dbus/system_bus_socket`.
    case system
    /// An address as in the D-Bus specification, for example `unix:path=/run/user/1000/bus`.
    case at(String)

    /// The address that libdbus is given.
    ///
    /// - Throws: ``BusError/Code/busGone`` if the environment names no bus; ``BusError/Code/invalidValue`` for an
    ///   address that would start programs while the loop waits.
    package func resolved() throws(BusError) -> String {
        let address: String
        switch self {
        case .session:
            if let named = environment("DBUS_SESSION_BUS_ADDRESS") {
                address = named
            } else if let folder = environment("XDG_RUNTIME_DIR") {
                address = "unix:path=\(Self.escaped(folder))/bus"
            } else {
                throw BusError(.busGone, "neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set")
            }
        case .system:
            address = environment("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket"
        case .at(let given):
            address = given
        }
        guard !address.utf8.contains(0) else { throw BusError(.invalidValue, "an address cannot hold NUL") }
        for part in address.split(separator: ";") where part.hasPrefix("autolaunch:") || part.hasPrefix("unixexec:") {
            throw BusError(.invalidValue, "addresses that start programs are refused: \(part)")
        }
        return address
    }

    /// The value with the bytes escaped that an address does not take as they are.
    package static func escaped(_ value: String) -> String {
        let digits = Array("0123456789abcdef")
        var escaped = ""
        for byte in value.utf8 {
            let lower = byte | 0x20
            let isPlain =
                (lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z"))
                || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
                || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "*")]
                    .contains(byte)
            if isPlain {
                escaped.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                escaped += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
        return escaped
    }
}

/// The value of a variable of the environment; nil if it is unset or empty.
private func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
}
