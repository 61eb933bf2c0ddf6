// Shorthand for the entries of `a{sv}`, and for arrays of basic values.

extension Writer {
    /// Writes an entry of `a{sv}`; `body` writes the one value in the variant.
    package mutating func entry(
        _ key: StaticString, _ signature: Signature, _ body: (inout Writer) throws(BusError) -> Void
    ) throws(BusError) {
        try entry { entry throws(BusError) in
            try entry.string(key)
            try entry.variant(signature, body)
        }
    }

    package mutating func entry(_ key: StaticString, bool value: Bool) throws(BusError) {
        try entry(key, "b") { variant throws(BusError) in try variant.bool(value) }
    }

    package mutating func entry(_ key: StaticString, int32 value: Int32) throws(BusError) {
        try entry(key, "i") { variant throws(BusError) in try variant.int32(value) }
    }

    package mutating func entry(_ key: StaticString, uint32 value: UInt32) throws(BusError) {
        try entry(key, "u") { variant throws(BusError) in try variant.uint32(value) }
    }

    package mutating func entry(_ key: StaticString, uint64 value: UInt64) throws(BusError) {
        try entry(key, "t") { variant throws(BusError) in try variant.uint64(value) }
    }

    package mutating func entry(_ key: StaticString, double value: Double) throws(BusError) {
        try entry(key, "d") { variant throws(BusError) in try variant.double(value) }
    }

    package mutating func entry(_ key: StaticString, string value: String) throws(BusError) {
        try entry(key, "s") { variant throws(BusError) in try variant.string(value) }
    }

    /// Writes `ad`.
    package mutating func doubles(_ values: [Double]) throws(BusError) {
        try array("d") { array throws(BusError) in
            for value in values { try array.double(value) }
        }
    }

    /// Writes `as`.
    package mutating func strings(_ values: [String]) throws(BusError) {
        try array("s") { array throws(BusError) in
            for value in values { try array.string(value) }
        }
    }
}
