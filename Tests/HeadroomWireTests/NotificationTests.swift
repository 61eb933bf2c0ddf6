import HeadroomBus
import HeadroomCore
import HeadroomWire
import Testing

@Suite("Notifications on the wire") struct NotificationTests {
    private func read(
        _ message: borrowing Message, _ kind: Notification.Kind, outputs: [Output] = []
    ) throws(BusError) -> Notification {
        try message.read { reader throws(BusError) in
            let notification = try Notification(kind, &reader, outputs: outputs)
            try reader.end()
            return notification
        }
    }

    /// The eight arguments, with `entries` as details.
    private func message(
        end: Rect = Rect(x: 0, y: 540, width: 1280, height: 260), inset: Double = 260, bar: Double = 40,
        _ entries: (inout Writer) throws(BusError) -> Void = { _ in }
    ) throws(BusError) -> Message {
        try HeadroomWireTests.message("ts(dddd)(dddd)ddua{sv}") { body throws(BusError) in
            try body.uint64(7)
            try body.string("eDP-1")
            for rect in [Rect(x: 0, y: 800, width: 1280, height: 260), end] {
                try body.structure { members throws(BusError) in
                    try members.double(rect.x)
                    try members.double(rect.y)
                    try members.double(rect.width)
                    try members.double(rect.height)
                }
            }
            try body.double(inset)
            try body.double(bar)
            try body.uint32(250)
            try body.dictionary(entries)
        }
    }

    @Test("What is written is read back", arguments: 1...300 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = Random(seed: seed)
        let notification = Notification.random(&random)
        #expect(try read(try notification.message(), notification.kind) == notification)
    }

    @Test("Every detail is read back")
    func full() throws {
        #expect(try read(try Notification.full.message(), .didChangeFrame) == .full)
    }

    @Test("The signal has the contract's names", arguments: Notification.Kind.allCases)
    func names(kind: Notification.Kind) throws {
        var notification = Notification.full
        notification.kind = kind
        let message = try notification.message()
        #expect(message.path.map(String.init) == "/org/headroom/Headroom1")
        #expect(message.interface.map(String.init) == "org.headroom.Headroom1.Keyboard")
        #expect(message.member.map(String.init) == kind.rawValue)
        #expect(message.member.flatMap(Notification.Kind.init(member:)) == kind)
        #expect(message.destination == nil)
    }

    @Test("A signal that is none of the six has no kind")
    func foreignName() throws {
        let message = try Message.signal("/a", "a.b", "WillShowMore")
        #expect(message.member.flatMap(Notification.Kind.init(member:)) == nil)
    }

    @Test("Frames are relative to the output on the wire, in the global space in the core")
    func spaces() throws {
        let message = try Notification.full.message()
        let end = try message.read { reader throws(BusError) in
            reader.skip()
            reader.skip()
            reader.skip()
            return try reader.structure { members throws(BusError) in
                [try members.double(), try members.double(), try members.double(), try members.double()]
            }
        }
        #expect(end == [0, 760, 1280, 264])
    }

    @Test("Without an output frame in the details, the one in Outputs holds")
    func outputs() throws {
        let outputs = [Output(name: "eDP-1", frame: Rect(x: 100, y: 50, width: 1280, height: 800))]
        let notification = try read(try message(), .willShow, outputs: outputs)
        #expect(notification.frameEnd == Rect(x: 100, y: 590, width: 1280, height: 260))
        #expect(notification.details.outputFrame == outputs[0].frame)
    }

    @Test("Absent details have the contract's defaults")
    func defaults() throws {
        let details = try read(try message(), .willShow).details
        #expect(details == Notification.Details(candidateBarHeightBegin: 40))
    }

    @Test("Unknown details are skipped, and so are known ones of the wrong type")
    func skipping() throws {
        let message = try message { keys throws(BusError) in
            try keys.entry("start-time", string: "soon")
            try keys.entry("curve", uint32: 3)
            try keys.entry("curve-parameters", "as") { value throws(BusError) in try value.strings(["a", "b"]) }
            try keys.entry("velocity", double: .nan)
            try keys.entry("placement", double: 1)
            try keys.entry("estimated", uint32: 1)
            try keys.entry("completes", double: 4)
            try keys.entry("output-frame", string: "0,0,1,1")
            try keys.entry("usable", "(dd)") { value throws(BusError) in
                try value.structure { members throws(BusError) in
                    try members.double(1)
                    try members.double(2)
                }
            }
            try keys.entry("compositor-avoids", string: "maximized")
            try keys.entry("room-below-caret", double: -.infinity)
            try keys.entry("regions", double: 1)
            try keys.entry("colour-of-the-sky", "a{sa(ii)}") { value throws(BusError) in
                try value.array("{sa(ii)}") { _ throws(BusError) in }
            }
            try keys.entry("engine", string: "ibus:anthy")
        }
        var expected = Notification.Details(candidateBarHeightBegin: 40)
        expected.engine = "ibus:anthy"
        #expect(try read(message, .willShow).details == expected)
    }

    @Test("An unknown curve, or parameters that make none, is linear", arguments: ["wobble", "spring", "cubic-bezier"])
    func unknownCurve(name: String) throws {
        let message = try message { keys throws(BusError) in
            try keys.entry("curve", string: name)
            try keys.entry("curve-parameters", "ad") { value throws(BusError) in try value.doubles([1, 2]) }
        }
        #expect(try read(message, .willShow).details.curve == .linear)
    }

    @Test("Unknown words are kept")
    func openWords() throws {
        let message = try message { keys throws(BusError) in
            try keys.entry("placement", string: "orbiting")
            try keys.entry("reason", string: "because")
        }
        let details = try read(message, .willShow).details
        #expect(details.placement.rawValue == "orbiting")
        #expect(details.reason.rawValue == "because")
    }

    @Test(
        "A frame that is none is an error",
        arguments: [
            Rect(x: .nan, y: 0, width: 1, height: 1), Rect(x: 0, y: .infinity, width: 1, height: 1),
            Rect(x: 0, y: 0, width: -1, height: 1), Rect(x: 0, y: 0, width: 1, height: 1e7),
        ])
    func badFrame(frame: Rect) throws {
        let message = try message(end: frame)
        #expect(throws: BusError.self) { try read(message, .willShow) }
    }

    @Test("A height that is none is an error", arguments: [Double.nan, -1, .infinity, 2e6])
    func badHeight(height: Double) throws {
        let inset = try message(inset: height)
        #expect(throws: BusError.self) { try read(inset, .willShow) }
        let bar = try message(bar: height)
        #expect(throws: BusError.self) { try read(bar, .willShow) }
    }

    @Test("Missing and wrong arguments are errors", arguments: ["", "t", "ts", "st(dddd)(dddd)ddua{sv}"])
    func badArguments(signature: String) throws {
        let message = try HeadroomWireTests.message(try Signature(signature)) { body throws(BusError) in
            for code in signature.prefix(2) {
                if code == "t" { try body.uint64(1) } else { try body.string("x") }
            }
            guard signature.count > 2 else { return }
            for _ in 0..<2 {
                try body.structure { members throws(BusError) in
                    for _ in 0..<4 { try members.double(1) }
                }
            }
            try body.double(1)
            try body.double(1)
            try body.uint32(1)
            try body.dictionary { _ throws(BusError) in }
        }
        #expect(throws: BusError.self) { try read(message, .willShow) }
    }

    @Test("GetState carries the phase and the same eight", arguments: Phase.allCases)
    func state(phase: Phase) throws {
        var notification = Notification.full
        notification.kind = phase.kind
        #expect(phase.kind.phase == phase)
        let state = PublishedState(phase: phase, notification: notification)
        let message = try HeadroomWireTests.message(Signatures.state) { body throws(BusError) in
            try state.write(to: &body)
        }
        let read = try message.read { reader throws(BusError) in try PublishedState(&reader) }
        #expect(read == state)
    }

    @Test("A phase that is none is an error: the phases are closed")
    func unknownPhase() throws {
        let message = try HeadroomWireTests.message(Signatures.state) { body throws(BusError) in
            try body.string("dreaming")
            try Notification.full.write(to: &body)
        }
        #expect(throws: BusError.self) { try message.read { reader throws(BusError) in try PublishedState(&reader) } }
    }
}
