internal import CGTK4

/// A value of ours that an object of GLib's carries, and takes along when it ends.
struct Attached<Value: AnyObject> {
    private let key: String

    /// `key` means it among all that the object carries, for the whole process.
    init(_ key: String) { self.key = key }

    func value(of object: UnsafeMutableRawPointer) -> Value? {
        g_object_get_data(object.assumingMemoryBound(to: GObject.self), key).map {
            Unmanaged<Value>.fromOpaque($0).takeUnretainedValue()
        }
    }

    func value(of widget: Widget) -> Value? { value(of: UnsafeMutableRawPointer(widget)) }

    /// Another value, or none.
    func set(_ value: Value?, of object: UnsafeMutableRawPointer) {
        g_object_set_data_full(
            object.assumingMemoryBound(to: GObject.self), key, value.map { Unmanaged.passRetained($0).toOpaque() }
        ) { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } }
    }

    func set(_ value: Value?, of widget: Widget) { set(value, of: UnsafeMutableRawPointer(widget)) }
}
