public import HeadroomClient
internal import HeadroomCore

/// One application in which a ``Runner`` moves things, and where its world says what happened.
///
/// Call what fits best; of several at once each. Whatever was missed is noticed with the keyboard's next notification.
public final class Engagement {
    public let world: any World
    /// The process by which the application was claimed; nil: it is the plugin's own.
    public let process: UInt32?
    /// The application, as the daemon calls it; nil: not claimed yet, or the plugin's own.
    public internal(set) var subject: String?
    /// Called when things may be moved in the application from now on, or may not any more.
    public var onActive: ((Bool) -> Void)?
    /// Called whenever something was reported.
    public var onReport: ((PluginReport) -> Void)?

    var mover: Mover
    private weak var runner: Runner?
    private let client: Client
    private var alarm: Alarm?
    private var waiting: [Mover.Action] = []
    private var isCarryingOut = false
    /// What ``onActive`` was told last.
    private var wasActive = false
    /// From the order to end until nothing is moved any more.
    private var isLeaving = false
    /// How many reports are on their way.
    private var unanswered = 0

    init(_ world: any World, of runner: Runner, process: UInt32?) throws(ClientError) {
        self.world = world
        self.runner = runner
        self.process = process
        client = runner.client
        mover = Mover(
            options: world.options, frames: world.frames,
            leftOver: world.lastingName.flatMap { runner.file.moved[$0] })
        alarm = try client.alarm { [weak self] in
            guard let self else { return }
            carryOut(mover.advance(to: client.now))
        }
    }

    // MARK: What happened

    /// Another field has the focus, or none; or the window has got or lost it.
    public func focusChanged() { happened(.focus) }

    /// The caret moved while its user types.
    public func caretMoved() { happened(.caret) }

    /// The user scrolled: things stay as they are until the next focus or caret event, or hide.
    public func userScrolled() { happened(.scrolled) }

    /// Something has another place or size, or the outputs were turned or rearranged.
    public func layoutChanged() { happened(.layout) }

    /// What is moved will not be seen any more, such as a window that closes: it goes back at once if the world does not
    /// measure the focus elsewhere.
    public func viewsLeft() { happened(.leave) }

    /// The world draws a frame; for worlds with ``FramePace/own``.
    public func frame() { carryOut(mover.frame(at: client.now)) }

    /// Whether things may be moved in the application.
    public var isActive: Bool { mover.isActive }

    /// Whether nothing is moved in the application, nor about to be, nor left over from before this program came.
    public var isIdle: Bool { mover.isIdle && !mover.isLeftOver }

    /// Whether things are on their way.
    public var isGliding: Bool { mover.isGliding }

    /// The plugin holds the claim from now on, or does not any more.
    func claim(_ isActive: Bool) {
        // One that leaves begins nothing any more.
        if !isActive || !isLeaving { carryOut(mover.claim(isActive, at: client.now)) }
    }

    /// The daemon has said who holds the claim; if it is another plugin, nothing of ours may be left behind.
    func waits() { carryOut(mover.waits(at: client.now)) }

    private func happened(_ causes: Mover.Causes) { carryOut(mover.world(causes, at: client.now)) }

    /// Puts everything back and ends.
    func leave() {
        isLeaving = true
        carryOut(mover.claim(false, at: client.now))
    }

    // MARK: What is to be done

    func carryOut(_ actions: [Mover.Action]) {
        waiting += actions
        guard !isCarryingOut else { return }
        isCarryingOut = true
        while !waiting.isEmpty { carryOut(waiting.removeFirst()) }
        isCarryingOut = false
        alarm?.set(for: mover.nextDeadline)
        if mover.isActive != wasActive {
            wasActive = mover.isActive
            onActive?(wasActive)
        }
        leaveIfDone()
    }

    /// It ends when everything stands in its place, and the daemon has been told.
    private func leaveIfDone() {
        guard isLeaving, mover.isIdle, unanswered == 0 else { return }
        isLeaving = false
        alarm = nil
        runner?.left(self)
    }

    private func carryOut(_ action: Mover.Action) {
        switch action {
        case .measure(let number):
            world.measure { [weak self] measurement in
                guard let self else { return }
                carryOut(mover.measured(measurement, number: number, at: client.now))
            }
        case .apply(let position): world.apply(position)
        case .report(let report, let number): self.report(report, number)
        case .remember(let moved): if let name = world.lastingName { runner?.file.remember(moved, of: name) }
        case .forget: if let name = world.lastingName { runner?.file.forget(name) }
        }
    }

    private func report(_ report: PluginReport, _ number: UInt64?) {
        guard let runner else { return }
        var report = report
        if process != nil { report.subject = subject ?? "" }
        unanswered += 1
        runner.plugin.report(report) { [weak self] answer in
            guard let self else { return }
            unanswered -= 1
            guard let number else { return leaveIfDone() }
            switch answer {
            case .success: carryOut(mover.permitted(number, at: client.now))
            case .failure(let error):
                carryOut(mover.denied(number, isForGood: error.code == .notClaimed, at: client.now))
            }
        }
        onReport?(report)
    }
}
