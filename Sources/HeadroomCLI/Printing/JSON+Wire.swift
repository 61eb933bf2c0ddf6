import HeadroomBus
import HeadroomClient
import HeadroomCore
import HeadroomWire

/// What goes over the bus, as JSON: by its types alone, so that it always says what the contract says.
extension JSON {
    /// The values that `write` writes against `signature`.
    static func values(
        _ signature: Signature, _ write: (inout Writer) throws(BusError) -> Void
    ) throws(BusError) -> [JSON] {
        let message = try Message.signal(Names.path, Names.keyboard, "Values", signature, body: write)
        return try message.read { reader throws(BusError) in try rest(&reader) }
    }

    /// All that is left of a container.
    private static func rest(_ reader: inout Reader) throws(BusError) -> [JSON] {
        var values: [JSON] = []
        while reader.hasNext { values.append(try JSON(&reader)) }
        return values
    }

    /// The next value. A dictionary is an object, a structure and any other array an array, a variant what is in it.
    init(_ reader: inout Reader) throws(BusError) {
        switch reader.type {
        case .byte: self = .unsigned(UInt64(try reader.byte()))
        case .bool: self = .bool(try reader.bool())
        case .int16: self = .integer(Int64(try reader.int16()))
        case .uint16: self = .unsigned(UInt64(try reader.uint16()))
        case .int32: self = .integer(Int64(try reader.int32()))
        case .uint32: self = .unsigned(UInt64(try reader.uint32()))
        case .int64: self = .integer(try reader.int64())
        case .uint64: self = .unsigned(try reader.uint64())
        case .double: self = .number(try reader.double())
        case .string, .path, .signature: self = .string(String(try reader.text()))
        case .variant: self = try reader.variant { inner throws(BusError) in try JSON(&inner) }
        case .structure: self = .array(try reader.structure { inner throws(BusError) in try JSON.rest(&inner) })
        case .array where reader.signature.hasPrefix("a{"):
            var members: [Member] = []
            try reader.dictionary { name, value throws(BusError) in
                members.append(Member(name: String(name), value: try JSON(&value)))
            }
            self = .object(members)
        case .array:
            var values: [JSON] = []
            try reader.array(nil) { element throws(BusError) in values.append(try JSON(&element)) }
            self = .array(values)
        case .entry, .fd, nil:
            reader.skip()
            self = .null
        }
    }
}

extension JSON {
    /// The arguments of a notification, by their names in the interface.
    private static let arguments = [
        "serial", "output", "frame_begin", "frame_end", "bottom_inset", "candidate_bar_height", "duration_ms",
        "details",
    ]

    /// A signal: its name and its arguments.
    init(_ notification: Notification) throws(BusError) {
        let values = try JSON.values(Signatures.notification) { writer throws(BusError) in
            try notification.write(to: &writer)
        }
        self = .object(["signal"] + JSON.arguments, [.string(notification.kind.rawValue)] + values)
    }

    /// What GetState answers; without a daemon only that there is none.
    init(_ state: KeyboardState) throws(BusError) {
        guard state.isDaemonPresent else {
            self = .object(["phase": .string(state.phase.rawValue), "daemon": .bool(false)])
            return
        }
        let state = PublishedState(phase: state.phase, notification: state.notification)
        let values = try JSON.values(Signatures.state) { writer throws(BusError) in try state.write(to: &writer) }
        self = .object(["phase"] + JSON.arguments, values)
    }

    /// The property Outputs.
    init(_ outputs: [Output]) throws(BusError) {
        let values = try JSON.values(Signatures.outputs) { writer throws(BusError) in try outputs.write(to: &writer) }
        self = JSON.rows(["name", "frame", "details"], values)
    }

    /// What ListObservers answers.
    init(_ observers: [ObserverListing]) throws(BusError) {
        let values = try JSON.values(Signatures.observers) { writer throws(BusError) in
            try observers.write(to: &writer)
        }
        self = JSON.rows(["name", "availability", "details"], values)
    }

    /// What ListBeliefs answers.
    init(_ beliefs: [BeliefListing]) throws(BusError) {
        let values = try JSON.values(Signatures.beliefs) { writer throws(BusError) in try beliefs.write(to: &writer) }
        self = JSON.rows(["field", "kind", "name", "details"], values)
    }

    /// What ListCandidates answers.
    init(_ candidates: [CandidateListing]) throws(BusError) {
        let values = try JSON.values(Signatures.candidates) { writer throws(BusError) in
            try candidates.write(to: &writer)
        }
        self = JSON.rows(["engine", "details"], values)
    }

    /// One array of structures, as an array of objects.
    static func rows(_ names: [String], _ values: [JSON]) -> JSON {
        guard case .array(let rows)? = values.first else { return .array([]) }
        return .array(
            rows.map { row in
                if case .array(let values) = row { .object(names, values) } else { row }
            })
    }
}
