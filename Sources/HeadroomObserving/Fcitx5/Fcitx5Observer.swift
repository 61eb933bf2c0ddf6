import HeadroomBus
import HeadroomCore

/// Watches fcitx5: which engine is in use, where the caret is, and from 5.1 on whether its on-screen keyboard is shown. It
/// is never started.
///
/// The engine is asked for when fcitx5 appears and whenever something hints at a change: a program is told of its engine
/// (which is overheard, not the program's keys or texts), the panel is, fcitx5 redraws its icon, or its groups of engines
/// change; and whoever sees its windows may hint, too (``hint(of:)``). What stays unknown: on a desktop with neither panel
/// nor tray, a switch in a program that speaks to fcitx5 neither through its module for GTK nor through that for Qt (XIM,
/// Wayland's own input methods) is seen with the next hint only, if no window of fcitx5's is seen that says it. Such a
/// program's caret is not seen at all; where it is in fcitx5's eyes a point, as over XIM, how far below it candidates stand
/// is known.
package final class Fcitx5Observer: KeyboardObserver {
    package let name = "Fcitx5"
    /// Whether carets are told in pixels of the whole desktop: on X11.
    private let placesCarets: Bool
    private var machine = Fcitx5Machine()
    private weak var host: (any ObserverHost)?
    private var watch: NameWatch?
    private var keyboard: NameWatch?
    /// What is only there while fcitx5 is.
    private var presence: Presence?
    private var deadline: Timer?

    /// All that belongs to the fcitx5 that is there now.
    private struct Presence {
        let owner: BusName
        var process: UInt32?
        var hints: [Subscription] = []
        var monitor: BusMonitor?
        var context: Fcitx5Context?
        var calls: [PendingCall] = []
    }

    /// In a Wayland session programs know carets only within their windows.
    package init(isWayland: Bool = SessionKind.isWayland) { placesCarets = !isWayland }

    package func start(_ host: any ObserverHost) {
        self.host = host
        deadline = try? host.loop.timer { [weak self] in
            guard let self else { return }
            carryOut(machine.advance(to: EventLoop.now))
        }
        watch = host.bus.watchName(Fcitx5Names.bus) { [weak self] owner in self?.learn(owner) }
        keyboard = host.bus.watchName(Fcitx5Names.keyboardBus) { [weak self] owner in
            guard let self else { return }
            carryOut(machine.keyboardChanged(isThere: owner != nil))
        }
    }

    package func stop() {
        watch?.cancel()
        keyboard?.cancel()
        leave()
        (watch, keyboard, deadline) = (nil, nil, nil)
        machine = Fcitx5Machine()
        host = nil
    }

    package func show() -> Bool { want(true) }

    package func hide() -> Bool { want(false) }

    private func want(_ isVisible: Bool) -> Bool {
        guard let actions = machine.wanted(isVisible, at: EventLoop.now) else { return false }
        carryOut(actions)
        return true
    }

    // MARK: Who is there

    private func learn(_ owner: BusName?) {
        leave()
        carryOut(machine.left())
        guard let owner else { return }
        presence = Presence(owner: owner)
        listen(to: owner)
        carryOut(machine.came(at: EventLoop.now))
        findVirtualKeyboard()
    }

    private func leave() {
        for call in presence?.calls ?? [] { call.cancel() }
        presence = nil
    }

    // MARK: Hints

    private func listen(to owner: BusName) {
        guard let host else { return }
        let rules =
            [
                MatchRule(
                    sender: owner, path: Fcitx5Names.controllerPath, interface: Fcitx5Names.controller,
                    member: Fcitx5Names.groupsChanged)
            ]
            + KimpanelNames.properties.map {
                MatchRule(
                    sender: owner, path: KimpanelNames.methodPath, interface: KimpanelNames.methodInterface, member: $0)
            }
        presence?.hints = rules.map { rule in host.bus.subscribe(rule) { [weak self] _ in self?.knock() } }
        // Its icon is on another connection.
        presence?.hints.append(
            host.bus.subscribe(MatchRule(interface: Fcitx5Names.icon, member: Fcitx5Names.newIcon)) {
                [weak self] message in self?.hearIcon(of: message.sender)
            })
        host.bus.credentials(of: owner) { [weak self] answer in
            guard let self, presence?.owner == owner else { return }
            presence?.process = try? answer.get().pid
        }
        presence?.monitor = try? BusMonitor(
            loop: host.loop, address: host.bus.address,
            rules: Fcitx5Names.overheard(placesCarets: placesCarets),
            changed: { [weak self] state in
                guard let self else { return }
                switch state {
                // What was missed before and meanwhile is asked for.
                case .listening:
                    knock()
                    findFocus()
                case .refused: carryOut(machine.monitorRefused())
                case .lost: return
                }
            },
            heard: { [weak self] message in
                guard let self, let overheard = Fcitx5Decoder.overheard(message) else { return }
                switch overheard {
                case .engine: knock()
                case .caret(let rect, let entry): carryOut(machine.caretMoved(to: rect, in: entry))
                case .focusCame(let entry): carryOut(machine.focusCame(entry))
                case .focusLeft(let entry): carryOut(machine.focusLeft(entry))
                }
            })
    }

    /// Somebody else saw that an engine of this framework may be another.
    package func hint(of framework: String) {
        if framework == Fcitx5Names.framework { knock() }
    }

    private func knock() { carryOut(machine.knocked(at: EventLoop.now)) }

    /// An icon was redrawn: fcitx5's, if it is the same process.
    private func hearIcon(of sender: Text?) {
        guard let host, let sender = sender.flatMap({ try? BusName($0) }) else { return }
        host.bus.credentials(of: sender) { [weak self] answer in
            guard let self, let process = presence?.process, (try? answer.get().pid) == process else { return }
            knock()
        }
    }

    // MARK: What is done

    private func carryOut(_ actions: [Fcitx5Machine.Action]) {
        for action in actions {
            switch action {
            case .ask: ask()
            case .request(let isVisible): request(isVisible)
            case .watchKeyboard(let isWatched): watchKeyboard(isWatched)
            case .report: report()
            }
        }
        if let next = machine.nextDeadline { deadline?.arm(at: next) } else { deadline?.disarm() }
    }

    private func report() {
        guard let host else { return }
        host.observer(self, knows: machine.facts)
        host.observer(self, is: machine.availability)
    }

    private func ask() {
        call(Fcitx5Names.controllerPath, Fcitx5Names.controller, Fcitx5Names.currentInputMethod) { [weak self] result in
            guard let self else { return }
            carryOut(machine.engineAnswered(result.answer(Fcitx5Decoder.engine), at: EventLoop.now))
        }
    }

    /// Who had the focus before anybody listened.
    private func findFocus() {
        guard placesCarets else { return }
        call(Fcitx5Names.controllerPath, Fcitx5Names.controller, Fcitx5Names.debugInfo) { [weak self] result in
            guard let self, let isOnBus = result.answer(Fcitx5Decoder.isFocusOnBus) else { return }
            carryOut(machine.focusFound(isOnBus: isOnBus))
        }
    }

    private func request(_ isVisible: Bool) {
        call(
            Fcitx5Names.virtualKeyboardPath, Fcitx5Names.virtualKeyboard,
            isVisible ? Fcitx5Names.show : Fcitx5Names.hide
        ) { [weak self] _ in
            guard let self else { return }
            carryOut(machine.requestAnswered(at: EventLoop.now))
        }
    }

    /// An fcitx5 that knows no on-screen keyboards has nothing there.
    private func findVirtualKeyboard() {
        call(Fcitx5Names.virtualKeyboardPath, Fcitx5Names.introspectable, Fcitx5Names.introspect) {
            [weak self] result in
            guard let self else { return }
            carryOut(machine.virtualKeyboardFound(result.error == nil))
        }
    }

    private func watchKeyboard(_ isWatched: Bool) {
        presence?.context = nil
        guard isWatched, let host, let owner = presence?.owner else { return }
        presence?.context = Fcitx5Context(host.bus, owner: owner) { [weak self] isVisible in
            guard let self else { return }
            carryOut(machine.visibilityChanged(isVisible, at: EventLoop.now))
        }
    }

    /// Calls fcitx5, which is not started for it. The machine knows when an answer is overdue; here it is waited for as
    /// long as fcitx5 is there.
    private func call(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ ended: @escaping PendingCall.End
    ) {
        guard let host, let owner = presence?.owner, let message = try? Message.call(owner, path, interface, member)
        else {
            return
        }
        presence?.calls.removeAll { !$0.isPending }
        presence?.calls.append(host.bus.call(message, timeout: .max, ended))
    }
}
