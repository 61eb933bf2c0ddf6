import HeadroomBus

/// Turns a loop every 20 ms, for what can only be looked at.
final class Ticks {
    private var timer: Timer?

    init(_ loop: EventLoop) throws {
        timer = try loop.timer { [weak self] in self?.timer?.arm(after: 20_000) }
        timer?.arm(after: 0)
    }

    func stop() {
        timer?.disarm()
        timer = nil
    }
}
