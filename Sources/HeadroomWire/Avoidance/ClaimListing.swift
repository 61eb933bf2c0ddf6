package import HeadroomBus

/// One line of what ListClaims answers (contract, section 4).
package struct ClaimListing: Sendable, Hashable {
    package var subject: String
    /// The plugin that holds it; 0: nobody yet.
    package var holder: UInt64
    /// Whether the holder was told to put things back.
    package var isRevoked: Bool
    /// The plugins that wait for it, the next one first.
    package var waiting: [UInt64]

    package init(subject: String, holder: UInt64, isRevoked: Bool = false, waiting: [UInt64] = []) {
        self.subject = subject
        self.holder = holder
        self.isRevoked = isRevoked
        self.waiting = waiting
    }
}

extension [ClaimListing] {
    package func write(to writer: inout Writer) throws(BusError) {
        try writer.array("(sta{sv})") { list throws(BusError) in
            for claim in self {
                try list.structure { members throws(BusError) in
                    try members.string(claim.subject)
                    try members.uint64(claim.holder)
                    try members.dictionary { keys throws(BusError) in
                        if claim.isRevoked { try keys.entry("revoked", bool: true) }
                        guard !claim.waiting.isEmpty else { return }
                        try keys.entry("waiting", "at") { value throws(BusError) in
                            try value.array("t") { numbers throws(BusError) in
                                for plugin in claim.waiting { try numbers.uint64(plugin) }
                            }
                        }
                    }
                }
            }
        }
    }

    package init(_ reader: inout Reader) throws(BusError) {
        var claims: [ClaimListing] = []
        try reader.array("(sta{sv})") { list throws(BusError) in
            claims.append(
                try list.structure { members throws(BusError) in
                    var claim = ClaimListing(subject: try members.string(), holder: try members.uint64())
                    try members.dictionary { name, value throws(BusError) in
                        switch name {
                        case "revoked": claim.isRevoked = (try? value.bool()) ?? false
                        case "waiting":
                            var waiting: [UInt64] = []
                            try? value.array("t") { number throws(BusError) in waiting.append(try number.uint64()) }
                            claim.waiting = waiting
                        default: break
                        }
                    }
                    return claim
                })
        }
        self = claims
    }
}
