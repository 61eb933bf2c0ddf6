/// Whether a tap asks the keyboard to go, because it is outside of everything that has to do with typing.
///
/// All rectangles are in one space, in logical pixels, y down. One that is not valid covers nothing.
public struct TapOutside: Sendable, Hashable {
    /// The keyboard, or the parts of a split one, without what is only reserved.
    public var keyboard: [Rect]
    /// The field that is written in; nil: unknown.
    public var field: Rect?
    /// What may be tapped without leaving the field: the accessory bar, buttons, a list of suggestions.
    public var exemptions: [Rect]
    /// How far around these a tap still counts as on them, in logical pixels; negative or not finite: 0.
    public var padding: Double

    public init(keyboard: [Rect], field: Rect?, exemptions: [Rect] = [], padding: Double = 0) {
        self.keyboard = keyboard
        self.field = field
        self.exemptions = exemptions
        self.padding = padding.isFinite ? max(0, padding) : 0
    }

    /// With the keyboard at `frame`, bars included, of whose top `reservedOnly` pixels are kept free for candidates
    /// that are not there: a tap there reaches what is seen there (rule B3, ``BarHold/reservedOnly``). `regions` are
    /// the parts of a split keyboard.
    public init(
        keyboard frame: Rect, reservedOnly: Double, regions: [Rect] = [], field: Rect?, exemptions: [Rect] = [],
        padding: Double = 0
    ) {
        let reserved = reservedOnly.isFinite ? max(0, reservedOnly) : 0
        let shown = Rect(left: frame.left, top: frame.top + reserved, right: frame.right, bottom: frame.bottom)
        self.init(
            keyboard: regions.isEmpty ? [shown] : regions, field: field, exemptions: exemptions, padding: padding)
    }

    /// What was tapped.
    public enum Place: Sendable, Hashable {
        case keyboard
        case field
        /// One of ``exemptions``, by its place among them.
        case exemption(Int)
        /// The keyboard is asked to go.
        case outside
        /// Nobody knows: the point is not finite. Nothing is done.
        case nowhere
    }

    /// What a tap at `point` is on. The keyboard lies above everything, and the exemptions above the field, since a
    /// field's own buttons stand in it.
    public func place(of point: Point) -> Place {
        guard point.x.isFinite, point.y.isFinite else { return .nowhere }
        for part in keyboard where covers(part, point) { return .keyboard }
        for index in exemptions.indices where covers(exemptions[index], point) { return .exemption(index) }
        if let field, covers(field, point) { return .field }
        return .outside
    }

    /// Whether a tap at `point` asks the keyboard to go.
    public func dismisses(_ point: Point) -> Bool { place(of: point) == .outside }

    private func covers(_ rect: Rect, _ point: Point) -> Bool {
        guard rect.isValid, !rect.isEmpty else { return false }
        return Rect(
            x: rect.x - padding, y: rect.y - padding, width: rect.width + 2 * padding,
            height: rect.height + 2 * padding
        ).contains(point)
    }
}
