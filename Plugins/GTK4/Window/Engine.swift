internal import CGTK4
internal import HeadroomClient
internal import HeadroomCore
internal import HeadroomPluginKit

/// The plugin at work in this process, from the first window that is attached until the last one is let go of.
///
/// Without a session bus it looks for one again whenever a window becomes active.
final class Engine {
    private nonisolated(unsafe) static var running: Engine?

    private let world = WindowsWorld()
    private var link: Link?
    private var pending: Pending = []
    private lazy var idle = Idle { [weak self] in self?.tellWhatHappened() }
    private var ticks: (window: AttachedWindow, ticks: FrameTicks)?

    /// The connection and what goes over it.
    private struct Link {
        let client: Client
        let runner: Runner
        let engagement: Engagement
        let subscription: KeyboardSubscription
        let source: LoopSource
    }

    private struct Pending: OptionSet {
        let rawValue: Int
        static let focus = Pending(rawValue: 1)
        static let caret = Pending(rawValue: 2)
        static let scrolled = Pending(rawValue: 4)
        static let layout = Pending(rawValue: 8)
        static let field = Pending(rawValue: 16)
    }

    private init() {
        world.onApplied = { [weak self] attached in self?.applied(attached) }
        connect()
    }

    // MARK: Windows

    static func attached(_ attached: AttachedWindow) {
        let engine = running ?? Engine()
        running = engine
        guard let window = attached.window.widget else { return }
        attached.watch = WindowWatch(window) { [weak attached] event in
            if let attached { running?.happened(event, in: attached) }
        }
        engine.happened(.focus, in: attached)
    }

    static func detached(_ attached: AttachedWindow) {
        guard let engine = running else { return }
        if AttachedWindow.all.isEmpty {
            running = nil
            engine.stop()
        } else {
            engine.link?.engagement.viewsLeft()
        }
        if engine.ticks?.window === attached { engine.ticks = nil }
        engine.world.forget(attached)
    }

    /// Something else is wished.
    static func changed(_ attached: AttachedWindow) { running?.happened(.focus, in: attached) }

    /// Has the keyboard asked to hide; false: there is no bus.
    static func hideKeyboard() -> Bool {
        guard let client = running?.link?.client else { return false }
        client.hide { _ in }
        return true
    }

    // MARK: The bus

    private func connect() {
        guard link == nil, let client = try? Client() else { return }
        do throws(ClientError) {
            // The world hears of the keyboard before it is asked to measure.
            let subscription = try client.subscribe { [weak self] _ in self?.keyboardTold() }
            let runner = try Runner(client, name: world.names.first ?? "gtk4", kind: .toolkit)
            let engagement = try runner.engage(world)
            let source = LoopSource(readable: try client.fileDescriptor) { [weak self] in self?.dispatch() }
            link = Link(
                client: client, runner: runner, engagement: engagement, subscription: subscription, source: source)
        } catch {
            return
        }
        dispatch()
    }

    private func dispatch() {
        guard let link else { return }
        do throws(ClientError) { try link.client.dispatch() } catch {
            self.link = nil
            return
        }
        turned()
    }

    private func keyboardTold() {
        guard let link else { return }
        world.keyboard = link.subscription.state
        placeBars()
    }

    /// Puts everything back at once, says so, and ends when that was heard.
    private func stop() {
        ticks = nil
        idle.cancel()
        guard let link else { return }
        let farewell = Farewell(link.client, link.runner)
        self.link = nil
        farewell.begin()
    }

    // MARK: What happens

    private func happened(_ event: WindowWatch.Event, in attached: AttachedWindow) {
        switch event {
        case .focus, .field:
            attached.place = nil
            if link == nil, attached.isActive { connect() }
            order(event == .field ? [.focus, .field] : .focus)
        case .caret: order(.caret)
        case .scrolled: order(.scrolled)
        case .moved:
            attached.place = nil
            order(.layout)
        case .laidOut: laidOut(attached)
        }
    }

    private func order(_ what: Pending) {
        pending.insert(what)
        idle.order()
    }

    private func tellWhatHappened() {
        let what = pending
        pending = []
        guard let engagement = link?.engagement else { return }
        // What scrolls with the focus follows that.
        if what.contains(.scrolled), !what.contains(.focus) { engagement.userScrolled() }
        if what.contains(.focus) {
            if isKeyboardVisible, what.contains(.field) { showFocus() }
            engagement.focusChanged()
        } else if what.contains(.caret) {
            engagement.caretMoved()
        }
        if what.contains(.layout), isKeyboardVisible, world.isStale { engagement.layoutChanged() }
        turned()
    }

    /// What scrolls to the focus by itself is there before it is measured.
    private func showFocus() {
        guard let attached = AttachedWindow.all.values.first(where: \.isActive),
            let field = attached.window.widget.flatMap(Field.init)
        else { return }
        attached.views.show(field)
    }

    /// Whether the keyboard is there, or comes; false where nobody knows.
    static var isKeyboardShown: Bool { running?.isKeyboardVisible == true }

    private var isKeyboardVisible: Bool { world.keyboard?.phase.isVisible == true }

    private func laidOut(_ attached: AttachedWindow) {
        attached.views.laidOut()
        attached.accessory?.laidOut()
        if attached.isCaretElsewhere, link?.engagement.isGliding != true { tellCaret(attached) }
        placeBars()
        if isKeyboardVisible, attached === world.last, link?.engagement.isGliding != true, world.isStale {
            order(.layout)
        }
    }

    /// An input method does not hear by itself that what is around the caret was moved.
    private func tellCaret(_ attached: AttachedWindow) {
        attached.isCaretElsewhere = false
        attached.window.widget.flatMap(Field.init)?.tellCaret()
    }

    // MARK: Motion

    private func applied(_ attached: AttachedWindow) {
        attached.isCaretElsewhere = true
        // Another window may be on its way back while this one moves.
        if ticks == nil || attached === world.last, ticks?.window !== attached, let window = attached.window.widget {
            ticks = (attached, FrameTicks(window) { [weak self] in self?.draw() ?? false })
        }
        turned()
    }

    /// Frames are wanted while anything moves.
    private func turned() {
        guard isMoving else { return }
        if ticks == nil, let attached = world.last, let window = attached.window.widget {
            ticks = (attached, FrameTicks(window) { [weak self] in self?.draw() ?? false })
        }
        ticks?.ticks.start()
    }

    private var isMoving: Bool {
        guard let link else { return false }
        if link.engagement.isGliding { return true }
        guard world.last?.accessory != nil, let motion = world.keyboard?.notification.motion else { return false }
        return motion.finish > link.client.now
    }

    /// - Returns: whether there is more to come.
    private func draw() -> Bool {
        link?.engagement.frame()
        placeBars()
        if isMoving { return true }
        // What was laid out otherwise while things moved is looked at now.
        if isKeyboardVisible, world.isStale { order(.layout) }
        return false
    }

    private func placeBars() {
        guard let link else { return }
        for attached in AttachedWindow.all.values {
            guard let bar = attached.accessory, let window = attached.window.widget else { continue }
            let isConcerned = link.engagement.isActive && attached.isActive
            let top = isConcerned ? world.keyboardTop(at: link.client.now, in: attached) : nil
            bar.stand(above: top, in: window, attached.views.current?.shifted)
        }
    }
}
