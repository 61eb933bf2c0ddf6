import HeadroomBus
import HeadroomCore
import HeadroomWire

/// The daemon that this one replaces, and what it published last (contract, section 1: `--replace`).
///
/// It is listened to before it is asked and until the name is ours: everybody heard what it says meanwhile.
final class Predecessor {
    /// Its properties, of which the outputs are inherited.
    private var values = KeyboardValues()
    /// What it published last; nil: nothing that anybody knows.
    private var state: PublishedState?
    /// Whether ``state`` has not been taken yet.
    private var isNews = false
    private let owner: BusName
    private let bus: Connection
    private var subscriptions: [Subscription] = []

    init(_ owner: BusName, on bus: Connection) {
        self.owner = owner
        self.bus = bus
        subscriptions = [
            bus.subscribe(MatchRule(sender: owner, path: Names.path, interface: Names.keyboard)) {
                [weak self] message in self?.hear(message)
            },
            bus.subscribe(
                MatchRule(
                    sender: owner, path: Names.path, interface: "org.freedesktop.DBus.Properties",
                    member: "PropertiesChanged", arguments: [0: Names.keyboard.text])
            ) { [weak self] message in self?.hearProperties(message) },
        ]
    }

    /// The outputs as it published them last.
    var outputs: [Output] { values.outputs }

    /// Asks for its properties, then for its state. What it does not answer within `timeout` µs each stays unknown.
    func ask(timeout: UInt64, _ answered: @escaping () -> Void) {
        call(
            "org.freedesktop.DBus.Properties", "GetAll", "s", timeout: timeout,
            body: { writer throws(BusError) in try writer.string(Names.keyboard.text) },
            answer: { reader throws(BusError) in
                var values = KeyboardValues()
                try values.take(&reader)
                return values
            },
            { [weak self] values in
                if let values { self?.values = values }
                self?.askForState(timeout: timeout, answered)
            })
    }

    private func askForState(timeout: UInt64, _ answered: @escaping () -> Void) {
        call(
            Names.keyboard, Names.Keyboard.getState, "", timeout: timeout, body: { _ in },
            answer: { [outputs] reader throws(BusError) in try PublishedState(&reader, outputs: outputs) },
            { [weak self] state in
                if let state { self?.note(state) }
                answered()
            })
    }

    private func hear(_ message: borrowing Message) {
        guard let member = message.member, let kind = Notification.Kind(member: member) else { return }
        let notification = try? message.read { [outputs] reader throws(BusError) in
            try Notification(kind, &reader, outputs: outputs)
        }
        if let notification { note(PublishedState(phase: kind.phase, notification: notification)) }
    }

    private func hearProperties(_ message: borrowing Message) {
        var new = values
        let isRead: Void? = try? message.read { reader throws(BusError) in
            reader.skip()
            try new.take(&reader)
        }
        if isRead != nil { values = new }
    }

    /// A blocking call's reply overtakes signals: the serial says what is newer.
    private func note(_ newer: PublishedState) {
        if let state, state.notification.serial >= newer.notification.serial { return }
        state = newer
        isNews = true
    }

    /// What it published last, unless that was taken before.
    func takeNews() -> PublishedState? {
        defer { isNews = false }
        return isNews ? state : nil
    }

    private func call<Answer>(
        _ interface: InterfaceName, _ member: MemberName, _ signature: Signature, timeout: UInt64,
        body: (inout Writer) throws(BusError) -> Void, answer: @escaping (inout Reader) throws(BusError) -> Answer,
        _ read: @escaping (Answer?) -> Void
    ) {
        do throws(BusError) {
            let call = try Message.call(owner, Names.path, interface, member, signature, body: body)
            bus.call(call, timeout: timeout) { result in
                switch result {
                case .success(let reply): read(try? reply.read(answer))
                case .failure: read(nil)
                }
            }
        } catch {
            read(nil)
        }
    }
}
