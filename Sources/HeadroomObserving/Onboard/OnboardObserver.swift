import HeadroomBus
import HeadroomCore

/// Watches `org.onboard.Onboard`: Onboard says there whether it is visible, and can be asked to be. It is never started.
package final class OnboardObserver: KeyboardObserver {
    package let name = "Onboard"
    private var machine = OnboardMachine()
    private weak var host: (any ObserverHost)?
    private var watch: NameWatch?
    private var changes: Subscription?
    private var question: PendingCall?
    private var request: PendingCall?
    private var patience: Timer?

    package init() {}

    package func start(_ host: any ObserverHost) {
        self.host = host
        patience = try? host.loop.timer { [weak self] in
            guard let self else { return }
            carryOut(machine.advance(to: EventLoop.now))
        }
        changes = host.bus.subscribe(
            MatchRule(
                sender: OnboardNames.bus, path: OnboardNames.path, interface: OnboardNames.properties,
                member: OnboardNames.propertiesChanged)
        ) { [weak self] message in self?.hear(message) }
        watch = host.bus.watchName(OnboardNames.bus) { [weak self] owner in self?.learn(owner) }
    }

    package func stop() {
        watch?.cancel()
        changes?.cancel()
        forgetCalls()
        (watch, changes, patience) = (nil, nil, nil)
        machine = OnboardMachine()
        host = nil
    }

    package func show() -> Bool { want(true) }

    package func hide() -> Bool { want(false) }

    // MARK: What comes

    private func learn(_ owner: BusName?) {
        guard let host else { return }
        forgetCalls()
        carryOut(machine.ownerLeft())
        guard owner != nil else {
            return host.observer(self, is: .waiting("Onboard is not running: nobody owns \(OnboardNames.bus.text)"))
        }
        carryOut(machine.ownerCame(at: EventLoop.now))
    }

    private func hear(_ message: borrowing Message) {
        switch OnboardDecoder.change(message) {
        case .visible(let isVisible): carryOut(machine.visibleChanged(isVisible, at: EventLoop.now))
        case .invalidated: carryOut(machine.invalidated(at: EventLoop.now))
        case .nothing: break
        }
    }

    private func want(_ isVisible: Bool) -> Bool {
        guard let actions = machine.wanted(isVisible, at: EventLoop.now) else { return false }
        carryOut(actions)
        return true
    }

    // MARK: What is done

    private func carryOut(_ actions: [OnboardMachine.Action]) {
        for action in actions {
            switch action {
            case .ask: ask()
            case .request(let isVisible): send(isVisible ? OnboardNames.show : OnboardNames.hide)
            case .report: report()
            }
        }
        if let deadline = machine.nextDeadline { patience?.arm(at: deadline) } else { patience?.disarm() }
    }

    private func report() {
        guard let host else { return }
        host.observer(self, knows: machine.facts)
        guard machine.facts != nil else { return }
        host.observer(self, is: machine.isSilent ? .waiting("Onboard does not answer") : .active)
    }

    private func ask() {
        question?.cancel()
        question = call(OnboardNames.properties, OnboardNames.get, "ss") { writer throws(BusError) in
            try writer.string(OnboardNames.interface.text)
            try writer.string(VisibleProperty.name)
        } ended: { [weak self] result in
            guard let self else { return }
            let isVisible: Bool? =
                switch result {
                case .success(let reply): OnboardDecoder.visible(reply)
                case .failure: nil
                }
            carryOut(machine.visibleAnswered(isVisible, at: EventLoop.now))
        }
    }

    private func send(_ member: MemberName) {
        request = call(OnboardNames.interface, member) { [weak self] _ in
            guard let self else { return }
            carryOut(machine.requestAnswered(at: EventLoop.now))
        }
    }

    /// Calls the owner, which is not started for it. The machine knows when the answer is overdue; here it is waited for
    /// as long as the owner is there.
    private func call(
        _ interface: InterfaceName, _ member: MemberName, _ signature: Signature = "",
        body: (inout Writer) throws(BusError) -> Void = { _ in }, ended: @escaping PendingCall.End
    ) -> PendingCall? {
        guard let host, let owner = watch?.owner else { return nil }
        guard let message = try? Message.call(owner, OnboardNames.path, interface, member, signature, body: body) else {
            return nil
        }
        return host.bus.call(message, timeout: .max, ended)
    }

    private func forgetCalls() {
        question?.cancel()
        request?.cancel()
        (question, request) = (nil, nil)
    }
}
