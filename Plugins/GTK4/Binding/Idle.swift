internal import CGTK4

/// Work that is done once, soon, in GTK's loop: before it lays out the next frame. Several orders are one.
final class Idle {
    private let work: () -> Void
    private var number: guint = 0

    init(_ work: @escaping () -> Void) { self.work = work }

    deinit { cancel() }

    func order() {
        guard number == 0 else { return }
        number = g_idle_add_full(
            Idle.priority,
            { data in
                guard let data else { return 0 }
                let idle = Unmanaged<Idle>.fromOpaque(data).takeUnretainedValue()
                idle.number = 0
                idle.work()
                return 0
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    func cancel() {
        if number != 0 { g_source_remove(number) }
        number = 0
    }

    /// Before GTK's own for laying out.
    private static let priority = G_PRIORITY_HIGH_IDLE
}
