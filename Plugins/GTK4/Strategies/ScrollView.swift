internal import CGTK4
internal import HeadroomCore

/// A scrolled window that is scrolled, and given room below its content. All lengths are GTK's pixels.
///
/// The room is never taken from the content's size: a text view gets a bottom margin, everything else bottom padding
/// behind which its content goes on.
final class ScrollView {
    /// What the kit knows it by.
    let number: UInt64
    /// The GtkScrolledWindow.
    let widget: WeakObject
    /// What scrolls in it.
    private let scrolled: WeakObject
    private let room: any RoomBelow
    let adjustment: WeakObject
    /// Whether what the adjustment says now is our doing.
    private(set) var isSetting = false
    /// Until when its text may be on its way to its caret by itself, in µs of GLib's monotonic clock.
    private var followsCaretUntil: gint64 = 0
    /// How far it was scrolled when it was laid out last.
    private var laidOutValue = 0.0
    /// Where it was put, until it is laid out so: lists move by themselves when their height changes.
    private var wanted: Double?
    /// How often that is tried.
    private var tries = 0

    private nonisolated(unsafe) static var last: UInt64 = 0

    /// Nil: nothing scrolls in it, or not up and down.
    init?(_ widget: Widget) {
        var policy = GTK_POLICY_AUTOMATIC
        gtk_scrolled_window_get_policy(widget.opaque, nil, &policy)
        guard policy != GTK_POLICY_NEVER, let scrolled = gtk_scrolled_window_get_child(widget.opaque),
            let adjustment = gtk_scrolled_window_get_vadjustment(widget.opaque)
        else { return nil }
        ScrollView.last += 1
        number = ScrollView.last
        self.widget = WeakObject(widget)
        self.scrolled = WeakObject(scrolled)
        self.adjustment = WeakObject(UnsafeMutableRawPointer(adjustment))
        room = scrolled.isA(gtk_text_view_get_type()) ? TextMargin(scrolled) : Padding(scrolled)
        laidOut()
    }

    private var values: UnsafeMutablePointer<GtkAdjustment>? {
        adjustment.pointer?.assumingMemoryBound(to: GtkAdjustment.self)
    }

    /// Whether this is what scrolls in it.
    func scrolls(_ widget: Widget) -> Bool { scrolled.widget == widget }

    /// Whether it scrolls a text, which follows its caret.
    var isText: Bool { room is TextMargin }

    /// The caret was moved in its text, or the text goes on to it: it scrolls there by itself within so long.
    func followCaret() { followsCaretUntil = g_get_monotonic_time() + ScrollView.longestWay }

    /// Its user scrolls it, wherever the caret is.
    func leaveCaret() { followsCaretUntil = 0 }

    /// Whether its text is on its way to its caret by itself, or may be.
    var followsCaret: Bool { g_get_monotonic_time() < followsCaretUntil }

    /// How long a text takes to begin, and between two frames of its way, in µs: more than the 200 ms that GTK takes for all of
    /// it, on a machine with much to do (chosen).
    private static let longestWay: gint64 = 500_000

    /// Whether it still scrolls what it did when it was looked at first.
    var isCurrent: Bool {
        guard let widget = widget.widget, let scrolled = scrolled.widget else { return false }
        return gtk_scrolled_window_get_child(widget.opaque) == scrolled
            && gtk_scrolled_window_get_vadjustment(widget.opaque) == values
    }

    /// It was laid out with all that was set.
    func laidOut() {
        // GTK places in whole pixels, cut off.
        laidOutValue = values.map { gtk_adjustment_get_value($0).rounded(.towardZero) } ?? 0
        room.laidOut()
        guard let wanted, let values else { return }
        tries -= 1
        if tries < 0 || abs(gtk_adjustment_get_value(values) - wanted) < ScrollView.rounding {
            self.wanted = nil
            return
        }
        put(wanted)
    }

    /// Its user, or the application, has put it elsewhere.
    func scrolledByOthers() { wanted = nil }

    /// Ends at once what a viewport does by itself, though not at once, when a field in it gets the focus: it scrolls there.
    func show(_ field: Field) {
        guard let values, let viewport = scrolled.widget, viewport.isA(gtk_viewport_get_type()),
            gtk_viewport_get_scroll_to_focus(viewport.opaque) != 0,
            let child = gtk_viewport_get_child(viewport.opaque), let bounds = field.shown.bounds(in: child)
        else { return }
        let (value, page) = (gtk_adjustment_get_value(values), gtk_adjustment_get_page_size(values))
        guard bounds.top < value || bounds.bottom > value + page else { return }
        wanted = nil
        put(bounds.top < value ? bounds.top : bounds.bottom - page)
    }

    private func put(_ value: Double) {
        guard let values, abs(gtk_adjustment_get_value(values) - value) > ScrollView.exact else { return }
        isSetting = true
        gtk_adjustment_set_value(values, value)
        isSetting = false
    }

    /// Where its content is looked at, in its own space, without our room.
    private var box: Rect? {
        guard var box = scrolled.widget?.contentBox else { return nil }
        box.height += room.laidOutTakesHeight
        return box
    }

    /// The same in the window, also without our shift.
    func frame(in window: Widget, _ content: ShiftedContent?) -> Rect? {
        guard let scrolled = scrolled.widget, let rect = box.flatMap({ scrolled.rect($0, in: window) }) else {
            return nil
        }
        return content?.unmoved(rect, of: scrolled) ?? rect
    }

    /// A rectangle of a widget within it in its content, as if that were not scrolled. What is free above it is content too
    /// but in the outermost view, the only one that has insets.
    func content(_ rect: Rect, of inner: Widget, isOutermost: Bool) -> Rect? {
        guard let scrolled = scrolled.widget else { return nil }
        let top = isOutermost ? room.top : 0
        if inner == scrolled, let text = room as? TextMargin { return rect.moved(dy: text.scrolled - top) }
        return inner.rect(rect, within: scrolled)?.moved(dy: laidOutValue - top)
    }

    /// As the core has it, in the place `frame`.
    func area(at frame: Rect) -> ScrollArea? {
        guard let values else { return nil }
        let lower = gtk_adjustment_get_lower(values)
        let height = room.contentHeight ?? gtk_adjustment_get_upper(values) - lower
        return ScrollArea(
            frame: frame, contentHeight: height, offset: gtk_adjustment_get_value(values) - lower - room.top,
            insetTop: room.top, insetBottom: room.height)
    }

    /// As the core has a view that lies in another, and is only scrolled.
    func innerArea(in around: ScrollView, isOutermost: Bool) -> InnerScroll? {
        guard let values, let scrolled = scrolled.widget, let box,
            let frame = around.content(box, of: scrolled, isOutermost: isOutermost)
        else { return nil }
        let lower = gtk_adjustment_get_lower(values)
        return InnerScroll(
            frame: frame, contentHeight: gtk_adjustment_get_upper(values) - lower,
            offset: gtk_adjustment_get_value(values) - lower)
    }

    /// Whether there is room below its content that is ours.
    var hasRoom: Bool { room.isOurs }

    /// Sets both, at once: the next layout finds them so.
    func set(offset: Double, inset: Double) {
        guard let values else { return }
        let lower = gtk_adjustment_get_lower(values)
        let old = room.height
        let page = gtk_adjustment_get_page_size(values)
        if inset != old {
            let (pageChange, contentChange) = room.set(inset, viewHeight: page + room.takesHeight)
            // What the layout will say, so that there is room for the offset now.
            let newPage = max(0, page + pageChange)
            let upper = max(gtk_adjustment_get_upper(values) + contentChange, lower + newPage)
            isSetting = true
            gtk_adjustment_configure(
                values, gtk_adjustment_get_value(values), lower, upper, gtk_adjustment_get_step_increment(values),
                gtk_adjustment_get_page_increment(values), newPage)
            isSetting = false
        }
        let exact = offset + lower + room.top
        // What was there before comes back to the last digit.
        let value = room.isScrolledByPixels && room.isOurs ? exact.rounded() : ScrollView.settled(exact)
        (wanted, tries) = (value, ScrollView.mostTries)
        put(value)
    }

    /// Sets how far one that lies in another is scrolled.
    func set(innerOffset: Double) {
        guard let values else { return }
        let value = ScrollView.settled(innerOffset + gtk_adjustment_get_lower(values))
        (wanted, tries) = (value, ScrollView.mostTries)
        put(value)
    }

    /// Without what arithmetic leaves below a whole pixel: GTK would cut all of that off.
    private static func settled(_ value: Double) -> Double {
        let whole = value.rounded()
        return abs(value - whole) < exact ? whole : value
    }

    /// How often it is put where it was to be, against a list that moves by itself. (chosen: GTK complains if a frame is
    /// laid out more than four times)
    private static let mostTries = 2
    /// Lists scroll by whole pixels.
    private static let rounding = 1.0
    /// Below this nothing is set anew.
    private static let exact = 1e-6
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// A rectangle of its own space in the space of a widget around it.
    fileprivate func rect(_ rect: Rect, within outer: Widget) -> Rect? {
        var (from, to) = (graphene_point_t(x: Float(rect.x), y: Float(rect.y)), graphene_point_t())
        guard gtk_widget_compute_point(self, outer, &from, &to) != 0 else { return nil }
        return Rect(x: Double(to.x), y: Double(to.y), width: rect.width, height: rect.height)
    }
}
