import HeadroomBus
import HeadroomCore

/// Watches `sm.puri.OSK0`: squeekboard and stevia say there whether they are visible, and can be asked to be.
package final class OSK0Observer: KeyboardObserver {
    package let name = "OSK0"
    private var machine = OSK0Machine()
    private weak var host: (any ObserverHost)?
    private var watch: NameWatch?
    private var changes: Subscription?
    private var question: PendingCall?

    package init() {}

    package func start(_ host: any ObserverHost) {
        self.host = host
        machine = OSK0Machine()
        changes = host.bus.subscribe(
            MatchRule(
                sender: OSK0Names.bus, path: OSK0Names.path, interface: OSK0Names.properties,
                member: OSK0Names.propertiesChanged)
        ) { [weak self] message in self?.hear(message) }
        watch = host.bus.watchName(OSK0Names.bus) { [weak self] owner in self?.learn(owner) }
    }

    package func stop() {
        watch?.cancel()
        changes?.cancel()
        question?.cancel()
        (watch, changes, question) = (nil, nil, nil)
        host = nil
    }

    package func show() -> Bool { setVisible(true) }

    package func hide() -> Bool { setVisible(false) }

    // MARK: What comes

    private func learn(_ owner: BusName?) {
        guard let host else { return }
        question?.cancel()
        carryOut(machine.ownerLeft())
        guard let owner else { return host.observer(self, is: .waiting("no keyboard owns \(OSK0Names.bus.text)")) }
        host.bus.credentials(of: owner) { [weak self] answer in
            guard let self, watch?.owner == owner else { return }
            let process = try? answer.get().pid
            carryOut(machine.ownerCame(process.flatMap(KeyboardProcess.name) ?? name))
        }
    }

    private func hear(_ message: borrowing Message) {
        switch OSK0Decoder.change(message) {
        case .visible(let isVisible): carryOut(machine.visibleChanged(isVisible, at: EventLoop.now))
        case .invalidated: ask()
        case .nothing: break
        }
    }

    private func ask() {
        guard let host, let owner = watch?.owner else { return }
        do throws(BusError) {
            let call = try Message.call(owner, OSK0Names.path, OSK0Names.properties, OSK0Names.get, "ss") {
                writer throws(BusError) in
                try writer.string(OSK0Names.interface.text)
                try writer.string(VisibleProperty.name)
            }
            question?.cancel()
            question = host.bus.call(call, timeout: 5_000_000) { [weak self] result in
                guard let self else { return }
                let isVisible: Bool? =
                    switch result {
                    case .success(let reply): OSK0Decoder.visible(reply)
                    case .failure: nil
                    }
                let now = EventLoop.now
                carryOut(isVisible.map { machine.visibleChanged($0, at: now) } ?? machine.askFailed(at: now))
            }
        } catch {
            carryOut(machine.askFailed(at: EventLoop.now))
        }
    }

    private func setVisible(_ isVisible: Bool) -> Bool {
        guard let host, let owner = watch?.owner else { return false }
        do throws(BusError) {
            let call = try Message.call(owner, OSK0Names.path, OSK0Names.interface, OSK0Names.setVisible, "b") {
                writer throws(BusError) in try writer.bool(isVisible)
            }
            try host.bus.send(call)
            return true
        } catch {
            return false
        }
    }

    private func carryOut(_ actions: [OSK0Machine.Action]) {
        for action in actions {
            switch action {
            case .ask:
                ask()
            case .report:
                host?.observer(self, knows: machine.facts)
                if machine.facts != nil { host?.observer(self, is: .active) }
            }
        }
    }
}
