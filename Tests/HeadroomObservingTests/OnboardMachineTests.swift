import HeadroomCore
import Testing

@testable import HeadroomObserving

/// What is known of Onboard, and what it owes an answer to, event by event.
struct OnboardMachineTests {
    private static let patience = UInt64(OnboardMachine.patience) * 1000

    /// Onboard is there, and has said at 10 µs whether it is visible.
    private func known(_ isVisible: Bool) -> OnboardMachine {
        var machine = OnboardMachine()
        #expect(machine.ownerCame(at: 0) == [.ask])
        #expect(machine.facts == nil)
        #expect(machine.visibleAnswered(isVisible, at: 10) == [.report])
        #expect(machine.nextDeadline == nil)
        return machine
    }

    private func witness(_ machine: OnboardMachine) -> KeyboardWitness? { machine.facts?.keyboard }

    @Test("an owner is asked, and is a keyboard once it has answered", arguments: [true, false])
    func answered(_ isVisible: Bool) {
        #expect(OnboardMachine().facts == nil)
        #expect(
            known(isVisible).facts
                == Facts(
                    keyboard: KeyboardWitness(
                        name: "onboard", isVisible: isVisible, since: 10, canShow: true, canHide: true)))
    }

    @Test("since is when it changed, not when it was said again")
    func since() {
        var machine = known(false)
        #expect(machine.visibleChanged(true, at: 20) == [.report])
        #expect(machine.visibleChanged(true, at: 30) == [])
        #expect(witness(machine)?.since == 20)
        #expect(machine.visibleChanged(false, at: 40) == [.report])
        #expect(witness(machine)?.since == 40)
    }

    @Test("a change that comes before the answer is known; the answer is newer")
    func changeFirst() {
        var machine = OnboardMachine()
        _ = machine.ownerCame(at: 0)
        #expect(machine.visibleChanged(true, at: 10) == [.report])
        #expect(machine.visibleAnswered(true, at: 20) == [])
        #expect(witness(machine)?.isVisible == true)
        #expect(witness(machine)?.since == 10)
    }

    @Test("an answer that makes no sense: it is there, and whether it is visible nobody knows")
    func senseless() {
        var machine = OnboardMachine()
        _ = machine.ownerCame(at: 0)
        #expect(machine.visibleAnswered(nil, at: 10) == [.report])
        #expect(witness(machine)?.isVisible == .some(nil))
        #expect(witness(machine)?.isPresent == true)
        #expect(machine.visibleChanged(true, at: 20) == [.report])
        #expect(witness(machine)?.isVisible == true)
        // What is known is not unlearned.
        #expect(machine.invalidated(at: 30) == [.ask])
        #expect(machine.visibleAnswered(nil, at: 40) == [])
        #expect(witness(machine)?.isVisible == true)
    }

    @Test("the owner's end is the keyboard's end, and nothing that still arrives makes one")
    func left() {
        var machine = known(true)
        #expect(machine.wanted(false, at: 20) == [.request(false)])
        #expect(machine.ownerLeft() == [.report])
        #expect(machine.facts == nil)
        #expect(machine.nextDeadline == nil)
        #expect(machine.ownerLeft() == [])
        #expect(machine.visibleChanged(true, at: 30) == [])
        #expect(machine.visibleAnswered(true, at: 30) == [])
        #expect(machine.requestAnswered(at: 30) == [])
        #expect(machine.invalidated(at: 30) == [])
        #expect(machine.wanted(true, at: 30) == nil)
        #expect(machine.advance(to: .max) == [])
        #expect(machine == OnboardMachine())
    }

    @Test("the next owner inherits nothing")
    func next() {
        var machine = known(true)
        _ = machine.wanted(false, at: 20)
        _ = machine.wanted(true, at: 30)
        _ = machine.ownerLeft()
        #expect(machine.ownerCame(at: 40) == [.ask])
        #expect(machine.facts == nil)
        #expect(machine.visibleAnswered(false, at: 50) == [.report])
        #expect(witness(machine)?.isVisible == false)
        #expect(machine.wanted(true, at: 60) == [.request(true)])
    }

    // MARK: Requests

    @Test("a request changes nothing until its effect is seen")
    func request() {
        var machine = known(false)
        #expect(machine.wanted(true, at: 20) == [.request(true)])
        #expect(machine.nextDeadline == 20 + Self.patience)
        #expect(witness(machine)?.isVisible == false)
        #expect(machine.requestAnswered(at: 30) == [])
        #expect(machine.nextDeadline == nil)
        #expect(witness(machine)?.isVisible == false)
    }

    @Test("one request at a time: of what is wanted meanwhile the last one is asked for, if it is another")
    func oneAtATime() {
        var machine = known(false)
        #expect(machine.wanted(true, at: 20) == [.request(true)])
        for time in 21..<40 as Range<UInt64> { #expect(machine.wanted(time.isMultiple(of: 2), at: time) == []) }
        #expect(machine.requestAnswered(at: 50) == [.request(false)])
        #expect(machine.nextDeadline == 50 + Self.patience)
        #expect(machine.wanted(true, at: 51) == [])
        #expect(machine.wanted(false, at: 52) == [])
        #expect(machine.requestAnswered(at: 60) == [])
        #expect(machine.nextDeadline == nil)
    }

    @Test("one that is stopped is asked once, and says so; when it goes on nothing else waits for it")
    func stopped() {
        var machine = known(true)
        #expect(machine.wanted(false, at: 20) == [.request(false)])
        #expect(machine.wanted(true, at: 30) == [])
        #expect(machine.advance(to: 19 + Self.patience) == [])
        #expect(machine.advance(to: 20 + Self.patience) == [.report])
        #expect(machine.isSilent)
        #expect(machine.nextDeadline == nil)
        #expect(witness(machine)?.isVisible == true)
        #expect(witness(machine)?.canHide == false)
        #expect(witness(machine)?.canShow == false)
        for time in 0..<20 as Range<UInt64> { #expect(machine.wanted(true, at: 2_000_000 + time) == nil) }
        // It goes on: does what it was asked, says so, answers.
        #expect(machine.visibleChanged(false, at: 3_000_000) == [.report])
        #expect(machine.requestAnswered(at: 3_000_001) == [.report])
        #expect(!machine.isSilent)
        #expect(witness(machine)?.canShow == true)
        #expect(machine.wanted(true, at: 3_000_002) == [.request(true)])
    }

    @Test("stopped before it was found: there, of unknown visibility, silent; its late answer counts")
    func foundStopped() {
        var machine = OnboardMachine()
        _ = machine.ownerCame(at: 0)
        #expect(machine.advance(to: Self.patience) == [.report])
        #expect(machine.isSilent)
        #expect(witness(machine)?.isVisible == .some(nil))
        #expect(machine.wanted(true, at: Self.patience + 1) == nil)
        #expect(machine.visibleAnswered(true, at: Self.patience + 2) == [.report, .report])
        #expect(witness(machine)?.isVisible == true)
        #expect(witness(machine)?.canHide == true)
    }

    @Test("two answers are owed: each has its time")
    func twoOwed() {
        var machine = OnboardMachine()
        _ = machine.ownerCame(at: 0)
        #expect(machine.wanted(true, at: 10) == [.request(true)])
        #expect(machine.nextDeadline == Self.patience)
        #expect(machine.visibleAnswered(false, at: 20) == [.report])
        #expect(machine.nextDeadline == 20 + Self.patience)
        #expect(machine.requestAnswered(at: 30) == [])
        #expect(machine.nextDeadline == nil)
    }
}
