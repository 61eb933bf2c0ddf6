import HeadroomCore
import HeadroomWire

/// Who may move things in one subject, and who waits for that (contract, section 4). There is always a holder.
struct Contest: Sendable, Hashable {
    struct Claim: Sendable, Hashable {
        var plugin: UInt64
        let kind: PluginKind
        /// The processes by which the subject was found; empty: it ends with the connection only.
        var processes: Set<ProcessIdentity>
        /// Whether, by its last report, things stand elsewhere than without it. Also of one that waits: it did not put
        /// them back in its time.
        var hasMoved = false
    }

    /// How the holder stands.
    enum Hold: Sendable, Hashable {
        /// While the holder may move things.
        case held
        /// From the moment it was told to put things back until it has, is gone, or `until`, in µs of CLOCK_MONOTONIC.
        case revoked(until: UInt64)
    }

    /// What became of a plugin's claim.
    enum Change: Sendable, Hashable {
        case revoked(UInt64, graceMS: UInt32)
        case granted(UInt64)
    }

    /// All claims, the holder's too, in the order in which they came.
    var claims: [Claim]
    var holder: UInt64
    var hold = Hold.held

    init(first claim: Claim) {
        claims = [claim]
        holder = claim.plugin
    }

    /// Whether `plugin` may move things.
    func isActive(_ plugin: UInt64) -> Bool {
        switch hold {
        case .held: holder == plugin
        case .revoked: false
        }
    }

    /// The plugins that wait, the next one first. One that is revoked does not count as waiting yet.
    var waiting: [UInt64] { ranking.map(\.plugin).filter { $0 != holder } }

    var deadline: UInt64? {
        switch hold {
        case .held: nil
        case .revoked(let until): until
        }
    }

    /// By rank, and by their coming where that is equal.
    private var ranking: [Claim] {
        PluginKind.allCases.reversed().flatMap { kind in claims.filter { $0.kind == kind } }
    }

    /// Whether `plugin` may not move things any more, and has some to put back.
    func owes(_ plugin: UInt64) -> Bool {
        !isActive(plugin) && claims.contains { $0.plugin == plugin && $0.hasMoved }
    }

    // MARK: Events

    /// A plugin that has no claim here comes.
    mutating func add(_ claim: Claim, at now: UInt64) -> [Change] {
        claims.append(claim)
        guard case .held = hold, let held = claims.first(where: { $0.plugin == holder }), claim.kind > held.kind else {
            return []
        }
        guard held.hasMoved else { return [.revoked(holder, graceMS: 0)] + passOn() }
        hold = .revoked(until: now.advanced(byMilliseconds: Limits.graceMS))
        return [.revoked(holder, graceMS: Limits.graceMS)]
    }

    /// Another process of the subject is known.
    mutating func add(_ process: ProcessIdentity, to plugin: UInt64) {
        guard let place = claims.firstIndex(where: { $0.plugin == plugin }) else { return }
        claims[place].processes.insert(process)
    }

    mutating func remove(_ process: ProcessIdentity, from plugin: UInt64) {
        guard let place = claims.firstIndex(where: { $0.plugin == plugin }) else { return }
        claims[place].processes.remove(process)
    }

    /// A plugin's claim ends; it must not be the only one.
    mutating func remove(_ plugin: UInt64) -> [Change] {
        claims.removeAll { $0.plugin == plugin }
        return holder == plugin ? passOn() : []
    }

    /// A plugin that is active, or owes something and has put it back, reported.
    mutating func report(_ plugin: UInt64, hasMoved: Bool) -> [Change] {
        guard let place = claims.firstIndex(where: { $0.plugin == plugin }) else { return [] }
        claims[place].hasMoved = hasMoved
        switch hold {
        case .held: return []
        case .revoked: return plugin == holder ? passOn() : []
        }
    }

    /// Does what is due at `now`.
    mutating func advance(to now: UInt64) -> [Change] {
        guard let deadline, deadline <= now else { return [] }
        return passOn()
    }

    /// The first of those that are here holds from now on, maybe the one that was revoked.
    private mutating func passOn() -> [Change] {
        guard let first = ranking.first else { return [] }
        holder = first.plugin
        hold = .held
        return [.granted(holder)]
    }
}

extension Contest {
    /// What is wrong with the state; nil: nothing. Every test calls it after every event.
    func brokenInvariant() -> String? {
        guard let held = claims.first(where: { $0.plugin == holder }) else { return "held by one that has no claim" }
        if Set(claims.map(\.plugin)).count != claims.count { return "a plugin claims twice" }
        let isOutranked = claims.contains { $0.kind > held.kind }
        switch hold {
        case .held: return isOutranked ? "held while one of a higher rank waits" : nil
        case .revoked: return nil
        }
    }
}
