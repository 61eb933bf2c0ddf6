package import HeadroomBus
package import HeadroomWire

extension Client {
    /// How long an answer of the daemon is waited for, in µs. (chosen: five times what it may take by the contract)
    package static let patience: UInt64 = 5_000_000

    /// Asks the keyboard to show. `ended` is told when the request was handed over, or why it was not; what comes of
    /// it, notifications tell.
    public func show(_ ended: @escaping (Result<Void, ClientError>) -> Void = { _ in }) {
        request(Names.Keyboard.show, ended)
    }

    /// Asks the keyboard to hide, in the way of ``show(_:)``.
    public func hide(_ ended: @escaping (Result<Void, ClientError>) -> Void = { _ in }) {
        request(Names.Keyboard.hide, ended)
    }

    /// Asks for the daemon's observers.
    public func observers(_ ended: @escaping (Result<[ObserverState], ClientError>) -> Void) {
        call(Names.keyboard, Names.Keyboard.listObservers) { reader throws(BusError) in
            try [ObserverListing](&reader).map(ObserverState.init)
        } ended: {
            ended($0)
        }
    }

    /// Asks who is believed for what of the published keyboard.
    public func beliefs(_ ended: @escaping (Result<[BeliefState], ClientError>) -> Void) {
        call(Names.keyboard, Names.Keyboard.listBeliefs) { reader throws(BusError) in
            try [BeliefListing](&reader).map(BeliefState.init)
        } ended: {
            ended($0)
        }
    }

    /// Asks which input methods there are, how room for their candidates is held, and what was learned of them.
    public func candidates(_ ended: @escaping (Result<[CandidateState], ClientError>) -> Void) {
        call(Names.keyboard, Names.Keyboard.listCandidates) { reader throws(BusError) in
            try [CandidateListing](&reader).map(CandidateState.init)
        } ended: {
            ended($0)
        }
    }

    private func request(_ member: MemberName, _ ended: @escaping (Result<Void, ClientError>) -> Void) {
        call(Names.keyboard, member, Signatures.options) { writer throws(BusError) in
            try writer.dictionary { _ throws(BusError) in }
        } read: { _ throws(BusError) in
        } ended: {
            ended($0)
        }
    }

    /// Calls a member of the daemon's object: `body` writes the call's arguments, `read` reads the reply's, `ended` is
    /// called once, never before this returns. Nothing starts a daemon that is not there.
    package func call<Value>(
        _ interface: InterfaceName, _ member: MemberName, _ signature: Signature = "",
        body: (inout Writer) throws(BusError) -> Void = { _ in },
        read: @escaping (inout Reader) throws(BusError) -> Value,
        ended: @escaping (Result<Value, ClientError>) -> Void
    ) {
        do throws(BusError) {
            let message = try Message.call(Names.bus, Names.path, interface, member, signature, body: body)
            connection.call(message, timeout: Client.patience) { result in
                do throws(BusError) {
                    switch result {
                    case .success(let reply): ended(.success(try reply.read(read)))
                    case .failure(let error): throw error
                    }
                } catch {
                    ended(.failure(ClientError(error)))
                }
            }
        } catch {
            loop.later { ended(.failure(ClientError(error))) }
        }
    }
}

/// One of the daemon's observers and how it stands.
public struct ObserverState: Sendable, Hashable {
    public enum Availability: String, Sendable, Hashable {
        /// It sees its facility.
        case active
        /// What it watches has not come yet; it will be taken up when it does.
        case waiting
        /// Not on this desktop, or disabled; also what a word nobody knows means.
        case unavailable
    }

    public var name: String
    public var availability: Availability
    /// Why it is not active, for people; may be empty.
    public var why: String
    /// What of the published keyboard it is believed for, for people.
    public var believedFor: [String]

    package init(_ listing: ObserverListing) {
        name = listing.name
        availability = Availability(rawValue: listing.availability) ?? .unavailable
        why = listing.why
        believedFor = listing.believedFor
    }
}
