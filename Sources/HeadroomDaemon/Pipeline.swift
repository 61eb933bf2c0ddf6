import HeadroomBus
import HeadroomConfig
import HeadroomCore

/// Facts in, notifications out: the arbiter, and the timeline behind the hold, on the daemon's clock.
final class Pipeline {
    private(set) var arbiter = Arbiter()
    private(set) var held: HeldTimeline
    /// Called with what is to be done, and with an empty list after facts changed without news.
    var onActions: ([Timeline.Action]) -> Void = { _ in }
    /// Called when the outputs changed, before anything is said about it.
    var onOutputs: () -> Void = {}
    /// The grace periods that the configuration sets.
    var graces: (_ origin: String, _ habits: Habits) -> UInt32 = { $1.graceMS }

    private let loop: EventLoop
    private var timer: Timer?

    init(loop: EventLoop, learned: LearnedFrames, memory: LearnedCandidates) throws(BusError) {
        self.loop = loop
        held = HeldTimeline(start: loop.now, learned: learned, memory: memory)
        timer = try loop.timer { [weak self] in self?.advance() }
    }

    /// What is held true now, and published.
    var facts: KeyboardFacts { held.timeline.facts }

    /// The outputs, as what is published has them.
    var outputs: [Output] { held.timeline.outputs }

    /// `source` knows `facts` now; nil: it is gone. `cause` came with the change (contract, section 3: event keys).
    func update(_ source: Source, _ facts: Facts?, cause: ChangeCause = .unannounced) {
        let now = loop.now
        let before = arbiter.chosen
        let outputs = arbiter.outputs
        var answer = arbiter.update(source, facts, at: now)
        answer.habits.graceMS = graces(answer.origin, answer.habits)
        var actions: [Timeline.Action] = []
        if arbiter.outputs != outputs {
            actions += held.setOutputs(arbiter.outputs, at: now)
            onOutputs()
        }
        // What a source announces is about its own keyboard.
        let isItsOwn = source == arbiter.chosen || source == before
        actions += held.update(answer, cause: isItsOwn ? cause : .unannounced, at: now)
        carryOut(actions)
    }

    /// Takes over what another daemon published (contract, section 1), on `outputs` unless somebody here sees some.
    /// Only before anything is published; an update has to follow.
    func inherit(_ phase: Phase, _ state: Notification, outputs: [Output]) {
        let outputs = arbiter.outputs.isEmpty ? outputs : arbiter.outputs
        held = HeldTimeline(
            start: loop.now, outputs: outputs, learned: held.timeline.learned, memory: held.memory,
            policies: held.policies)
        held.inherit(phase, state)
        carryOut([])
    }

    /// A user asked to hide the keyboard: no grace for the hide that follows.
    func expectHide() { carryOut(held.expectHide(at: loop.now)) }

    /// Other policies hold candidate bars and rooms from now on.
    func apply(_ policies: CandidatePolicies) { carryOut(held.setPolicies(policies, at: loop.now)) }

    /// Hides at once whatever is shown.
    func shutDown() { carryOut(held.shutDown(at: loop.now)) }

    private func advance() { carryOut(held.advance(to: loop.now)) }

    private func carryOut(_ actions: [Timeline.Action]) {
        onActions(actions)
        if let deadline = held.nextDeadline {
            if timer?.deadline != deadline { timer?.arm(at: deadline) }
        } else {
            timer?.disarm()
        }
    }
}
