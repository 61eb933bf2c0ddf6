internal import CGTK4

/// A source of GTK's loop, which ends with this.
final class LoopSource {
    private var number: guint = 0
    private let work: () -> Void

    /// Calls `ready` in each turn in which something can be read from a descriptor.
    init(readable descriptor: Int32, _ ready: @escaping () -> Void) {
        work = ready
        number = g_unix_fd_add(
            descriptor, G_IO_IN,
            { _, _, data in
                data.map { Unmanaged<LoopSource>.fromOpaque($0).takeUnretainedValue().work() }
                return 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { if number != 0 { g_source_remove(number) } }
}
