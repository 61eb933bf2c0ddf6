internal import CGTK4
internal import HeadroomCore

/// A field's border and background.
final class Look {
    /// Nil: the theme's.
    var border: BorderStyle? { didSet { update() } }
    /// Nil: none.
    var background: NinePartBackground? { didSet { update() } }
    private let rule: StyleRule
    private let room: Room

    init(_ widget: Widget) {
        room = Room(widget)
        rule = StyleRule(widget)
    }

    /// What the theme keeps free around the text, and how high the field is with that, in pixels.
    struct Room {
        let insets: EdgeInsets
        let height: Double

        fileprivate init(_ widget: Widget) {
            let context = gtk_widget_get_style_context(widget)
            var (padding, border) = (GtkBorder(), GtkBorder())
            gtk_style_context_get_padding(context, &padding)
            gtk_style_context_get_border(context, &border)
            insets = EdgeInsets(
                top: Double(padding.top + border.top), left: Double(padding.left + border.left),
                bottom: Double(padding.bottom + border.bottom), right: Double(padding.right + border.right))
            var height: gint = 0
            gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, -1, &height, nil, nil, nil)
            self.height = Double(height)
        }
    }

    private func update() {
        if let background, border?.allowsBackground ?? true {
            rule.set(background.declarations(in: room))
        } else {
            rule.set(border.map(Look.declarations) ?? "")
        }
    }

    /// The frame is drawn in the text's own colour, so it is seen with every theme.
    private static func declarations(_ border: BorderStyle) -> String {
        switch border {
        case .none: "border: none; border-radius: 0; box-shadow: none;"
        case .line: "border: 1px solid alpha(currentColor, 0.5); border-radius: 0; box-shadow: none;"
        case .bezel: "border: 2px inset mix(currentColor, white, 0.5); border-radius: 0; box-shadow: none;"
        case .rounded: "border: 1px solid alpha(currentColor, 0.25); border-radius: 6px;"
        }
    }
}
