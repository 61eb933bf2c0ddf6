internal import CHeadroom
internal import HeadroomCore

extension Given {
    static func scene(_ pointer: UnsafePointer<headroom_scene>?) throws(Failure) -> Scene {
        let given = try structure(pointer, "scene")
        return Scene(
            outputs: try outputs(given.outputs, given.output_count, "scene.outputs"),
            parentOrigin: try point(given.parent_origin, "scene.parent_origin"),
            container: try rect(given.container, "scene.container"), window: try rect(given.window, "scene.window"),
            scroll: try scroll(given.scroll, "scene.scroll"),
            inner: try innerScrolls(given.inner, given.inner_count), target: try target(given.target, "scene.target"))
    }

    /// A target that may be left out.
    static func target(_ pointer: UnsafePointer<headroom_target>?, _ name: String) throws(Failure) -> Target? {
        guard pointer != nil else { return nil }
        let given = try structure(pointer, name)
        // Impossible rectangles are the core's to judge: they count as not given.
        func rect(_ pointer: UnsafePointer<headroom_rect>?) -> Rect? { pointer.map { Rect($0.pointee) } }
        let inside = try list(given.inside, given.inside_count, "\(name).inside").map {
            Target.Nesting(frame: Rect($0.frame), offset: $0.offset)
        }
        let selection = rect(given.selection_end).map {
            Selection(
                anchor: rect(given.selection_anchor), end: $0,
                handleHeight: given.handle_height > 0 ? given.handle_height : nil)
        }
        return Target(field: rect(given.field), caret: rect(given.caret), selection: selection, inside: inside)
    }

    /// A scroll view that may be left out.
    static func scroll(_ pointer: UnsafePointer<headroom_scroll>?, _ name: String) throws(Failure) -> ScrollArea? {
        guard pointer != nil else { return nil }
        let given = try structure(pointer, name)
        let area = ScrollArea(
            frame: Rect(given.frame), contentHeight: given.content_height, offset: given.offset,
            insetTop: given.inset_top, insetBottom: given.inset_bottom, automaticInset: given.automatic_inset)
        guard area.isAcceptable else { throw .invalid(name, "has impossible numbers") }
        return area
    }

    private static func innerScrolls(
        _ pointer: UnsafePointer<headroom_inner_scroll>?, _ count: UInt32
    ) throws(Failure) -> [InnerScroll] {
        let given = try list(pointer, count, "scene.inner")
        var views: [InnerScroll] = []
        for index in given.indices {
            let view = try structure(given.baseAddress.map { $0 + index }, "scene.inner[\(index)]")
            views.append(
                InnerScroll(
                    frame: try rect(view.frame, "scene.inner[\(index)].frame"),
                    contentHeight: try length(view.content_height, "scene.inner[\(index)].content_height"),
                    offset: try number(view.offset, "scene.inner[\(index)].offset")))
        }
        return views
    }

    /// Wishes that may be left out.
    static func options(_ pointer: UnsafePointer<headroom_options>?) throws(Failure) -> AvoidanceOptions {
        guard pointer != nil else { return AvoidanceOptions() }
        let given = try structure(pointer, "options")
        var options = AvoidanceOptions(
            margin: try number(given.margin, "options.margin"),
            topMargin: try number(given.top_margin, "options.top_margin"))
        switch given.reveal {
        case HEADROOM_REVEAL_CARET: options.reveal = .caret
        case HEADROOM_REVEAL_FIELD: options.reveal = .field
        default: throw .invalid("options.reveal", "is none of the two")
        }
        switch given.floating {
        case HEADROOM_FLOATING_IGNORE: options.floating = .ignore
        case HEADROOM_FLOATING_AVOID: options.floating = .avoid
        default: throw .invalid("options.floating", "is none of the two")
        }
        return options
    }
}
