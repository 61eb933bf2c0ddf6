import HeadroomBus
import HeadroomClient

/// A connection to the accessibility bus: finds it, has applications tell their events, and asks them.
///
/// Its address is asked of `org.a11y.Bus` on the session bus, which is started by that if it is not there.
final class AccessibilityBus {
    /// Called with each event.
    var onEvent: ((AccessibilityEvent) -> Void)?
    /// Called each time that there is a bus, and applications were asked to tell their events.
    var onConnected: (() -> Void)?
    /// Called when an application leaves the bus.
    var onLeft: ((BusName) -> Void)?
    /// Called with why there is no bus; it is tried again.
    var onMissing: ((String) -> Void)?

    /// How many questions nobody has answered in time: what was made of them may be less than there is.
    private(set) var unanswered = 0

    let loop: EventLoop
    private let session: Connection
    private let connection: Connection
    private var subscriptions: [Subscription] = []
    private var timer: Timer?
    private var attempt: UInt64 = 0

    /// How long an application may take to answer, in µs. One that hangs is not waited for any longer. (chosen: a round trip
    /// takes 1 ms)
    static let patience: UInt64 = 300_000
    /// How long the bus may take to be started, in µs.
    private static let startTime: UInt64 = 25_000_000
    /// The longest wait before the next try, in µs. (chosen)
    private static let longestWait: UInt64 = 30_000_000

    /// - Throws: ``BusError/Code/system`` if the kernel gives no timer.
    init(_ client: Client) throws(BusError) {
        loop = client.loop
        session = client.connection
        connection = Connection(loop: client.loop, address: .session)
        timer = try loop.timer { [weak self] in self?.find() }
        connection.onConnected = { [weak self] in self?.connected() }
        connection.onDisconnected = { [weak self] error in self?.missing(error) }
        subscribe()
    }

    func start() { find() }

    // MARK: Finding the bus

    private func find() {
        do throws(BusError) {
            let question = try Message.call(
                AccessibilityNames.launcher, AccessibilityNames.launcherPath, AccessibilityNames.launcherInterface,
                "GetAddress")
            question.autoStarts = true
            session.call(question, timeout: AccessibilityBus.startTime) { [weak self] answer in
                guard let self else { return }
                do throws(BusError) {
                    switch answer {
                    case .success(let reply):
                        connection.address = .at(
                            try reply.read { reader throws(BusError) in try reader.string() })
                        try connection.open()
                    case .failure(let error): throw error
                    }
                } catch {
                    missing(error)
                }
            }
        } catch {
            missing(error)
        }
    }

    private func missing(_ error: BusError) {
        onMissing?(error.message)
        timer?.arm(after: min(500_000 << min(attempt, 6), AccessibilityBus.longestWait))
        attempt += 1
    }

    private func connected() {
        attempt = 0
        let all = Gathering { [weak self] in self?.onConnected?() }
        for event in AccessibilityNames.events {
            let answered = all.expect { (_: Void) in }
            register(event) { answered(()) }
        }
        all.close()
    }

    // MARK: Events

    /// Asks for an event; registries before 2.46 take its name alone.
    private func register(_ event: String, isOld: Bool = false, _ done: @escaping () -> Void) {
        let question = try? Message.call(
            AccessibilityNames.registry, AccessibilityNames.registryPath, AccessibilityNames.registryInterface,
            "RegisterEvent", isOld ? "s" : "sass"
        ) { writer throws(BusError) in
            try writer.string(event)
            guard !isOld else { return }
            try writer.strings([])
            try writer.string("")
        }
        guard let question else { return done() }
        question.autoStarts = true
        connection.call(question, timeout: AccessibilityBus.startTime) { [weak self] answer in
            guard let self, let error = answer.error, error.code == .remote, !isOld else { return done() }
            register(event, isOld: true, done)
        }
    }

    private func subscribe() {
        let rules = [
            MatchRule(
                interface: AccessibilityNames.objectEvents, member: "StateChanged", arguments: [0: "focused"]),
            MatchRule(interface: AccessibilityNames.objectEvents, member: "TextCaretMoved"),
            MatchRule(interface: AccessibilityNames.windowEvents),
        ]
        subscriptions = rules.map { rule in
            connection.subscribe(rule) { [weak self] message in
                if let event = AccessibilityEvent(message) { self?.onEvent?(event) }
            }
        }
        let left = MatchRule(
            sender: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "NameOwnerChanged", arguments: [2: ""])
        subscriptions.append(
            connection.subscribe(left) { [weak self] message in
                let name = try? message.read { reader throws(BusError) in try BusName(try reader.text()) }
                if let name, name.isUnique { self?.onLeft?(name) }
            })
    }

    // MARK: Questions

    /// The process of an application; nil if the bus does not know.
    func process(of owner: BusName, _ answer: @escaping (UInt32?) -> Void) {
        connection.credentials(of: owner) { answer((try? $0.get())?.pid) }
    }

    /// Calls a method of an object. `answer` is called once, later: with what `read` makes of the reply, or nil if there
    /// is none in time, or another than expected.
    func ask<Value>(
        _ object: Accessible, _ interface: InterfaceName, _ member: MemberName, _ signature: Signature = "",
        write: (inout Writer) throws(BusError) -> Void = { _ throws(BusError) in },
        read: @escaping (inout Reader) throws(BusError) -> Value, _ answer: @escaping (Value?) -> Void
    ) {
        do throws(BusError) {
            let question = try Message.call(
                object.owner, object.path, interface, member, signature, body: write)
            connection.call(question, timeout: AccessibilityBus.patience) { [weak self] result in
                switch result {
                case .success(let reply): answer(try? reply.read(read))
                case .failure(let error):
                    if error.code == .timeout { self?.unanswered += 1 }
                    answer(nil)
                }
            }
        } catch {
            loop.later { answer(nil) }
        }
    }

    /// Reads a property of an object, as ``ask(_:_:_:_:write:read:_:)``.
    func property<Value>(
        _ object: Accessible, _ interface: InterfaceName, _ name: StaticString,
        read: @escaping (inout Reader) throws(BusError) -> Value, _ answer: @escaping (Value?) -> Void
    ) {
        ask(
            object, AccessibilityNames.properties, "Get", "ss",
            write: { writer throws(BusError) in
                try writer.string(interface.text)
                try writer.string(name)
            }, read: read, answer)
    }
}
