internal import CGTK4

/// A window that was made aware of the keyboard, until it is let go of or ends.
final class AttachedWindow {
    /// What it is to programs: `HeadroomGtk4 *`. Never given out twice.
    let handle: UInt
    let window: WeakObject
    /// What else belongs to the window and ends with this, by what it is.
    var companions: [ObjectIdentifier: AnyObject] = [:]
    private let signals = Signals()

    fileprivate init(_ window: Widget, handle: UInt) {
        self.handle = handle
        self.window = WeakObject(window)
        signals.connect(window, "destroy") { [weak self] in self.map { AttachedWindow.detach($0) } }
    }

    /// The one of its kind that belongs to the window, made if it is not there yet.
    func companion<Companion: AnyObject>(_ make: (AttachedWindow) -> Companion) -> Companion {
        let key = ObjectIdentifier(Companion.self)
        // A key is made from the type alone, so what is found by it is of that type.
        if let known = companions[key] { return unsafeDowncast(known, to: Companion.self) }
        let new = make(self)
        companions[key] = new
        return new
    }
}

/// All that are attached. GTK's thread alone uses it.
extension AttachedWindow {
    private nonisolated(unsafe) static var all: [UInt: AttachedWindow] = [:]
    private nonisolated(unsafe) static var last: UInt = 0

    /// The window's own, or a new one.
    static func attach(_ window: Widget) -> AttachedWindow {
        if let known = all.values.first(where: { $0.window.widget == window }) { return known }
        last += 1
        let new = AttachedWindow(window, handle: last)
        all[new.handle] = new
        return new
    }

    static func attached(_ handle: UInt) -> AttachedWindow? { all[handle] }

    static func detach(_ attached: AttachedWindow) {
        all[attached.handle] = nil
        attached.companions = [:]
        attached.signals.disconnect()
    }
}
