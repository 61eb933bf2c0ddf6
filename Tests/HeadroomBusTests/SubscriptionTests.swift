import HeadroomBus
import Support
import Testing

@Suite("subscriptions", .timeLimit(.minutes(10)))
struct SubscriptionTests {
    let world: World

    init() throws { world = try World() }

    private func emit(_ member: MemberName, _ text: String, path: ObjectPath = "/a", over connection: Connection) throws
    {
        let signal = try Message.signal(path, "a.b", member, "s") { writer throws(BusError) in try writer.string(text) }
        try connection.send(signal)
    }

    /// Collects the first argument of what a rule selects.
    private final class Collector {
        var texts: [String] = []
        var subscription: Subscription?

        init(_ connection: Connection, _ rule: MatchRule) {
            subscription = connection.subscribe(rule) { [unowned self] message in
                texts.append((try? message.read { reader throws(BusError) in try reader.string() }) ?? "?")
            }
        }
    }

    @Test("each subscription gets what its rule selects and nothing else")
    func selection() throws {
        let client = world.client
        let all = Collector(client, MatchRule(interface: "a.b"))
        let member = Collector(client, MatchRule(member: "Two"))
        let path = Collector(client, MatchRule(path: "/a/b", interface: "a.b"))
        let below = Collector(client, MatchRule(pathNamespace: "/a", interface: "a.b"))
        let text = Collector(client, MatchRule(interface: "a.b", arguments: [0: "it's, really"]))
        let name = Collector(client, MatchRule(interface: "a.b", argument0Namespace: "x.y"))
        let mine = Collector(client, MatchRule(sender: client.uniqueName, interface: "a.b"))
        try client.settle()
        try emit("One", "1", over: world.server)
        try emit("Two", "2", path: "/a/b", over: world.server)
        try emit("One", "it's, really", path: "/ab", over: world.server)
        try emit("One", "x.y", path: "/b", over: world.server)
        try emit("One", "x.y.z", path: "/b", over: world.server)
        try emit("One", "x.yz", path: "/b", over: world.server)
        try emit("Last", "end", path: "/b", over: world.server)
        try world.wait("the last one") { all.texts.last == "end" }
        #expect(all.texts == ["1", "2", "it's, really", "x.y", "x.y.z", "x.yz", "end"])
        #expect(member.texts == ["2"])
        #expect(path.texts == ["2"])
        #expect(below.texts == ["1", "2"])
        #expect(text.texts == ["it's, really"])
        #expect(name.texts == ["x.y", "x.y.z"])
        #expect(mine.texts == [])
    }

    @Test("a well-known sender is whoever owns the name, and nobody else")
    func wellKnownSender() throws {
        let other = try world.bus.connect(world.loop)
        let rule = MatchRule(sender: "org.example.Board", interface: "a.b")
        let collector = Collector(world.client, rule)
        // This one makes the bus deliver the other's signals as well.
        let everything = Collector(world.client, MatchRule(interface: "a.b"))
        try world.client.settle()
        try emit("One", "other", over: other)
        try emit("One", "owner", over: world.server)
        try world.wait("both") { everything.texts == ["other", "owner"] }
        #expect(collector.texts == ["owner"])
        world.server.releaseName("org.example.Board")
        var reply: NameReply?
        other.requestName("org.example.Board") { reply = try? $0.get() }
        try world.wait("the change") { reply == .primaryOwner || reply == .inQueue }
        try emit("One", "late", over: world.server)
        try emit("One", "heir", over: other)
        try world.wait("both") { everything.texts.count == 4 }
        #expect(collector.texts == ["owner", "heir"])
    }

    @Test("a cancelled or dropped subscription is heard of no more, here and at the bus")
    func cancelling() throws {
        var removed: [String] = []
        let watcher = try world.bus.connect(world.loop)
        var isMonitor = false
        watcher.becomeMonitor([MatchRule(.call, member: "RemoveMatch")]) { message in
            removed.append((try? message.read { reader throws(BusError) in try reader.string() }) ?? "?")
        } _: {
            isMonitor = (try? $0.get()) != nil
        }
        try world.wait("the monitor") { isMonitor }
        let kept = Collector(world.client, MatchRule(interface: "a.b", member: "One"))
        let cancelled = Collector(world.client, MatchRule(interface: "a.b", member: "One", arguments: [0: "x"]))
        let dropped = Collector(world.client, MatchRule(interface: "a.b", member: "One", arguments: [0: "y"]))
        try world.client.settle()
        cancelled.subscription?.cancel()
        cancelled.subscription?.cancel()
        dropped.subscription = nil
        try emit("One", "x", over: world.server)
        try emit("One", "y", over: world.server)
        try world.wait("both") { kept.texts == ["x", "y"] }
        try world.wait("the bus to be told") { removed.count == 2 }
        #expect(removed.sorted().map { $0.suffix(8) } == ["arg0='x'", "arg0='y'"])
        #expect(cancelled.texts == [])
        #expect(dropped.texts == [])
    }

    @Test("handlers may subscribe and cancel while a message is handed out")
    func reentrancy() throws {
        var story: [String] = []
        var second: Subscription?
        var third: Subscription?
        let first = world.client.subscribe(MatchRule(interface: "a.b")) { _ in
            story.append("first")
            second = nil
            if third == nil {
                third = world.client.subscribe(MatchRule(interface: "a.b")) { _ in story.append("third") }
            }
        }
        second = world.client.subscribe(MatchRule(interface: "a.b")) { _ in story.append("second") }
        try world.client.settle()
        try emit("One", "", over: world.server)
        try world.wait("the first") { story == ["first"] }
        try world.client.settle()
        try emit("One", "", over: world.server)
        try world.wait("both") { story.count == 3 }
        #expect(story == ["first", "first", "third"])
        _ = (first, second, third)
    }

    @Test("a refused rule is reported, by the bus or before it gets there")
    func refusals() throws {
        var errors: [BusError.Code] = []
        let rules = [
            MatchRule(arguments: [64: "x"]), MatchRule(path: "/a", pathNamespace: "/b"), MatchRule(member: "no member"),
            MatchRule(sender: "nonsense"),
        ]
        let subscriptions = rules.map { rule in
            world.client.subscribe(rule, failed: { errors.append($0.code) }) { _ in }
        }
        let byBus = world.client.subscribe(
            MatchRule(argument0Namespace: "not..a name"), failed: { errors.append($0.code) }
        ) { _ in }
        try world.wait("all refusals") { errors.count == 5 }
        #expect(
            errors.sorted { "\($0)" < "\($1)" } == [.invalidName, .invalidName, .invalidValue, .invalidValue, .remote])
        _ = (subscriptions, byBus)
    }

    @Test("a signal to one peer reaches it without a rule at the bus, and only it")
    func unicast() throws {
        var received = 0
        let subscription = world.client.subscribe(MatchRule(interface: "a.b", member: "ToYou")) { _ in received += 1 }
        let other = try world.bus.connect(world.loop)
        let bystander = Collector(other, MatchRule(interface: "a.b"))
        try other.settle()
        let signal = try Message.signal("/a", "a.b", "ToYou", to: world.client.uniqueName)
        try world.server.send(signal)
        try emit("One", "end", over: world.server)
        try world.wait("both") { received == 1 && bystander.texts == ["end"] }
        subscription.cancel()
    }
}
