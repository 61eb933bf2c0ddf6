import HeadroomBus

/// Where IBus's bus listens: a socket of this machine.
struct IBusAddress: Sendable, Hashable {
    /// The path of the socket, or a name that no file has.
    let name: String
    let isAbstract: Bool

    /// The longest that the kernel takes, in bytes: it puts a 0 behind a path, and one before a name that no file has.
    static let longestName = 107

    /// The first socket that an address, or a list of them with `;` between, names (D-Bus specification, "Server
    /// Addresses"); nil if it names none.
    init?(_ text: String) {
        guard let first = IBusAddress.all(text).first else { return nil }
        self = first
    }

    private init?(transport: Substring) {
        guard transport.hasPrefix("unix:") else { return nil }
        for pair in transport.dropFirst("unix:".count).split(separator: ",") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0] == "path" || parts[0] == "abstract" else { continue }
            guard let name = IBusAddress.unescaped(parts[1]), (1...IBusAddress.longestName).contains(name.utf8.count),
                !name.utf8.contains(0)
            else { return nil }
            self.name = name
            isAbstract = parts[0] == "abstract"
            return
        }
        return nil
    }

    /// All sockets that an address names.
    static func all(_ text: String) -> [IBusAddress] {
        text.split(separator: ";").compactMap { IBusAddress(transport: $0) }
    }

    /// For libdbus.
    var bus: BusAddress { .at("unix:\(isAbstract ? "abstract" : "path")=\(BusAddress.escaped(name))") }

    /// `%` and two digits stand for a byte; nil if something else follows it, or it is no text.
    private static func unescaped(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
