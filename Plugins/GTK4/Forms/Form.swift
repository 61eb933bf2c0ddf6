internal import CGTK4
internal import HeadroomCore

/// The fields in a widget: Return leads from one to the next, and the keyboard can be put away.
final class Form {
    enum Event {
        /// Another field has the focus, or none.
        case focus(TextField?)
        /// Return was pressed in the last one.
        case done(TextField)
    }

    var ending = ReturnKeyChain.Ending()
    var onEvent: (Event) -> Void = { _ in }
    /// Called when its widget ends.
    var onEnd: () -> Void = {}
    let dismissal: Dismissal
    private let root: WeakObject
    private weak var keyboard: (any KeyboardRequests)?
    private let signals = Signals()
    private var windowSignals = Signals()
    /// Those of the field with the focus: the others need none.
    private var fieldSignals = Signals()
    private var focused: WeakObject?

    /// The fields in `root`; `keyboard` is who is asked to hide it, nil: nobody.
    init(_ root: Widget, keyboard: (any KeyboardRequests)?) {
        self.root = WeakObject(root)
        self.keyboard = keyboard
        dismissal = Dismissal(keyboard)
        dismissal.field = { [weak self] in self?.focusedField }
        signals.connect(root, "notify::root") { [weak self] in self?.enterWindow() }
        signals.connect(root, "destroy") { [weak self] in self?.onEnd() }
        enterWindow()
    }

    private func enterWindow() {
        windowSignals = Signals()
        let window = root.widget?.window.flatMap { $0.isA(gtk_window_get_type()) ? $0 : nil }
        if let window {
            windowSignals.connect(window, "notify::focus-widget") { [weak self] in self?.focusChanged() }
        }
        dismissal.watch(window)
        focusChanged()
    }

    // MARK: The field with the focus

    /// The field of the form that has the focus.
    var focusedField: TextField? {
        guard let root = root.widget, let focus = root.root.flatMap({ gtk_root_get_focus($0) }), focus.isInside(root)
        else { return nil }
        return TextField(focus: focus)
    }

    private func focusChanged() {
        let field = focusedField
        guard field?.text != focused?.widget else { return }
        fieldSignals = Signals()
        focused = field.map { WeakObject($0.text) }
        if let field, !field.isTextView {
            fieldSignals.connect(field.text, "activate") { [weak self] in self?.returnPressed(in: field) }
        }
        onEvent(.focus(field))
    }

    // MARK: The way through it

    private var fields: FormFields? { root.widget.map(FormFields.init) }

    private var chain: ReturnKeyChain? {
        guard let fields else { return nil }
        // Those that have a place in the order come first, the others by where they are.
        return ReturnKeyChain(fields.inReadingOrder, order: .tag, ending: ending)
    }

    func returnKey(of field: TextField) -> ReturnKey? { chain?.returnKey(of: field.id) }

    enum Direction {
        case previous, next
    }

    func neighbour(_ direction: Direction) -> TextField? {
        guard let chain, let id = focusedField?.id else { return nil }
        let neighbour =
            switch direction {
            case .previous: chain.previous(before: id)
            case .next: chain.next(after: id)
            }
        return neighbour.flatMap { fields?.field($0) }
    }

    private func returnPressed(in field: TextField) {
        // The application's own handler may have gone elsewhere.
        guard focusedField == field, let chain else { return }
        switch chain.returnPressed(in: field.id) {
        case .passOn: break
        case .focus(let next):
            // What GTK does with it, activating the window's default widget, is for the last field.
            g_signal_stop_emission_by_name(field.text, "activate")
            fields?.field(next)?.grabFocus()
        case .done(let action):
            onEvent(.done(field))
            carryOut(action, in: field)
        }
    }

    private func carryOut(_ action: DoneAction, in field: TextField) {
        switch action {
        case .dismiss: if let keyboard, keyboard.isShown { keyboard.hide() }
        case .submit:
            // Not a second time by the field itself.
            g_signal_stop_emission_by_name(field.text, "activate")
            gtk_widget_activate_default(field.text)
        case .nothing: break
        }
    }
}
