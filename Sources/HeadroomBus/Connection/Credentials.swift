/// Who is behind a connection, as the bus saw it when it connected.
package struct Credentials: Sendable, Hashable {
    package let uid: UInt32
    /// Nil if the bus does not know. A number may be used again after the process ended.
    package let pid: UInt32?

    package init(uid: UInt32, pid: UInt32?) {
        self.uid = uid
        self.pid = pid
    }
}

/// The credentials that a connection knows or has asked for, by unique name.
struct CredentialsTable {
    final class Entry {
        var known: Credentials?
        var waiting: [(Result<Credentials, BusError>) -> Void] = []
        /// Says when the peer leaves.
        var watch: NameWatch?
    }

    var entries: [BusName: Entry] = [:]
}

extension Connection {
    /// Asks the bus who is behind a unique name, once as long as the peer stays.
    ///
    /// `known` is called at once if the answer is known already.
    package func credentials(of peer: BusName, _ known: @escaping (Result<Credentials, BusError>) -> Void) {
        if let entry = credentials.entries[peer] {
            guard let credentials = entry.known else { return entry.waiting.append(known) }
            return known(.success(credentials))
        }
        let entry = CredentialsTable.Entry()
        entry.waiting.append(known)
        credentials.entries[peer] = entry
        // The watch is asked for first: if the peer leaves before the question arrives, the answer says so.
        entry.watch = watchName(peer) { [weak self, weak entry] owner in
            guard owner == nil, let self, let entry, credentials.entries[peer] === entry, entry.known != nil
            else { return }
            credentials.entries[peer] = nil
        }
        do throws(BusError) {
            try peer.check()
            let message = try Message.toBus("GetConnectionCredentials", "s") { writer throws(BusError) in
                try writer.string(peer.text)
            }
            call(message) { [weak self] result in
                switch result {
                case .success(let reply): self?.learn(peer, entry, Self.credentials(reply))
                case .failure(let error): self?.learn(peer, entry, .failure(error))
                }
            }
        } catch {
            loop.later { [weak self] in self?.learn(peer, entry, .failure(error)) }
        }
    }

    private func learn(
        _ peer: BusName, _ entry: CredentialsTable.Entry, _ result: Result<Credentials, BusError>
    ) {
        switch result {
        case .success(let known): entry.known = known
        case .failure: if credentials.entries[peer] === entry { credentials.entries[peer] = nil }
        }
        let waiting = entry.waiting
        entry.waiting = []
        for each in waiting { each(result) }
    }

    private static func credentials(_ reply: borrowing Message) -> Result<Credentials, BusError> {
        do throws(BusError) {
            var uid: UInt32?
            var pid: UInt32?
            try reply.read { reader throws(BusError) in
                try reader.dictionary { key, value throws(BusError) in
                    switch key {
                    case "UnixUserID": uid = try value.uint32()
                    case "ProcessID": pid = try value.uint32()
                    default: return
                    }
                }
            }
            guard let uid else { return .failure(BusError(.refused, "the bus does not know the peer's user")) }
            return .success(Credentials(uid: uid, pid: pid))
        } catch {
            return .failure(error)
        }
    }
}
