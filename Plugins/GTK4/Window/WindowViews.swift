internal import CGTK4

/// All in one window that was ever looked at in order to move it.
final class WindowViews {
    private var contents: [ShiftedContent] = []
    private var scrolls: [ScrollView] = []
    private var known: [MovedViews] = []
    /// Those that the focus is in.
    private(set) var current: MovedViews?

    private nonisolated(unsafe) static var last: UInt64 = 0

    /// What is moved for a field; nil: nothing could be.
    func moved(for field: Field?, in attached: AttachedWindow, _ strategy: Strategy) -> MovedViews? {
        guard let window = attached.window.widget else { return nil }
        forgetEnded()
        // Without a focus what was moved last is still what there is.
        guard let field else { return current }
        let scrolls = strategy == .shift ? [] : field.scrollers.compactMap(scroll)
        let top = UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self)
        let content = attached.content?.widget ?? gtk_window_get_child(top)
        // What is not in it, such as a field in the title bar, would not move with it.
        let shifted =
            strategy == .scroll ? nil : content.flatMap { field.shown.isInside($0) ? shiftedContent($0) : nil }
        guard !scrolls.isEmpty || shifted != nil else { return nil }
        shifted?.takeAlong(field)
        let views =
            known.first { $0.shifted === shifted && $0.scrolls.elementsEqual(scrolls, by: ===) }
            ?? new(attached, shifted, scrolls)
        current = views
        return views
    }

    /// A field got the focus while the keyboard is there.
    func show(_ field: Field) {
        for scroller in field.scrollers { scroll(scroller)?.show(field) }
    }

    /// By the number that the kit has for them.
    func views(_ content: UInt64) -> MovedViews? { known.first { $0.content == content } }

    /// Everything was laid out with all that was set.
    func laidOut() {
        for content in contents { content.laidOut() }
        for scroll in scrolls { scroll.laidOut() }
    }

    private func new(_ attached: AttachedWindow, _ shifted: ShiftedContent?, _ scrolls: [ScrollView]) -> MovedViews {
        WindowViews.last += 1
        let views = MovedViews(WindowViews.last, attached.window, shifted, scrolls)
        known.append(views)
        return views
    }

    private func shiftedContent(_ widget: Widget) -> ShiftedContent {
        if let known = contents.first(where: { $0.widget.widget == widget }) { return known }
        let new = ShiftedContent(widget)
        contents.append(new)
        return new
    }

    private func scroll(_ widget: Widget) -> ScrollView? {
        if let known = scrolls.first(where: { $0.widget.widget == widget && $0.isCurrent }) { return known }
        guard let new = ScrollView(widget) else { return nil }
        scrolls.append(new)
        return new
    }

    private func forgetEnded() {
        contents.removeAll { $0.widget.pointer == nil }
        scrolls.removeAll { !$0.isCurrent }
        known.removeAll { views in
            guard views.isAtRest, views !== current else { return false }
            return !contents.contains { $0 === views.shifted }
                && views.scrolls.allSatisfy { view in !scrolls.contains { $0 === view } }
        }
    }
}
