/// 128 bits that stand for a state.
struct Fingerprint: Sendable {
    var high: UInt64
    var low: UInt64
}

/// A set of fingerprints in one flat table: open addressing, at most half full.
struct FingerprintSet {
    private var slots: [(high: UInt64, low: UInt64)]
    private(set) var count = 0

    init(minimumCapacity: Int = 1 << 12) {
        slots = Array(repeating: (0, 0), count: FingerprintSet.size(for: minimumCapacity))
    }

    private static func size(for capacity: Int) -> Int {
        var size = 1 << 12
        while size < capacity * 2 { size *= 2 }
        return size
    }

    /// Adds `fingerprint` and says whether it is new.
    mutating func insert(_ fingerprint: Fingerprint) -> Bool {
        if count * 2 >= slots.count { grow() }
        let isNew = place((fingerprint.high, fingerprint.low | 1))
        if isNew { count += 1 }
        return isNew
    }

    /// The lowest bit is always set in a slot that is taken.
    private mutating func place(_ entry: (high: UInt64, low: UInt64)) -> Bool {
        let mask = slots.count - 1
        var index = Int(truncatingIfNeeded: entry.high) & mask
        while slots[index].low != 0 {
            if slots[index] == entry { return false }
            index = (index + 1) & mask
        }
        slots[index] = entry
        return true
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: (0, 0), count: old.count * 2)
        for entry in old where entry.low != 0 { _ = place(entry) }
    }
}
