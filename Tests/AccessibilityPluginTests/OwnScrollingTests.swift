import HeadroomClient
import HeadroomCore
import Support
import Testing

/// Applications that scroll by themselves as the focus or the caret moves: that is not their user's scrolling, however late it is
/// seen, and whatever else happens meanwhile.
@Suite("The accessibility plugin, and what applications scroll themselves", .timeLimit(.minutes(10)))
struct OwnScrollingTests {
    /// A field from 640 to 670 has to go 200 up to end 10 above a keyboard that begins at 480.
    private static let low = 540.0
    /// The application scrolls to 330 for this one, the plugin to 560.
    private static let lower = 900.0

    /// A covered field in sight, long after it got the focus; nobody has looked yet what came of the last movement.
    private func justMoved() throws -> Ground {
        let ground = try Ground()
        try ground.toolkit.focus(at: Self.low)
        try ground.pass(microseconds: 600_000)
        try ground.show(0)
        try ground.wait("the field to be in sight") { ground.toolkit.offset == 200 }
        return ground
    }

    private func expectBack(_ ground: Ground) throws {
        try ground.hide(0)
        try ground.waitForLists("the last report") { $0.reports.first?.report.outcome == .restored }
        try ground.wait("the list to be where it was") { ground.toolkit.offset == 0 }
    }

    @Test("it scrolls to a field as that gets the focus, and which field it is, is known after the next look")
    func slowFocus() throws {
        let ground = try justMoved()
        // Once everything was seen standing where it was set it would be the user who scrolls.
        try ground.pass(microseconds: 400_000)
        try expectBack(ground)
        try ground.show(0)
        try ground.wait("the field to be in sight again") { ground.toolkit.offset == 200 }
        ground.toolkit.keepsStates = true
        try ground.toolkit.focus(at: Self.lower, isOther: true)
        // It is looked at what came of the movement after 120 ms; nobody waits longer than 300 ms for an answer.
        try ground.pass(microseconds: 250_000)
        ground.toolkit.tellStates()
        try ground.wait("the next field to be in sight") { ground.toolkit.offset == 560 }
        try expectBack(ground)
    }

    @Test("while the focus is on its way nobody brings the old field into sight")
    func shownMeanwhile() throws {
        let ground = try justMoved()
        try expectBack(ground)
        let count = ground.toolkit.sets.count
        ground.toolkit.keepsStates = true
        try ground.toolkit.focus(at: 20, isOther: true)
        try ground.show(0)
        try ground.pass(microseconds: 250_000)
        #expect(ground.toolkit.sets.count == count)
        ground.toolkit.tellStates()
        try ground.waitForLists("the report") { $0.reports.first?.report.outcome == .notNeeded }
        #expect(ground.toolkit.sets.count == count)
    }

    @Test("it scrolls where the field just was put: until that was seen to stand it is not its user")
    func late() throws {
        let ground = try justMoved()
        ground.toolkit.scroll(to: 0)
        try ground.wait("the field to be in sight again") { ground.toolkit.offset == 200 }
        try expectBack(ground)
    }
}
