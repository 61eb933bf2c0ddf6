package import HeadroomBus

/// Any D-Bus value, as tests write it down.
package indirect enum Value: Hashable, Sendable {
    case byte(UInt8), bool(Bool), int16(Int16), uint16(UInt16), int32(Int32), uint32(UInt32), int64(Int64)
    case uint64(UInt64), double(Double), string(String), path(String), signature(String)
    /// An array of elements of this type.
    case array(String, [Value])
    case structure([Value])
    /// `a{sv}`
    case dictionary([String: Value])
    case variant(Value)

    /// `(dddd)`
    package static func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Value {
        .structure([.double(x), .double(y), .double(width), .double(height)])
    }

    /// `as`
    package static func strings(_ strings: [String]) -> Value { .array("s", strings.map { .string($0) }) }

    /// `ad`
    package static func doubles(_ doubles: [Double]) -> Value { .array("d", doubles.map { .double($0) }) }

    /// Variants in variants, this many.
    package func nested(_ depth: Int) -> Value { depth == 0 ? self : .variant(nested(depth - 1)) }

    package var signature: String {
        switch self {
        case .byte: "y"
        case .bool: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .signature: "g"
        case .array(let element, _): "a\(element)"
        case .structure(let members): "(\(members.map(\.signature).joined()))"
        case .dictionary: "a{sv}"
        case .variant: "v"
        }
    }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral,
    ExpressibleByIntegerLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(floatLiteral value: Double) { self = .double(value) }
    /// As most programs send a whole number: `i`.
    package init(integerLiteral value: Int32) { self = .int32(value) }
}

// MARK: - To and from messages

extension Value {
    package func write(to writer: inout Writer) throws(BusError) {
        switch self {
        case .byte(let value): try writer.byte(value)
        case .bool(let value): try writer.bool(value)
        case .int16(let value): try writer.int16(value)
        case .uint16(let value): try writer.uint16(value)
        case .int32(let value): try writer.int32(value)
        case .uint32(let value): try writer.uint32(value)
        case .int64(let value): try writer.int64(value)
        case .uint64(let value): try writer.uint64(value)
        case .double(let value): try writer.double(value)
        case .string(let value): try writer.string(value)
        case .path(let value): try writer.path(try ObjectPath(value))
        case .signature(let value): try writer.signature(try Signature(value))
        case .array(let element, let members):
            try writer.array(Signature(stringLiteral: element)) { inner throws(BusError) in
                for member in members { try member.write(to: &inner) }
            }
        case .structure(let members):
            try writer.structure { inner throws(BusError) in
                for member in members { try member.write(to: &inner) }
            }
        case .dictionary(let entries):
            try writer.dictionary { inner throws(BusError) in
                for (key, value) in entries {
                    try inner.entry { entry throws(BusError) in
                        try entry.string(key)
                        try Value.variant(value).write(to: &entry)
                    }
                }
            }
        case .variant(let value):
            try writer.variant(Signature(stringLiteral: value.signature)) { inner throws(BusError) in
                try value.write(to: &inner)
            }
        }
    }

    /// Reads the next value, whatever its type.
    package init(_ reader: inout Reader) throws(BusError) {
        let signature = reader.signature
        switch reader.type {
        case .byte: self = .byte(try reader.byte())
        case .bool: self = .bool(try reader.bool())
        case .int16: self = .int16(try reader.int16())
        case .uint16: self = .uint16(try reader.uint16())
        case .int32: self = .int32(try reader.int32())
        case .uint32: self = .uint32(try reader.uint32())
        case .int64: self = .int64(try reader.int64())
        case .uint64: self = .uint64(try reader.uint64())
        case .double: self = .double(try reader.double())
        case .string: self = .string(try reader.string())
        case .path: self = .path(try reader.path().text)
        case .signature: self = .signature(try reader.signatureValue().text)
        case .structure: self = .structure(try reader.structure(Value.all))
        case .variant: self = .variant(try reader.variant { inner throws(BusError) in try Value(&inner) })
        case .array where signature == "a{sv}":
            var entries: [String: Value] = [:]
            try reader.dictionary { key, value throws(BusError) in entries[String(key)] = try Value(&value) }
            self = .dictionary(entries)
        case .array:
            var members: [Value] = []
            try reader.array { element throws(BusError) in members.append(try Value(&element)) }
            self = .array(String(signature.dropFirst()), members)
        case .entry, .fd, nil: throw BusError(.mismatch, "no value of a test: \(signature)")
        }
    }

    /// Reads all that is left.
    package static func all(_ reader: inout Reader) throws(BusError) -> [Value] {
        var values: [Value] = []
        while reader.hasNext { values.append(try Value(&reader)) }
        return values
    }
}

extension Message {
    /// A method call with these arguments.
    package static func call(
        _ destination: BusName, _ path: ObjectPath, _ interface: InterfaceName?, _ member: MemberName,
        arguments: [Value]
    ) throws(BusError) -> Message {
        let signature = Signature(stringLiteral: arguments.map(\.signature).joined())
        return try call(destination, path, interface, member, signature) { writer throws(BusError) in
            for argument in arguments { try argument.write(to: &writer) }
        }
    }

    /// All arguments.
    package func values() throws(BusError) -> [Value] { try read(Value.all) }
}

extension Connection {
    /// Makes a call and turns the loop until it ends.
    ///
    /// - Throws: the error that was answered, or a ``TestFailure`` if nothing is.
    package func ask(_ call: borrowing Message) throws -> [Value] {
        var answer: Result<[Value], BusError>?
        self.call(call) { result in
            switch result {
            case .success(let reply):
                do throws(BusError) { answer = .success(try reply.values()) } catch { answer = .failure(error) }
            case .failure(let error): answer = .failure(error)
            }
        }
        try loop.wait("an answer") { answer != nil }
        return try answer?.get() ?? []
    }
}
