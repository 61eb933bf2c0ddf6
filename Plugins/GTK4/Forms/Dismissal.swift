internal import CGTK4
internal import HeadroomCore

/// Who can be asked about the keyboard, and to hide it.
protocol KeyboardRequests: AnyObject {
    /// Whether it is there, or comes.
    var isShown: Bool { get }
    /// Asks it to hide; what comes of it is seen when it does.
    func hide()
    /// A bar above it that belongs to it, if there is one.
    var accessoryBar: Widget? { get }
}

/// Asks the keyboard to hide when its user taps beside the fields, or scrolls.
final class Dismissal {
    var onTapOutside = false { didSet { update() } }
    var onScroll = false { didSet { update() } }
    /// The field that is written in; nil: none, and there is nothing to dismiss.
    var field: () -> TextField? = { nil }
    private weak var keyboard: (any KeyboardRequests)?
    private var exemptions: [WeakObject] = []
    private var window: WeakObject?
    private var pointer: PointerWatch?
    private var drag = DragDismissal()
    /// Where what may become a tap began.
    private var tap: Point?

    init(_ keyboard: (any KeyboardRequests)?) { self.keyboard = keyboard }

    /// The window that the form is in now.
    func watch(_ window: Widget?) {
        self.window = window.map { WeakObject($0) }
        pointer = nil
        update()
    }

    /// A widget that may be tapped without leaving the field.
    func exempt(_ widget: Widget) {
        exemptions.removeAll { $0.pointer == nil }
        exemptions.append(WeakObject(widget))
    }

    private func update() {
        guard onTapOutside || onScroll, let window = window?.widget else {
            pointer = nil
            return
        }
        guard pointer == nil else { return }
        pointer = PointerWatch(window) { [weak self] in self?.happened($0) }
    }

    private func happened(_ event: PointerWatch.Event) {
        switch event {
        case .down(let point): down(at: point)
        case .moved(let point):
            if let start = tap, start.distance(to: point) > DragDismissal.threshold { tap = nil }
            if drag.moved(to: point) { hide() }
        case .up(let point):
            drag.ended()
            if let start = tap, start.distance(to: point) <= DragDismissal.threshold, onTapOutside { hide() }
            tap = nil
        case .cancelled:
            drag.ended()
            tap = nil
        case .scrolled(let point):
            if onScroll, field() != nil, scrolledView(at: point) != nil { hide() }
        }
    }

    private func down(at point: Point) {
        tap = nil
        drag.ended()
        guard let window = window?.widget, let field = field() else { return }
        let place = TapOutside(
            keyboard: [], field: field.widget.bounds(in: window), exemptions: exemptions(at: point, in: window))
        guard place.dismisses(point) else { return }
        tap = point
        if onScroll, scrolledView(at: point) != nil { drag.began(at: point) }
    }

    /// What may be tapped without leaving the field, as far as it concerns this point. The keyboard is no part of the
    /// window: what is tapped on it never comes here.
    private func exemptions(at point: Point, in window: Widget) -> [Rect] {
        let control = picked(at: point)?.ancestry.first { Dismissal.isControl($0) }
        let widgets = exemptions.compactMap(\.widget) + [keyboard?.accessoryBar, control].compactMap { $0 }
        return widgets.compactMap { gtk_widget_get_mapped($0) != 0 ? $0.bounds(in: window) : nil }
    }

    private func picked(at point: Point) -> Widget? {
        window?.widget.flatMap { gtk_widget_pick($0, point.x, point.y, GTK_PICK_DEFAULT) }
    }

    private func scrolledView(at point: Point) -> Widget? {
        picked(at: point)?.nearest(gtk_scrolled_window_get_type())
    }

    /// Whether a widget is there to be used, as IQKeyboardManager has it of UIKit's controls and navigation bars.
    private static func isControl(_ widget: Widget) -> Bool {
        let types = [
            gtk_editable_get_type(), gtk_text_get_type(), gtk_text_view_get_type(), gtk_button_get_type(),
            gtk_check_button_get_type(), gtk_switch_get_type(), gtk_range_get_type(), gtk_drop_down_get_type(),
            gtk_menu_button_get_type(), gtk_calendar_get_type(), gtk_header_bar_get_type(),
            gtk_window_handle_get_type(), gtk_window_controls_get_type(),
        ]
        return types.contains { widget.isA($0) }
    }

    private func hide() {
        tap = nil
        if let keyboard, keyboard.isShown { keyboard.hide() }
    }
}

extension Point {
    fileprivate func distance(to other: Point) -> Double {
        let (dx, dy) = (other.x - x, other.y - y)
        return (dx * dx + dy * dy).squareRoot()
    }
}
