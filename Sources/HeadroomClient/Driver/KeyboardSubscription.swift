import HeadroomBus
import HeadroomCore
import HeadroomWire

/// Tells what becomes of the keyboard until it is cancelled or dropped.
///
/// The first thing told is how things stand, as soon as that is known: also that there is no daemon.
public final class KeyboardSubscription {
    private let client: Client
    private let told: (KeyboardUpdate) -> Void
    private var machine = KeyboardFollower()
    /// The daemon's properties as they come in, before the machine judges them.
    private var values = KeyboardValues()
    /// Which owner was asked; an answer of one before is none.
    private var question = 0
    private var timer: HeadroomBus.Timer?
    private var subscriptions: [HeadroomBus.Subscription] = []

    init(_ client: Client, _ told: @escaping (KeyboardUpdate) -> Void) throws(BusError) {
        self.client = client
        self.told = told
        timer = try client.loop.timer { [weak self] in
            guard let self else { return }
            carryOut(machine.advance(to: now))
        }
        // Signals are asked for before the state is: none can be missed between the two.
        subscriptions = [
            client.connection.subscribe(
                MatchRule(sender: Names.bus, path: Names.path, interface: Names.keyboard)
            ) { [weak self] message in self?.receive(message) },
            client.connection.subscribe(
                MatchRule(
                    sender: Names.bus, path: Names.path, interface: "org.freedesktop.DBus.Properties",
                    member: "PropertiesChanged", arguments: [0: Names.keyboard.text])
            ) { [weak self] message in self?.receiveProperties(message) },
        ]
        client.watchDaemon(self) { [weak self] owner in
            guard let self, isActive else { return }
            carryOut(machine.ownerChanged(isPresent: owner != nil, at: now))
        }
    }

    /// How things stand as far as was told; nil before the first.
    public var state: KeyboardState? { machine.known }

    /// Nothing more is told.
    public func cancel() {
        subscriptions = []
        timer = nil
    }

    private var now: UInt64 { client.loop.now }

    private var isActive: Bool { timer != nil }

    // MARK: What comes in

    private func receive(_ message: borrowing Message) {
        guard let member = message.member, let kind = Notification.Kind(member: member) else { return }
        let outputs = values.outputs
        // A peer that sends nonsense is not heard; the daemon has its contract.
        let notification = try? message.read { reader throws(BusError) in
            try Notification(kind, &reader, outputs: outputs)
        }
        guard let notification else { return }
        carryOut(machine.notified(notification))
    }

    private func receiveProperties(_ message: borrowing Message) {
        var new = values
        let isRead: Void? = try? message.read { reader throws(BusError) in
            reader.skip()
            try new.take(&reader)
        }
        guard isRead != nil else { return }
        values = new
        carryOut(machine.propertiesChanged(KeyboardProperties(new)))
    }

    // MARK: What goes out

    private func carryOut(_ actions: [KeyboardFollower.Action]) {
        for action in actions where isActive {
            switch action {
            case .ask: ask()
            case .tell(let update): told(update)
            }
        }
        guard let timer else { return }
        if let deadline = machine.nextDeadline { timer.arm(at: deadline) } else { timer.disarm() }
    }

    /// Asks for the properties, which name the outputs, then for the state.
    private func ask() {
        question += 1
        let asked = question
        values = KeyboardValues()
        client.call("org.freedesktop.DBus.Properties", "GetAll", "s") { writer throws(BusError) in
            try writer.string(Names.keyboard.text)
        } read: { reader throws(BusError) in
            var values = KeyboardValues()
            try values.take(&reader)
            return values
        } ended: { [weak self] (answer: Result<KeyboardValues, ClientError>) in
            // A daemon without properties is one without outputs; the state is what counts.
            guard let self, asked == question, let values = try? answer.get() else { return }
            self.values = values
        }
        client.call(Names.keyboard, Names.Keyboard.getState) { [weak self] reader throws(BusError) in
            try PublishedState(&reader, outputs: self?.values.outputs ?? [])
        } ended: { [weak self] (answer: Result<PublishedState, ClientError>) in
            guard let self, isActive, asked == question else { return }
            switch answer {
            case .success(let state):
                carryOut(machine.answered(state.phase, state.notification, KeyboardProperties(values)))
            case .failure:
                carryOut(machine.failed(at: now))
            }
        }
    }
}

extension Client {
    /// Tells what becomes of the keyboard, as long as what this returns is kept; on the client's thread, and never
    /// before this returns. Throws ``ClientError/Code/system`` if the system gives no timer.
    public func subscribe(
        _ told: @escaping (KeyboardUpdate) -> Void
    ) throws(ClientError) -> KeyboardSubscription {
        do throws(BusError) {
            return try KeyboardSubscription(self, told)
        } catch {
            throw ClientError(error)
        }
    }
}

extension KeyboardProperties {
    init(_ values: KeyboardValues) {
        self.init(
            engine: values.engine, canShow: values.canShow, canHide: values.canHide,
            isWatching: values.isWatching, outputs: values.outputs)
    }
}
