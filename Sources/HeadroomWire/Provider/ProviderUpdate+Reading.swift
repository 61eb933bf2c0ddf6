package import HeadroomBus

extension ProviderUpdate {
    /// Reads the argument of Publish, an `a{sv}`, leniently. Unknown keys are skipped; `now` is the instant of the
    /// call, in µs of CLOCK_MONOTONIC.
    ///
    /// - Throws: what the caller is to be answered: InvalidArgument or LimitExceeded, with the key.
    package init(_ reader: inout Reader, at now: UInt64) throws(BusError) {
        var builder = ProviderUpdateBuilder(at: now)
        var count = 0
        try reader.dictionary { name, value throws(BusError) in
            count += 1
            guard count <= Limits.keys else { throw .limitExceeded("update", "more than \(Limits.keys) keys") }
            if let key = ProviderKey(name.bytes) { try builder.take(key, &value) }
        }
        self = try builder.finished()
    }
}
