import HeadroomCore
import Testing

/// A way in which a timeline can be wrong.
enum Fault: String, CaseIterable, Sendable, CustomTestStringConvertible {
    // What is said is wrong.
    case didDropped, didOfSuperseded, serialRepeated, completesAnother, didDeniesEstimate
    case beginsAtMeasurement, hideEndsWhereItStands, springForgetsVelocity
    case moveWithoutDidHide, estimateLearned, floatingHasInset, engineIsNews, occlusionUnnamed
    case correctionTakesLonger, durationShorterThanDid, rotationUnnamed, stateIsStale
    // What is true is taken wrongly.
    case graceIgnored, graceRestarted, graceOneMillisecondShort, graceOneMicrosecondLate, graceForgotten
    case ownerLostIsHide, occlusionIgnored, holdSkipped, stepIsTransition, slideIsOneStep, learnedIgnored
    case placementIgnored, limitIgnored, heldStateLost, timeRunsBackwards, userHideHasGrace, estimateTooSoon

    var testDescription: String { rawValue }

    /// Whether it shows while outputs stand still; when they change, what is altered would be another fault.
    var needsStillOutputs: Bool {
        switch self {
        case .graceRestarted, .graceForgotten, .limitIgnored, .heldStateLost: true
        default: false
        }
    }

    /// The rules by which it may be found out.
    var rules: Set<Rule> {
        switch self {
        case .didDropped, .durationShorterThanDid: [.t3]
        case .didOfSuperseded, .correctionTakesLonger: [.t3, .t9]
        case .serialRepeated, .completesAnother, .didDeniesEstimate: [.t1]
        case .beginsAtMeasurement, .hideEndsWhereItStands, .springForgetsVelocity: [.t4]
        case .moveWithoutDidHide: [.t2, .t4]
        case .engineIsNews, .placementIgnored: [.t2]
        case .estimateLearned, .estimateTooSoon: [.t5]
        case .learnedIgnored: [.t5, .t9]
        case .floatingHasInset: [.g3]
        case .occlusionUnnamed: [.t0]
        case .rotationUnnamed, .ownerLostIsHide, .holdSkipped: [.t6]
        case .stateIsStale: [.state]
        case .graceIgnored, .graceRestarted, .graceOneMillisecondShort, .graceOneMicrosecondLate: [.t7]
        case .graceForgotten, .occlusionIgnored, .userHideHasGrace: [.t7]
        case .stepIsTransition, .slideIsOneStep: [.t9]
        case .limitIgnored, .heldStateLost: [.t10]
        case .timeRunsBackwards: [.t8]
        }
    }
}

/// A timeline with one fault, made of a right one whose events or actions are altered.
struct FaultyTimeline: Machine {
    let fault: Fault
    private var inner: Timeline
    private var facts = KeyboardFacts()
    private var now: UInt64
    /// The newest notification that was sent, as it was sent.
    private var sent: Notification?
    private var sentBefore: Notification?

    init(_ fault: Fault, _ start: UInt64, _ outputs: [Output], _ learned: LearnedFrames) {
        self.fault = fault
        now = start
        inner = Timeline(
            start: start, outputs: outputs, learned: fault == .learnedIgnored ? LearnedFrames() : learned)
    }

    // MARK: Events

    mutating func update(_ new: KeyboardFacts, cause: ChangeCause, at time: UInt64) -> [Timeline.Action] {
        var (new, cause, stamp) = (new, cause, max(now, time))
        let before = facts
        facts = new
        now = max(now, time)
        let isGoing = inner.phase.isVisible && !(new.isPresent && new.isFlagged && !new.isOccluded)
        switch fault {
        case .graceIgnored:
            if isGoing, new.isPresent, !new.isFlagged, before.isFlagged { cause.reason = .user }
        case .graceRestarted:
            if isGoing, new.isPresent, before.isPresent, !before.isFlagged {
                var seen = new
                seen.isFlagged = true
                seen.isOccluded = false
                seen.frame = .unknown
                seen.output = sent?.output ?? ""
                seen.placement = sent?.details.placement ?? .docked
                seen.candidateBarHeight = sent?.candidateBarHeight ?? 0
                seen.roomBelowCaret = sent?.details.roomBelowCaret ?? 0
                _ = inner.update(seen, cause: .unannounced, at: now)
            }
        case .graceOneMillisecondShort: new.habits.graceMS = max(1, new.habits.graceMS) - 1
        case .graceOneMicrosecondLate:
            if isGoing, new.habits.graceMS > 0, new.isPresent, !new.isFlagged, before.isFlagged { stamp += 1 }
        case .ownerLostIsHide:
            if !new.isPresent {
                new.isPresent = true
                new.isFlagged = false
            }
        case .occlusionIgnored: new.isOccluded = false
        case .stepIsTransition:
            if before.frame != new.frame, cause.transition == nil, !new.habits.movesInOneStep {
                cause.transition = Transition(durationMS: 0)
            }
        case .slideIsOneStep: new.habits.movesInOneStep = true
        case .placementIgnored: new.placement = .docked
        case .userHideHasGrace:
            if cause.reason == .user { cause.reason = nil }
        case .heldStateLost:
            var trial = inner
            if isShown(new), trial.update(new, cause: cause, at: now).isEmpty, trial.nextDeadline != nil { return [] }
        default: break
        }
        var actions = inner.update(new, cause: cause, at: stamp)
        let isWaiting = actions.isEmpty && (fault == .limitIgnored && isShown(new) || fault == .estimateTooSoon)
        if isWaiting, fault == .limitIgnored || inner.phase == .hidden, let deadline = inner.nextDeadline {
            actions = inner.advance(to: deadline)
            return altered(actions) { [now] in $0.details.startTime = now }
        }
        if fault == .engineIsNews, before.engine != new.engine, actions.isEmpty, let sent, inner.phase == .shown {
            var will = sent
            will.kind = .willChangeFrame
            will.serial += 1
            will.details.completes = nil
            will.details.startTime = now
            actions = [.notify(will)]
        }
        if fault == .timeRunsBackwards { return altered(actions) { $0.details.startTime = time } }
        return altered(actions)
    }

    mutating func setOutputs(_ outputs: [Output], at time: UInt64) -> [Timeline.Action] {
        now = max(now, time)
        let wasVisible = inner.phase.isVisible
        var actions = inner.setOutputs(outputs, at: time)
        if fault == .holdSkipped, wasVisible, let deadline = inner.nextDeadline {
            actions += inner.advance(to: deadline)
        }
        return altered(actions)
    }

    mutating func expectHide(at time: UInt64) -> [Timeline.Action] { altered(inner.expectHide(at: time)) }

    mutating func shutDown(at time: UInt64) -> [Timeline.Action] { altered(inner.shutDown(at: time)) }

    mutating func advance(to time: UInt64) -> [Timeline.Action] {
        now = max(now, time)
        return altered(inner.advance(to: time))
    }

    /// Whether a keyboard that moves in one step stands at `facts`, and a keyboard stood before.
    private func isShown(_ facts: KeyboardFacts) -> Bool {
        guard facts.habits.movesInOneStep, inner.phase == .shown, facts.isPresent, facts.isFlagged, !facts.isOccluded,
            case .rect(let frame) = facts.frame
        else { return false }
        return frame.y < 800
    }

    // MARK: Actions

    private mutating func altered(
        _ actions: [Timeline.Action], _ alter: (inout Notification) -> Void = { _ in }
    ) -> [Timeline.Action] {
        var altered: [Timeline.Action] = []
        for action in actions {
            guard case .notify(var notification) = action else {
                if fault != .didDropped { altered.append(action) }
                continue
            }
            alter(&notification)
            altered += wrong(notification)
            sentBefore = sent
            sent = notification
        }
        return altered
    }

    private mutating func wrong(_ right: Notification) -> [Timeline.Action] {
        var wrong = right
        switch fault {
        case .didDropped:
            if right.kind == .didShow { return [] }
        case .didOfSuperseded:
            if right.kind == .willHide, let sent, sent.kind == .willShow {
                var did = sent
                did.kind = .didShow
                did.frameBegin = did.frameEnd
                did.durationMS = 0
                did.details.completes = sent.serial
                did.serial = right.serial
                wrong.serial += 1
                return [.notify(did), .notify(wrong)]
            }
        case .serialRepeated: wrong.serial = right.details.completes ?? right.serial
        case .completesAnother: if !right.kind.isWill { wrong.details.completes = right.serial }
        case .didDeniesEstimate: if !right.kind.isWill { wrong.details.isEstimated = false }
        case .beginsAtMeasurement: if right.kind == .willChangeFrame, let sent { wrong.frameBegin = sent.frameEnd }
        case .hideEndsWhereItStands: if right.kind == .willHide { wrong.frameEnd = right.frameBegin }
        case .springForgetsVelocity: wrong.details.velocity = 0
        case .moveWithoutDidHide: if right.kind == .didHide, right.details.reason == .output { return [] }
        case .estimateLearned:
            if right.kind == .didShow, right.details.isEstimated {
                let key = LearnedFrames.Key(
                    keyboard: right.details.origin, output: right.output, orientation: .landscape, scale: 1)
                return [
                    .notify(right), .learn(key, .init(frame: right.frameEnd, durationMS: 0, curve: .linear)),
                ]
            }
        case .floatingHasInset: wrong.bottomInset = right.kind.phase.isVisible ? right.frameEnd.height : 0
        case .occlusionUnnamed: if right.details.reason == .occluded { wrong.details.reason = .visibility }
        case .correctionTakesLonger:
            if right.kind == .willChangeFrame, right.durationMS > 0, right.durationMS < 250 { wrong.durationMS += 2 }
        case .durationShorterThanDid: if right.durationMS > 10 { wrong.durationMS -= 1 }
        case .rotationUnnamed: if right.details.reason == .rotation { wrong.details.reason = .frame }
        default: break
        }
        return [.notify(wrong)]
    }

    // MARK: State

    var nextDeadline: UInt64? {
        if fault == .graceForgotten, inner.phase == .shown, !facts.isFlagged { return nil }
        return inner.nextDeadline
    }

    var state: (phase: Phase, notification: Notification) {
        guard fault == .stateIsStale, let sentBefore else { return inner.state }
        return (inner.state.phase, sentBefore)
    }

    func brokenInvariant() -> String? { inner.brokenInvariant() }

    func rebased(to origin: UInt64) -> FaultyTimeline {
        var copy = self
        copy.inner = inner.rebased(to: origin)
        copy.now = now - min(now, origin)
        // They decide nothing that the inner timeline does not.
        copy.sent = nil
        copy.sentBefore = nil
        return copy
    }
}
