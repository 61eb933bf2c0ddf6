/// How long to wait before trying again, longer each time, and when to stop trying.
package struct Backoff: Sendable, Hashable {
    /// The first wait, in µs.
    package static let first: UInt64 = 50_000
    /// How many tries are made. After them something else has to say that a try is worth it.
    package static let tries = 6
    /// A connection that lasted so long was a good one, in µs: the next loss starts from the first wait.
    package static let goodLife: UInt64 = 10_000_000

    private var made = 0

    package init() {}

    /// The wait before the next try, in µs; nil: no more tries.
    package mutating func next() -> UInt64? {
        guard made < Backoff.tries else { return nil }
        made += 1
        return Backoff.first << UInt64(made - 1)
    }

    /// There is reason for hope: it starts from the first wait again.
    package mutating func reset() { made = 0 }
}
