internal import CGTK4
internal import HeadroomCore

/// What was set of a field. It ends with the widget, and with it all that it listens to.
final class Behaviours {
    var clearButton: ClearButton?
    var clearing: Clearing?
    var look: Look?
    var placeholder: ViewPlaceholder?
    /// Next and Previous never leave it.
    var group = 0
    /// Whether Next and Previous pass it by.
    var isLeftOut = false
    private let signals = Signals()

    private static let attached = Attached<Behaviours>("headroom-gtk4-field")

    private init(_ widget: Widget) {
        // A widget that is destroyed may be kept by somebody for long.
        signals.connect(widget, "destroy") { [weak self] in self?.end() }
    }

    deinit { end() }

    /// Those of a widget, if anything was set of it.
    static func existing(of widget: Widget) -> Behaviours? { attached.value(of: widget) }

    static func of(_ widget: Widget) -> Behaviours {
        if let existing = attached.value(of: widget) { return existing }
        let made = Behaviours(widget)
        attached.set(made, of: widget)
        return made
    }

    static func reset(_ widget: Widget) {
        existing(of: widget)?.end()
        attached.set(nil, of: widget)
    }

    private func end() {
        clearButton = nil
        clearing = nil
        look = nil
        placeholder?.end()
        placeholder = nil
        group = 0
        isLeftOut = false
    }
}
