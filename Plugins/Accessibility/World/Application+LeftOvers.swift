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

    /// Puts views that were not looked at yet where they belong: searches for them first.
    func seek(_ position: Position) {
        guard let owner = focus?.lineage.window.owner else { return }
        _ = FieldSearch(bus, of: owner, in: position.content) { [weak self] field in
            self?.place.look(at: field.lineage, under: nil) { [weak self] seen in
                guard let self, let reading = seen?.reading, let place = seen?.place else { return }
                remember(field.lineage, scale: place.projection.inPage(of: reading).scale)
                rememberPages(of: field, reading)
                apply(position)
            }
        }
    }
}
