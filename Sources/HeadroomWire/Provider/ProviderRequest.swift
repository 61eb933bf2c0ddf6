package import HeadroomBus
package import HeadroomCore

/// What the daemon asks of a provider, a unicast signal (contract, section 3).
package enum ProviderRequest: Sendable, Hashable {
    case show(name: String)
    case hide(name: String)
    /// `keepFree` is relative to `output`; an empty output is the one on which the keyboard is.
    case move(name: String, keepFree: Rect, output: String)

    /// The signal, for the provider's connection.
    package func message(to provider: BusName) throws(BusError) -> Message {
        switch self {
        case .show(let name): try ProviderRequest.plain(Names.Provider.showRequested, name, provider)
        case .hide(let name): try ProviderRequest.plain(Names.Provider.hideRequested, name, provider)
        case .move(let name, let keepFree, let output):
            try Message.signal(
                Names.path, Names.provider, Names.Provider.moveRequested, Signatures.moveRequest, to: provider
            ) { body throws(BusError) in
                try body.string(name)
                try body.rect(keepFree)
                try body.dictionary { keys throws(BusError) in
                    if !output.isEmpty { try keys.entry("output", string: output) }
                }
            }
        }
    }

    private static func plain(_ member: MemberName, _ name: String, _ provider: BusName) throws(BusError) -> Message {
        try Message.signal(Names.path, Names.provider, member, Signatures.request, to: provider) {
            body throws(BusError) in
            try body.string(name)
            try body.dictionary { _ throws(BusError) in }
        }
    }

    /// Reads a signal's arguments.
    ///
    /// - Returns: nil if `member` is no request that is known.
    /// - Throws: when an argument is missing, of the wrong type, or no rectangle.
    package static func read(_ member: Text, _ reader: inout Reader) throws(BusError) -> ProviderRequest? {
        switch member {
        case "ShowRequested": return .show(name: try reader.string())
        case "HideRequested": return .hide(name: try reader.string())
        case "MoveRequested":
            let name = try reader.string()
            let keepFree = try reader.frame("keep_free")
            var output = ""
            try reader.dictionary { key, value throws(BusError) in
                if key == "output", let name = try? value.string() { output = name }
            }
            return .move(name: name, keepFree: keepFree, output: output)
        default: return nil
        }
    }
}
