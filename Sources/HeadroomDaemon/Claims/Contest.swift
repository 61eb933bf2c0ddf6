import HeadroomCore
import HeadroomWire

/// Who may move things in one subject, and who waits for that (contract, section 4).
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

    /// How the subject stands.
    enum Hold: Sendable, Hashable {
        /// From the first claim until `until`: after its start the daemon waits for those that moved things here by the
        /// word of the one before.
        case open(until: UInt64)
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
    /// Nil: nobody yet.
    var holder: UInt64?
    var hold: Hold

    /// One that says that it has moved things is believed; of the others none holds it before `opening`.
    init(first claim: Claim, opening: UInt64, at now: UInt64) {
        claims = [claim]
        let isHeld = claim.hasMoved || opening <= now
        holder = isHeld ? claim.plugin : nil
        hold = isHeld ? .held : .open(until: opening)
    }

    /// Whether `plugin` may move things.
    func isActive(_ plugin: UInt64) -> Bool {
        switch hold {
        case .held: holder == plugin
        case .open, .revoked: false
        }
    }

    /// The plugins that wait, the next one first. One that is revoked does not count as waiting yet.
    var waiting: [UInt64] { ranking.map(\.plugin).filter { $0 != holder } }

    var deadline: UInt64? {
        switch hold {
        case .held: nil
        case .open(let until), .revoked(let until): until
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
        switch hold {
        case .revoked:
            return []
        case .open:
            guard claim.hasMoved else { return [] }
            holder = claim.plugin
            hold = .held
            return [.granted(claim.plugin)] + yield(at: now)
        case .held:
            return yield(at: now)
        }
    }

    /// The holder makes way for one of a higher rank, if there is any: at once if it has moved nothing.
    private mutating func yield(at now: UInt64) -> [Change] {
        guard let held = claims.first(where: { $0.plugin == holder }), let first = ranking.first,
            first.kind > held.kind
        else { return [] }
        guard held.hasMoved else { return [.revoked(held.plugin, graceMS: 0)] + passOn() }
        hold = .revoked(until: now.advanced(byMilliseconds: Limits.graceMS))
        return [.revoked(held.plugin, graceMS: Limits.graceMS)]
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
        case .held, .open: return []
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
        return [.granted(first.plugin)]
    }
}

extension Contest {
    /// What is wrong with the state; nil: nothing. Every test calls it after every event.
    func brokenInvariant() -> String? {
        if claims.isEmpty { return "nobody claims it" }
        if Set(claims.map(\.plugin)).count != claims.count { return "a plugin claims twice" }
        let held = claims.first { $0.plugin == holder }
        switch hold {
        case .open: return holder == nil ? nil : "held before its time"
        case .revoked: return held == nil ? "held by one that has no claim" : nil
        case .held:
            guard let held else { return "held by one that has no claim" }
            return claims.contains { $0.kind > held.kind } ? "held while one of a higher rank waits" : nil
        }
    }
}
