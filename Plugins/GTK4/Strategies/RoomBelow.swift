internal import CGTK4

/// How something that scrolls is given room below its content. Lengths are GTK's pixels.
protocol RoomBelow: AnyObject {
    /// The free space above the content, which is the application's.
    var top: Double { get }
    /// The free space below it as it is set now, the application's own included where that is content.
    var height: Double { get }
    /// By how much the view is lower for it than it would be, as set now and as laid out last.
    var takesHeight: Double { get }
    var laidOutTakesHeight: Double { get }
    /// Whether any of it is ours.
    var isOurs: Bool { get }
    /// Whether the view itself puts what is scrolled on whole pixels when its room changes.
    var isScrolledByPixels: Bool { get }
    /// The content's height without any free space; nil: what the adjustment says.
    var contentHeight: Double? { get }

    /// Sets ``height``; `viewHeight` is the view's without us. Answers what the next layout makes of that: by how much
    /// the view, and the content, is higher than now.
    func set(_ height: Double, viewHeight: Double) -> (view: Double, content: Double)

    /// It was laid out with all that was set.
    func laidOut()
}

/// A text view's own bottom margin. It is of whole pixels.
final class TextMargin: RoomBelow {
    private let view: WeakObject
    /// What was set, exactly; nil: nothing by us.
    private var ours: Double?
    private var own: gint = 0

    init(_ view: Widget) { self.view = WeakObject(view) }

    private var text: UnsafeMutablePointer<GtkTextView>? {
        view.pointer?.assumingMemoryBound(to: GtkTextView.self)
    }

    var top: Double { text.map { Double(gtk_text_view_get_top_margin($0)) } ?? 0 }
    let takesHeight = 0.0
    let laidOutTakesHeight = 0.0

    /// How far it is scrolled, its top margin included: what is at the view's top edge.
    var scrolled: Double {
        guard let text else { return 0 }
        var y: gint = 0
        gtk_text_view_buffer_to_window_coords(text, GTK_TEXT_WINDOW_WIDGET, 0, 0, nil, &y)
        return top - Double(y)
    }

    var height: Double {
        guard let text else { return 0 }
        let margin = gtk_text_view_get_bottom_margin(text)
        // What the application has set since is what there is.
        if let ours, margin == TextMargin.whole(ours) { return ours }
        return Double(margin)
    }

    var contentHeight: Double? {
        guard let text, let buffer = gtk_text_view_get_buffer(text) else { return nil }
        var end = GtkTextIter()
        gtk_text_buffer_get_end_iter(buffer, &end)
        var (y, height): (gint, gint) = (0, 0)
        gtk_text_view_get_line_yrange(text, &end, &y, &height)
        return Double(y + height)
    }

    func set(_ height: Double, viewHeight: Double) -> (view: Double, content: Double) {
        guard let text else { return (0, 0) }
        let old = gtk_text_view_get_bottom_margin(text)
        if ours.map({ TextMargin.whole($0) != old }) ?? true { own = old }
        ours = height
        gtk_text_view_set_bottom_margin(text, TextMargin.whole(height))
        return (0, Double(gtk_text_view_get_bottom_margin(text) - old))
    }

    let isScrolledByPixels = true
    var isOurs: Bool { ours.map { TextMargin.whole($0) != own } ?? false }

    func laidOut() {}

    private static func whole(_ height: Double) -> gint { gint(min(max(0, height), 1e6).rounded(.up)) }
}

/// Bottom padding: the view is lower for it, and what scrolls goes on behind it, as it is clipped only at its edge.
final class Padding: RoomBelow {
    private let view: WeakObject
    private var rule: StyleRule?
    /// The padding without ours.
    private var own: gint = 0
    private(set) var height = 0.0
    private(set) var laidOutTakesHeight = 0.0
    private let child: ViewportChild?

    init(_ view: Widget) {
        self.view = WeakObject(view)
        child = view.isA(gtk_viewport_get_type()) ? ViewportChild(view) : nil
    }

    let top = 0.0
    let isScrolledByPixels = false
    var isOurs: Bool { height > 0 }
    var takesHeight: Double { height.rounded(.up) }
    var contentHeight: Double? { nil }

    func set(_ height: Double, viewHeight: Double) -> (view: Double, content: Double) {
        guard let view = view.widget else { return (0, 0) }
        let old = takesHeight
        self.height = height
        if height > 0 {
            let rule = rule ?? begin(view)
            rule.set("padding-bottom: \(Declaration.pixels(Double(own) + takesHeight)); transition: none;")
            child?.hold(viewHeight)
        } else {
            rule = nil
            child?.letGo()
        }
        return (old - takesHeight, 0)
    }

    private func begin(_ view: Widget) -> StyleRule {
        var padding = GtkBorder()
        gtk_style_context_get_padding(gtk_widget_get_style_context(view), &padding)
        own = gint(padding.bottom)
        let rule = StyleRule(view)
        self.rule = rule
        return rule
    }

    func laidOut() { laidOutTakesHeight = takesHeight }
}

/// What a viewport scrolls: it stays as high as the viewport would be without the room below it, and the viewport does not
/// scroll to the focus by itself meanwhile.
final class ViewportChild {
    private let viewport: WeakObject
    private var child: WeakObject?
    private var before: (width: gint, height: gint) = (-1, -1)
    private var ours: gint = -1
    private var scrollsToFocus: gboolean = 0

    init(_ viewport: Widget) { self.viewport = WeakObject(viewport) }

    func hold(_ viewHeight: Double) {
        guard let viewport = viewport.widget, let widget = gtk_viewport_get_child(viewport.opaque) else { return }
        var (width, height): (gint, gint) = (-1, -1)
        gtk_widget_get_size_request(widget, &width, &height)
        if child?.widget != widget {
            letGo()
            child = WeakObject(widget)
            before = (width, height)
            scrollsToFocus = gtk_viewport_get_scroll_to_focus(viewport.opaque)
            gtk_viewport_set_scroll_to_focus(viewport.opaque, 0)
        } else if height != ours {
            // The application has set another.
            before = (width, height)
        }
        let margins = gtk_widget_get_margin_top(widget) + gtk_widget_get_margin_bottom(widget)
        ours = max(before.height, gint(min(viewHeight, 1e6)) - margins)
        if height != ours { gtk_widget_set_size_request(widget, before.width, ours) }
    }

    func letGo() {
        defer { child = nil }
        guard child != nil else { return }
        if let viewport = viewport.widget { gtk_viewport_set_scroll_to_focus(viewport.opaque, scrollsToFocus) }
        guard let widget = child?.widget else { return }
        var (width, height): (gint, gint) = (-1, -1)
        gtk_widget_get_size_request(widget, &width, &height)
        if height == ours { gtk_widget_set_size_request(widget, before.width, before.height) }
    }
}
