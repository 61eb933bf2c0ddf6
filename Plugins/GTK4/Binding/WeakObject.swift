internal import CGTK4

/// An object of GLib's that is not kept alive: ``pointer`` is nil when it has ended.
final class WeakObject {
    private let reference = UnsafeMutablePointer<GWeakRef>.allocate(capacity: 1)

    init(_ object: UnsafeMutableRawPointer) { g_weak_ref_init(reference, object) }

    convenience init(_ widget: Widget) { self.init(UnsafeMutableRawPointer(widget)) }

    deinit {
        g_weak_ref_clear(reference)
        reference.deallocate()
    }

    /// The object, as long as somebody else keeps it; on GTK's thread nobody ends it meanwhile.
    var pointer: UnsafeMutableRawPointer? {
        guard let object = g_weak_ref_get(reference) else { return nil }
        g_object_unref(object)
        return UnsafeMutableRawPointer(object)
    }

    var widget: Widget? { pointer?.assumingMemoryBound(to: GtkWidget.self) }
}
