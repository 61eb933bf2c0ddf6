import HeadroomBus

// What applications answer, made into values. Whatever does not fit is an error, never a trap, and nothing is read without
// an end.

extension Reader {
    /// `(so)`: an object.
    mutating func accessible() throws(BusError) -> Accessible {
        try structure { members throws(BusError) in
            Accessible(owner: try BusName(try members.text()), path: try members.path())
        }
    }

    /// `a(so)`: objects; no more than `limit`.
    mutating func accessibles(limit: Int) throws(BusError) -> [Accessible] {
        var all: [Accessible] = []
        try array("(so)") { element throws(BusError) in
            if all.count < limit { all.append(try element.accessible()) }
        }
        return all
    }

    /// `(iiii)`: extents.
    mutating func extents() throws(BusError) -> Extents {
        try structure { members throws(BusError) in try members.bareExtents() }
    }

    /// Four numbers that are not in a struct.
    mutating func bareExtents() throws(BusError) -> Extents {
        Extents(x: try int32(), y: try int32(), width: try int32(), height: try int32())
    }

    /// `au`: states, in words of 32 bits.
    mutating func states() throws(BusError) -> StateSet {
        var bits: UInt64 = 0
        var shift: UInt64 = 0
        try array("u") { word throws(BusError) in
            guard shift < 64 else { return }
            bits |= UInt64(try word.uint32()) << shift
            shift += 32
        }
        return StateSet(bits: bits)
    }

    /// A property that is a finite double.
    mutating func number() throws(BusError) -> Double {
        let number = try variant { value throws(BusError) in try value.double() }
        guard number.isFinite else { throw BusError(.invalidValue, "not a number") }
        return number
    }
}

/// What applications tell by themselves.
enum AccessibilityEvent: Hashable, Sendable {
    case focused(Accessible)
    /// An object lost the focus.
    case unfocused(Accessible)
    case caretMoved(Accessible)
    case windowActivated(Accessible)
    case windowDeactivated(Accessible)

    /// Reads a signal; nil: none of these.
    ///
    /// The first two arguments are the same in every toolkit; Qt 5 ends with `(so)`, the others with `a{sv}`.
    init?(_ message: borrowing Message) {
        guard let sender = message.sender, let path = message.path, let member = message.member,
            let owner = try? BusName(sender), let place = try? ObjectPath(path)
        else { return nil }
        let object = Accessible(owner: owner, path: place)
        switch member {
        case "StateChanged":
            let change = try? message.read { reader throws(BusError) in (try reader.string(), try reader.int32()) }
            guard let change, change.0 == "focused" else { return nil }
            self = change.1 != 0 ? .focused(object) : .unfocused(object)
        case "TextCaretMoved": self = .caretMoved(object)
        case "Activate", "activate": self = .windowActivated(object)
        case "Deactivate", "deactivate": self = .windowDeactivated(object)
        default: return nil
        }
    }
}
