// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CGTK4
public import CHeadroomGTK4
internal import HeadroomCore

@c @implementation
public func headroom_gtk4_field_set_clear_button(
    _ field: UnsafeMutablePointer<GtkWidget>?, _ mode: headroom_gtk4_clear_button,
    _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let field = try Given.field(field)
        let mode = try Given.clearButtonMode(mode)
        let existing = Behaviours.existing(of: field.widget)
        if mode == .never {
            existing?.clearButton = nil
        } else if let button = existing?.clearButton {
            button.mode = mode
        } else {
            let made = try ClearButton(field, mode)
            Behaviours.of(field.widget).clearButton = made
        }
    }
}

@c @implementation
public func headroom_gtk4_field_set_clears_on_begin(
    _ field: UnsafeMutablePointer<GtkWidget>?, _ clears: gboolean, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        try clearing(of: Given.field(field), isWanted: clears != 0)?.clearsOnBegin = clears != 0
    }
}

@c @implementation
public func headroom_gtk4_field_set_secure_clear(
    _ field: UnsafeMutablePointer<GtkWidget>?, _ clears: gboolean, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        try clearing(of: Given.field(field), isWanted: clears != 0)?.clearsSecure = clears != 0
    }
}

/// What clears a field by itself; nil: nothing, and nothing is wanted.
private func clearing(of field: TextField, isWanted: Bool) throws(Failure) -> Clearing? {
    if let existing = Behaviours.existing(of: field.widget)?.clearing { return existing }
    let made = try Clearing(field)
    guard isWanted else { return nil }
    Behaviours.of(field.widget).clearing = made
    return made
}

@c @implementation
public func headroom_gtk4_field_set_border(
    _ field: UnsafeMutablePointer<GtkWidget>?, _ border: headroom_gtk4_border,
    _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let field = try Given.field(field)
        let border = try Given.border(border)
        look(of: field, isWanted: border != nil)?.border = border
    }
}

@c @implementation
public func headroom_gtk4_field_set_background(
    _ field: UnsafeMutablePointer<GtkWidget>?, _ image: OpaquePointer?, _ caps: headroom_gtk4_caps,
    _ filling: headroom_gtk4_filling, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let field = try Given.field(field)
        var background: NinePartBackground?
        if let image {
            guard !field.isTextView else {
                throw .invalid("field", "is a GtkTextView, whose text has a background of its own")
            }
            guard headroom_is(UnsafeRawPointer(image), gdk_texture_get_type()) != 0 else {
                throw .invalid("image", "is no GdkTexture")
            }
            background = try NinePartBackground(image, caps: Given.caps(caps), filling: Given.filling(filling))
        }
        look(of: field, isWanted: background != nil)?.background = background
    }
}

/// How a field looks; nil: as the theme has it, and nothing else is wanted.
private func look(of field: TextField, isWanted: Bool) -> Look? {
    if let existing = Behaviours.existing(of: field.widget)?.look { return existing }
    guard isWanted else { return nil }
    let made = Look(field.widget)
    Behaviours.of(field.widget).look = made
    return made
}

@c @implementation
public func headroom_gtk4_text_view_set_placeholder(
    _ view: UnsafeMutablePointer<GtkWidget>?, _ placeholder: UnsafePointer<headroom_gtk4_placeholder>?,
    _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let field = try Given.textView(view)
        guard let placeholder else {
            let existing = Behaviours.existing(of: field.widget)
            existing?.placeholder?.end()
            existing?.placeholder = nil
            return
        }
        let wanted = try Given.placeholder(placeholder)
        if let existing = Behaviours.existing(of: field.widget)?.placeholder {
            existing.placeholder = wanted
        } else {
            let made = try ViewPlaceholder(field, wanted)
            Behaviours.of(field.widget).placeholder = made
        }
    }
}

@c @implementation
public func headroom_gtk4_text_view_measure_placeholder(
    _ view: UnsafeMutablePointer<GtkWidget>?, _ space: UnsafeMutablePointer<headroom_rect>?,
    _ frame: UnsafeMutablePointer<headroom_rect>?, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let field = try Given.textView(view)
        guard let placeholder = Behaviours.existing(of: field.widget)?.placeholder else {
            throw .invalid("view", "has no placeholder")
        }
        guard let layout = placeholder.layout else { throw .invalid("view", "has no room for its placeholder") }
        space?.pointee = headroom_rect(layout.space)
        frame?.pointee = headroom_rect(layout.frame)
    }
}

@c @implementation
public func headroom_gtk4_field_set_group(
    _ field: UnsafeMutablePointer<GtkWidget>?, _ group: Int32, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in Behaviours.of(try Given.field(field).widget).group = Int(group) }
}

@c @implementation
public func headroom_gtk4_field_set_left_out(
    _ field: UnsafeMutablePointer<GtkWidget>?, _ is_left_out: gboolean, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    answering(error) { () throws(Failure) in Behaviours.of(try Given.field(field).widget).isLeftOut = is_left_out != 0 }
}

@c @implementation
public func headroom_gtk4_field_reset(_ field: UnsafeMutablePointer<GtkWidget>?) {
    if let field = try? Given.field(field) { Behaviours.reset(field.widget) }
}
