import HeadroomCore
import Testing

/// What is kept free for candidates that come and go (rule B3).
@Suite("Bar hold")
struct BarHoldTests {
    /// What counts for bars that come one after the other, each alone.
    private func bars(_ hold: inout BarHold, _ bars: [Double]) -> [Double] {
        bars.map { hold.hold(bar: $0, room: 0).bar }
    }

    @Test("follow counts what is there")
    func follow() {
        var hold = BarHold(policy: .follow, learnedBar: 44)
        #expect(bars(&hold, [0, 36, 0]) == [0, 36, 0])
        #expect(hold.reservedOnly == 0)
        #expect(hold.hold(bar: 0, room: 35).room == 35)
    }

    @Test("sticky grows at once and falls with the session")
    func sticky() {
        var hold = BarHold(policy: .sticky, learnedBar: 44)
        #expect(bars(&hold, [0, 36, 0, 40, 0]) == [0, 36, 36, 40, 40])
        #expect(hold.reservedOnly == 40)
        hold.endSession()
        #expect(hold.reservedOnly == 0)
        #expect(bars(&hold, [0, 20]) == [0, 20])
    }

    @Test("reserve keeps the learned height from the start")
    func reserve() {
        var hold = BarHold(policy: .reserve, learnedBar: 44)
        #expect(bars(&hold, [0, 44, 0, 60, 0]) == [44, 44, 44, 60, 60])
        hold.endSession()
        #expect(bars(&hold, [0]) == [44])
        #expect(hold.reservedOnly == 44)
    }

    @Test("auto reserves once candidates came and went within a session")
    func auto() {
        var hold = BarHold(policy: .auto, learnedBar: 44)
        #expect(bars(&hold, [0, 36, 0]) == [0, 36, 36])
        #expect(hold.hasToggled)
        hold.endSession()
        #expect(bars(&hold, [0]) == [44])
        // A bar that goes with the keyboard has not toggled.
        var steady = BarHold(policy: .auto, learnedBar: 44)
        #expect(bars(&steady, [0, 36]) == [0, 36])
        steady.endSession()
        #expect(bars(&steady, [0]) == [0])
        #expect(!steady.hasToggled)
        var remembered = BarHold(policy: .auto, learnedBar: 44, hasToggled: true)
        #expect(bars(&remembered, [0]) == [44])
    }

    @Test("room at the caret is held like a bar")
    func room() {
        var hold = BarHold(policy: .sticky)
        #expect(hold.hold(bar: 0, room: 35).room == 35)
        #expect(hold.hold(bar: 0, room: 0).room == 35)
        #expect(hold.hasToggled)
        #expect(hold.reservesAnything && hold.reservedOnly == 0)
        // Learned room is kept from the start on, as a learned bar is.
        var reserving = BarHold(policy: .reserve, learnedRoom: 60)
        #expect([0, 35, 0, 70, 0].map { reserving.hold(bar: 0, room: $0).room } == [60, 60, 60, 70, 70])
        reserving.endSession()
        #expect(!reserving.reservesAnything)
        #expect(reserving.hold(bar: 0, room: 0).room == 60)
        #expect(reserving.reservesAnything)
    }

    @Test("another policy acts at once, and back again")
    func change() {
        var hold = BarHold(policy: .sticky, learnedBar: 44, learnedRoom: 60)
        #expect(bars(&hold, [0, 36, 0]) == [0, 36, 36])
        for (policy, held) in [
            (BarHold.Policy.follow, (0.0, 0.0)), (.reserve, (44, 60)), (.sticky, (36, 0)), (.auto, (36, 0)),
        ] {
            hold.policy = policy
            #expect((hold.held.bar, hold.held.room) == held, "\(policy)")
            #expect(hold.held.extra == held.0, "\(policy)")
        }
    }

    @Test("a bar in a part of the frame that stays when it goes holds nothing")
    func within() {
        var hold = BarHold(policy: .sticky)
        /// The bar, and what is kept above the frame.
        func show(_ bar: Double, in height: Double) -> [Double] {
            let held = hold.hold(bar: bar, room: 0, height: height)
            return [held.bar, held.extra]
        }
        #expect(show(0, in: 300) == [0, 0])
        #expect(show(40, in: 300) == [40, 0])
        #expect(hold.standsWithin)
        #expect(show(0, in: 300) == [40, 0])
        #expect(hold.reservedOnly == 0)
        // One that makes the frame higher is held above what is left of it.
        hold.endSession()
        #expect(!hold.standsWithin)
        #expect(show(40, in: 300) == [40, 0])
        #expect(show(0, in: 260) == [40, 40])
        #expect(show(0, in: 200) == [40, 40])
    }

    @Test("an impossible learned height counts as none")
    func learned() {
        #expect(BarHold(policy: .reserve, learnedBar: .nan).learnedBar == 0)
        #expect(BarHold(policy: .reserve, learnedBar: -4).learnedBar == 0)
    }

    @Test("a bar that is held does not stay on the screen when the keyboard leaves it")
    func leaving() {
        var session = AvoidanceSession(
            scene: .phone(target: Target(field: Rect(x: 0, y: 617, width: 375, height: 50))),
            options: AvoidanceOptions(margin: 0), hold: BarHold(policy: .sticky))
        func keyboard(_ y: Double, bar: Double) -> KeyboardReport {
            KeyboardReport(
                .frame(Rect(x: 0, y: y, width: 375, height: 200)), candidateBar: .init(height: bar, isIncluded: false))
        }
        #expect(session.keyboard(keyboard(467, bar: 40), at: 0).adjustment.shift == 240)
        #expect(session.keyboard(keyboard(467, bar: 0), at: 1).adjustment.shift == 240)
        #expect(session.keyboard(keyboard(660, bar: 0), at: 2).adjustment.shift == 47)
        #expect(session.keyboard(keyboard(667, bar: 0), at: 3).adjustment.shift == 0)
        _ = session.hide(at: 4)
        #expect(session.keyboard(keyboard(467, bar: 0), at: 5).adjustment.shift == 200)
    }
}
