import HeadroomBus
import HeadroomCore
import HeadroomPluginKit

// Pages of browsers: by what they are scrolled, and what they keep in front of their fields.

extension Application {
    /// Pages are scrolled by the field that has the focus, as long as that moves with them; by what they begin with if it does
    /// not, or scrolls itself: Chromium is wrong by as much as a text area is scrolled. So are those where points are counted
    /// otherwise than rectangles: of what is told of both ends of a way less is lost by rounding.
    func rememberPages(of focus: Focus, _ reading: Reading) {
        for (pane, values) in zip(focus.lineage.panes, reading.panes) {
            guard case .page(let anchor) = pane.means else { continue }
            let isField = !focus.isMultiLine && !scale(of: pane.bar).isFixed && reading.pixel == 1
            guard let place = isField ? reading.field : values.anchor else { continue }
            setter.pages[pane.bar] = BarSetter.Page(
                field: isField ? focus.lineage.field : anchor, x: Int32(place.x * reading.pixel),
                sum: place.y + values.value, pixel: reading.pixel)
        }
    }

    // MARK: Overlays

    private static let mostOverlays = 16

    /// What stands in front of fields where the focus is; nil: nothing, or the focus is in that.
    func overlay(over focus: Focus) -> Accessible? {
        guard let page = focus.lineage.scrolledPage, let overlay = overlays[page.bar],
            !focus.lineage.way.contains(overlay)
        else {
            return nil
        }
        return overlay
    }

    /// What Chromium says first of a place is a guess by the extents of what lies there, Firefox says nothing, and both look after
    /// that. (chosen: some frames of theirs, in µs)
    private static let hitTime: UInt64 = 100_000
    /// How often it is looked again, each time after twice as long: who is slow takes more. (chosen)
    private static let mostGuesses = 3

    /// Looks once more, after what was said first.
    func lookForOverlayAgain() {
        guard let guess, guess.known.focus == focus, keyboardTop != nil else { return }
        self.guess = nil
        look(againAt: guess.known) { [weak self] reading in
            if let reading { self?.lookForOverlay(in: reading, guess.known, guesses: guess.count) }
        }
    }

    /// Takes one look more at what was seen before; `done` as that of ``Look``.
    func look(againAt known: Known, _ done: @escaping (Reading?) -> Void) {
        let pixel = known.reading.pixel
        _ = Look(
            bus, at: known.focus.lineage, under: overlay(over: known.focus), in: known.space,
            pixel: { _ in pixel }, done)
    }

    /// Looks whether the field is seen where it is, now that it stands there.
    func lookForOverlay(in reading: Reading, _ known: Known, guesses: Int = 0) {
        let focus = known.focus
        guard keyboardTop != nil, !isProbing, engagement?.isGliding != true, focus == self.focus,
            let page = focus.lineage.scrolledPage, let rect = focus.isMultiLine ? reading.caret : reading.field
        else { return }
        isProbing = true
        _ = Probe(
            bus, in: page.view, at: rect, of: focus.lineage, stillAt: reading.field, in: known.space,
            pixel: reading.pixel
        ) { [weak self] overlay in
            guard let self else { return }
            isProbing = false
            if overlay == nil, guesses < Application.mostGuesses {
                guess = (known, guesses + 1)
                prober?.arm(after: Application.hitTime << UInt64(guesses))
            }
            // What has begun to glide meanwhile is looked at again when it stands.
            guard let overlay, engagement?.isGliding != true, focus == self.focus, overlays[page.bar] != overlay,
                mayLearn()
            else { return }
            onTrace?("in front: \(overlay.path)")
            // Those of pages that were left are forgotten at times.
            if overlays.count >= Application.mostOverlays { overlays = [:] }
            overlays[page.bar] = overlay
            agreement.forget()
            engagement?.layoutChanged()
        }
    }
}
