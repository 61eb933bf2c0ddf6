import HeadroomCore
import Testing

@testable import HeadroomClient

/// The pure machine of a subscription, event by event.
@Suite("Following the keyboard")
struct KeyboardFollowerTests {
    typealias Follower = KeyboardFollower

    private let properties = KeyboardProperties(canShow: true, outputs: [Samples.output])

    /// Carries out one event and checks what must always hold.
    private func step(
        _ machine: inout Follower, _ event: (inout Follower) -> [Follower.Action],
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> [Follower.Action] {
        let actions = event(&machine)
        #expect(machine.brokenInvariant() == nil, sourceLocation: sourceLocation)
        return actions
    }

    /// One that follows a daemon whose keyboard is shown, serial 10.
    private func following() -> Follower {
        var machine = Follower()
        _ = step(&machine) { $0.ownerChanged(isPresent: true, at: 0) }
        _ = step(&machine) { $0.answered(.shown, Samples.notification(.didShow, 10), properties) }
        return machine
    }

    private func current(_ actions: [Follower.Action]) -> KeyboardState? {
        guard actions.count == 1, case .tell(.current(let state)) = actions[0] else { return nil }
        return state
    }

    @Test("a new owner is asked, and its answer is the first thing told")
    func first() {
        var machine = Follower()
        #expect(step(&machine) { $0.ownerChanged(isPresent: true, at: 0) } == [.ask])
        let running = Samples.notification(.willShow, 7, durationMS: 250)
        let told = current(step(&machine) { $0.answered(.showing, running, properties) })
        #expect(told?.phase == .showing)
        #expect(told?.notification == running)
        #expect(told?.isDaemonPresent == true)
        #expect(told?.properties == properties)
        #expect(machine.nextDeadline == nil)
    }

    @Test("without an owner at the beginning that is told at once")
    func firstAbsent() {
        var machine = Follower()
        let told = current(step(&machine) { $0.ownerChanged(isPresent: false, at: 5) })
        #expect(told == .nothing)
        #expect(machine.nextDeadline == nil)
        #expect(step(&machine) { $0.advance(to: 1_000_000_000) } == [])
    }

    @Test("a notification is told if and only if its serial is greater than the last one told or got")
    func serials() {
        var machine = following()
        for old in [0, 9, 10] as [UInt64] {
            #expect(step(&machine) { $0.notified(Samples.notification(.willHide, old)) } == [], "serial \(old)")
        }
        let hide = Samples.notification(.willHide, 12)
        #expect(step(&machine) { $0.notified(hide) } == [.tell(.notification(hide))])
        #expect(machine.known?.phase == .hiding)
        #expect(step(&machine) { $0.notified(Samples.notification(.didHide, 11)) } == [])
        #expect(machine.known?.phase == .hiding)
        #expect(step(&machine) { $0.notified(hide) } == [])
    }

    @Test("what comes before the answer is in the answer")
    func early() {
        var machine = Follower()
        #expect(step(&machine) { $0.notified(Samples.notification(.willShow, 3)) } == [])
        _ = step(&machine) { $0.ownerChanged(isPresent: true, at: 0) }
        #expect(step(&machine) { $0.notified(Samples.notification(.willShow, 3)) } == [])
        #expect(step(&machine) { $0.propertiesChanged(properties) } == [])
        let told = current(step(&machine) { $0.answered(.showing, Samples.notification(.willShow, 3), properties) })
        #expect(told?.notification.serial == 3)
    }

    @Test("an owner that leaves: all holds for 2 s, then as on a hide of duration 0, once")
    func absence() {
        var machine = following()
        #expect(step(&machine) { $0.ownerChanged(isPresent: false, at: 1_000) } == [])
        #expect(machine.known?.phase == .shown)
        #expect(machine.nextDeadline == 2_001_000)
        #expect(step(&machine) { $0.advance(to: 2_000_999) } == [])
        let told = current(step(&machine) { $0.advance(to: 2_001_000) })
        #expect(told?.phase == .hidden)
        #expect(told?.isDaemonPresent == false)
        #expect(told?.notification.durationMS == 0)
        #expect(told?.notification.bottomInset == 0)
        #expect(told?.notification.frameBegin == told?.notification.frameEnd)
        // Docked: the same size just outside the edge.
        #expect(told?.notification.frameEnd == Rect(x: 100, y: 850, width: 1280, height: 260))
        #expect(told?.properties.canShow == false)
        #expect(machine.nextDeadline == nil)
        #expect(step(&machine) { $0.advance(to: 9_000_000) } == [])
        #expect(step(&machine) { $0.ownerChanged(isPresent: false, at: 9_000_000) } == [])
    }

    @Test("leaving again while away does not begin the 2 s anew")
    func absenceOnce() {
        var machine = following()
        _ = step(&machine) { $0.ownerChanged(isPresent: false, at: 0) }
        _ = step(&machine) { $0.ownerChanged(isPresent: false, at: 1_500_000) }
        #expect(machine.nextDeadline == 2_000_000)
    }

    @Test("an owner that is back and says the same is no news; its notifications are")
    func back() {
        var machine = following()
        _ = step(&machine) { $0.ownerChanged(isPresent: false, at: 0) }
        #expect(step(&machine) { $0.ownerChanged(isPresent: true, at: 1_999_999) } == [.ask])
        #expect(step(&machine) { $0.advance(to: 5_000_000) } == [])
        // The same place, not quite the same number: rule T2's 0.5.
        let same = Samples.notification(.didShow, 500, height: 260.4)
        #expect(step(&machine) { $0.answered(.shown, same, properties) } == [])
        #expect(machine.known?.notification.serial == 500)
        #expect(step(&machine) { $0.notified(Samples.notification(.willHide, 499)) } == [])
        let hide = Samples.notification(.willHide, 501)
        #expect(step(&machine) { $0.notified(hide) } == [.tell(.notification(hide))])
    }

    @Test("an owner that is back with lower serials is followed all the same")
    func lowerSerials() {
        var machine = following()
        _ = step(&machine) { $0.ownerChanged(isPresent: true, at: 0) }
        _ = step(&machine) { $0.answered(.shown, Samples.notification(.didShow, 2), properties) }
        let hide = Samples.notification(.willHide, 3)
        #expect(step(&machine) { $0.notified(hide) } == [.tell(.notification(hide))])
    }

    @Test(
        "an owner that says something else is news",
        arguments: [
            (Phase.shown, Samples.notification(.didShow, 20, height: 300)),
            (.shown, Samples.notification(.didShow, 20, bar: 44)),
            (.hiding, Samples.notification(.willHide, 20)),
            (.hidden, Samples.notification(.didHide, 20)),
        ])
    func different(_ phase: Phase, _ notification: Notification) {
        var machine = following()
        _ = step(&machine) { $0.ownerChanged(isPresent: true, at: 0) }
        let told = current(step(&machine) { $0.answered(phase, notification, properties) })
        #expect(told?.notification == notification)
        #expect(told?.phase == phase)
    }

    /// One whose daemon, with a keyboard shown, was lost at 0 and is back, having heard of no keyboard yet.
    private func waiting() -> Follower {
        var machine = following()
        _ = step(&machine) { $0.ownerChanged(isPresent: false, at: 0) }
        _ = step(&machine) { $0.ownerChanged(isPresent: true, at: 500_000) }
        let silence = Samples.notification(.didHide, 20)
        #expect(step(&machine) { $0.answered(.hidden, silence, KeyboardProperties()) } == [])
        #expect(machine.known?.phase == .shown)
        #expect(machine.nextDeadline == 2_000_000)
        return machine
    }

    @Test("a daemon that is back and has heard of no keyboard yet moves nothing")
    func unspoken() {
        var machine = waiting()
        // What it sees of the desktop meanwhile is told with its first word.
        #expect(step(&machine) { $0.propertiesChanged(properties) } == [])
        let show = Samples.notification(.willShow, 21)
        #expect(step(&machine) { $0.notified(show) } == [.tell(.notification(show))])
        #expect(machine.known?.properties == properties)
        #expect(machine.nextDeadline == nil)
        let bare = KeyboardProperties()
        #expect(step(&machine) { $0.propertiesChanged(bare) } == [.tell(.properties(bare))])
    }

    @Test("if it stays silent, there is no keyboard; if it goes, another one is waited for")
    func unspokenForGood() {
        var machine = waiting()
        var other = machine
        let told = current(step(&machine) { $0.advance(to: 2_000_000) })
        #expect(told?.phase == .hidden)
        #expect(told?.isDaemonPresent == true)
        #expect(machine.nextDeadline == nil)
        #expect(step(&other) { $0.ownerChanged(isPresent: false, at: 1_000_000) } == [])
        #expect(other.nextDeadline == 2_000_000)
        #expect(current(step(&other) { $0.advance(to: 2_000_000) })?.isDaemonPresent == false)
    }

    @Test("every part of what was said counts")
    func saysTheSame() throws {
        let state = try #require(following().known)
        func isSame(_ change: (inout KeyboardState) -> Void) -> Bool {
            var other = state
            change(&other)
            return state.saysTheSame(as: other) && other.saysTheSame(as: state)
        }
        #expect(isSame { _ in })
        #expect(isSame { $0.phase = .showing })
        #expect(isSame { $0.notification.details.engine = "ibus:libpinyin" })
        #expect(isSame { $0.notification.details.isEstimated = true })
        #expect(!isSame { $0.isDaemonPresent = false })
        #expect(!isSame { $0.phase = .hidden })
        #expect(!isSame { $0.notification.output = "DP-1" })
        #expect(!isSame { $0.notification.details.placement = .floating })
        #expect(!isSame { $0.notification.frameEnd.y -= 1 })
        #expect(!isSame { $0.notification.bottomInset += 1 })
        #expect(!isSame { $0.notification.candidateBarHeight += 1 })
        #expect(!isSame { $0.notification.details.roomBelowCaret += 1 })
    }

    @Test("a hidden keyboard is the same wherever it is")
    func hiddenIsHidden() {
        var machine = Follower()
        _ = step(&machine) { $0.ownerChanged(isPresent: true, at: 0) }
        _ = step(&machine) { $0.answered(.hidden, Samples.notification(.didHide, 1), properties) }
        _ = step(&machine) { $0.ownerChanged(isPresent: true, at: 0) }
        let elsewhere = Samples.notification(.didHide, 2, height: 99)
        #expect(step(&machine) { $0.answered(.hidden, elsewhere, properties) } == [])
    }

    @Test("an owner that does not answer counts as none, and is asked again")
    func failure() {
        var machine = following()
        _ = step(&machine) { $0.ownerChanged(isPresent: true, at: 0) }
        #expect(step(&machine) { $0.failed(at: 100) } == [])
        #expect(machine.failures == 1)
        #expect(machine.nextDeadline == 1_000_100)
        #expect(step(&machine) { $0.advance(to: 1_000_100) } == [.ask])
        // The absence goes on while it is asked.
        #expect(machine.nextDeadline == 2_000_100)
        #expect(step(&machine) { $0.failed(at: 1_500_000) } == [])
        #expect(current(step(&machine) { $0.advance(to: 2_000_100) })?.phase == .hidden)
        #expect(step(&machine) { $0.advance(to: 2_500_000) } == [.ask])
        let told = current(step(&machine) { $0.answered(.shown, Samples.notification(.didShow, 30), properties) })
        #expect(told?.phase == .shown)
        #expect(machine.failures == 2)
    }

    @Test("answers that nobody waits for any more change nothing")
    func lateAnswers() {
        var machine = following()
        _ = step(&machine) { $0.ownerChanged(isPresent: false, at: 0) }
        #expect(step(&machine) { $0.answered(.hidden, Samples.notification(.didHide, 99), properties) } == [])
        #expect(step(&machine) { $0.failed(at: 0) } == [])
        #expect(machine.known?.phase == .shown)
        #expect(machine.failures == 0)
    }

    @Test("properties are told when they change, and only then")
    func properties_() {
        var machine = following()
        #expect(step(&machine) { $0.propertiesChanged(properties) } == [])
        var other = properties
        other.engine = "ibus:libpinyin"
        #expect(step(&machine) { $0.propertiesChanged(other) } == [.tell(.properties(other))])
        #expect(machine.known?.properties == other)
        // A new owner with the same keyboard and other properties.
        _ = step(&machine) { $0.ownerChanged(isPresent: true, at: 0) }
        let same = Samples.notification(.didShow, 50)
        #expect(step(&machine) { $0.answered(.shown, same, properties) } == [.tell(.properties(properties))])
    }

    @Test("any order of events keeps the invariants, and a told serial never falls under one owner")
    func anyOrder() {
        let serials: [UInt64] = [1, 2]
        var seen = 0
        func explore(_ machine: Follower, _ depth: Int, _ now: UInt64, _ last: UInt64?) {
            guard depth > 0 else { return }
            var events: [(inout Follower) -> [Follower.Action]] = [
                { $0.ownerChanged(isPresent: true, at: now) }, { $0.ownerChanged(isPresent: false, at: now) },
                { $0.failed(at: now) }, { $0.advance(to: now) },
                { $0.propertiesChanged(KeyboardProperties()) }, { $0.propertiesChanged(properties) },
            ]
            for serial in serials {
                events.append { $0.answered(.shown, Samples.notification(.didShow, serial), properties) }
                events.append { $0.notified(Samples.notification(.willHide, serial)) }
            }
            for (number, event) in events.enumerated() {
                var next = machine
                let actions = event(&next)
                seen += 1
                if let broken = next.brokenInvariant() { Issue.record("\(broken), after event \(number)") }
                var told = number == 0 ? nil : last
                for case .tell(let update) in actions {
                    switch update {
                    case .current(let state): told = state.notification.serial
                    case .notification(let notification):
                        if let last = told, notification.serial <= last { Issue.record("a serial fell") }
                        told = notification.serial
                    case .properties: break
                    }
                }
                explore(next, depth - 1, now + 1_200_000, told)
            }
        }
        explore(Follower(), 5, 0, nil)
        #expect(seen == 10 + 100 + 1_000 + 10_000 + 100_000)
    }
}
