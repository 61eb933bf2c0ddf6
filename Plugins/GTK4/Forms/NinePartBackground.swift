internal import CGTK4
internal import HeadroomCore

/// An image in nine parts behind a field's text, as CSS takes it.
///
/// GTK 4.8 paints a border image around the middle and never in it. So the field's border is as wide as the caps, and
/// the middle is an image of its own behind all that is inside of that.
struct NinePartBackground {
    private let image: NinePartImage
    /// The whole and its middle, as URLs.
    private let whole: String
    private let middle: String

    /// - Throws: if the image has no pixels.
    init(_ texture: OpaquePointer, caps: EdgeInsets, filling: NinePartImage.Filling) throws(Failure) {
        let pixels = Pixels(of: texture)
        let whole = EdgeInsets(
            top: caps.top.rounded(), left: caps.left.rounded(), bottom: caps.bottom.rounded(),
            right: caps.right.rounded())
        image = NinePartImage(
            size: Size(width: Double(pixels.width), height: Double(pixels.height)), caps: whole, filling: filling)
        let middle = pixels.part(
            left: Int(image.caps.left), top: Int(image.caps.top),
            width: pixels.width - Int(image.caps.left + image.caps.right),
            height: pixels.height - Int(image.caps.top + image.caps.bottom))
        guard let whole = pixels.url, let middle = middle.url else { throw .invalid("image", "has no pixels") }
        self.whole = whole
        self.middle = middle
    }

    /// The field keeps its size and the place of its text, as far as the caps leave room for that.
    func declarations(in room: Look.Room) -> String {
        let caps = image.caps
        func edges(_ insets: EdgeInsets, _ unit: String) -> String {
            [insets.top, insets.right, insets.bottom, insets.left].map { "\($0)\(unit)" }.joined(separator: " ")
        }
        let padding = EdgeInsets(
            top: max(0, room.insets.top - caps.top), left: max(0, room.insets.left - caps.left),
            bottom: max(0, room.insets.bottom - caps.bottom), right: max(0, room.insets.right - caps.right))
        let height = max(0, room.height - caps.top - caps.bottom - padding.top - padding.bottom)
        let (edge, size) =
            switch image.filling {
            case .stretch: ("stretch", "100% 100%")
            case .tile: ("repeat", "auto")
            }
        return """
            border: 0 solid transparent; border-width: \(edges(caps, "px")); border-radius: 0; box-shadow: none; \
            padding: \(edges(padding, "px")); min-height: \(height)px; \
            border-image: url("\(whole)") \(edges(caps, "")) \(edge); \
            background: none; background-image: url("\(middle)"); background-size: \(size); \
            background-origin: padding-box; background-clip: padding-box;
            """
    }
}

/// Pixels of four bytes, as a texture gives them.
private struct Pixels {
    let width: Int
    let height: Int
    private let bytes: [UInt8]

    init(of texture: OpaquePointer) {
        width = Int(gdk_texture_get_width(texture))
        height = Int(gdk_texture_get_height(texture))
        var bytes = [UInt8](repeating: 0, count: 4 * width * height)
        gdk_texture_download(texture, &bytes, gsize(4 * width))
        self.bytes = bytes
    }

    private init(width: Int, height: Int, bytes: [UInt8]) {
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    func part(left: Int, top: Int, width: Int, height: Int) -> Pixels {
        var part: [UInt8] = []
        part.reserveCapacity(4 * width * height)
        for row in top..<top + height {
            let start = 4 * (row * self.width + left)
            part += bytes[start..<start + 4 * width]
        }
        return Pixels(width: width, height: height, bytes: part)
    }

    /// A picture in PNG, as CSS takes it; nil: there is no pixel.
    var url: String? {
        guard !bytes.isEmpty, let data = g_bytes_new(bytes, gsize(bytes.count)) else { return nil }
        defer { g_bytes_unref(data) }
        // What a texture is downloaded as (GDK_MEMORY_DEFAULT).
        let format = GDK_MEMORY_B8G8R8A8_PREMULTIPLIED
        guard let texture = gdk_memory_texture_new(gint(width), gint(height), format, data, gsize(4 * width)) else {
            return nil
        }
        defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
        guard let picture = gdk_texture_save_to_png_bytes(texture) else { return nil }
        defer { g_bytes_unref(picture) }
        var size: gsize = 0
        guard let start = g_bytes_get_data(picture, &size)?.assumingMemoryBound(to: guchar.self),
            let text = g_base64_encode(start, size)
        else { return nil }
        defer { g_free(text) }
        return "data:image/png;base64,\(String(cString: text))"
    }
}
