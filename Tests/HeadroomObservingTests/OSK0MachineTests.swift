import HeadroomCore
import Testing

@testable import HeadroomObserving

/// What is known of the keyboard, event by event.
struct OSK0MachineTests {
    private var machine = OSK0Machine()

    @Test("an owner is asked, and is a keyboard once it has answered")
    func answered() {
        var machine = machine
        #expect(machine.facts == nil)
        #expect(machine.ownerCame("squeekboard") == [.ask])
        #expect(machine.facts == nil)
        #expect(machine.visibleChanged(false, at: 10) == [.report])
        #expect(
            machine.facts
                == Facts(
                    keyboard: KeyboardWitness(
                        name: "squeekboard", isVisible: false, since: 10, canShow: true, canHide: true)))
    }

    @Test("since is when it changed, not when it was said again")
    func since() {
        var machine = machine
        _ = machine.ownerCame("squeekboard")
        #expect(machine.visibleChanged(true, at: 10) == [.report])
        #expect(machine.visibleChanged(true, at: 20) == [])
        #expect(machine.facts?.keyboard?.since == 10)
        #expect(machine.visibleChanged(false, at: 30) == [.report])
        #expect(machine.facts?.keyboard?.since == 30)
    }

    @Test("a change that comes before the answer is the answer")
    func changeFirst() {
        var machine = machine
        _ = machine.ownerCame("squeekboard")
        #expect(machine.visibleChanged(true, at: 10) == [.report])
        #expect(machine.askFailed(at: 20) == [])
        #expect(machine.facts?.keyboard?.isVisible == true)
    }

    @Test("one that does not answer counts as hidden, and may still say that it is not")
    func silent() {
        var machine = machine
        _ = machine.ownerCame("stevia")
        #expect(machine.askFailed(at: 10) == [.report])
        #expect(machine.facts?.keyboard?.isVisible == false)
        #expect(machine.visibleChanged(true, at: 20) == [.report])
        #expect(machine.facts?.keyboard?.isVisible == true)
    }

    @Test("the owner's end is the keyboard's end")
    func left() {
        var machine = machine
        _ = machine.ownerCame("squeekboard")
        _ = machine.visibleChanged(true, at: 10)
        #expect(machine.ownerLeft() == [.report])
        #expect(machine.facts == nil)
        #expect(machine.ownerLeft() == [])
        // Nothing that still arrives makes one.
        #expect(machine.visibleChanged(true, at: 20) == [])
        #expect(machine.askFailed(at: 20) == [])
        #expect(machine.facts == nil)
    }

    @Test("an owner that left before it answered leaves nothing")
    func leftEarly() {
        var machine = machine
        _ = machine.ownerCame("squeekboard")
        #expect(machine.ownerLeft() == [])
        #expect(machine.state == .absent)
    }

    @Test("the next owner does not inherit what the one before it said")
    func next() {
        var machine = machine
        _ = machine.ownerCame("squeekboard")
        _ = machine.visibleChanged(true, at: 10)
        #expect(machine.ownerLeft() == [.report])
        #expect(machine.ownerCame("stevia") == [.ask])
        #expect(machine.facts == nil)
        #expect(machine.visibleChanged(false, at: 20) == [.report])
        #expect(machine.facts?.keyboard?.name == "stevia")
    }
}
