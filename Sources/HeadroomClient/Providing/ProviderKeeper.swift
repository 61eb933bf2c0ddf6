import HeadroomCore
import HeadroomWire

/// What one provider has said and a new daemon must be told again, as a pure machine (contract, section 1).
///
/// What is on its way counts as said unless the daemon refuses it. Times are µs of CLOCK_MONOTONIC.
struct ProviderKeeper: Sendable {
    /// A call on its way.
    typealias Ticket = UInt64

    /// How a call ended.
    enum Ending: Sendable, Hashable {
        /// The daemon took it.
        case taken
        /// The daemon refused it: as if it had never been said.
        case refused
        /// Nobody answered, so nobody knows.
        case lost
    }

    let name: String
    /// All that was said, as one call; nil while nothing was.
    private(set) var kept: ProviderUpdate?
    private(set) var isDaemonPresent = false
    /// Whether no daemon can hold anything of it.
    var isSilent: Bool { kept == nil && onTheirWay.isEmpty }
    private var onTheirWay: [(ticket: Ticket, update: ProviderUpdate)] = []
    private var lastTicket: Ticket = 0

    init(name: String) {
        self.name = name
    }

    /// The daemon's name has an owner, another one than before, or none any more.
    ///
    /// - Returns: what the owner must be told; nil: nothing.
    mutating func ownerChanged(isPresent: Bool, at now: UInt64) -> ProviderUpdate? {
        isDaemonPresent = isPresent
        // What the old owner did with these nobody knows; the new one has not heard them.
        for call in onTheirWay { keep(call.update) }
        onTheirWay = []
        guard isPresent, var update = kept else { return nil }
        let running = update.cause.transition.flatMap { $0.isRunning(at: now) ? $0 : nil }
        update.cause.transition = running ?? Transition(durationMS: 0)
        return update
    }

    /// Something is to be said at `now`.
    ///
    /// - Returns: under which ticket it is to be sent; nil: there is nobody to send it to, it is kept.
    mutating func publish(_ update: ProviderUpdate, at now: UInt64) -> Ticket? {
        var update = update
        if update.cause.transition?.startTime == nil { update.cause.transition?.startTime = now }
        guard isDaemonPresent else {
            keep(update)
            return nil
        }
        lastTicket += 1
        onTheirWay.append((lastTicket, update))
        return lastTicket
    }

    /// A call ended. One of an owner before the present one is known no more.
    mutating func ended(_ ticket: Ticket, _ ending: Ending) {
        guard let place = onTheirWay.firstIndex(where: { $0.ticket == ticket }) else { return }
        let update = onTheirWay.remove(at: place).update
        switch ending {
        case .taken, .lost: keep(update)
        case .refused: break
        }
    }

    /// The provider ends: nothing is said again.
    mutating func withdraw() {
        kept = nil
        onTheirWay = []
    }

    private mutating func keep(_ update: ProviderUpdate) {
        var all = kept ?? ProviderUpdate(name: name)
        all.state.apply(update)
        all.cause = ChangeCause(transition: update.cause.transition)
        all.leaseMS = update.leaseMS ?? all.leaseMS
        kept = all
    }
}

extension Transition {
    fileprivate func isRunning(at now: UInt64) -> Bool {
        startTime.map { $0.advanced(byMilliseconds: durationMS) > now } ?? false
    }
}
