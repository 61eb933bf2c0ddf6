internal import CGTK4
internal import HeadroomCore

/// A field's border and background.
final class Look {
    /// Nil: the theme's.
    var border: BorderStyle? { didSet { update() } }
    /// Nil: none.
    var background: Background? { didSet { update() } }
    private let rule: StyleRule

    init(_ widget: Widget) { rule = StyleRule(widget) }

    /// An image in nine parts.
    struct Background {
        /// A picture in PNG, as CSS takes it.
        let url: String
        let image: NinePartImage

        /// - Throws: if there is no room for its caps, or GTK cannot make a picture of it.
        init(
            _ texture: OpaquePointer, caps: EdgeInsets, filling: NinePartImage.Filling
        ) throws(Failure) {
            image = NinePartImage(
                size: Size(
                    width: Double(gdk_texture_get_width(texture)), height: Double(gdk_texture_get_height(texture))),
                caps: caps, filling: filling)
            guard let bytes = gdk_texture_save_to_png_bytes(texture) else { throw .invalid("image", "has no pixels") }
            defer { g_bytes_unref(bytes) }
            var size: gsize = 0
            let data = g_bytes_get_data(bytes, &size)
            guard let data, let text = g_base64_encode(data.assumingMemoryBound(to: guchar.self), size) else {
                throw .invalid("image", "has no pixels")
            }
            defer { g_free(text) }
            url = "data:image/png;base64,\(String(cString: text))"
        }

        /// What CSS makes of it: Core's caps are its slices, and the widths at which these are painted.
        fileprivate var declarations: String {
            let caps = image.caps
            let edges = [caps.top, caps.right, caps.bottom, caps.left]
            let slices = edges.map { "\($0)" }.joined(separator: " ")
            let widths = edges.map { "\($0)px" }.joined(separator: " ")
            let filling =
                switch image.filling {
                case .stretch: "stretch"
                case .tile: "repeat"
                }
            return """
                background: none; box-shadow: none; border-image-source: url("\(url)"); \
                border-image-slice: \(slices) fill; border-image-width: \(widths); border-image-repeat: \(filling);
                """
        }
    }

    private func update() {
        var declarations = border.map(Look.declarations) ?? ""
        if let background, border?.allowsBackground ?? true { declarations += background.declarations }
        rule.set(declarations)
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
