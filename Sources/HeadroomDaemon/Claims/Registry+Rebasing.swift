import HeadroomWire

extension Registry {
    /// The same machine with its plugins numbered anew and its instants counted from `origin`, so that equal states are
    /// equal values. Plugins that `numbers` leaves out keep theirs; those to come get numbers above `newest`.
    package func rebased(to origin: UInt64, numbers: [UInt64: UInt64], newest: UInt64) -> Registry {
        func anew(_ number: UInt64) -> UInt64 { numbers[number] ?? number }
        var copy = self
        copy.newest = newest
        copy.opening -= min(opening, origin)
        copy.plugins = Dictionary(uniqueKeysWithValues: plugins.map { (anew($0.key), $0.value) })
        copy.contests = contests.mapValues { $0.rebased(to: origin, anew) }
        copy.deadlines = copy.contests.compactMapValues(\.deadline)
        for subject in reports.keys {
            guard let plugin = reports[subject]?.plugin else { continue }
            copy.reports[subject]?.plugin = anew(plugin)
        }
        return copy
    }
}

extension Contest {
    fileprivate func rebased(to origin: UInt64, _ anew: (UInt64) -> UInt64) -> Contest {
        var copy = self
        copy.holder = holder.map(anew)
        copy.claims = claims.map { claim in
            var copy = claim
            copy.plugin = anew(claim.plugin)
            return copy
        }
        switch hold {
        case .held: break
        case .open(let until): copy.hold = .open(until: until - min(until, origin))
        case .revoked(let until): copy.hold = .revoked(until: until - min(until, origin))
        }
        return copy
    }
}
