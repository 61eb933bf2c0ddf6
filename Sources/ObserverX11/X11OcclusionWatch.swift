import HeadroomCore
import HeadroomDesktop

/// Looks whether the active window covers an output, the keyboard included.
final class X11OcclusionWatch {
    /// The outputs that it covers.
    private(set) var covered: Set<String> = []
    var outputs: [Output] = [] {
        didSet { if outputs != oldValue { read() } }
    }
    /// The window below the root in which the keyboard is; nil: none is shown.
    var keyboardTop: UInt32? {
        didSet { if keyboardTop != oldValue { read() } }
    }

    private let connection: X11Connection
    private let changed: () -> Void
    private var activeTop: UInt32?
    private var isDue = false
    private var isAsking = false

    /// `changed` is called when ``covered`` is another.
    init(_ connection: X11Connection, changed: @escaping () -> Void) {
        self.connection = connection
        self.changed = changed
    }

    /// Another window may be active, or the stack another.
    func read() { isDue = true }

    /// This window was moved, or changed its place in the stack.
    func changed(_ window: UInt32) {
        if window == activeTop || window == keyboardTop { isDue = true }
    }

    /// All events that had arrived are handled: now is the time to ask, if there is a keyboard to be covered.
    func ask() {
        guard isDue, !isAsking else { return }
        isDue = false
        guard let keyboardTop else {
            activeTop = nil
            return take([])
        }
        isAsking = true
        connection.property(.activeWindow, of: connection.root) { [weak self] property in
            guard let self else { return }
            guard let active = property?.words.first, active != 0 else {
                isAsking = false
                return take([])
            }
            ask(active, keyboardTop)
        }
    }

    private func ask(_ active: UInt32, _ keyboardTop: UInt32) {
        var look: WindowLook?
        connection.look(at: active) { look = $0 }
        connection.top(of: active) { [weak self] top in
            guard let self else { return }
            activeTop = top
            connection.tree(of: connection.root) { [weak self] tree in
                guard let self else { return }
                isAsking = false
                guard let look, let top, let tree else { return take([]) }
                take(
                    Occlusion.covered(
                        active: look, activeTop: top, keyboardTop: keyboardTop, stack: tree.children, outputs: outputs))
            }
        }
    }

    private func take(_ covered: Set<String>) {
        guard covered != self.covered else { return }
        self.covered = covered
        changed()
    }
}
