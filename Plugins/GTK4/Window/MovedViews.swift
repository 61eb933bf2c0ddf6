internal import CGTK4
internal import HeadroomCore
internal import HeadroomPluginKit

/// What is moved for the fields of one part of a window: the views that scroll, and the content that shifts.
final class MovedViews {
    /// What the kit knows it by.
    let content: UInt64
    let window: WeakObject
    let shifted: ShiftedContent?
    /// Innermost first.
    let scrolls: [ScrollView]
    /// Pixels of the global space a pixel of GTK's, as it was measured last.
    private var scale = 1.0

    init(_ content: UInt64, _ window: WeakObject, _ shifted: ShiftedContent?, _ scrolls: [ScrollView]) {
        self.content = content
        self.window = window
        self.shifted = shifted
        self.scrolls = scrolls
    }

    /// The one that is given room below its content; what is in it only scrolls.
    private var outermost: ScrollView? { scrolls.last }
    private var inner: ArraySlice<ScrollView> { scrolls.dropLast() }

    /// Everything there is, and where the field is in it; nil: it cannot be told.
    func scene(_ field: Field?, at place: WindowPlace) -> Scene? {
        guard let window = window.widget else { return nil }
        scale = place.scale
        var scene = Scene(outputs: [])
        if let shifted {
            guard let frame = shifted.frame(in: window) else { return nil }
            let whole = field.flatMap { shifted.frame(frame, with: $0, in: window) } ?? frame
            scene.container = place.global(whole).moved(dy: -shifted.shift * scale)
        }
        if let outermost {
            guard let frame = outermost.frame(in: window, shifted), let area = outermost.area(at: frame) else {
                return nil
            }
            scene.scroll = ScrollArea(
                frame: place.global(frame).moved(dy: -(shifted?.shift ?? 0) * scale),
                contentHeight: area.contentHeight * scale, offset: area.offset * scale,
                insetTop: area.insetTop * scale, insetBottom: area.insetBottom * scale)
        }
        for (view, around) in zip(inner, scrolls.dropFirst()) {
            guard let area = view.innerArea(in: around, isOutermost: around === outermost) else { return nil }
            scene.inner.append(
                InnerScroll(
                    frame: area.frame.scaled(by: scale), contentHeight: area.contentHeight * scale,
                    offset: area.offset * scale))
        }
        scene.target = field.flatMap { target($0, in: window, at: place) }
        return scene
    }

    private func target(_ field: Field, in window: Widget, at place: WindowPlace) -> Target? {
        func rect(_ rect: Rect, of widget: Widget) -> Rect? {
            if let innermost = scrolls.first {
                return innermost.content(rect, of: widget, isOutermost: inner.isEmpty)?.scaled(by: scale)
            }
            guard var found = widget.rect(rect, in: window) else { return nil }
            if let shifted {
                found = shifted.unmoved(found, of: widget).moved(dy: -shifted.shift)
            }
            return place.global(found)
        }
        let isScrolled = scrolls.first?.scrolls(field.widget) == true
        if let caret = isScrolled ? field.caret : field.caretInView {
            return rect(caret, of: field.widget).map { Target(caret: $0) }
        }
        guard let bounds = field.shown.bounds(in: field.shown) else { return nil }
        return rect(bounds, of: field.shown).map { Target(field: $0) }
    }

    /// How far the content is shifted now, in pixels of the global space.
    var shift: Double { (shifted?.shift ?? 0) * scale }

    /// Sets everything but what `others` have of it too, which is theirs then.
    func set(_ position: Position, but others: MovedViews?) {
        func isOurs(_ view: ScrollView) -> Bool { others?.scrolls.contains { $0 === view } != true }
        if let outermost, isOurs(outermost) {
            outermost.set(offset: position.offset / scale, inset: position.insetBottom / scale)
        }
        for (view, offset) in zip(inner, position.inner) where isOurs(view) { view.set(innerOffset: offset / scale) }
        if let shifted, shifted !== others?.shifted { shifted.move(up: position.shift / scale) }
    }

    /// Whether everything is as it would be without us, but for where it is scrolled.
    var isAtRest: Bool { (shifted?.shift ?? 0) == 0 && outermost?.hasRoom != true }
}
