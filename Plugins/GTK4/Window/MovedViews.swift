internal import CGTK4
internal import HeadroomCore
internal import HeadroomPluginKit

/// What is moved for the fields of one part of a window: the outermost view that scrolls, and the content that shifts.
final class MovedViews {
    /// What the kit knows it by.
    let content: UInt64
    let window: WeakObject
    let shifted: ShiftedContent?
    let scroll: ScrollView?
    /// Pixels of the global space a pixel of GTK's, as it was measured last.
    private var scale = 1.0

    init(_ content: UInt64, _ window: WeakObject, _ shifted: ShiftedContent?, _ scroll: ScrollView?) {
        self.content = content
        self.window = window
        self.shifted = shifted
        self.scroll = scroll
    }

    /// Everything there is, and where the field is in it; nil: it cannot be told.
    func scene(_ field: Field?, at place: WindowPlace) -> Scene? {
        guard let window = window.widget else { return nil }
        scale = place.scale
        var scene = Scene(outputs: [])
        if let shifted {
            guard let frame = shifted.frame(in: window) else { return nil }
            scene.container = place.global(frame).moved(dy: -shifted.shift * scale)
        }
        if let scroll {
            guard let frame = scroll.frame(in: window, shifted), let area = scroll.area(at: frame) else { return nil }
            scene.scroll = ScrollArea(
                frame: place.global(frame).moved(dy: -(shifted?.shift ?? 0) * scale),
                contentHeight: area.contentHeight * scale, offset: area.offset * scale,
                insetTop: area.insetTop * scale, insetBottom: area.insetBottom * scale)
        }
        scene.target = field.flatMap { target($0, in: window, at: place) }
        return scene
    }

    private func target(_ field: Field, in window: Widget, at place: WindowPlace) -> Target? {
        func rect(_ rect: Rect, of widget: Widget) -> Rect? {
            if let scroll { return scroll.content(rect, of: widget)?.scaled(by: scale) }
            guard var found = widget.rect(rect, in: window) else { return nil }
            if let shifted {
                found = shifted.unmoved(found, of: widget).moved(dy: -shifted.shift)
            }
            return place.global(found)
        }
        let isScrolled = scroll?.scrolls(field.widget) == true
        if let caret = isScrolled ? field.caret : field.caretInView {
            return rect(caret, of: field.widget).map { Target(caret: $0) }
        }
        guard let bounds = field.shown.bounds(in: field.shown) else { return nil }
        return rect(bounds, of: field.shown).map { Target(field: $0) }
    }

    /// How far the content is shifted now, in pixels of the global space.
    var shift: Double { (shifted?.shift ?? 0) * scale }

    func set(_ position: Position) {
        scroll?.set(offset: position.offset / scale, inset: position.insetBottom / scale)
        shifted?.move(up: position.shift / scale)
    }

    /// Whether everything is as it would be without us, but for where it is scrolled.
    var isAtRest: Bool { (shifted?.shift ?? 0) == 0 && scroll?.hasRoom != true }
}
