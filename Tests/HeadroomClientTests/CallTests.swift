import HeadroomBus
import HeadroomCore
import HeadroomWire
import Support
import Testing

@testable import HeadroomClient

/// Requests to the daemon, and providers, on a private bus with a scripted daemon.
@Suite("Asking and providing", .timeLimit(.minutes(10)))
struct CallTests {
    private func result<Value>(
        of stage: Stage, _ ask: (@escaping (Result<Value, ClientError>) -> Void) -> Void
    ) throws -> Result<Value, ClientError> {
        var answer: Result<Value, ClientError>?
        ask { answer = $0 }
        #expect(answer == nil, "answered before the call returned")
        try stage.wait("an answer") { answer != nil }
        return try #require(answer)
    }

    private func code<Value>(_ result: Result<Value, ClientError>) -> ClientError.Code? {
        if case .failure(let error) = result { error.code } else { nil }
    }

    @Test("show and hide reach the daemon, and nothing would have started one")
    func requests() throws {
        let stage = try Stage()
        let daemon = try stage.daemon()
        try result(of: stage) { stage.client.show($0) }.get()
        try result(of: stage) { stage.client.hide($0) }.get()
        #expect(daemon.requests == ["show", "hide"])
        #expect(!daemon.wasAutoStarted)
    }

    @Test("every way a request can fail has its code")
    func failures() throws {
        let stage = try Stage()
        #expect(code(try result(of: stage) { stage.client.show($0) }) == .noDaemon)
        let daemon = try stage.daemon()
        daemon.refusal = .notSupported("nobody can")
        let answer = try result(of: stage) { stage.client.show($0) }
        #expect(code(answer) == .notSupported)
        #expect(throws: ClientError.self) { try answer.get() }
        daemon.refusal = .limitExceeded("calls", "too many")
        #expect(code(try result(of: stage) { stage.client.show($0) }) == .refused)
        stage.bus.kill()
        #expect(code(try result(of: stage) { stage.client.hide($0) }) == .noBus)
    }

    @Test("observers come as the daemon lists them; an unknown word is unavailable")
    func observers() throws {
        let stage = try Stage()
        let daemon = try stage.daemon()
        daemon.observers = [
            ObserverListing(name: "OSK0", availability: "active", why: "", believedFor: ["visible"]),
            ObserverListing(name: "X11", availability: "asleep", why: "tired"),
        ]
        let observers = try result(of: stage) { stage.client.observers($0) }.get()
        #expect(observers.map(\.name) == ["OSK0", "X11"])
        #expect(observers.map(\.availability) == [.active, .unavailable])
        #expect(observers[0].believedFor == ["visible"])
        #expect(observers[1].why == "tired")
    }

    @Test("beliefs come as the daemon lists them")
    func beliefs() throws {
        let stage = try Stage()
        let daemon = try stage.daemon()
        daemon.beliefs = [
            BeliefListing(field: "frame", kind: "observer", name: "X11", because: ["best-frame"]),
            BeliefListing(field: "engine", kind: "provider", name: "mine", because: []),
        ]
        let beliefs = try result(of: stage) { stage.client.beliefs($0) }.get()
        #expect(beliefs.map(\.field) == ["frame", "engine"])
        #expect(beliefs.map(\.kind) == ["observer", "provider"])
        #expect(beliefs.map(\.name) == ["X11", "mine"])
        #expect(beliefs.map(\.because) == [["best-frame"], []])
    }

    @Test("candidates come as the daemon lists them")
    func candidates() throws {
        let stage = try Stage()
        let daemon = try stage.daemon()
        var listing = CandidateListing(engine: "ibus:libpinyin")
        listing.isActive = true
        (listing.policy, listing.acts, listing.why) = ("auto", "reserve", "by default")
        listing.learned = CandidateListing.Learned()
        listing.learned?.keyboard = "squeekboard"
        listing.learned?.roomBelowCaret = 66
        daemon.candidates = [listing, CandidateListing(engine: "fcitx5")]
        let candidates = try result(of: stage) { stage.client.candidates($0) }.get()
        #expect(candidates.map(\.engine) == ["ibus:libpinyin", "fcitx5"])
        #expect(candidates.map(\.isActive) == [true, false])
        #expect(candidates[0].acts == "reserve" && candidates[0].learned?.roomBelowCaret == 66)
        #expect(candidates[0].learned?.keyboard == "squeekboard" && candidates[1].learned == nil)
    }

    @Test("a provider is told again to a new daemon, and to no old one twice")
    func published() throws {
        let stage = try Stage()
        let provider = stage.client.provider(name: "mine")
        var shown = Publication()
        shown.isVisible = true
        shown.frame = Samples.frame(260)
        shown.transition = Transition(durationMS: 0)
        #expect(code(try result(of: stage) { provider.publish(shown, $0) }) == .noDaemon)
        let first = try stage.daemon()
        try stage.wait("the first daemon to be told") { first.updates.count == 1 }
        #expect(first.updates[0].name == "mine")
        #expect(first.updates[0].state.frame == Samples.frame(260))
        var bar = Publication()
        bar.candidateBarHeight = 44
        #expect(try result(of: stage) { provider.publish(bar, $0) }.get())
        #expect(first.updates.count == 2)
        first.connection.close()
        let second = try stage.daemon()
        try stage.wait("the second daemon to be told") { second.updates.count == 1 }
        #expect(second.updates[0].state.isVisible == true)
        #expect(second.updates[0].state.candidateBarHeight == 44)
        #expect(second.updates[0].cause.transition == Transition(durationMS: 0))
    }

    @Test("a refused call is not told again")
    func refused() throws {
        let stage = try Stage()
        let first = try stage.daemon()
        let provider = stage.client.provider()
        var good = Publication()
        good.engine = "good"
        #expect(try result(of: stage) { provider.publish(good, $0) }.get())
        first.publishRefusal = .unknownOutput("DP-9")
        var bad = Publication()
        bad.output = "DP-9"
        #expect(code(try result(of: stage) { provider.publish(bad, $0) }) == .refused)
        first.connection.close()
        let second = try stage.daemon()
        try stage.wait("the second daemon to be told") { second.updates.count == 1 }
        #expect(second.updates[0].state.engine == "good")
        #expect(second.updates[0].state.output == nil)
    }

    @Test("requests reach the provider that they name")
    func asked() throws {
        let stage = try Stage()
        let daemon = try stage.daemon()
        let provider = stage.client.provider(name: "mine")
        let other = stage.client.provider(name: "other")
        var asked: [Provider.Request] = []
        var othersAsked: [Provider.Request] = []
        provider.onRequest = { asked.append($0) }
        other.onRequest = { othersAsked.append($0) }
        #expect(try result(of: stage) { provider.publish(Publication(), $0) }.get())
        let place = try #require(daemon.provider)
        let free = Rect(x: 1, y: 2, width: 3, height: 4)
        for request in [
            ProviderRequest.show(name: "mine"), .hide(name: "nobody"), .hide(name: "mine"),
            .move(name: "mine", keepFree: free, output: "eDP-1"), .show(name: "other"),
        ] {
            try daemon.connection.send(request.message(to: place))
        }
        try stage.wait("all requests") { othersAsked.count == 1 }
        #expect(asked == [.show, .hide, .move(keepFree: free, output: "eDP-1")])
        #expect(othersAsked == [.show])
    }

    @Test("a client that is dropped leaves the bus")
    func gone() throws {
        let bus = try PrivateBus()
        let loop = try EventLoop()
        let daemon = try ScriptedDaemon(on: bus, loop)
        var owner: BusName?
        var watch: NameWatch?
        do {
            let client = try Client(bus: .at(bus.address))
            var isTold = false
            let subscription = try client.subscribe { _ in isTold = true }
            let provider = client.provider(name: "mine")
            var isPublished = false
            provider.publish(Publication()) { _ in isPublished = true }
            try client.dispatch()
            let fd = try client.fileDescriptor
            let served = try loop.watch(fd) { _ in try? client.dispatch() }
            try loop.wait("the client to be served") { isTold && isPublished }
            served.cancel()
            owner = client.connection.uniqueName
            subscription.cancel()
        }
        watch = daemon.connection.watchName(try #require(owner)) { _ in }
        try daemon.connection.settle()
        try loop.wait("the client to be gone") { watch?.owner == nil }
    }

    @Test("a client that is dropped with a provider of which nothing was sent yet is gone")
    func early() throws {
        let bus = try PrivateBus()
        weak var dropped: Client?
        do {
            let client = try Client(bus: .at(bus.address))
            dropped = client
            let provider = client.provider(name: "mine")
            provider.publish(Publication())
            provider.withdraw()
        }
        #expect(dropped == nil)
    }

    @Test("a provider that is dropped is withdrawn")
    func dropped() throws {
        let stage = try Stage()
        let daemon = try stage.daemon()
        var provider: Provider? = stage.client.provider(name: "mine")
        #expect(try result(of: stage) { provider?.publish(Publication(), $0) }.get())
        provider = nil
        try stage.wait("the withdrawal") { daemon.withdrawn == ["mine"] }
    }
}
