import HeadroomBus
import HeadroomPluginKit

// What was moved before this program came, by the one before it that was killed.

extension Application {
    /// Whether a field in it ever had the focus.
    var isKnown: Bool { focus != nil }

    /// The focus is elsewhere, but what this field lies in was moved.
    func resume(at field: Focus) {
        guard !isKnown else { return }
        focusChanged(to: field)
        focusChanged(to: nil)
    }

    /// Puts views that were not looked at yet where they belong: searches for them first. Pages that are not shown any more
    /// cannot be scrolled.
    func seek(_ position: Position) {
        guard let owner = focus?.lineage.window.owner else { return }
        _ = FieldSearch(bus, of: owner, in: position.content) { [weak self] field in
            guard field.lineage.panes.allSatisfy({ $0.means == .bar }) else { return }
            self?.lookOnce(at: field) { [weak self] in self?.apply(position) }
        }
    }

    /// Looks at what a field lies in, so that it can be moved.
    private func lookOnce(at field: Focus, _ done: @escaping () -> Void) {
        place.look(at: field.lineage, under: nil) { [weak self] seen in
            guard let self, let seen, let reading = seen.reading else { return }
            let placed = seen.place ?? WindowPlace.Placed()
            remember(field.lineage, scale: placed.projection.inPage(of: reading).scale)
            done()
        }
    }
}
