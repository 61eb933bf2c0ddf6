internal import CXCB
package import HeadroomCore

/// What of a window is listened to.
package struct X11Interest: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// That it is mapped, moved, reparented, destroyed.
    package static let life = X11Interest(rawValue: XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue)
    /// The same of its children.
    package static let children = X11Interest(rawValue: XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue)
    package static let properties = X11Interest(rawValue: XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue)
}

/// A property of a window.
package struct X11Property: Sendable, Hashable {
    /// The bits of each item: 8, 16 or 32.
    package let format: Int
    package let bytes: [UInt8]

    package init(format: Int, bytes: [UInt8]) {
        self.format = format
        self.bytes = bytes
    }

    /// Its numbers; none if it does not hold numbers of 32 bits.
    package var words: [UInt32] {
        guard format == 32 else { return [] }
        return bytes.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map {
                bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self)
            }
        }
    }

    /// Its texts, each ended by a zero. What is not UTF-8 is replaced.
    package var texts: [String] {
        guard format == 8 else { return [] }
        return bytes.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// What a window is like.
package struct X11Attributes: Sendable, Hashable {
    /// Whether it and all around it are mapped.
    package var isViewable: Bool
    /// Whether it is never painted.
    package var isInputOnly: Bool
    /// Whether window managers keep away from it (`override_redirect`).
    package var isUnmanaged: Bool
}

extension X11Connection {
    // Each answer is nil if the window is gone.

    package func attributes(of window: UInt32, _ answer: @escaping (X11Attributes?) -> Void) {
        ask(xcb_get_window_attributes(display.handle, window).sequence) { reply in
            answer(
                reply.map {
                    let fixed = $0.read(xcb_get_window_attributes_reply_t.self)
                    return X11Attributes(
                        isViewable: UInt32(fixed.map_state) == XCB_MAP_STATE_VIEWABLE.rawValue,
                        isInputOnly: UInt32(fixed._class) == XCB_WINDOW_CLASS_INPUT_ONLY.rawValue,
                        isUnmanaged: fixed.override_redirect != 0)
                })
        }
    }

    /// Its size without its border, and its place in its parent.
    package func geometry(of window: UInt32, _ answer: @escaping (Rect?) -> Void) {
        ask(xcb_get_geometry(display.handle, window).sequence) { reply in
            answer(
                reply.map {
                    let fixed = $0.read(xcb_get_geometry_reply_t.self)
                    return Rect(Int(fixed.x), Int(fixed.y), Int(fixed.width), Int(fixed.height))
                })
        }
    }

    /// Where its top left corner, its border not counted, is in the root window.
    package func origin(of window: UInt32, _ answer: @escaping (Point?) -> Void) {
        ask(xcb_translate_coordinates(display.handle, window, root, 0, 0).sequence) { reply in
            answer(
                reply.map {
                    let fixed = $0.read(xcb_translate_coordinates_reply_t.self)
                    return Point(x: Double(fixed.dst_x), y: Double(fixed.dst_y))
                })
        }
    }

    package enum ShapeKind: Sendable {
        /// Where it is painted.
        case bounding
        /// Where it takes pointers.
        case input
    }

    /// The rectangles of its shape, relative to it.
    package func shape(_ kind: ShapeKind, of window: UInt32, _ answer: @escaping ([Rect]?) -> Void) {
        guard hasShape else { return answer(nil) }
        let kind = kind == .input ? XCB_SHAPE_SK_INPUT : XCB_SHAPE_SK_BOUNDING
        let cookie = xcb_shape_get_rectangles(display.handle, window, xcb_shape_kind_t(kind.rawValue))
        ask(cookie.sequence) { reply in
            answer(
                reply.map { reply in
                    let reply = reply.pointer(xcb_shape_get_rectangles_reply_t.self)
                    let count = Int(xcb_shape_get_rectangles_rectangles_length(reply))
                    let rectangles = UnsafeBufferPointer(
                        start: xcb_shape_get_rectangles_rectangles(reply), count: max(0, count))
                    return rectangles.map { Rect(Int($0.x), Int($0.y), Int($0.width), Int($0.height)) }
                })
        }
    }

    /// Its parent, and its children from the lowest to the highest.
    package func tree(of window: UInt32, _ answer: @escaping ((parent: UInt32, children: [UInt32])?) -> Void) {
        ask(xcb_query_tree(display.handle, window).sequence) { reply in
            answer(
                reply.map { reply in
                    let reply = reply.pointer(xcb_query_tree_reply_t.self)
                    let count = Int(xcb_query_tree_children_length(reply))
                    let children = UnsafeBufferPointer(start: xcb_query_tree_children(reply), count: max(0, count))
                    return (reply.pointee.parent, Array(children))
                })
        }
    }

    /// A property, up to so many words of 4 bytes; nil also if the window has none of this name.
    package func property(
        _ atom: X11Atom, of window: UInt32, words: UInt32 = 64, _ answer: @escaping (X11Property?) -> Void
    ) {
        let cookie = xcb_get_property(
            display.handle, 0, window, number(atom), XCB_GET_PROPERTY_TYPE_ANY.rawValue, 0, words)
        ask(cookie.sequence) { reply in
            answer(
                reply.flatMap { reply in
                    let reply = reply.pointer(xcb_get_property_reply_t.self)
                    guard reply.pointee.type != 0 else { return nil }
                    let count = Int(xcb_get_property_value_length(reply))
                    let bytes = UnsafeRawBufferPointer(start: xcb_get_property_value(reply), count: max(0, count))
                    return X11Property(format: Int(reply.pointee.format), bytes: Array(bytes))
                })
        }
    }

    /// Listens to this of a window, and to nothing else of it.
    package func select(_ interest: X11Interest, of window: UInt32) {
        var mask = interest.rawValue
        xcb_change_window_attributes(display.handle, window, XCB_CW_EVENT_MASK.rawValue, &mask)
    }

    /// Listens to changes of its shape, or no longer.
    package func selectShape(of window: UInt32, _ isWanted: Bool) {
        if hasShape { xcb_shape_select_input(display.handle, window, isWanted ? 1 : 0) }
    }
}

extension Rect {
    /// From the server's whole numbers.
    init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
        self.init(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
    }
}
