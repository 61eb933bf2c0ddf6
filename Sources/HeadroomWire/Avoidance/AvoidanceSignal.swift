package import HeadroomBus

/// What the daemon tells a plugin, or somebody who watches: a signal to that one alone (contract, section 4).
package enum AvoidanceSignal: Sendable, Hashable {
    /// The plugin may move nothing more in the subject, and has this long to put things back.
    case revoked(plugin: UInt64, subject: String, graceMS: UInt32)
    /// The plugin that waited may move things in the subject.
    case granted(plugin: UInt64, subject: String)
    /// A plugin reported.
    case reported(Report)
    /// Subjects with the plugins that hold them from now on, and those that nobody holds any more.
    case claimsChanged(added: [Holder], removed: [String])

    package struct Holder: Sendable, Hashable {
        package var subject: String
        package var plugin: UInt64

        package init(subject: String, plugin: UInt64) {
            self.subject = subject
            self.plugin = plugin
        }
    }

    package var member: MemberName {
        switch self {
        case .revoked: Names.Avoidance.claimRevoked
        case .granted: Names.Avoidance.claimGranted
        case .reported: Names.Avoidance.reported
        case .claimsChanged: Names.Avoidance.claimsChanged
        }
    }

    private var signature: Signature {
        switch self {
        case .revoked: Signatures.claimRevoked
        case .granted: Signatures.claimGranted
        case .reported: Signatures.report
        case .claimsChanged: Signatures.claimsChanged
        }
    }

    /// The signal, for one connection.
    package func message(to addressee: BusName) throws(BusError) -> Message {
        try Message.signal(Names.path, Names.avoidance, member, signature, to: addressee) { body throws(BusError) in
            try write(to: &body)
        }
    }

    private func write(to body: inout Writer) throws(BusError) {
        switch self {
        case .revoked(let plugin, let subject, let graceMS):
            try body.uint64(plugin)
            try body.string(subject)
            try body.uint32(graceMS)
        case .granted(let plugin, let subject):
            try body.uint64(plugin)
            try body.string(subject)
        case .reported(let report):
            try report.write(to: &body)
        case .claimsChanged(let added, let removed):
            try body.array("(st)") { list throws(BusError) in
                for holder in added {
                    try list.structure { members throws(BusError) in
                        try members.string(holder.subject)
                        try members.uint64(holder.plugin)
                    }
                }
            }
            try body.strings(removed)
        }
    }

    /// Reads a signal's arguments.
    ///
    /// - Returns: nil if `member` is no signal that is known.
    /// - Throws: when an argument is missing, of the wrong type, or cannot be used.
    package static func read(_ member: Text, _ reader: inout Reader) throws(BusError) -> AvoidanceSignal? {
        switch member {
        case "ClaimRevoked":
            return .revoked(plugin: try reader.uint64(), subject: try reader.string(), graceMS: try reader.uint32())
        case "ClaimGranted":
            return .granted(plugin: try reader.uint64(), subject: try reader.string())
        case "Reported":
            return .reported(try Report(&reader))
        case "ClaimsChanged":
            var added: [Holder] = []
            try reader.array("(st)") { list throws(BusError) in
                added.append(
                    try list.structure { members throws(BusError) in
                        Holder(subject: try members.string(), plugin: try members.uint64())
                    })
            }
            return .claimsChanged(added: added, removed: try reader.strings())
        default:
            return nil
        }
    }
}
