package import HeadroomBus

/// The arguments of Register, checked.
package struct RegisterRequest: Sendable, Hashable {
    package let name: String
    package let kind: PluginKind
    /// Whether it has moved things in its own subject, permitted by a daemon before.
    package let hasMoved: Bool

    /// - Throws: what the caller is to be answered: InvalidArgument or LimitExceeded, with the argument.
    package init(_ reader: inout Reader) throws(BusError) {
        name = try reader.string("name")
        kind = try PluginKind(named: try reader.string("kind"))
        hasMoved = try reader.hasMoved()
    }
}

/// The arguments of Claim, checked.
package struct ClaimRequest: Sendable, Hashable {
    package let plugin: UInt64
    package let processes: [UInt32]
    /// Whether it has moved things in all of them, permitted by a daemon before.
    package let hasMoved: Bool

    /// - Throws: LimitExceeded for more processes than a connection may claim.
    package init(_ reader: inout Reader) throws(BusError) {
        plugin = try reader.uint64()
        var processes: [UInt32] = []
        try reader.array("u") { process throws(BusError) in
            guard processes.count < Limits.claimsPerConnection else {
                throw .limitExceeded("pids", "more than \(Limits.claimsPerConnection)")
            }
            processes.append(try process.uint32())
        }
        self.processes = processes
        hasMoved = try reader.hasMoved()
    }
}

/// The arguments of Release, checked.
package struct ReleaseRequest: Sendable, Hashable {
    package let plugin: UInt64
    package let subjects: [String]

    /// - Throws: LimitExceeded for more subjects than a connection may claim, and longer ones than there are.
    package init(_ reader: inout Reader) throws(BusError) {
        plugin = try reader.uint64()
        var subjects: [String] = []
        try reader.array("s") { subject throws(BusError) in
            guard subjects.count < Limits.claimsPerConnection else {
                throw .limitExceeded("subjects", "more than \(Limits.claimsPerConnection)")
            }
            subjects.append(try subject.string("subjects"))
        }
        self.subjects = subjects
    }
}

extension Reader {
    /// Reads the options of Register and Claim.
    fileprivate mutating func hasMoved() throws(BusError) -> Bool {
        var hasMoved = false
        try options("options") { name, value throws(BusError) in
            if name == "moved" { hasMoved = try value.bool("moved") }
        }
        return hasMoved
    }
}

extension Writer {
    /// Writes the options of Register and Claim.
    package mutating func options(hasMoved: Bool) throws(BusError) {
        try dictionary { keys throws(BusError) in if hasMoved { try keys.entry("moved", bool: true) } }
    }
}
