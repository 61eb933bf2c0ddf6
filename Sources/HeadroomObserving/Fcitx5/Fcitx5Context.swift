import HeadroomBus

/// An input context of ours with fcitx5, which never gets the focus: keys, engines and texts have nothing to do with it.
/// fcitx5 tells it, as every context, when its on-screen keyboard is shown and hidden.
final class Fcitx5Context {
    private let bus: Connection
    private let owner: BusName
    private let changed: (Bool) -> Void
    private var path: ObjectPath?
    private var question: PendingCall?
    private var signals: Subscription?

    /// Makes a context with the fcitx5 that has this unique name. `changed` is called with whether the keyboard is shown:
    /// as it is first, then whenever it changes.
    init(_ bus: Connection, owner: BusName, changed: @escaping (Bool) -> Void) {
        self.bus = bus
        self.owner = owner
        self.changed = changed
        create()
    }

    deinit {
        question?.cancel()
        signals?.cancel()
        guard let path else { return }
        Self.destroy(path, bus, owner)
    }

    private func create() {
        let call = try? Message.call(
            owner, Fcitx5Names.contextsPath, Fcitx5Names.contexts, Fcitx5Names.createContext, "a(ss)"
        ) { writer throws(BusError) in
            try writer.array("(ss)") { pairs throws(BusError) in
                try pairs.structure { pair throws(BusError) in
                    try pair.string("program")
                    try pair.string("headroomd")
                }
            }
        }
        guard let call else { return }
        // The context is fcitx5's as soon as it was asked for, also if nobody wants it by the time it answers.
        bus.call(call, timeout: .max) { [weak self, bus, owner] result in
            guard let path = result.answer(Fcitx5Decoder.context) else { return }
            guard let self else { return Self.destroy(path, bus, owner) }
            follow(path)
        }
    }

    private func follow(_ path: ObjectPath) {
        self.path = path
        signals = bus.subscribe(
            MatchRule(
                sender: owner, path: path, interface: Fcitx5Names.contextInterface,
                member: Fcitx5Names.visibilityChanged)
        ) { [weak self] message in
            guard let isVisible = Fcitx5Decoder.isVisible(message) else { return }
            self?.changed(isVisible)
        }
        guard let call = try? Message.call(owner, path, Fcitx5Names.contextInterface, Fcitx5Names.isVisible) else {
            return
        }
        question = bus.call(call, timeout: .max) { [weak self] result in
            guard let isVisible = result.answer(Fcitx5Decoder.isVisible) else { return }
            self?.changed(isVisible)
        }
    }

    private static func destroy(_ path: ObjectPath, _ bus: Connection, _ owner: BusName) {
        guard
            let call = try? Message.call(owner, path, Fcitx5Names.contextInterface, Fcitx5Names.destroyContext)
        else { return }
        try? bus.send(call)
    }
}
