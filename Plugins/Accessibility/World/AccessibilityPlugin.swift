import HeadroomBus
public import HeadroomClient
import HeadroomCore
import HeadroomDesktop
public import HeadroomPluginKit

/// Keeps the focused field of programs that nobody modified above the keyboard: hears of the focus on the accessibility
/// bus, and has the field scrolled into sight there.
///
/// Only places, roles, states, offsets and scroll values are read, never text.
public final class AccessibilityPlugin {
    /// What the plugin is called.
    public static let name = "accessibility"

    /// Called with what a user should know: why there is nothing to be heard, for example.
    public var onNotice: ((String) -> Void)?
    /// Called with what is seen and done, for those who look for a fault. No text of any application is in it.
    public var onTrace: ((String) -> Void)?
    /// Called each time that it begins to listen.
    public var onListening: (() -> Void)?

    private let runner: Runner
    private let bus: AccessibilityBus
    private let windows: any WindowSource
    private var keyboard: KeyboardSubscription?
    /// By the connection of their windows.
    private var applications: [BusName: Running] = [:]
    /// Which focus is looked into; whatever is asked for an earlier one is let go of.
    private var number: UInt64 = 0
    private var current: (object: Accessible, owner: BusName)?
    private var timer: Timer?
    private var leftOverTimer: Timer?
    private var leftOverTries: UInt64 = 0
    /// Where the keyboard begins, in logical pixels; nil: there is none.
    private var keyboardTop: Double?
    /// When something is done again, and what.
    private var retry: Timer?
    private var waiting: ((AccessibilityPlugin) -> Void)?

    /// Why there is no accessibility bus, as it was said last.
    private var missing: String?

    private struct Running {
        let application: Application
        let engagement: Engagement
    }

    /// How long the focus may be nowhere before that counts, in µs: it leaves one field before it is in the next. (chosen)
    private static let nowhereTime: UInt64 = 100_000
    /// How long after it has begun to listen nobody is waited for any more who has the focus where something was left over, in
    /// µs. (chosen)
    private static let leftOverTime: UInt64 = 1_000_000
    /// How often it is tried to put something back there, each time after twice as long. (chosen: a minute)
    private static let mostLeftOverTries: UInt64 = 6
    /// How often what an application was too busy for is tried again. (chosen)
    private static let mostTries = 5
    /// How long such an application is left alone, and how long a search for the focus may take, in µs. (chosen)
    private static let retryTime: UInt64 = 200_000
    private static let searchTime: UInt64 = 1_000_000
    /// How many applications are kept at once; the daemon takes more.
    private static let mostApplications = 64

    /// Does nothing before ``start()``.
    ///
    /// - Parameters:
    ///   - client: the connection; its loop is the plugin's.
    ///   - variable: the environment; for tests.
    /// - Throws: ``ClientError/Code/system`` if the system gives no timer.
    public init(
        _ client: Client, environment variable: @escaping (String) -> String? = Runner.environment
    ) throws(ClientError) {
        runner = try Runner(
            client, name: AccessibilityPlugin.name, kind: .accessibility, environment: variable)
        do throws(BusError) {
            bus = try AccessibilityBus(client)
            windows = AccessibilityPlugin.windows(client, environment: variable)
            timer = try client.loop.timer { [weak self] in self?.focusLeft() }
            leftOverTimer = try client.loop.timer { [weak self] in self?.putBackLeftOvers() }
            retry = try client.loop.timer { [weak self] in
                guard let self, let act = waiting else { return }
                waiting = nil
                act(self)
            }
        } catch {
            throw ClientError(error)
        }
        keyboard = try client.subscribe { [weak self] update in self?.told(update) }
        runner.onRefused = { [weak self] error in self?.onNotice?("the daemon takes no plugin: \(error)") }
        windows.onChange = { [weak self] in
            guard let self, let owner = current?.owner else { return }
            onTrace?("the window may be elsewhere")
            applications[owner]?.application.windowMoved()
        }
        bus.onEvent = { [weak self] event in self?.heard(event) }
        bus.onLeft = { [weak self] owner in self?.end(owner) }
        bus.onConnected = { [weak self] in self?.connected() }
        bus.onMissing = { [weak self] why in
            guard let self else { return }
            if why != missing { onNotice?("no accessibility bus: \(why)") }
            missing = why
            for owner in Array(applications.keys) { end(owner) }
        }
    }

    /// Who knows where windows are in the session of an environment. On Wayland XWayland's are not looked for: asking
    /// would start it.
    private static func windows(_ client: Client, environment variable: (String) -> String?) -> any WindowSource {
        if let address = SwayAddress(environment: variable) { return SwayWindows(client.loop, address) }
        if let display = variable("WAYLAND_DISPLAY"), !display.isEmpty { return GuessedWindows(client) }
        return X11Windows(client.loop, environment: variable)
    }

    /// Finds the accessibility bus, which is started if it is not there.
    public func start() { bus.start() }

    /// Puts everything back, and ends. `done` is called when that is done.
    public func stop(_ done: @escaping () -> Void) {
        number += 1
        for running in applications.values { running.application.focusStays() }
        keyboard = nil
        runner.stop(done)
    }

    // MARK: What is heard

    /// Applications may have been there before, and a field the focus.
    private func connected() {
        missing = nil
        runner.forgetLeftOvers { LastingName($0).map { Program.isThere($0.process) } ?? false }
        leftOverTries = 0
        if !runner.leftOvers.isEmpty { leftOverTimer?.arm(after: Self.leftOverTime) }
        onListening?()
        searchFocus()
    }

    /// Something may have been moved, before this program came, where the focus is no longer. One that hangs is asked again, though
    /// not for ever.
    private func putBackLeftOvers() {
        guard !runner.leftOvers.isEmpty, leftOverTries < Self.mostLeftOverTries else { return }
        leftOverTimer?.arm(after: Self.leftOverTime << leftOverTries)
        leftOverTries += 1
        for (name, content) in runner.leftOvers {
            guard let owner = LastingName(name)?.owner else { continue }
            begin(owner) { [weak self] application in
                guard let self, !application.isKnown else { return }
                onTrace?("looking for what was left over in \(owner)")
                _ = FieldSearch(bus, of: owner, in: content) { application.resume(at: $0) }
            }
        }
    }

    /// Looks for the focus, unless it is told meanwhile.
    private func searchFocus(in window: Accessible? = nil) {
        onTrace?("looking for the focus\(window.map { " in \($0.owner) \($0.path)" } ?? "")")
        let number = number
        _ = FocusSearch(bus, in: window) { [weak self] object in
            if let self, number == self.number { focused(object) }
        }
    }

    private func told(_ update: KeyboardUpdate) {
        keyboardTop = update.keyboardTop(after: keyboardTop)
        for running in applications.values { running.application.keyboardTop = keyboardTop }
        guard case .notification(let notification) = update, notification.kind == .willShow else { return }
        searchWhileShown()
    }

    /// Looks for the focus until somebody has it: an application that is busy does not answer in time.
    private func searchWhileShown(tries: Int = 0) {
        guard current == nil, tries < Self.mostTries else { return }
        guard tries == 0 || keyboard?.state?.phase.isVisible == true else { return }
        searchFocus()
        again(after: Self.searchTime) { $0.searchWhileShown(tries: tries + 1) }
    }

    /// Does something later, instead of what was to be done then; not if something has the focus meanwhile.
    private func again(after time: UInt64, _ act: @escaping (AccessibilityPlugin) -> Void) {
        let number = number
        waiting = { plugin in if number == plugin.number { act(plugin) } }
        retry?.arm(after: time)
    }

    private func heard(_ event: AccessibilityEvent) {
        switch event {
        case .focused(let object): focused(object)
        case .unfocused(let object): if current?.object == object { timer?.arm(after: Self.nowhereTime) }
        case .caretMoved(let object): applications[current?.owner ?? object.owner]?.application.caretMoved(in: object)
        case .windowActivated(let window):
            // Who has the focus elsewhere may not tell of it when its window becomes active.
            if current?.owner == window.owner { bus.wake(window) } else { searchFocus(in: window) }
            for (owner, running) in applications { running.application.windowChanged(isActive: owner == window.owner) }
        case .windowDeactivated(let window):
            applications[window.owner]?.application.windowChanged(isActive: false)
        }
    }

    private func focused(_ object: Accessible, tries: Int = 0) {
        timer?.disarm()
        number += 1
        let number = number
        let unanswered = bus.unanswered
        if let current, current.object != object {
            applications[current.owner]?.application.focusMoves(isWithin: object.owner == current.owner)
        }
        /// Whether it is asked once more, because it was too busy to answer everything.
        func isAskedAgain() -> Bool {
            guard bus.unanswered != unanswered, tries < Self.mostTries else { return false }
            again(after: Self.retryTime) { $0.focused(object, tries: tries + 1) }
            return true
        }
        bus.states(of: object) { [weak self] states in
            guard let self, number == self.number else { return }
            onTrace?(
                "focus: \(object.owner) \(object.path), editable: \(states.map { "\($0.isEditable)" } ?? "no answer")")
            guard let states, states.isEditable else { return isAskedAgain() ? () : focusLost() }
            _ = Climb(bus, from: object) { [weak self] lineage in
                guard let self, number == self.number else { return }
                onTrace?("field: \(lineage.map { "\($0.panes.count) panes in \($0.window.path)" } ?? "in no window")")
                guard !isAskedAgain() else { return }
                guard let lineage else { return focusLost() }
                focus(Application.Focus(lineage: lineage, isMultiLine: states.isMultiLine), number)
            }
        }
    }

    /// The focus is nowhere, for all that was heard. Who is slow is asked something first: where the focus has gone is told before
    /// that is answered.
    private func focusLeft() {
        guard let object = current?.object else { return }
        let number = number
        bus.states(of: object) { [weak self] _ in
            if let self, number == self.number, current?.object == object { focusLost() }
        }
    }

    private func focusLost() {
        if let owner = current?.owner { applications[owner]?.application.focusChanged(to: nil) }
        current = nil
    }

    private func focus(_ focus: Application.Focus, _ number: UInt64) {
        let owner = focus.lineage.window.owner
        if let former = current?.owner, former != owner { applications[former]?.application.focusChanged(to: nil) }
        current = (focus.lineage.field, owner)
        if let running = applications[owner] {
            running.application.windowChanged(isActive: true)
            running.application.focusChanged(to: focus)
            return
        }
        begin(owner) { [weak self] application in
            guard let self, number == self.number else { return }
            application.focusChanged(to: focus)
        }
    }

    // MARK: Applications

    /// Learns what an application is, and claims it.
    private func begin(_ owner: BusName, _ begun: @escaping (Application) -> Void) {
        var toolkit = Toolkit.other
        var name: String?
        var process: UInt32?
        let all = Gathering { [weak self] in
            guard let self else { return }
            onTrace?("application: \(owner), process \(process.map(String.init) ?? "unknown"), \(toolkit)")
            guard let process, toolkit != .other else { return }
            let names = (name.map { [$0] } ?? []) + Program.names(of: process)
            if let application = engage(owner, process, names: names, toolkit) { begun(application) }
        }
        bus.toolkit(of: owner, all.expect { toolkit = Toolkit(name: $0) })
        bus.programName(of: owner, all.expect { name = $0 })
        bus.process(of: owner, all.expect { process = $0 })
        all.close()
    }

    private func engage(
        _ owner: BusName, _ process: UInt32, names: [String], _ toolkit: Toolkit
    ) -> Application? {
        if let running = applications[owner] { return running.application }
        guard applications.count < Self.mostApplications,
            let application = try? Application(
                bus, names: names, lastingName: LastingName(process: process, owner: owner).text,
                place: WindowPlace(bus, toolkit, process: process, source: windows)),
            let engagement = try? runner.engage(application, of: process)
        else { return nil }
        application.engagement = engagement
        application.onTrace = { [weak self] in self?.onTrace?($0) }
        application.keyboardTop = keyboardTop
        engagement.onActive = { [weak self] in self?.onTrace?("application: \(owner), \($0 ? "" : "not ")active") }
        engagement.onReport = { [weak self] report in
            self?.onTrace?("report: \(owner), \(report.outcome), \(report.shift.y), \(report.residual ?? 0) covered")
        }
        applications[owner] = Running(application: application, engagement: engagement)
        return application
    }

    private func end(_ owner: BusName) {
        guard let running = applications.removeValue(forKey: owner) else { return }
        if current?.owner == owner { current = nil }
        running.application.left()
        runner.disengage(running.engagement)
    }
}

extension KeyboardUpdate {
    /// Where content has to end from now on, the room for candidates above the keyboard included; nil: nowhere. `former`: where it
    /// had to before this.
    fileprivate func keyboardTop(after former: Double?) -> Double? {
        let notification: Notification
        switch self {
        case .current(let state): notification = state.notification
        case .notification(let news): notification = news
        case .properties: return former
        }
        guard notification.kind.phase.isVisible else { return nil }
        return notification.frameEnd.top - notification.details.roomBelowCaret
    }
}
