import HeadroomBus
import HeadroomWire
import Support
import Testing

/// Too many calls are refused, and nobody else notices (contract, section 5; rule T10).
@Suite(.notes, .withLog)
struct FloodTests {
    private let stage: Stage
    private let subscriber: Subscriber
    private let provider: Peer

    init() throws {
        stage = try Stage()
        subscriber = try stage.subscriber()
        provider = try stage.provider()
    }

    /// Publishes a frame a call, all at once: which of the calls were let through, and how the others were refused.
    private func flood(_ count: Int) throws -> (accepted: [Int], refusals: [BusError]) {
        var accepted: [Int] = []
        var refusals: [BusError] = []
        for number in 0..<count {
            let height = 200 + Double(number % 300)
            let keys = [String: Value].docked.with(["frame": .rect(0, 800 - height, 1280, height)])
            let call = try Message.call(
                Names.bus, Names.path, Names.provider, Names.Provider.publish, arguments: [.dictionary(keys)])
            provider.connection.call(call) { result in
                if let error = result.error { refusals.append(error) } else { accepted.append(number) }
            }
        }
        try stage.wait("all answers") { accepted.count + refusals.count == count }
        return (accepted, refusals)
    }

    @Test("a flood: the newest state that was taken is said last, and few Wills on the way")
    func newestLast() throws {
        let (accepted, refusals) = try flood(3_000)
        #expect(accepted.count >= 400)
        #expect(!refusals.isEmpty)
        #expect(refusals.allSatisfy { $0.name == "org.headroom.Headroom1.Error.LimitExceeded" })
        #expect(refusals.allSatisfy { $0.message.hasPrefix("calls: ") })
        let newest = 200 + Double((accepted.last ?? 0) % 300)
        try stage.wait("the newest state") { subscriber.notifications.last?.end[3] == newest }
        try subscriber.rest(at: "shown")
        let wills = subscriber.notifications.filter { !$0.isDid }
        // A burst of 4, then one in 100 ms, counted on the daemon's own clock.
        for (one, fifth) in zip(wills, wills.dropFirst(5)) {
            guard let begin = one.start, let end = fifth.start else { continue }
            #expect(end >= begin + 100_000)
        }
    }

    @Test("others are served while one is refused, and it is served again later")
    func others() throws {
        let other = try stage.provider()
        let (_, refusals) = try flood(1_000)
        #expect(!refusals.isEmpty)
        #expect(try other.publish(.docked.with(["name": "other", "frame": .rect(0, 300, 1280, 500)])))
        #expect(try other.publish(["name": "other"]))
        _ = try subscriber.state()
        // Also what is no Publish counts, and is refused alike.
        try stage.poll("another chance") { (try? provider.publish(["name": "simulated"])) != nil }
        try stage.wait("the other's keyboard") { subscriber.notifications.last?.end == [0, 300, 1280, 500] }
        try subscriber.rest(at: "shown")
    }

    @Test("every call counts: GetState, properties, introspection")
    func everyCall() throws {
        var refused = 0
        var answers = 0
        let count = 2_000
        for number in 0..<count {
            let call =
                number.isMultiple(of: 2)
                ? try Message.call(
                    Names.bus, Names.path, Names.keyboard, Names.Keyboard.getState, arguments: [])
                : try Message.call(
                    Names.bus, Names.path, "org.freedesktop.DBus.Properties", "GetAll",
                    arguments: [.string(Names.keyboard.text)])
            provider.connection.call(call) { result in
                answers += 1
                if result.error?.name == Names.Errors.limitExceeded.text { refused += 1 }
            }
        }
        try stage.wait("all answers") { answers == count }
        #expect(refused > 0)
        #expect(refused <= count - 400)
    }

    @Test("a hide waits for nothing")
    func hide() throws {
        let (accepted, _) = try flood(300)
        #expect(accepted.count == 300)
        try provider.publish(["name": "simulated", "visible": false, "duration-ms": 0, "reason": "user"])
        try subscriber.rest(at: "hidden")
        // Nothing that was held back comes after it.
        try provider.publish(.docked.with(["frame": .rect(0, 700, 1280, 100)]))
        try stage.wait("the next show") { subscriber.notifications.last?.end == [0, 700, 1280, 100] }
        try subscriber.rest(at: "shown")
        #expect(subscriber.members.filter { $0 == "WillShow" }.count == 2)
    }
}
