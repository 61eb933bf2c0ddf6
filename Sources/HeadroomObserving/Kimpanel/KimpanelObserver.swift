import HeadroomBus
import HeadroomCore

/// Watches what an input method has the panel of KDE or of a GNOME extension show: whether candidates are shown, how many
/// and how they stand, and the caret; never a text. It never is the panel.
package final class KimpanelObserver: KeyboardObserver {
    package let name = "Kimpanel"
    /// Whether carets are told in pixels of the whole desktop: on X11.
    private let placesCarets: Bool
    private var machine = KimpanelMachine()
    private weak var host: (any ObserverHost)?
    private var panel: NameWatch?
    private var method: NameWatch?
    private var fcitx5: NameWatch?
    private var signals: [Subscription] = []
    private var monitor: BusMonitor?
    private var pause: Timer?

    /// In a Wayland session input methods know carets only within windows, and call it the screen.
    package init(isWayland: Bool = SessionKind.isWayland) { placesCarets = !isWayland }

    package func start(_ host: any ObserverHost) {
        self.host = host
        pause = try? host.loop.timer { [weak self] in
            guard let self else { return }
            carryOut(machine.advance(to: EventLoop.now))
        }
        signals = (KimpanelNames.flags + KimpanelNames.properties).map { member in
            host.bus.subscribe(
                MatchRule(
                    sender: KimpanelNames.method, path: KimpanelNames.methodPath,
                    interface: KimpanelNames.methodInterface, member: member)
            ) { [weak self] message in self?.hear(message, isOverheard: false) }
        }
        fcitx5 = host.bus.watchName(Fcitx5Names.bus) { [weak self] _ in
            guard let self, isFcitx5 else { return }
            carryOut(machine.methodIsFcitx5())
        }
        method = host.bus.watchName(KimpanelNames.method) { [weak self] owner in
            guard let self else { return }
            carryOut(machine.methodChanged(isThere: owner != nil, isFcitx5: isFcitx5, at: EventLoop.now))
        }
        panel = host.bus.watchName(KimpanelNames.panel) { [weak self] owner in
            guard let self else { return }
            carryOut(machine.panelChanged(isThere: owner != nil, at: EventLoop.now))
        }
    }

    package func stop() {
        for watch in [panel, method, fcitx5] { watch?.cancel() }
        for signal in signals { signal.cancel() }
        (panel, method, fcitx5, signals, monitor, pause) = (nil, nil, nil, [], nil, nil)
        machine = KimpanelMachine()
        host = nil
    }

    /// fcitx5 speaks to the panel on the connection on which it owns its own name.
    private var isFcitx5: Bool { method?.owner.map { $0 == fcitx5?.owner } ?? false }

    private func hear(_ message: borrowing Message, isOverheard: Bool) {
        guard let event = KimpanelDecoder.event(message) else { return }
        if case .caret(_?) = event, !placesCarets { return }
        carryOut(machine.heard(event, isOverheard: isOverheard, at: EventLoop.now))
    }

    // MARK: What is done

    private func carryOut(_ actions: [KimpanelMachine.Action]) {
        for action in actions {
            switch action {
            case .startMonitor: listen()
            case .stopMonitor: monitor = nil
            case .hearAll: hearAll()
            case .report: report()
            }
        }
        if let deadline = machine.nextDeadline { pause?.arm(at: deadline) } else { pause?.disarm() }
    }

    private func report() {
        guard let host else { return }
        host.observer(self, knows: machine.facts)
        host.observer(self, is: machine.availability)
    }

    /// What the bus answers comes after all that it handed over before.
    private func hearAll() {
        guard let host,
            let question = try? Message.call(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId")
        else { return }
        host.bus.call(question) { [weak self] _ in self?.machine.allIsHeard() }
    }

    private func listen() {
        guard let host else { return }
        monitor = try? BusMonitor(
            loop: host.loop, address: host.bus.address, rules: KimpanelNames.overheard,
            changed: { [weak self] state in
                guard let self else { return }
                switch state {
                case .listening: carryOut(machine.monitorListens())
                case .refused: carryOut(machine.monitorRefused())
                case .lost: carryOut(machine.monitorLost())
                }
            },
            heard: { [weak self] message in
                // Anybody may call a panel; what counts is what the input method says.
                guard let self, let sender = message.sender, let owner = method?.owner, sender.equals(owner.text) else {
                    return
                }
                hear(message, isOverheard: true)
            })
        if monitor == nil { carryOut(machine.monitorRefused()) }
    }
}
