import HeadroomBus
import HeadroomCore
import Support
import Testing

@testable import AccessibilityPlugin

/// What applications answer, made into values.
@Suite("Decoding")
struct DecodingTests {
    /// A body of these values, read by `read`.
    private func decode<Result>(
        _ values: [Value], _ read: (inout Reader) throws(BusError) -> Result
    ) throws(BusError) -> Result {
        let signature = Signature(stringLiteral: values.map(\.signature).joined())
        let message = try Message.signal("/a", "a.b", "C", signature) { writer throws(BusError) in
            for value in values { try value.write(to: &writer) }
        }
        return try message.read(read)
    }

    private func signal(
        _ interface: InterfaceName, _ member: MemberName, _ values: [Value]
    ) throws -> AccessibilityEvent? {
        let bus = try PrivateBus()
        let loop = try EventLoop()
        let (sender, receiver) = (try bus.connect(loop), try bus.connect(loop))
        var event: AccessibilityEvent??
        let subscription = receiver.subscribe(MatchRule(interface: interface)) { event = .some(AccessibilityEvent($0)) }
        defer { subscription.cancel() }
        try receiver.settle()
        let signature = Signature(stringLiteral: values.map(\.signature).joined())
        try sender.send(
            try Message.signal("/app/7", interface, member, signature) { writer throws(BusError) in
                for value in values { try value.write(to: &writer) }
            })
        try loop.wait("the signal") { event != nil }
        return event ?? nil
    }

    @Test("every way in which toolkits say that something is nowhere")
    func nowhere() {
        let nowhere: [(Int32, Int32, Int32, Int32)] = [
            (.min, .min, 300, 30), (.min, .min, .min, .min), (-1, -1, -1, -1), (0, 0, 0, 0), (10, 10, 0, 20),
            (10, 10, -5, 20), (2_000_000, 0, 10, 10), (.max, .max, .max, .max), (0, .min, 10, 10),
        ]
        for (x, y, width, height) in nowhere {
            #expect(Extents(x: x, y: y, width: width, height: height).rect == nil, "\(x) \(y) \(width) \(height)")
        }
        #expect(
            Extents(x: -20, y: -30, width: 300, height: 30).rect == Rect(x: -20, y: -30, width: 300, height: 30))
        // A caret may have no width, a place never.
        #expect(Extents(x: 5, y: 6, width: 0, height: 17).rect == nil)
        #expect(Extents(x: 5, y: 6, width: 0, height: 17).caret == Rect(x: 5, y: 6, width: 1, height: 17))
        #expect(Extents(x: 0, y: 0, width: 0, height: 0).caret == nil)
    }

    @Test("extents in a struct and without one")
    func extents() throws {
        let seen = Extents(x: 100, y: -7, width: 300, height: 31)
        #expect(
            try decode([.structure([100, -7, 300, 31])]) { reader throws(BusError) in try reader.extents() } == seen)
        #expect(try decode([100, -7, 300, 31]) { reader throws(BusError) in try reader.bareExtents() } == seen)
        for wrong in [[], [100, -7, 300], [.string("x")], [.structure([1, 2, 3])], [.structure([1.5, 2, 3, 4])]]
            as [[Value]]
        {
            #expect(throws: BusError.self) { try decode(wrong) { reader throws(BusError) in try reader.extents() } }
        }
    }

    @Test("states as GTK 3, GTK 4 and Qt answer them")
    func states() throws {
        func states(_ words: [UInt32]) throws -> StateSet {
            try decode([.array("u", words.map { .uint32($0) })]) { reader throws(BusError) in try reader.states() }
        }
        let entry = try states([1 << 7 | 1 << 12 | 1 << 25, 0])
        #expect(entry.isEditable && entry.isFocused && !entry.isMultiLine && !entry.isActive)
        let area = try states([1 << 7 | 1 << 17 | 1 << 1, 3, 7, 9])
        #expect(area.isEditable && area.isMultiLine && area.isActive && !area.isFocused)
        #expect(try states([]) == StateSet(bits: 0))
        #expect(throws: BusError.self) { try decode(["x"]) { reader throws(BusError) in try reader.states() } }
    }

    @Test("children are bounded, and so are numbers")
    func bounds() throws {
        let many = (0..<500).map { Value.structure([.string(":1.7"), .path("/o/\($0)")]) }
        let read = try decode([.array("(so)", many)]) { reader throws(BusError) in try reader.accessibles(limit: 6) }
        #expect(read.count == 6)
        #expect(read.first == Accessible(owner: ":1.7", path: "/o/0"))
        let bad = Value.structure([.string("no name"), .path("/o")])
        #expect(throws: BusError.self) {
            try decode([.array("(so)", [bad])]) { reader throws(BusError) in try reader.accessibles(limit: 6) }
        }
        #expect(try decode([.variant(.double(3.5))]) { reader throws(BusError) in try reader.number() } == 3.5)
        for wrong in [.variant(.double(.nan)), .variant(.double(.infinity)), .variant(7), .double(1)] as [Value] {
            #expect(throws: BusError.self) { try decode([wrong]) { reader throws(BusError) in try reader.number() } }
        }
    }

    @Test("the focus as GTK 3, GTK 4, Qt 5 and Qt 6 tell it")
    func focus() throws {
        let tails: [[Value]] = [
            [.variant(0), .dictionary([:])], [.variant("0"), .dictionary([:])],
            [.variant(0), .structure([.string(":1.3"), .path("/org/a11y/atspi/null")])],
        ]
        for tail in tails {
            let event = try signal("org.a11y.atspi.Event.Object", "StateChanged", ["focused", 1, 0] + tail)
            guard case .focused(let object) = event else {
                Issue.record("\(String(describing: event))")
                continue
            }
            #expect(object.path == "/app/7" && object.owner.isUnique)
        }
        let lost = try signal("org.a11y.atspi.Event.Object", "StateChanged", ["focused", 0, 0])
        guard case .unfocused = lost else { throw TestFailure("\(String(describing: lost))") }
        for other in [["checked", 1, 0], [1, 1, 0], [], ["focused"], ["focused", "1"]] as [[Value]] {
            #expect(try signal("org.a11y.atspi.Event.Object", "StateChanged", other) == nil)
        }
    }

    @Test("windows and carets")
    func others() throws {
        for (member, word) in [("Activate", true), ("activate", true), ("Deactivate", false)] as [(MemberName, Bool)] {
            let event = try signal("org.a11y.atspi.Event.Window", member, [""])
            switch event {
            case .windowActivated: #expect(word)
            case .windowDeactivated: #expect(!word)
            case _: Issue.record("\(String(describing: event))")
            }
        }
        #expect(try signal("org.a11y.atspi.Event.Window", "Resize", [""]) == nil)
        guard case .caretMoved = try signal("org.a11y.atspi.Event.Object", "TextCaretMoved", ["", 7, 0]) else {
            throw TestFailure("no caret")
        }
    }
}
