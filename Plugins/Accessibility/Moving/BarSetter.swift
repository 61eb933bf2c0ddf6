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
        let answered: () -> Void = { [weak self] in self?.answered(bar) }
        if let page = pages[bar] {
            // The sum of where something is and how far it is scrolled stays the same.
            let y = ((page.sum - value) * page.pixel).rounded()
            guard y.magnitude < Double(Int32.max) else { return bus.loop.later(answered) }
            bus.scroll(page.field, toX: page.x, y: Int32(y), answered)
        } else {
            bus.setValue(of: bar, to: value, answered)
        }
    }

    /// A page is scrolled by having something in it scrolled, in the application's own coordinates.
    struct Page {
        let field: Accessible
        /// Where to, in the pixels of points.
        let x: Int32
        /// Its y, and how far the page is scrolled, in the pixels of rectangles.
        let sum: Double
        /// As ``Reading/pixel``.
        let pixel: Double
    }

    /// By what pages are scrolled; what is not here has a value.
    var pages: [Accessible: Page] = [:]

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
