import HeadroomCore
import Testing

/// Putting back what belongs to others (rule N4).
@Suite("Ledger")
struct LedgerTests {
    @Test("ours is undone, and what the app changed since is kept")
    func ledger() {
        var ledger = Ledger()
        #expect(ledger.undo(over: 7) == 7)
        ledger.set(258, over: 49)
        ledger.set(302, over: 258)
        #expect(ledger.before == 49)
        #expect(ledger.undo(over: 302) == 49)
        ledger.set(258, over: 49)
        #expect(ledger.undo(over: 80) == 80)
        // The app changed it in between, and we set it again: its last value is the one to go back to.
        ledger.set(258, over: 49)
        ledger.set(258, over: 60)
        #expect(ledger.undo(over: 258) == 60)
        #expect(ledger == Ledger())
    }
}
