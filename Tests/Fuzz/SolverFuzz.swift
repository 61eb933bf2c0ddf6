import HeadroomCore

/// A session with any scene, keyboard and events: nothing traps, and with numbers that a peer may send the rules hold.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSolver(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var story = SessionStory(FuzzBytes(start, count: count))
    while !story.bytes.isAtEnd { story.step() }
    story.end()
    return 0
}

private struct SessionStory {
    var bytes: FuzzBytes
    private var session: AvoidanceSession
    private var time: UInt64 = 1_000_000

    init(_ given: FuzzBytes) {
        var bytes = given
        let options = AvoidanceOptions(
            margin: bytes.size(), topMargin: bytes.size(), reveal: bytes.flag() ? .field : .caret,
            floating: bytes.flag() ? .avoid : .ignore)
        let hold = BarHold(
            policy: BarHold.Policy.allCases[bytes.choice(of: BarHold.Policy.allCases.count)],
            learnedBar: bytes.number(), hasToggled: bytes.flag())
        var scene = Scene(outputs: bytes.outputs(), container: bytes.rectOrNone())
        if bytes.flag() { scene.parentOrigin = Point(x: bytes.number(), y: bytes.number()) }
        if bytes.flag() { scene.window = bytes.rect() }
        if bytes.flag() {
            scene.scroll = bytes.scrollArea()
            scene.inner = (0..<bytes.choice(of: 4)).map { _ in
                InnerScroll(frame: bytes.rect(), contentHeight: bytes.size(), offset: bytes.number())
            }
        }
        scene.target = bytes.target()
        session = AvoidanceSession(scene: scene, options: options, hold: hold)
        self.bytes = bytes
    }

    mutating func step() {
        time = bytes.time(after: time)
        let pace = ShiftMotion.Pace(milliseconds: bytes.size(), curve: bytes.curve())
        let change: AvoidanceChange
        switch bytes.choice(of: 8) {
        case 0, 1: change = session.keyboard(bytes.report(), at: time, pace: pace, isShown: bytes.choice(of: 4) != 0)
        case 2: change = session.hide(at: time, pace: pace, graceMS: UInt32(bytes.byte()) * 8)
        case 3: change = session.focus(bytes.target(), at: time, pace: pace)
        case 4: change = session.caret(bytes.target() ?? Target(), at: time, pace: pace)
        case 5: change = session.userScrolled(to: bytes.number(), at: time)
        case 6: change = session.windowChanged(bytes.windowChange(), at: time, pace: pace)
        default: change = session.outputsChanged(to: bytes.outputs(), bytes.windowChange(), at: time, pace: pace)
        }
        demand(change.adjustment == session.adjustment || bytes.isHostile, "answers something else than is set")
        judge()
    }

    /// What holds after every event.
    private func judge() {
        _ = session.report
        let value = session.shiftMotion.value(at: time)
        if bytes.isHostile { return }
        let set = session.adjustment
        for number in [set.shift, set.windowShift, set.offset, set.insetBottom, set.remainder, set.covered, value] {
            demand(number.isFinite, "not finite: \(set), on screen \(value)")
        }
        demand(set.covered >= 0 && set.remainder >= 0, "less than nothing is left: \(set)")
        if session.options.floating == .ignore {
            demand(set.shift >= 0 && set.windowShift >= 0, "moved down: \(set)")
        }
        if let scroll = session.scene.scroll { demand(set.offset == scroll.offset, "two offsets: \(set)") }
        if session.stage == .hidden { demand(set.shift == 0 && set.windowShift == 0, "hidden, and moved: \(set)") }
    }

    /// All goes back when the keyboard goes.
    mutating func end() {
        _ = session.hide(at: time)
        judge()
        demand(session.stage == .hidden, "a hide without grace does not hide")
        if bytes.isHostile { return }
        if let scroll = session.scene.scroll {
            demand(session.adjustment.insetBottom == scroll.insetBottom, "the inset stays")
        }
        let before = session.adjustment
        demand(session.hide(at: time).adjustment == before, "a second hide does something")
    }
}

extension FuzzBytes {
    fileprivate mutating func scrollArea() -> ScrollArea {
        ScrollArea(
            frame: rect(), contentHeight: size(), offset: number(), insetTop: size(), insetBottom: size(),
            automaticInset: size())
    }

    fileprivate mutating func target() -> Target? {
        let kind = byte()
        guard kind != 0 else { return nil }
        var target = Target(field: rectOrNone())
        if kind & 1 == 1 { target.caret = rect() }
        if kind & 2 == 2 { target.selection = Selection(end: rect(), handleHeight: number()) }
        if kind & 4 == 4 { target.inside = [.init(frame: rect(), offset: number())] }
        return target
    }

    fileprivate mutating func report() -> KeyboardReport {
        var report = KeyboardReport(flag() ? .frame(rect()) : .height(number()))
        let kind = byte()
        if kind & 1 == 1 { report.candidateBar = .init(height: number(), isIncluded: flag()) }
        if kind & 2 == 2 { report.accessory = .init(height: number(), isIncluded: flag()) }
        if kind & 4 == 4 { report.roomBelowCaret = number() }
        if kind & 8 == 8 { report.placement = placement() }
        if kind & 16 == 16 { report.regions = [rect(), rect()] }
        report.isEstimated = kind & 32 == 32
        report.compositorAvoids = kind & 64 == 64
        if kind & 128 == 128 { report.usable = rect() }
        return report
    }

    fileprivate mutating func windowChange() -> WindowChange {
        var change = WindowChange(includesShift: flag())
        let kind = byte()
        if kind & 1 == 1 { change.container = rect() }
        if kind & 2 == 2 { change.parentOrigin = Point(x: number(), y: number()) }
        if kind & 4 == 4 { change.scroll = scrollArea() }
        if kind & 8 == 8 { change.target = .some(target()) }
        return change
    }
}
