import HeadroomBus
import HeadroomCore
import HeadroomDesktop

/// All that is looked at on one connection to an X server.
final class X11Session {
    private let connection: X11Connection
    private let loop: EventLoop
    private let changed: () -> Void
    private let hint: (String) -> Void
    private var table: WindowTable
    private var outputs: X11Outputs?
    private var timer: Timer?
    /// Whether what was there at the beginning has been looked at.
    private var hasBegun = false
    /// The windows that the window manager listed last.
    private var listed: Set<UInt32> = []
    private var manager: X11ManagerWatch?
    private var occlusion: X11OcclusionWatch?

    /// How many listed windows are looked at.
    private static let mostListed: UInt32 = 4096

    /// Begins to look; `changed` is called when ``facts`` may be others, `hint` when a framework's engine may be.
    ///
    /// - Throws: if the loop gives no timer.
    init(
        _ connection: X11Connection, loop: EventLoop, classes: [String], changed: @escaping () -> Void,
        hint: @escaping (String) -> Void
    ) throws(BusError) {
        self.connection = connection
        self.loop = loop
        self.changed = changed
        self.hint = hint
        table = WindowTable(root: connection.root, clientBits: connection.clientBits)
        table.moreClasses = classes
        timer = try loop.timer { [weak self] in
            guard let self else { return }
            perform(table.passed(loop.now))
        }
        connection.select([.life, .children, .properties], of: connection.root)
        outputs = X11Outputs(connection) { [weak self] in self?.outputsChanged() }
        manager = X11ManagerWatch(connection) { [weak self] in self?.managerChanged() }
        occlusion = X11OcclusionWatch(connection) { [weak self] in self?.occlusionChanged() }
        find()
    }

    /// Whether everything that was there at the beginning is known.
    var isComplete: Bool {
        hasBegun && table.isSettled && outputs?.outputs != nil && manager?.isRead == true
    }

    /// Whether the server was asked where windows are, and did not answer yet.
    var isAsking: Bool { !table.isSettled }

    /// What is known now.
    var facts: Facts { table.facts }

    func end() {
        timer = nil
        outputs = nil
        manager = nil
        occlusion = nil
    }

    /// The user calls other classes keyboards.
    func learn(_ classes: [String]) {
        perform(table.classesChanged(classes, at: loop.now))
        find()
        connection.flush()
    }

    // MARK: - What the server tells

    func hear(_ event: X11Event) {
        switch event {
        case .created(let window, let parent):
            if parent == connection.root { perform(table.appeared(window)) }
        case .destroyed(let window): perform(table.destroyed(window, at: loop.now))
        case .mapped(let window): perform(table.mapped(window))
        case .unmapped(let window): table.changed(window)
        case .configured(let window):
            if window == connection.root { outputs?.read() } else { table.changed(window) }
            occlusion?.changed(window)
        case .reparented(let window, let parent): perform(table.reparented(window, to: parent))
        case .shaped(let window): table.changed(window)
        case .property(let window, let atom):
            let atom = connection.atom(atom)
            guard window == connection.root else { return perform(table.propertyChanged(window, atom)) }
            switch atom {
            case .clientList: findListed()
            case .activeWindow, .clientListStacking: occlusion?.read()
            case .supportingWMCheck, .workArea, .currentDesktop: manager?.read()
            case _: return
            }
        case .outputs: outputs?.read()
        }
    }

    /// All that had arrived is handled.
    func settle() {
        perform(table.batchEnded())
        occlusion?.keyboardTop = table.keyboards.standing?.top
        occlusion?.ask()
    }

    private func outputsChanged() {
        guard let outputs, let all = outputs.outputs else { return }
        perform(table.outputsChanged(all, screen: outputs.screen, at: loop.now))
        manager?.screen = outputs.screen
        occlusion?.outputs = all
    }

    private func managerChanged() { perform(table.managerChanged(manager?.manager, at: loop.now)) }

    private func occlusionChanged() { perform(table.coveredChanged(occlusion?.covered ?? [], at: loop.now)) }

    // MARK: - What is there

    /// Looks at all windows there are.
    private func find() {
        findListed()
        connection.tree(of: connection.root) { [weak self] tree in
            guard let self else { return }
            for child in tree?.children ?? [] { perform(table.found(child)) }
            hasBegun = true
        }
    }

    /// Looks at the windows that the window manager lists: those are in frames, of which the root tells nothing.
    private func findListed() {
        connection.property(.clientList, of: connection.root, words: X11Session.mostListed) { [weak self] property in
            guard let self else { return }
            let now = Set(property?.words ?? [])
            for window in now.subtracting(listed).sorted() { perform(table.found(window)) }
            listed = now
        }
    }

    // MARK: - What is to be done

    private func perform(_ actions: [WindowTable.Action]) {
        for action in actions {
            switch action {
            case .await(let window): connection.select(.life, of: window)
            case .describe(let window): describe(window)
            case .ignore(let window, let mayChange): connection.select(mayChange ? .properties : [], of: window)
            case .follow(let window):
                connection.select([.life, .properties], of: window)
                connection.selectShape(of: window, true)
            case .look(let window):
                connection.look(at: window, in: table.top(of: window)) { [weak self] in self?.looked(window, $0) }
            case .lookAtPopup(let window):
                connection.look(atPopup: window) { [weak self] in self?.looked(window, $0) }
            case .findTop(let window):
                connection.top(of: window) { [weak self] top in self?.table.topFound(window, top) }
            case .report: changed()
            case .hint(let framework): hint(framework)
            }
        }
        guard let timer else { return }
        if let deadline = table.deadline { timer.arm(at: deadline) } else { timer.disarm() }
    }

    private func describe(_ window: UInt32) {
        // Listened to first: what changes after the answer would not be heard otherwise.
        connection.select([.life, .properties], of: window)
        var properties: [X11Atom: X11Property] = [:]
        for atom in X11Names.traits {
            connection.property(atom, of: window) { properties[atom] = $0 }
        }
        // Answered last, it also tells whether the window is still there.
        connection.attributes(of: window) { [weak self] attributes in
            guard let self else { return }
            let traits = attributes.map { _ in X11Decoder.traits(properties, atom: self.connection.atom) }
            perform(table.described(window, traits, at: loop.now))
        }
    }

    private func looked(_ window: UInt32, _ look: WindowLook?) { perform(table.looked(window, look, at: loop.now)) }
}
