package import HeadroomBus

extension ProviderUpdate {
    /// Reads the argument of PublishText, `key=value;…`. Unknown keys are skipped; a value that is empty, `null`,
    /// `undefined` or `NaN` counts as not given. `now` is the instant of the call, in µs of CLOCK_MONOTONIC.
    ///
    /// - Throws: what the caller is to be answered: InvalidArgument or LimitExceeded, with the key.
    package init(text: Text, at now: UInt64) throws(BusError) {
        try self.init(bytes: text.bytes, at: now)
    }

    /// The same for a text of one's own.
    package init(text: String, at now: UInt64) throws(BusError) {
        var text = text
        let read = text.withUTF8 { bytes in
            Result { () throws(BusError) in try ProviderUpdate(bytes: bytes, at: now) }
        }
        self = try read.get()
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, at now: UInt64) throws(BusError) {
        guard bytes.count <= Limits.textBytes else {
            throw .limitExceeded("text", "longer than \(Limits.textBytes) bytes")
        }
        var builder = ProviderUpdateBuilder(at: now)
        var count = 0
        try TextValue(bytes).split(at: ";") { pair throws(BusError) in
            guard !pair.bytes.isEmpty else { return }
            count += 1
            guard count <= Limits.keys else { throw .limitExceeded("text", "more than \(Limits.keys) keys") }
            guard let equals = pair.bytes.firstIndex(of: UInt8(ascii: "=")) else {
                throw .invalidArgument("text", "expected key=value, found \(pair.shown)")
            }
            let name = TextValue(UnsafeBufferPointer(rebasing: pair.bytes[..<equals]))
            var value = TextValue(UnsafeBufferPointer(rebasing: pair.bytes[(equals + 1)...]))
            guard !value.isLeftOut, let key = ProviderKey(name.bytes) else { return }
            try builder.take(key, &value)
        }
        self = try builder.finished()
    }
}
