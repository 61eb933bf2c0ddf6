package import HeadroomBus
import HeadroomCore

extension Report {
    /// Reads the six arguments, leniently in the details; unknown keys are skipped.
    ///
    /// - Throws: what the caller is to be answered: InvalidArgument or LimitExceeded, with the argument or key.
    package init(_ reader: inout Reader) throws(BusError) {
        let (plugin, serial) = (try reader.uint64(), try reader.uint64())
        let subject = try reader.string("subject")
        let word = try reader.string("outcome")
        guard let outcome = Outcome(rawValue: word) else {
            throw .invalidArgument("outcome", "expected not-needed, clear, partial, impossible or restored")
        }
        let shift = try reader.structure { members throws(BusError) in
            Point(x: try members.number("shift", in: Report.range), y: try members.number("shift", in: Report.range))
        }
        self.init(plugin: plugin, serial: serial, subject: subject, outcome: outcome, shift: shift)
        details = try Details(&reader)
    }

    fileprivate static let range = -Limits.farthest...Limits.farthest
}

extension Report.Details {
    fileprivate init(_ reader: inout Reader) throws(BusError) {
        var details = Report.Details()
        try reader.options("details") { name, value throws(BusError) in
            switch name {
            case "output": details.output = try value.string("output")
            case "target": details.target = try value.rect("target")
            case "residual": details.residual = try value.length("residual")
            case "latency-us": details.latencyUS = try Self.latency(value.number("latency-us"))
            case "parts": details.parts = try Self.parts(&value)
            default: break
            }
        }
        self = details
    }

    private static func latency(_ number: Double) throws(BusError) -> UInt64 {
        guard number >= 0, let latency = UInt64(exactly: number.rounded()) else {
            throw .invalidArgument("latency-us", "\(number) is no count of microseconds")
        }
        return latency
    }

    private static func parts(_ value: inout Reader) throws(BusError) -> [Report.Part] {
        var parts: [Report.Part] = []
        try value.members("parts") { member throws(BusError) in
            guard parts.count < Limits.members else {
                throw .limitExceeded("parts", "more than \(Limits.members) members")
            }
            guard member.type == .structure else {
                throw .invalidArgument("parts", "expected pairs of a word and a number")
            }
            parts.append(
                try member.structure { pair throws(BusError) in
                    guard pair.hasNext else { throw .invalidArgument("parts", "a pair without a word") }
                    let level = try pair.string("parts")
                    guard pair.hasNext else { throw .invalidArgument("parts", "a pair without a number") }
                    return Report.Part(level: level, amount: try pair.number("parts", in: Report.range))
                })
        }
        return parts
    }
}

extension Reader {
    /// Reads an `a{sv}` of keys, each once, not more than the limit.
    mutating func options(
        _ argument: StaticString, _ each: (Text, inout Reader) throws(BusError) -> Void
    ) throws(BusError) {
        var count = 0
        try dictionary { name, value throws(BusError) in
            count += 1
            guard count <= Limits.keys else { throw .limitExceeded(argument, "more than \(Limits.keys) keys") }
            try each(name, &value)
        }
    }
}
