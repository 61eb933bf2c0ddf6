import HeadroomBus
import HeadroomCore
import HeadroomWire
import Testing

@Suite("Properties of the Keyboard interface") struct KeyboardValuesTests {
    private static let outputs = [
        Output(
            name: "eDP-1", frame: Rect(x: 0, y: 0, width: 1280, height: 800), scale: 1.5, transform: .flipped90,
            workArea: Rect(x: 0, y: 32, width: 1280, height: 768),
            deviceFrame: Rect(x: 0, y: 0, width: 1920, height: 1200), aliases: ["XWAYLAND0"], isPrimary: true),
        Output(name: "DP-2", frame: Rect(x: 1280, y: -200, width: 1080, height: 1920)),
    ]

    private static let full: KeyboardValues = {
        var values = KeyboardValues()
        values.take(.full)
        values.canShow = true
        values.canHide = true
        values.isWatching = true
        values.outputs = outputs
        return values
    }()

    /// All properties in an `a{sv}`, as GetAll answers.
    private func all(
        _ values: KeyboardValues, _ more: (inout Writer) throws(BusError) -> Void = { _ in }
    ) throws(BusError) -> Message {
        try message("a{sv}") { body throws(BusError) in
            try body.dictionary { keys throws(BusError) in
                for property in KeyboardProperty.allCases {
                    try keys.entry(property.name, property.signature) { value throws(BusError) in
                        try property.write(values, to: &value)
                    }
                }
                try more(&keys)
            }
        }
    }

    private func read(_ message: borrowing Message, into values: KeyboardValues = .init()) throws -> KeyboardValues {
        var values = values
        try message.read { reader throws(BusError) in try values.take(&reader) }
        return values
    }

    @Test("What is written is read back")
    func roundTrip() throws {
        #expect(try read(try all(Self.full)) == Self.full)
        #expect(try read(try all(KeyboardValues()), into: Self.full) == KeyboardValues())
    }

    @Test("A notification sets where things are going")
    func taking() {
        #expect(Self.full.phase == .shown)
        #expect(Self.full.output == "DP-2")
        #expect(Self.full.frame == Rect(x: 0, y: 760, width: 1280, height: 264))
        #expect(Self.full.bottomInset == 264)
        #expect(Self.full.candidateBarHeight == 44)
        #expect(Self.full.placement == .split)
        #expect(Self.full.engine == "ibus:libpinyin")
    }

    @Test("A Did after its Will changes the phase only")
    func did() {
        var notification = Notification.full
        notification.kind = .willShow
        var old = KeyboardValues()
        old.take(notification)
        notification.kind = .didShow
        notification.serial += 1
        notification.frameBegin = notification.frameEnd
        notification.durationMS = 0
        var new = old
        new.take(notification)
        #expect(new.changes(since: old).map(\.description) == ["Phase"])
    }

    @Test("Each property that differs is named, no other")
    func changes() {
        #expect(Self.full.changes(since: Self.full).isEmpty)
        let all = KeyboardProperty.allCases.map(\.name.description)
        var other = Self.full
        other.phase = .hidden
        other.output = "X"
        other.frame = .zero
        other.bottomInset = 0
        other.candidateBarHeight = 0
        other.placement = .docked
        other.engine = ""
        other.canShow = false
        other.canHide = false
        other.isWatching = false
        other.outputs = []
        #expect(other.changes(since: Self.full).map(\.description) == all)
        var hiding = Self.full
        hiding.phase = .hiding
        #expect(hiding.changes(since: Self.full).map(\.description) == ["Phase", "Visible"])
    }

    @Test("Unknown properties and unusable values are skipped")
    func skipping() throws {
        let message = try all(Self.full) { keys throws(BusError) in
            try keys.entry("Version", uint32: 1)
            try keys.entry("Mood", string: "fine")
            try keys.entry("Phase", string: "dreaming")
            try keys.entry("BottomInset", double: .nan)
            try keys.entry("Frame", "ad") { value throws(BusError) in try value.doubles([1, 2, 3, 4]) }
            try keys.entry("Outputs", string: "none")
            try keys.entry("CanShow", uint32: 0)
        }
        #expect(try read(message) == Self.full)
    }

    @Test("An output that cannot be used is left out, its neighbours stay")
    func outputs() throws {
        let message = try message("a(s(dddd)a{sv})") { body throws(BusError) in
            try body.array("(s(dddd)a{sv})") { list throws(BusError) in
                for (name, width) in [("A", 100.0), ("B", .nan), ("C", 300)] {
                    try list.structure { members throws(BusError) in
                        try members.string(name)
                        try members.structure { frame throws(BusError) in
                            for number in [0, 0, width, 50] { try frame.double(number) }
                        }
                        try members.dictionary { keys throws(BusError) in
                            try keys.entry("scale", double: -2)
                            try keys.entry("transform", string: "inside-out")
                            try keys.entry("aliases", string: "none")
                            try keys.entry("primary", bool: name == "C")
                        }
                    }
                }
            }
        }
        let outputs = try message.read { reader throws(BusError) in try [Output](&reader) }
        #expect(
            outputs == [
                Output(name: "A", frame: Rect(x: 0, y: 0, width: 100, height: 50)),
                Output(name: "C", frame: Rect(x: 0, y: 0, width: 300, height: 50), isPrimary: true),
            ])
    }

    @Test("ListObservers")
    func observers() throws {
        let observers = [
            ObserverListing(
                name: "layer-shell", availability: "active", why: "zwlr_layer_shell_v1 is there",
                believedFor: ["frame (measured-first)", "output"]),
            ObserverListing(name: "osk0", availability: "waiting", why: ""),
        ]
        let message = try message(Signatures.observers) { body throws(BusError) in try observers.write(to: &body) }
        #expect(try message.read { reader throws(BusError) in try [ObserverListing](&reader) } == observers)
    }

    @Test("ListBeliefs")
    func beliefs() throws {
        let beliefs = [
            BeliefListing(field: "visible", kind: "observer", name: "Onboard", because: ["same-keyboard", "own-flag"]),
            BeliefListing(field: "frame", kind: "provider", name: "simulated", because: []),
        ]
        let message = try message(Signatures.beliefs) { body throws(BusError) in try beliefs.write(to: &body) }
        #expect(try message.read { reader throws(BusError) in try [BeliefListing](&reader) } == beliefs)
        var arbiter = Arbiter()
        let room = KeyboardWitness(name: "one", isVisible: true, roomBelowCaret: 48)
        _ = arbiter.update(Source(kind: .inherited, name: "inherited"), Facts(keyboard: room), at: 0)
        let listed = arbiter.beliefs().map { BeliefListing($0) }
        #expect(
            listed.contains(
                BeliefListing(field: "room-below-caret", kind: "inherited", name: "inherited", because: [])))
    }

    @Test("ListCandidates")
    func candidates() throws {
        let candidates = [CandidateListing].full + [CandidateListing(engine: "")]
        let message = try message(Signatures.candidates) { body throws(BusError) in try candidates.write(to: &body) }
        #expect(try message.read { reader throws(BusError) in try [CandidateListing](&reader) } == candidates)
    }

    @Test("details of ListCandidates that cannot be used are passed over")
    func hostileCandidates() throws {
        let message = try message(Signatures.candidates) { body throws(BusError) in
            try body.array("(sa{sv})") { list throws(BusError) in
                try list.structure { members throws(BusError) in
                    try members.string("ibus")
                    try members.dictionary { keys throws(BusError) in
                        try keys.entry("bar-height", double: .nan)
                        try keys.entry("room-below-caret", double: -1)
                        try keys.entry("active", string: "yes")
                        try keys.entry("unheard-of", bool: true)
                        try keys.entry("policy", string: "auto")
                    }
                }
            }
        }
        var wanted = CandidateListing(engine: "ibus")
        wanted.policy = "auto"
        #expect(try message.read { reader throws(BusError) in try [CandidateListing](&reader) } == [wanted])
    }

    @Test(
        "Requests to a provider",
        arguments: [
            .show(name: ""), .hide(name: "main"),
            .move(name: "main", keepFree: Rect(x: 1, y: 2, width: 3, height: 4), output: "DP-2"),
            .move(name: "", keepFree: .zero, output: ""),
        ] as [ProviderRequest])
    func requests(request: ProviderRequest) throws {
        let message = try request.message(to: ":1.7")
        #expect(message.destination.map(String.init) == ":1.7")
        let read = try message.read { reader throws(BusError) in
            guard let member = message.member else { return nil as ProviderRequest? }
            return try ProviderRequest.read(member, &reader)
        }
        #expect(read == request)
    }
}
