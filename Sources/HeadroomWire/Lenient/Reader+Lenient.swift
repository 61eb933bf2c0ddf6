import HeadroomBus
import HeadroomCore

/// Values of a message: any type of number, a rectangle in any form that KWin, Qt, PyQt and dbus-python send, variants
/// in variants.
extension Reader: LenientValue {
    mutating func bool(_ key: StaticString) throws(BusError) -> Bool {
        try opened { value throws(BusError) in
            if value.type == .bool { return try value.bool() }
            switch try value.plainNumber() {
            case 0: return false
            case 1: return true
            case .some(let number): throw .invalidArgument(key, "expected a boolean, found \(number)")
            case nil: throw value.unexpected(key, "a boolean")
            }
        }
    }

    mutating func number(_ key: StaticString) throws(BusError) -> Double {
        try opened { value throws(BusError) in
            guard let number = try value.plainNumber() else { throw value.unexpected(key, "a number") }
            return number
        }
    }

    mutating func string(_ key: StaticString) throws(BusError) -> String {
        try opened { value throws(BusError) in
            guard value.type == .string else { throw value.unexpected(key, "a string") }
            return try checkedString(key, try value.text().bytes)
        }
    }

    mutating func rawRect(_ key: StaticString) throws(BusError) -> Rect {
        try opened { value throws(BusError) in
            switch value.type {
            case .structure:
                return try value.structure { members throws(BusError) in
                    let rect = Rect(
                        x: try members.member(key), y: try members.member(key), width: try members.member(key),
                        height: try members.member(key))
                    guard !members.hasNext else { throw .invalidArgument(key, "a rectangle has four numbers") }
                    return rect
                }
            case .array:
                let signature = value.signature
                guard signature.hasPrefix("a{") else { return try value.rectOfArray(key) }
                guard signature.hasPrefix("a{s") else { throw value.unexpected(key, "a rectangle") }
                return try value.rectOfDictionary(key)
            case .byte, .bool, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string, .path, .signature,
                .entry, .variant, .fd, nil:
                throw value.unexpected(key, "a rectangle")
            }
        }
    }

    mutating func members(
        _ key: StaticString, each: (inout Reader) throws(BusError) -> Void
    ) throws(BusError) {
        try opened { value throws(BusError) in
            guard value.type == .array else { throw value.unexpected(key, "a list") }
            try value.array(nil, each)
        }
    }

    mutating func rects(
        _ key: StaticString, each: (inout Reader) throws(BusError) -> Void
    ) throws(BusError) {
        try members(key, each: each)
    }

    // MARK: - Pieces

    /// Calls `body` with the value inside all variants around it. libdbus bounds their depth.
    private mutating func opened<Result>(
        _ body: (inout Reader) throws(BusError) -> Result
    ) throws(BusError) -> Result {
        guard type == .variant else { return try body(&self) }
        return try variant { inner throws(BusError) in try inner.opened(body) }
    }

    /// The next value as a number, if it is one.
    private mutating func plainNumber() throws(BusError) -> Double? {
        switch type {
        case .double: try double()
        case .int32: Double(try int32())
        case .uint32: Double(try uint32())
        case .int64: Double(try int64())
        case .uint64: Double(try uint64())
        case .int16: Double(try int16())
        case .uint16: Double(try uint16())
        case .byte: Double(try byte())
        case .bool, .string, .path, .signature, .array, .structure, .entry, .variant, .fd, nil: nil
        }
    }

    /// The next of a rectangle's four numbers.
    private mutating func member(_ key: StaticString) throws(BusError) -> Double {
        guard hasNext else { throw .invalidArgument(key, "a rectangle has four numbers") }
        return try number(key)
    }

    private mutating func rectOfArray(_ key: StaticString) throws(BusError) -> Rect {
        var rect = Rect.zero
        var count = 0
        try array(nil) { value throws(BusError) in
            let number = try value.number(key)
            switch count {
            case 0: rect.x = number
            case 1: rect.y = number
            case 2: rect.width = number
            case 3: rect.height = number
            default: throw .invalidArgument(key, "a rectangle has four numbers")
            }
            count += 1
        }
        guard count == 4 else { throw .invalidArgument(key, "a rectangle has four numbers") }
        return rect
    }

    private mutating func rectOfDictionary(_ key: StaticString) throws(BusError) -> Rect {
        var x: Double?
        var y: Double?
        var width: Double?
        var height: Double?
        try dictionary { name, value throws(BusError) in
            switch name {
            case "x": x = try value.number(key)
            case "y": y = try value.number(key)
            case "width": width = try value.number(key)
            case "height": height = try value.number(key)
            default: break
            }
        }
        guard let x, let y, let width, let height else {
            throw .invalidArgument(key, "a rectangle has x, y, width and height")
        }
        return Rect(x: x, y: y, width: width, height: height)
    }

    private func unexpected(_ key: StaticString, _ expected: String) -> BusError {
        .invalidArgument(key, "expected \(expected), found the type \(signature)")
    }
}
