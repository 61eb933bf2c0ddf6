/// One event of a scenario, as the file gives it.
struct ScenarioEvent: Sendable, Hashable {
    /// The event's name in the file.
    var type: String
    /// When it happens, in µs.
    var time: UInt64
    /// The duration in ms; nil if none is given.
    var duration: Double?
    var kind: Kind

    /// Milliseconds of a scenario as an instant in µs: what is not finite or negative is 0.
    static func instant(_ milliseconds: Double) -> UInt64 {
        milliseconds.isFinite ? UInt64((min(max(milliseconds, 0), 1e12) * 1000).rounded()) : 0
    }

    var pace: ShiftMotion.Pace { ShiftMotion.Pace(milliseconds: duration ?? 0) }

    enum Kind: Sendable, Hashable {
        /// `will_show`, `will_change`, `surface`.
        case keyboard(KeyboardVerb, KeyboardReport, physicalOn: String?)
        case willHide
        /// `did_show`, `did_hide`, `tick`: nothing but time.
        case nothing
        case focus(Target?)
        case caret(Target)
        case userScroll(Double)
        case windowChanged(ScenarioWindowChange)
        case outputChanged(Rect?, ScenarioWindowChange)
        case visible(Bool)
        case owner(Bool)
    }

    enum KeyboardVerb: Sendable, Hashable {
        case willShow
        case willChange
        case surface
    }
}

/// What `window_changed` and `output_changed` carry. Keys that are not given leave things as they are.
struct ScenarioWindowChange: Sendable, Hashable {
    var container: Rect?
    var parentOrigin: Point?
    var target: Target??
    var includesShift = false
    var scroll: ScenarioScroll?

    /// The change, filled up with what `scene` has.
    func change(in scene: Scene) -> WindowChange {
        var change = WindowChange(
            container: container, parentOrigin: parentOrigin, target: target, includesShift: includesShift)
        if let scroll, let old = scene.scroll { change.scroll = scroll.area(over: old) }
        return change
    }
}

/// The keys of a `scroll` object.
struct ScenarioScroll: Sendable, Hashable {
    var frame: Rect?
    var contentHeight: Double?
    var offset: Double?
    var insetTop: Double?
    var insetBottom: Double?
    var automaticInset: Double?

    func area(over old: ScrollArea) -> ScrollArea {
        ScrollArea(
            frame: frame ?? old.frame, contentHeight: contentHeight ?? old.contentHeight, offset: offset ?? old.offset,
            insetTop: insetTop ?? old.insetTop, insetBottom: insetBottom ?? old.insetBottom,
            automaticInset: automaticInset ?? old.automaticInset)
    }
}
