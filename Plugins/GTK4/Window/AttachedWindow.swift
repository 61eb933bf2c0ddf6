internal import CGTK4

/// A window that was made aware of the keyboard, until it is let go of or ends.
package final class AttachedWindow {
    /// What it is to programs: `HeadroomGtk4 *`. Never given out twice.
    let handle: UInt
    let window: WeakObject
    /// What was wished of it.
    var wishes = Wishes() {
        didSet { Engine.changed(self) }
    }
    /// What is shifted; nil: the window's child.
    var content: WeakObject? {
        didSet { Engine.changed(self) }
    }
    var accessory: AccessoryBar? {
        willSet { accessory?.letGo() }
        didSet { Engine.changed(self) }
    }
    let views = WindowViews()
    var watch: WindowWatch?
    /// Where it was found last; nil: it may be elsewhere now.
    var place: WindowPlace?
    /// Whether something was moved since the field was laid out itself.
    var isCaretElsewhere = false
    /// What else belongs to the window and ends with this, by what it is.
    private var companions: [ObjectIdentifier: AnyObject] = [:]
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

    /// Whether its user types in it.
    var isActive: Bool {
        guard let window = window.pointer?.assumingMemoryBound(to: GtkWindow.self) else { return false }
        return gtk_window_is_active(window) != 0
    }
}

/// All that are attached. GTK's thread alone uses it.
extension AttachedWindow {
    private(set) nonisolated(unsafe) static var all: [UInt: AttachedWindow] = [:]
    private nonisolated(unsafe) static var last: UInt = 0

    /// The window's own, or a new one.
    static func attach(_ window: Widget) -> AttachedWindow {
        if let known = of(window) { return known }
        last += 1
        let new = AttachedWindow(window, handle: last)
        all[new.handle] = new
        Engine.attached(new)
        return new
    }

    /// The same for a `GtkWindow *`.
    package static func attach(window: UnsafeMutableRawPointer) {
        _ = attach(window.assumingMemoryBound(to: GtkWidget.self))
    }

    static func of(_ window: Widget) -> AttachedWindow? { all.values.first { $0.window.widget == window } }

    static func attached(_ handle: UInt) -> AttachedWindow? { all[handle] }

    /// Lets go of it; it is not of ``all`` any more when others hear of that.
    static func detach(_ attached: AttachedWindow) {
        guard all.removeValue(forKey: attached.handle) != nil else { return }
        attached.companions = [:]
        attached.watch = nil
        attached.signals.disconnect()
        Engine.detached(attached)
        attached.accessory = nil
    }
}
