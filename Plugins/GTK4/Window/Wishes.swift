internal import CGTK4
internal import HeadroomCore

/// How things are moved.
enum Strategy: UInt32, Sendable {
    /// Scrolled where something scrolls, and shifted by what that cannot do.
    case automatic
    /// The window's content as a whole.
    case shift
    /// Only scrolled.
    case scroll
    /// Not at all.
    case none
}

/// What an application wishes of a window, or of a widget and all in it: nil where it says nothing. Lengths are GTK's
/// pixels.
struct Wishes {
    var strategy: Strategy?
    /// The free space below the field.
    var margin: Double?
    /// More free space, on top of the margin.
    var extra: Double?
    /// The height of what stands on the keyboard, beyond what is known of it.
    var accessoryHeight: Double?
    /// How long things take when the keyboard does not move, in ms.
    var durationMS: UInt32?
    /// The field's place in the order of the form.
    var order: Int32?

    /// The same, with what `other` says where this says nothing.
    func completed(by other: Wishes) -> Wishes {
        Wishes(
            strategy: strategy ?? other.strategy, margin: margin ?? other.margin, extra: extra ?? other.extra,
            accessoryHeight: accessoryHeight ?? other.accessoryHeight,
            durationMS: durationMS ?? other.durationMS, order: order ?? other.order)
    }

    /// What holds where nobody says anything (contract: rule C4's margin).
    static let defaults = Wishes(
        strategy: .automatic, margin: AvoidanceOptions().margin, extra: 0, accessoryHeight: 0, durationMS: 300,
        order: nil)
}

/// What was wished of single widgets. It ends with them.
final class WidgetWishes {
    var wishes = Wishes()

    private static let attached = Attached<WidgetWishes>("headroom-gtk4-wishes")

    static func of(_ widget: Widget) -> Wishes? { attached.value(of: widget)?.wishes }

    static func change(_ widget: Widget, _ change: (inout Wishes) -> Void) {
        let known = attached.value(of: widget)
        let wishes = known ?? WidgetWishes()
        change(&wishes.wishes)
        if known == nil { attached.set(wishes, of: widget) }
    }

    /// What holds for a widget: its own word, else that of the nearest around it, else the window's, else the default.
    static func holding(for widget: Widget, in window: Wishes) -> Wishes {
        var all = Wishes()
        for ancestor in widget.ancestry {
            if let wishes = of(ancestor) { all = all.completed(by: wishes) }
        }
        return all.completed(by: window).completed(by: .defaults)
    }
}
