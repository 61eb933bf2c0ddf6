import HeadroomCore

/// All numbers of one look at a field and what it lies in, as the application answers them.
struct Reading: Hashable, Sendable {
    /// The field itself; nil: it does not say where it is.
    var field: Rect?
    /// The character at the caret, or the end of the one before it.
    var caret: Rect?
    /// The window.
    var window: Rect?
    /// What the page keeps in front of its fields.
    var overlay: Rect?
    /// As ``Lineage/panes``.
    var panes: [PaneReading]
    /// Whether the application may not have looked yet where the caret is: Chromium knows after the first question.
    var isEarly = false
    /// How many of the pixels in which the application counts points one of those is in which it counts rectangles: Firefox counts
    /// carets, what is hit and what is scrolled to in device pixels.
    var pixel = 1.0
    /// The page that the field is in, and what that fills.
    var page: Rect?
    var host: Rect?

    /// Whether anything is known of where the user types.
    var isUsable: Bool { (field ?? caret) != nil && panes.allSatisfy { $0.frame != nil } }

    /// Whether the window and all that scrolls in it have the size that they had in another one: else it may have been the
    /// application that has scrolled in a new layout.
    func isSameSize(as other: Reading) -> Bool {
        window?.size == other.window?.size && panes.map { $0.frame?.size } == other.panes.map { $0.frame?.size }
    }

    /// Whether the caret is above or below all that the innermost pane shows.
    var isCaretOutside: Bool {
        guard let caret, let frame = panes.first?.frame else { return false }
        return caret.bottom <= frame.top || caret.top >= frame.bottom
    }
}

extension Reading {
    /// How many of the window's units one of the field's and the panes' is: in pages Chromium counts device pixels, around them
    /// logical ones.
    var pageScale: Double {
        guard let page, let host, page.width >= 1, page.height >= 1 else { return 1 }
        let (across, down) = (host.width / page.width, host.height / page.height)
        guard abs(across / down - 1) < Reading.likeness, abs(across - 1) > Reading.likeness else { return 1 }
        return across
    }

    /// How much the two directions may differ, as both are rounded.
    private static let likeness = 0.02
}

struct PaneReading: Hashable, Sendable {
    var frame: Rect?
    /// The scroll bar's value and its greatest, in units of its own.
    var value: Double
    var maximum: Double
    /// Of a page: what it is measured by.
    var anchor: Rect?
}

/// Takes one reading: everything is asked at once, the caret's place after its offset.
final class Look {
    private let bus: AccessibilityBus
    private let lineage: Lineage
    private let space: Space
    private let pixel: (Rect?) -> Double
    private var reading: Reading
    private var isWhole = true
    /// Where the anchors of pages are, by the pages' places among the panes.
    private var anchors: [Int: Rect] = [:]
    private var offset: Int32?
    private var count: Int32?

    /// `done` is called once, later; with nil if the application answers too little. `overlay`: what is known to stand in
    /// front of fields; `pixel` makes ``Reading/pixel`` of the window.
    init(
        _ bus: AccessibilityBus, at lineage: Lineage, under overlay: Accessible? = nil, in space: Space,
        pixel: @escaping (Rect?) -> Double = { _ in 1 }, _ done: @escaping (Reading?) -> Void
    ) {
        self.bus = bus
        self.lineage = lineage
        self.space = space
        self.pixel = pixel
        reading = Reading(panes: lineage.panes.map { _ in PaneReading(value: 0, maximum: 0) })
        let all = Gathering { [self] in
            reading.pixel = pixel(reading.window)
            placePages()
            lookAtCaret { [self] in
                if lineage.scrolledPage != nil { keepCaretInField() }
                done(isWhole && reading.isUsable ? reading : nil)
            }
        }
        bus.extents(of: lineage.field, in: space, all.expect { [self] in reading.field = $0?.rect })
        bus.extents(of: lineage.window, in: space, all.expect { [self] in reading.window = $0?.rect })
        if let overlay { bus.extents(of: overlay, in: space, all.expect { [self] in reading.overlay = $0?.rect }) }
        bus.caretOffset(of: lineage.field, all.expect { [self] in offset = $0 })
        bus.characterCount(of: lineage.field, all.expect { [self] in count = $0 })
        if let page = lineage.page {
            bus.extents(of: page.document, in: space, all.expect { [self] in reading.page = $0?.rect })
            bus.extents(of: page.host, in: space, all.expect { [self] in reading.host = $0?.rect })
        }
        for (index, pane) in lineage.panes.enumerated() {
            bus.extents(of: pane.view, in: space, all.expect { [self] in reading.panes[index].frame = $0?.rect })
            switch pane.means {
            case .bar:
                bus.number(
                    pane.bar, "CurrentValue",
                    all.expect { [self] in take($0) { reading.panes[index].value = Look.settled($0) } })
                bus.number(
                    pane.bar, "MaximumValue", all.expect { [self] in take($0) { reading.panes[index].maximum = $0 } })
            case .page(let anchor):
                bus.extents(of: anchor, in: space, all.expect { [self] in anchors[index] = $0?.rect })
            }
        }
        all.close()
    }

    /// Pages have no scroll bars: how far one is scrolled is how far what lies in it is above its top, from a beginning that
    /// is as good as any other.
    private func placePages() {
        for (index, pane) in lineage.panes.enumerated() where pane.means != .bar {
            guard let anchor = anchors[index], let frame = reading.panes[index].frame else {
                isWhole = false
                continue
            }
            reading.panes[index].anchor = anchor
            reading.panes[index].value = Self.pageOrigin + frame.y - anchor.y
            reading.panes[index].maximum = 2 * Self.pageOrigin
        }
    }

    /// Browsers keep the caret within a text area, but Chromium tells late that the area has scrolled.
    private func keepCaretInField() {
        guard let field = reading.field, let caret = reading.caret, caret.height <= field.height,
            caret.top < field.top || caret.bottom > field.bottom
        else { return }
        reading.isEarly = true
        reading.caret?.y = min(max(caret.y, field.top), field.bottom - caret.height)
    }

    /// Further from its ends than pages are long, in pixels. (chosen: well within what is believed of places)
    private static let pageOrigin = 100_000.0

    /// GTK 4 does not tell a new value that is less than a thousandth from the one before, so that of its own motion's last frame
    /// but one may be told for good: it ends at a whole pixel. (measured: 819.9998 told of 820)
    static func settled(_ value: Double) -> Double {
        let whole = value.rounded()
        return abs(value - whole) < 0.001 ? whole : value
    }

    private func take(_ number: Double?, _ put: (Double) -> Void) {
        guard let number, abs(number) <= ScrollArea.farthest else {
            isWhole = false
            return
        }
        put(number)
    }

    /// Behind the last character Qt and the browsers know no place: it is at the end of the last one.
    private func lookAtCaret(_ done: @escaping () -> Void) {
        guard let offset, let count, count > 0, offset >= 0, offset <= count else { return done() }
        bus.characterExtents(of: lineage.field, at: offset, in: space) { [self] extents in
            reading.caret = extents?.caret?.divided(by: reading.pixel)
            reading.isEarly = lineage.scrolledPage != nil && offset < count && extents?.height == 0
            if reading.caret == nil, offset > 0 { lookAtEnd(before: offset, done) } else { done() }
        }
    }

    private func lookAtEnd(before offset: Int32, _ done: @escaping () -> Void) {
        bus.characterExtents(of: lineage.field, at: offset - 1, in: space) { [self] extents in
            if let rect = extents?.caret?.divided(by: reading.pixel) {
                reading.caret = Rect(x: rect.right, y: rect.y, width: 1, height: rect.height)
            }
            done()
        }
    }
}

extension Rect {
    fileprivate func divided(by pixel: Double) -> Rect {
        pixel == 1 ? self : Rect(x: x / pixel, y: y / pixel, width: width / pixel, height: height / pixel)
    }
}

extension Reading: CustomStringConvertible {
    var description: String {
        func text(_ rect: Rect?) -> String { rect.map { "\($0.x),\($0.y) \($0.width)x\($0.height)" } ?? "nowhere" }
        let panes = panes.map { "\(text($0.frame)) at \($0.value) of \($0.maximum)" }
        return "field \(text(field)), caret \(text(caret)), panes \(panes.joined(separator: "; "))"
            + (overlay.map { ", under \(text($0))" } ?? "") + (pixel == 1 ? "" : ", points by \(pixel)")
    }
}
