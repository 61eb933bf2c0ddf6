internal import CGTK4
internal import CHeadroomGTK4
internal import Glibc
internal import HeadroomCore

/// What C passes about fields and forms.
extension Given {
    /// The longest text, in bytes.
    private static let longestText = 4096

    static func field(_ widget: Widget?, _ name: String = "field") throws(Failure) -> TextField {
        guard let field = TextField(try Given.widget(widget, name)) else {
            throw .invalid(name, "is no GtkText, GtkTextView, or GtkEditable with a GtkText in it")
        }
        return field
    }

    static func textView(_ widget: Widget?) throws(Failure) -> TextField {
        let field = TextField(try Given.widget(widget, "view", a: gtk_text_view_get_type()))
        guard let field else { throw .invalid("view", "is no GtkTextView") }
        return field
    }

    static func clearButtonMode(_ mode: headroom_gtk4_clear_button) throws(Failure) -> ClearButtonMode {
        switch mode {
        case HEADROOM_GTK4_CLEAR_BUTTON_NEVER: .never
        case HEADROOM_GTK4_CLEAR_BUTTON_WHILE_EDITING: .whileEditing
        case HEADROOM_GTK4_CLEAR_BUTTON_UNLESS_EDITING: .unlessEditing
        case HEADROOM_GTK4_CLEAR_BUTTON_ALWAYS: .always
        default: throw .invalid("mode", "is \(mode.rawValue), which is none")
        }
    }

    /// - Returns: nil for the theme's.
    static func border(_ border: headroom_gtk4_border) throws(Failure) -> BorderStyle? {
        switch border {
        case HEADROOM_GTK4_BORDER_THEME: nil
        case HEADROOM_GTK4_BORDER_NONE: BorderStyle.none
        case HEADROOM_GTK4_BORDER_LINE: .line
        case HEADROOM_GTK4_BORDER_BEZEL: .bezel
        case HEADROOM_GTK4_BORDER_ROUNDED: .rounded
        default: throw .invalid("border", "is \(border.rawValue), which is none")
        }
    }

    static func caps(_ caps: headroom_gtk4_caps) throws(Failure) -> EdgeInsets {
        EdgeInsets(
            top: try length(caps.top, "caps.top"), left: try length(caps.left, "caps.left"),
            bottom: try length(caps.bottom, "caps.bottom"), right: try length(caps.right, "caps.right"))
    }

    static func filling(_ filling: headroom_gtk4_filling) throws(Failure) -> NinePartImage.Filling {
        switch filling {
        case HEADROOM_GTK4_FILLING_STRETCH: .stretch
        case HEADROOM_GTK4_FILLING_TILE: .tile
        default: throw .invalid("filling", "is \(filling.rawValue), which is none")
        }
    }

    static func placeholder(_ pointer: UnsafePointer<headroom_gtk4_placeholder>) throws(Failure) -> Placeholder {
        try size(of: pointer, "placeholder")
        let given = pointer.pointee
        guard given.offset.x.isFinite, given.offset.y.isFinite else {
            throw .invalid("placeholder.offset", "is not finite")
        }
        let color = given.color.map { color in
            Color(
                red: Double(color.pointee.red), green: Double(color.pointee.green), blue: Double(color.pointee.blue),
                alpha: Double(color.pointee.alpha))
        }
        return Placeholder(
            try text(given.text, "placeholder.text"), color: color, offset: Point(x: given.offset.x, y: given.offset.y),
            isMultiLine: given.is_single_line == 0)
    }

    /// What the return key of the last field may say.
    static func endingKey(_ key: headroom_gtk4_return_key) throws(Failure) -> ReturnKey {
        switch key {
        case HEADROOM_GTK4_RETURN_DONE: .done
        case HEADROOM_GTK4_RETURN_GO: .go
        case HEADROOM_GTK4_RETURN_SEARCH: .search
        case HEADROOM_GTK4_RETURN_SEND: .send
        default: throw .invalid("key", "is \(key.rawValue), and none of DONE, GO, SEARCH, SEND")
        }
    }

    static func done(_ done: headroom_gtk4_done) throws(Failure) -> DoneAction {
        switch done {
        case HEADROOM_GTK4_DONE_DISMISS: .dismiss
        case HEADROOM_GTK4_DONE_SUBMIT: .submit
        case HEADROOM_GTK4_DONE_NOTHING: .nothing
        default: throw .invalid("done", "is \(done.rawValue), which is none")
        }
    }

    static func direction(_ direction: headroom_gtk4_direction) throws(Failure) -> Form.Direction {
        switch direction {
        case HEADROOM_GTK4_PREVIOUS: .previous
        case HEADROOM_GTK4_NEXT: .next
        default: throw .invalid("direction", "is \(direction.rawValue), which is none")
        }
    }

    /// Checks the size that a struct begins with.
    private static func size<Value>(of pointer: UnsafePointer<Value>, _ name: String) throws(Failure) {
        // It may be smaller than ours, so its size is read before the rest.
        let size = UnsafeRawPointer(pointer).load(as: UInt32.self)
        let own = MemoryLayout<Value>.size
        guard size == own else { throw .invalid(name, "its size is \(size), not \(own)") }
    }

    private static func text(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(Failure) -> String {
        guard let pointer else { return "" }
        let bytes = UnsafeBufferPointer(start: pointer, count: strnlen(pointer, longestText + 1))
        guard bytes.count <= longestText else { throw .invalid(name, "is longer than \(longestText) bytes") }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalid(name, "is not UTF-8") }
        return text
    }
}

extension headroom_rect {
    init(_ rect: Rect) { self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height) }
}

extension headroom_gtk4_return_key {
    init(_ key: ReturnKey?) {
        self =
            switch key {
            case nil: HEADROOM_GTK4_RETURN_PLAIN
            case .next: HEADROOM_GTK4_RETURN_NEXT
            case .done: HEADROOM_GTK4_RETURN_DONE
            case .go: HEADROOM_GTK4_RETURN_GO
            case .search: HEADROOM_GTK4_RETURN_SEARCH
            case .send: HEADROOM_GTK4_RETURN_SEND
            case .newLine: HEADROOM_GTK4_RETURN_NEW_LINE
            }
    }
}
