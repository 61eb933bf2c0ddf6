import HeadroomCore
import HeadroomPluginKit
import Testing

/// The plugin contract finds nothing in worlds that keep it, and something in every one that does not.
@Suite("Rehearsals")
struct RehearsalTests {
    @Test("a scroll view that keeps the contract", arguments: Rehearsal.Scene.allCases)
    func scrolling(scene: Rehearsal.Scene) {
        #expect(Rehearsal.breaches(playing: [scene]) { ScrollingApplication(filling: $0) } == [])
    }

    @Test("a scroll view and a field beside it, which keep the contract", arguments: Rehearsal.Scene.allCases)
    func mixed(scene: Rehearsal.Scene) {
        #expect(Rehearsal.breaches(playing: [scene]) { MixedApplication(filling: $0) } == [])
    }

    @Test("things that are shifted, and keep the contract", arguments: ShiftingApplication.Kind.allCases)
    func shifting(kind: ShiftingApplication.Kind) {
        #expect(Rehearsal.breaches { ShiftingApplication(kind, filling: $0) } == [])
    }

    @Test("every fault of a scrolling world is found", arguments: ScrollingApplication.Fault.allCases)
    func faults(fault: ScrollingApplication.Fault) {
        #expect(Rehearsal.breaches { ScrollingApplication(filling: $0, fault: fault) } != [])
    }

    @Test("every fault of a shifted world is found", arguments: ShiftingApplication.Fault.allCases)
    func shiftFaults(fault: ShiftingApplication.Fault) {
        #expect(Rehearsal.breaches { ShiftingApplication(.container, filling: $0, fault: fault) } != [])
    }
}
