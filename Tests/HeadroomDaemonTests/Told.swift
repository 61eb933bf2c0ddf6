import HeadroomBus
import HeadroomCore
import Support
import Testing

/// A notification as it came over the bus, read strictly and without the code under test.
struct Told: Equatable {
    var member: String
    var serial: UInt64
    var output: String
    var begin: [Double]
    var end: [Double]
    var inset: Double
    var bar: Double
    var duration: UInt32
    var details: [String: Value]

    /// Reads the eight arguments; of GetState they come without the phase.
    init(_ member: String, _ values: [Value]) throws {
        guard values.count == 8, case .uint64(let serial) = values[0], case .string(let output) = values[1],
            let begin = Told.rect(values[2]), let end = Told.rect(values[3]), case .double(let inset) = values[4],
            case .double(let bar) = values[5], case .uint32(let duration) = values[6],
            case .dictionary(let details) = values[7]
        else { throw TestFailure("\(member) is not ts(dddd)(dddd)ddua{sv}: \(values)") }
        self.member = member
        self.serial = serial
        self.output = output
        self.begin = begin
        self.end = end
        self.inset = inset
        self.bar = bar
        self.duration = duration
        self.details = details
    }

    private static func rect(_ value: Value) -> [Double]? {
        guard case .structure(let members) = value, members.count == 4 else { return nil }
        let numbers = members.compactMap { if case .double(let number) = $0 { number } else { nil } }
        return numbers.count == 4 ? numbers : nil
    }

    var isDid: Bool { member.hasPrefix("Did") }
    var isHide: Bool { member.hasSuffix("Hide") }

    var phase: String {
        switch member {
        case "WillShow": "showing"
        case "DidShow", "DidChangeFrame": "shown"
        case "WillChangeFrame": "changing"
        case "WillHide": "hiding"
        default: "hidden"
        }
    }

    func word(_ key: String) -> String? {
        if case .string(let word) = details[key] { word } else { nil }
    }

    var reason: String? { word("reason") }
    var origin: String? { word("origin") }
    var placement: String? { word("placement") }
    var engine: String { word("engine") ?? "" }

    func number(_ key: String) -> UInt64? {
        if case .uint64(let number) = details[key] { number } else { nil }
    }

    var start: UInt64? { number("start-time") }
    var completes: UInt64? { number("completes") }

    // MARK: Invariants

    /// The types of all details there are (contract, section 2), and which of them are always there.
    private static let types: [String: (signature: String, isAlwaysThere: Bool)] = [
        "start-time": ("t", true), "curve": ("s", true), "curve-parameters": ("ad", true), "velocity": ("d", true),
        "placement": ("s", true), "reason": ("s", true), "origin": ("s", true), "estimated": ("b", true),
        "completes": ("t", false), "output-frame": ("(dddd)", false), "usable": ("(dddd)", false),
        "compositor-avoids": ("as", false), "engine": ("s", false), "candidate-bar-height-begin": ("d", false),
        "candidate-bar-reserved": ("b", false), "room-below-caret": ("d", false), "regions": ("a(dddd)", false),
    ]

    /// What holds for every notification by itself.
    func check(_ location: SourceLocation) {
        for (key, type) in Told.types where type.isAlwaysThere {
            #expect(details[key] != nil, "\(member) has no \(key)", sourceLocation: location)
        }
        for (key, value) in details {
            #expect(Told.types[key]?.signature == value.signature, "\(member): \(key)", sourceLocation: location)
        }
        #expect((completes != nil) == isDid, sourceLocation: location)
        if isDid {
            #expect(begin == end, sourceLocation: location)
            #expect(duration == 0, sourceLocation: location)
        }
        if isHide {
            #expect(inset == 0, sourceLocation: location)
            #expect(bar == 0, sourceLocation: location)
        }
        if placement != "docked" { #expect(inset == 0, sourceLocation: location) }
        #expect(bar <= end[3], sourceLocation: location)
        let areFinite = (begin + end + [inset, bar]).allSatisfy(\.isFinite)
        #expect(areFinite, sourceLocation: location)
    }
}

extension Told {
    /// What a client makes of it, on an output at the global origin.
    var notification: Notification {
        get throws {
            guard let kind = Notification.Kind(rawValue: member) else {
                throw TestFailure("no notification: \(member)")
            }
            func rect(_ numbers: [Double]) -> Rect {
                Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            }
            var details = Notification.Details(placement: Placement(rawValue: placement ?? ""))
            if case .double(let room)? = self.details["room-below-caret"] { details.roomBelowCaret = room }
            return Notification(
                kind: kind, serial: serial, output: output, frameBegin: rect(begin), frameEnd: rect(end),
                bottomInset: inset, candidateBarHeight: bar, durationMS: duration, details: details)
        }
    }
}
