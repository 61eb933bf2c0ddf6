package import HeadroomBus

/// A process that cannot be mistaken for a later one of the same number.
package struct ProcessIdentity: Sendable, Hashable {
    package let pid: UInt32
    /// When it started, in the kernel's ticks since boot.
    package let startTime: UInt64

    package init(pid: UInt32, startTime: UInt64) {
        self.pid = pid
        self.startTime = startTime
    }
}

/// An application in which one plugin at a time moves things (contract, section 4). Only the daemon makes them.
package struct Subject: Sendable, Hashable, Comparable {
    /// As it is on the wire.
    package let text: String

    /// An instance of a Flatpak, with all its processes.
    package static func flatpak(instance: String) -> Subject { Subject(text: "flatpak:\(instance)") }

    package static func process(_ process: ProcessIdentity) -> Subject {
        Subject(text: "pid:\(process.pid).\(process.startTime)")
    }

    /// What is behind a connection of which no more is known.
    package static func connection(_ name: BusName) -> Subject { Subject(text: "bus:\(name.text)") }

    package static func < (one: Subject, other: Subject) -> Bool { one.text < other.text }
}

/// A subject, and the process by which it was found; a claim on it ends with that.
package struct Home: Sendable, Hashable {
    package let subject: Subject
    /// Nil if it is not known; the claim then ends with the connection.
    package let process: ProcessIdentity?

    package init(subject: Subject, process: ProcessIdentity? = nil) {
        self.subject = subject
        self.process = process
    }
}
