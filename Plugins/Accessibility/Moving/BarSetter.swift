import HeadroomBus

/// Sets scroll bars: of what is wanted while an answer is still waited for, only the newest is sent, so that an application
/// that is slow is not flooded, and one that hangs keeps nothing waiting for longer than ``AccessibilityBus/patience``.
final class BarSetter {
    private let bus: AccessibilityBus
    /// What was sent and not answered, and what is to be sent after it.
    private var open: [Accessible: Double?] = [:]
    private var waiting: [() -> Void] = []

    init(_ bus: AccessibilityBus) { self.bus = bus }

    func set(_ bar: Accessible, to value: Double) {
        guard open[bar] == nil else {
            open[bar] = .some(value)
            return
        }
        open[bar] = .some(nil)
        bus.setValue(of: bar, to: value) { [weak self] in self?.answered(bar) }
    }

    /// Calls `done` when everything that was to be set has been, at once if it has already.
    func whenQuiet(_ done: @escaping () -> Void) {
        guard !open.isEmpty else { return done() }
        waiting.append(done)
    }

    private func answered(_ bar: Accessible) {
        let next = open.removeValue(forKey: bar) ?? nil
        if let next { return set(bar, to: next) }
        guard open.isEmpty else { return }
        let ready = waiting
        waiting = []
        for each in ready { each() }
    }
}
