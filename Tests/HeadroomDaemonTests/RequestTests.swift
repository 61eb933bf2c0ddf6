import HeadroomBus
import HeadroomWire
import Support
import Testing

/// Show and Hide are handed to whom can follow (contract, section 2).
@Suite(.notes, .withLog)
struct RequestTests {
    private let stage: Stage
    private let subscriber: Subscriber
    private let provider: Peer

    init() throws {
        stage = try Stage()
        subscriber = try stage.subscriber()
        provider = try stage.provider()
    }

    private func refusal(_ member: MemberName) -> BusError? {
        #expect(throws: BusError.self) { try subscriber.request(member) }
    }

    @Test("nobody can: NotSupported")
    func notSupported() throws {
        for member in [Names.Keyboard.show, Names.Keyboard.hide] {
            let error = refusal(member)
            #expect(error?.name == "org.headroom.Headroom1.Error.NotSupported")
            #expect(error?.message.isEmpty == false)
        }
        try provider.publish(.docked.with(["can-show": true]))
        try subscriber.request(Names.Keyboard.show)
        #expect(refusal(Names.Keyboard.hide)?.name == "org.headroom.Headroom1.Error.NotSupported")
    }

    @Test("a request is a unicast signal with the provider's name, and changes nothing by itself")
    func unicast() throws {
        let bystander = try stage.provider()
        try bystander.publish(["name": "bystander"])
        try provider.publish(.docked.with(["can-show": true, "can-hide": true]))
        try subscriber.expect("WillShow", "DidShow")
        #expect(subscriber.properties["CanShow"] == true)
        #expect(subscriber.properties["CanHide"] == true)
        try subscriber.request(Names.Keyboard.hide)
        try stage.wait("the request") { provider.requests.count == 1 }
        try subscriber.request(Names.Keyboard.show)
        try stage.wait("the request") { provider.requests.count == 2 }
        #expect(
            provider.requests == [
                .init(member: "HideRequested", arguments: ["simulated", .dictionary([:])]),
                .init(member: "ShowRequested", arguments: ["simulated", .dictionary([:])]),
            ])
        try bystander.connection.settle()
        #expect(bystander.requests == [])
        try subscriber.expectNothing()
    }

    @Test("whoever is believed is asked before others who can")
    func believedFirst() throws {
        let other = try stage.provider()
        try other.publish(["name": "other", "visible": false, "can-show": true, "can-hide": true])
        try provider.publish(.docked.with(["can-hide": true]))
        try subscriber.expect("WillShow", "DidShow")
        try subscriber.request(Names.Keyboard.hide)
        try stage.wait("the believed one to be asked") { provider.requests.map(\.member) == ["HideRequested"] }
        // The believed one cannot show: the one that can is asked.
        try subscriber.request(Names.Keyboard.show)
        try stage.wait("the other one to be asked") { other.requests.map(\.member) == ["ShowRequested"] }
    }

    @Test("a hide that was asked for knows no grace")
    func noGrace() throws {
        // The longest there is.
        try stage.configure("[grace]\nsimulated=10000\n")
        try stage.start("--replace")
        let subscriber = try stage.subscriber()
        try provider.publish(.docked.with(["can-hide": true]))
        try subscriber.expect("WillShow", "DidShow")
        try subscriber.request(Names.Keyboard.hide)
        try stage.wait("the request") { provider.requests.count == 1 }
        try provider.publish(["name": "simulated", "visible": false])
        #expect(try subscriber.state().phase == "hidden")
        try subscriber.expect("WillHide", "DidHide")
    }

    @Test("5 a second, Show and Hide together; then LimitExceeded, and others may still ask")
    func rate() throws {
        try provider.publish(.docked.with(["can-show": true, "can-hide": true]))
        var refusals: [BusError] = []
        var answers = 0
        let requests = 40
        for number in 0..<requests {
            let member = number.isMultiple(of: 2) ? Names.Keyboard.show : Names.Keyboard.hide
            let call = try Message.call(
                Names.bus, Names.path, Names.keyboard, member, arguments: [.dictionary([:])])
            subscriber.connection.call(call) { result in
                answers += 1
                if let error = result.error { refusals.append(error) }
            }
        }
        try stage.wait("all answers") { answers == requests }
        #expect(!refusals.isEmpty)
        #expect(refusals.count <= requests - 5)
        #expect(refusals.allSatisfy { $0.name == "org.headroom.Headroom1.Error.LimitExceeded" })
        try stage.wait("all requests that were let through") { provider.requests.count == requests - refusals.count }
        let other = try stage.subscriber()
        try other.request(Names.Keyboard.show)
    }
}
