import HeadroomCore

/// Tells reserved strips apart and follows them from one chain of readings to the next.
///
/// A surface lies between the same markers as long as it lives, so a strip is known again by them. Only where several
/// strips share a gap, because nobody stood between them when they appeared, their sizes and ages decide.
struct StripTracker: Sendable, Hashable {
    private(set) var strips: [TrackedStrip] = []
    /// Whether a first look was taken. What it finds is not whole.
    private(set) var hasLooked = false
    private var lastNumber = 0

    /// Whether `chain` shows something new where new surfaces are laid out: fresh markers then say exactly where it lies.
    func needsFreshMarkers(for chain: Chain) -> Bool {
        guard hasLooked else { return false }
        let holders = assign(chain)
        return chain.slices.indices.contains { index in
            let slice = chain.slices[index]
            return !slice.isClosed && slice.thickness > holders[index].reduce(0) { $0 + strips[$1].thickness }
        }
    }

    /// Follows the strips to `chain`, read at `time`.
    mutating func follow(_ chain: Chain, at time: UInt64) {
        let holders = assign(chain)
        var next: [TrackedStrip] = []
        for (slice, holder) in zip(chain.slices, holders) {
            next += settle(slice, among: holder.map { strips[$0] }, at: time)
        }
        strips = next.sorted { $0.number < $1.number }
        hasLooked = true
    }

    /// Forgets a marker that is gone.
    mutating func forget(_ marker: Marker) {
        for index in strips.indices {
            strips[index].before.remove(marker)
            strips[index].after.remove(marker)
        }
    }

    // MARK: - Which strip is where

    /// For each slice the strips, by index, that are reserved there.
    private func assign(_ chain: Chain) -> [[Int]] {
        var holders = [[Int]](repeating: [], count: chain.slices.count)
        var homeless: [Int] = []
        for (index, strip) in strips.enumerated() {
            let candidates = chain.slices.indices.filter {
                chain.slices[$0].edge == strip.edge && strip.fits(chain.slices[$0])
            }
            let best = candidates.min {
                abs(chain.slices[$0].thickness - strip.thickness) < abs(chain.slices[$1].thickness - strip.thickness)
            }
            if let best { holders[best].append(index) } else { homeless.append(index) }
        }
        // The same surface at another edge: the same place in the order.
        for index in homeless {
            let strip = strips[index]
            let home = chain.slices.indices.first {
                let slice = chain.slices[$0]
                return holders[$0].isEmpty && strip.fits(slice)
                    && (slice.isClosed || slice.thickness == strip.thickness)
            }
            if let home { holders[home].append(index) }
        }
        for index in holders.indices {
            holders[index].sort { strips[$0].outer[strips[$0].edge] < strips[$1].outer[strips[$1].edge] }
        }
        return holders
    }

    // MARK: - How thick each is

    /// The strips in `slice`, given who was there, from the edge inwards.
    private mutating func settle(_ slice: Chain.Slice, among known: [TrackedStrip], at time: UInt64) -> [TrackedStrip] {
        var layout = known
        let surplus = slice.thickness - known.reduce(0) { $0 + $1.thickness }
        if surplus > 0 {
            grow(&layout, by: surplus, in: slice, at: time)
        } else if surplus < 0 {
            shrink(&layout, by: -surplus)
        }
        var outer = slice.outer
        for index in layout.indices {
            var strip = layout[index]
            strip.edge = slice.edge
            strip.outer = outer
            strip.before = slice.before
            strip.after = slice.after
            outer[slice.edge] += strip.thickness
            if let old = known.first(where: { $0.number == strip.number }) {
                let isStill = old.edge == strip.edge && old.outer == strip.outer && old.thickness == strip.thickness
                strip.changed = isStill ? old.changed : time
            }
            layout[index] = strip
        }
        return layout
    }

    /// What is new belongs to the strip that moved last; where nobody is, or only what was there at the first look, it is
    /// a new strip on the inner side.
    private mutating func grow(_ layout: inout [TrackedStrip], by surplus: Int, in slice: Chain.Slice, at time: UInt64)
    {
        let whole = layout.indices.filter { layout[$0].isWhole }
        if let latest = whole.max(by: { layout[$0].changed < layout[$1].changed }) {
            layout[latest].thickness += surplus
        } else {
            lastNumber += 1
            layout.append(
                TrackedStrip(
                    number: lastNumber, edge: slice.edge, thickness: surplus, outer: slice.outer, since: time,
                    changed: time,
                    isWhole: hasLooked, before: slice.before, after: slice.after))
        }
    }

    /// What is gone is the strip of just that thickness; without one, the strips that moved last give way.
    private func shrink(_ layout: inout [TrackedStrip], by deficit: Int) {
        let order = layout.indices.sorted {
            (layout[$0].isWhole ? 1 : 0, layout[$0].changed) > (layout[$1].isWhole ? 1 : 0, layout[$1].changed)
        }
        if let gone = order.first(where: { layout[$0].thickness == deficit }) {
            layout.remove(at: gone)
            return
        }
        var rest = deficit
        for index in order {
            let taken = min(rest, layout[index].thickness)
            layout[index].thickness -= taken
            rest -= taken
        }
        layout.removeAll { $0.thickness == 0 }
    }
}
