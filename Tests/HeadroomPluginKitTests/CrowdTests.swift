import Glibc
import HeadroomBus
import HeadroomClient
import HeadroomCore
import Support
import Testing

/// A thousand subscribers and as many plugins as the daemon takes, at once.
@Suite("A crowd", .timeLimit(.minutes(5)))
struct CrowdTests {
    private static let subscribers = 1000
    private static let plugins = 64

    /// A subscriber, and the serials of the notifications that it heard.
    private final class Listener {
        let connection: Connection
        private(set) var serials: [UInt64] = []
        private var subscription: HeadroomBus.Subscription?

        init(_ bus: PrivateBus, _ loop: EventLoop) throws {
            connection = try bus.connect(loop)
            subscription = connection.subscribe(
                MatchRule(sender: "org.headroom.Headroom1", interface: "org.headroom.Headroom1.Keyboard")
            ) { [unowned self] message in
                if let serial = try? message.read({ reader throws(BusError) in try reader.uint64() }) {
                    serials.append(serial)
                }
            }
        }
    }

    /// Each subscriber is a descriptor here and one at the bus, which inherits the limit.
    private func allowDescriptors() throws {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        try #require(getrlimit(kind, &limit) == 0)
        guard limit.rlim_cur < 4096 else { return }
        limit.rlim_cur = min(limit.rlim_max, 4096)
        try #require(setrlimit(kind, &limit) == 0 && limit.rlim_cur > 1500, "ulimit -Hn is \(limit.rlim_max)")
    }

    @Test("nobody misses anything, everybody's turn comes, and the daemon keeps little of it")
    func crowd() throws {
        try allowDescriptors()
        let ground = try Playground()
        try ground.startDaemon()
        let before = try ground.memory()
        let listeners = try (0..<Self.subscribers).map { _ in try Listener(ground.bus, ground.loop) }
        // The bus has a connection's rule when it has answered that connection.
        for listener in listeners { try listener.connection.settle() }

        var clients: [Client] = []
        var plugins: [Plugin] = []
        for number in 0..<Self.plugins {
            let client = try ground.newClient()
            clients.append(client)
            plugins.append(client.plugin(name: "plugin \(number)", kind: .app))
            // One after the other: they wait in this order.
            try ground.wait("plugin \(number) to be known") { plugins[number].subject != nil }
        }
        try ground.waitForLists("all of them") {
            $0.plugins.count == Self.plugins && $0.claims.map(\.waiting.count) == [Self.plugins - 1]
        }
        // One more is refused, and nobody is worse off.
        let late = try ground.newClient().plugin(name: "late", kind: .app)
        var refusal: ClientError?
        late.onUpdate = { update in if case .refused(let error) = update { refusal = error } }
        try ground.wait("the refusal") { refusal != nil }
        #expect(refusal?.code == .refused)

        for _ in 0..<3 {
            try ground.show(0)
            try ground.wait(for: .shown)
            try ground.hide(0)
            try ground.wait(for: .hidden)
        }
        // WillShow, DidShow, WillHide, DidHide, three times.
        try ground.wait("everybody to have heard everything") { listeners.allSatisfy { $0.serials.count == 12 } }
        let heard = listeners[0].serials
        #expect(heard == heard.sorted())
        #expect(listeners.allSatisfy { $0.serials == heard })

        let kept = try ground.memory() - before
        #expect(kept < 4096, "the daemon keeps \(kept) KiB")

        // The one that holds the application leaves, and the next one has it.
        for number in 0..<Self.plugins - 1 {
            try ground.wait("the turn of plugin \(number)") { plugins[number].isActive() }
            #expect(!plugins[number + 1].isActive())
            plugins[number].release([plugins[number].subject ?? ""])
        }
        try ground.wait("the last turn") { plugins[Self.plugins - 1].isActive() }
        plugins = []
        clients = []
        try ground.waitForLists("nobody to be left") { $0.plugins.isEmpty && $0.claims.isEmpty }
    }
}
