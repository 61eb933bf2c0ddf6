import Glibc
package import HeadroomBus

/// Many programs that listen, each with a connection of its own.
package final class Crowd {
    private let connections: [Connection]
    private let loop: EventLoop
    private var subscriptions: [Subscription] = []

    /// Connects them one by one; `hears` is called with the number of the listener and each message of one of the `rules`.
    package init(
        _ count: Int, on bus: PrivateBus, _ loop: EventLoop, rules: [MatchRule],
        hears: @escaping (_ listener: Int, borrowing Message) -> Void
    ) throws {
        self.loop = loop
        connections = try (0..<count).map { _ in try bus.connect(loop) }
        for (number, connection) in connections.enumerated() {
            subscriptions += rules.map { rule in connection.subscribe(rule) { message in hears(number, message) } }
        }
        try settle()
    }

    /// Waits until each has heard what the bus had for it before.
    package func settle() throws {
        for connection in connections { try connection.settle() }
    }

    /// Has everyone ask how things stand, as programs do that begin to listen.
    package func askState() throws {
        var answers = 0
        var failure: BusError?
        for connection in connections {
            let call = try Message.call(
                "org.headroom.Headroom1", "/org/headroom/Headroom1", "org.headroom.Headroom1.Keyboard", "GetState")
            connection.call(call) { result in
                answers += 1
                failure = result.error ?? failure
            }
        }
        try loop.wait("\(connections.count) answers to GetState", seconds: 60) { answers == connections.count }
        if let failure { throw failure }
    }

    /// All leave the bus.
    package func leave() {
        for connection in connections { connection.close() }
    }
}

/// How many files a process may have open: a crowd needs more than the 1,024 that it has by default.
package enum FileLimit {
    /// Lets this process, and those that it starts from now on, have as many as it may allow itself.
    ///
    /// - Throws: if that is fewer than `needed`.
    package static func raise(to needed: UInt) throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        guard limit.rlim_max >= needed else {
            throw TestFailure("needs \(needed) open files, and is allowed \(limit.rlim_max): ulimit -Hn")
        }
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 65_536))
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
