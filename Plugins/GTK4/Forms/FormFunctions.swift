// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CGTK4
public import CHeadroomGTK4
internal import HeadroomCore

@c @implementation
public func headroom_gtk4_form_open(
    _ attached: OpaquePointer?, _ root: UnsafeMutablePointer<GtkWidget>?, _ form: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let root = try Given.widget(root, "root")
        guard let form else { throw .invalid("form", "is NULL") }
        let keyboard = try attached.map { handle throws(Failure) in try Given.attached(handle) }
        form.pointee = OpaquePointer(bitPattern: FormTable.open(root, keyboard))
    }
}

@c @implementation
public func headroom_gtk4_form_close(_ form: OpaquePointer?) { FormTable.close(UInt(bitPattern: form)) }

@c @implementation
public func headroom_gtk4_form_set_ending(
    _ form: OpaquePointer?, _ wraps: gboolean, _ key: headroom_gtk4_return_key, _ done: headroom_gtk4_done,
    _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        try FormTable.form(form).ending = ReturnKeyChain.Ending(
            wraps: wraps != 0, key: Given.endingKey(key), action: Given.done(done))
    }
}

@c @implementation
public func headroom_gtk4_form_set_told(
    _ form: OpaquePointer?, _ told: headroom_gtk4_form_told?, _ data: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        try FormTable.form(form).onEvent = { event in
            switch event {
            case .focus(let field): told?(data, HEADROOM_GTK4_FORM_FOCUS, field?.widget)
            case .done(let field): told?(data, HEADROOM_GTK4_FORM_DONE, field.widget)
            }
        }
    }
}

@c @implementation
public func headroom_gtk4_form_neighbour(
    _ form: OpaquePointer?, _ direction: headroom_gtk4_direction
) -> UnsafeMutablePointer<GtkWidget>? {
    guard let form = try? FormTable.form(form), let direction = try? Given.direction(direction) else { return nil }
    return form.neighbour(direction)?.widget
}

@c @implementation
public func headroom_gtk4_form_move(
    _ form: OpaquePointer?, _ direction: headroom_gtk4_direction, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        guard let field = try FormTable.form(form).neighbour(Given.direction(direction)) else {
            throw .invalid("direction", "leads to no field")
        }
        field.grabFocus()
    }
}

@c @implementation
public func headroom_gtk4_form_return_key(
    _ form: OpaquePointer?, _ field: UnsafeMutablePointer<GtkWidget>?
) -> headroom_gtk4_return_key {
    guard let form = try? FormTable.form(form), let field = try? Given.field(field) else {
        return HEADROOM_GTK4_RETURN_PLAIN
    }
    return headroom_gtk4_return_key(form.returnKey(of: field))
}

@c @implementation
public func headroom_gtk4_form_set_dismissal(
    _ form: OpaquePointer?, _ dismissal: UInt32, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let form = try FormTable.form(form)
        let (tap, scroll) = (HEADROOM_GTK4_DISMISS_TAP_OUTSIDE.rawValue, HEADROOM_GTK4_DISMISS_SCROLL.rawValue)
        guard dismissal & ~(tap | scroll) == 0 else { throw .invalid("dismissal", "has unknown flags") }
        form.dismissal.onTapOutside = dismissal & tap != 0
        form.dismissal.onScroll = dismissal & scroll != 0
    }
}

@c @implementation
public func headroom_gtk4_form_exempt(
    _ form: OpaquePointer?, _ widget: UnsafeMutablePointer<GtkWidget>?, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let form = try FormTable.form(form)
        form.dismissal.exempt(try Given.widget(widget, "widget"))
    }
}
