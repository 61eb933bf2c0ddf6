import HeadroomCore
import Testing

/// Whether a keyboard is shown (rules D1 and D2).
@Suite("Keyboard presence")
struct KeyboardPresenceTests {
    private let outputs = [Output(name: "A", frame: Rect(x: 0, y: 0, width: 1000, height: 800))]

    @Test("visible is owner, flag and a surface on the screen; losing the owner resets")
    func presence() {
        var presence = KeyboardPresence(isFlagged: false)
        let report = KeyboardReport(.frame(Rect(x: 0, y: 500, width: 1000, height: 300)))
        #expect(presence.flagged(true, on: outputs) == .ignore)
        #expect(presence.surfaced(report, on: outputs) == .show(report))
        #expect(presence.surfaced(KeyboardReport(.height(.nan)), on: outputs) == .ignore)
        #expect(presence.flagged(false, on: outputs) == .hide)
        #expect(presence.surfaced(report, on: outputs) == .place(report))
        #expect(presence.flagged(true, on: outputs) == .show(report))
        #expect(presence.surfaced(KeyboardReport(.frame(.zero)), on: outputs) == .hide)
        #expect(presence.surfaced(report, on: outputs) == .show(report))
        #expect(presence.owner(isPresent: false, on: outputs) == .lose)
        #expect(presence.owner(isPresent: true, on: outputs) == .ignore)
        #expect(!presence.isFlagged && presence.surface == nil)
        _ = presence.flagged(true, on: outputs)
        #expect(presence.surfaced(report, on: outputs) == .show(report))
        presence.forgetSurface()
        #expect(presence.owner(isPresent: true, on: outputs) == .ignore)
    }
}
