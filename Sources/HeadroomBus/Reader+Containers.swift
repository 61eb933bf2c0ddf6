internal import CDBus

extension Reader {
    /// Reads a struct; what `body` leaves unread is passed over.
    package mutating func structure<Value>(
        _ body: (inout Reader) throws(BusError) -> Value
    ) throws(BusError) -> Value {
        try expect(.structure)
        return try inside(body)
    }

    /// Reads the value in a variant.
    package mutating func variant<Value>(
        _ body: (inout Reader) throws(BusError) -> Value
    ) throws(BusError) -> Value {
        try expect(.variant)
        return try inside(body)
    }

    /// Calls `each` once for each element of an array; what it leaves of the element is passed over.
    ///
    /// `element` is the signature that elements must have, even if there is none; nil accepts any.
    package mutating func array(
        _ element: Signature? = nil, _ each: (inout Reader) throws(BusError) -> Void
    ) throws(BusError) {
        try expect(.array)
        if let element, signature != "a\(element.text)" {
            throw .mismatch(expected: "a\(element.text)", found: signature, at: index)
        }
        try inside { elements throws(BusError) in
            while elements.hasNext {
                let index = elements.index
                try each(&elements)
                if elements.index == index { elements.skip() }
            }
        }
    }

    /// Calls `each` once for each entry of a dictionary whose keys are strings, paths or signatures.
    ///
    /// The reader stands at the value; if that is a variant, as in `a{sv}`, inside it. A value that is not read is
    /// passed over.
    package mutating func dictionary(
        _ each: (Text, inout Reader) throws(BusError) -> Void
    ) throws(BusError) {
        try expect(.array)
        guard dbus_message_iter_get_element_type(&iterator) == ValueType.entry.rawValue else {
            throw .mismatch(expected: "a{s…}", found: signature, at: index)
        }
        try inside { entries throws(BusError) in
            while entries.hasNext {
                try entries.inside { entry throws(BusError) in
                    let key = try entry.text()
                    guard entry.code == ValueType.variant.rawValue else { return try each(key, &entry) }
                    try entry.inside { value throws(BusError) in try each(key, &value) }
                }
            }
        }
    }

    /// Reads an array of doubles at once and appends it to `values`.
    package mutating func doubles(into values: inout [Double]) throws(BusError) {
        try expect(.array)
        guard dbus_message_iter_get_element_type(&iterator) == ValueType.double.rawValue else {
            throw .mismatch(expected: "ad", found: signature, at: index)
        }
        var elements = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &elements)
        var start: UnsafePointer<Double>?
        var count: Int32 = 0
        dbus_message_iter_get_fixed_array(&elements, &start, &count)
        if count > 0 { values.append(contentsOf: UnsafeBufferPointer(start: start, count: Int(count))) }
        skip()
    }

    /// Reads an array of strings.
    package mutating func strings() throws(BusError) -> [String] {
        var strings: [String] = []
        try array("s") { element throws(BusError) in strings.append(try element.string()) }
        return strings
    }

    /// Runs `body` inside the next value, then goes on behind it. After an error the reader still stands before it.
    private mutating func inside<Value>(
        _ body: (inout Reader) throws(BusError) -> Value
    ) throws(BusError) -> Value {
        var inner = Reader(inside: &self)
        do throws(BusError) {
            let value = try body(&inner)
            skip()
            return value
        } catch {
            throw error.inside(index)
        }
    }
}
