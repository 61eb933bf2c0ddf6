import HeadroomBus
import HeadroomClient
import HeadroomCore
import HeadroomPluginKit

/// One application as it is seen over the accessibility bus: where its focused field is, and the scroll bars that move it.
final class Application: World {
    let names: [String]
    let lastingName: String?
    /// Where it is told what happened.
    weak var engagement: Engagement?
    /// Called with what is seen and done, for those who look for a fault.
    var onTrace: ((String) -> Void)?

    let bus: AccessibilityBus
    let place: WindowPlace
    let setter: BarSetter
    private var timer: Timer?
    private(set) var verifier: Timer?

    /// Where the user types, or typed last; nil: nowhere that could be moved.
    private(set) var focus: Focus?
    /// Whether the focus is there still.
    private(set) var isFocused = false
    /// Whether it is on its way to another object, of which nothing is known yet.
    private var isFocusMoving = false
    /// When the focus or the caret moved last, in µs.
    private(set) var movedAt: UInt64 = 0
    /// Whether everything was seen standing where it was set since: until then it is the application that scrolls.
    var hasStood = false
    /// How often something was tried again since.
    var tries = 0
    /// How often something was learned of a bar since.
    var lessons = 0
    /// How many looks may still be taken until the application has scrolled to its caret.
    private var awaited = 0
    /// Whether one of its windows is the active one.
    private(set) var isWindowActive = true
    var scales: [Accessible: Survey.Scale] = [:]
    /// How far pages can be scrolled, as far as they were seen to end.
    var limits: [Accessible: Double] = [:]
    /// Where the keyboard begins, in logical pixels; nil: there is none.
    var keyboardTop: Double?
    /// What was seen to stand in front of fields, by its page.
    var overlays: [Accessible: Accessible] = [:]
    var isProbing = false
    /// With what nothing was said to stand in front when that was asked, and how often it was.
    var guess: (known: Known, count: Int)?
    private(set) var prober: Timer?
    private var reviver: Timer?

    // Looking.
    var agreement = Agreement()
    /// What did not fit for as long as is waited for that: it is not waited for again.
    private var unsettled: Reading?
    private var waiting: [(Measurement?) -> Void] = []
    /// Whether a look is taken, or a time for it waited for.
    private var isLooking = false
    /// Whether it is taken as soon as it is known where the focus goes.
    private var isLookPutOff = false
    /// What was seen last when somebody wanted to know.
    private(set) var known: Known?

    // Moving.
    /// What was seen last that does not fit what is thought of a bar, how often, and how often anything was.
    var doubt: (reading: Reading, count: Int, all: Int)?
    /// What was learned of bars last, and from what.
    var lesson: Lesson?
    /// By ``Lineage/content``: the views that something may still be moved in, the oldest first.
    private var views: [View] = []
    var told = Told()

    /// How many looks it may take an application to scroll to its caret: twice GTK 4's motion where nothing is slow; and for how
    /// long at most, in µs. (chosen)
    private static let mostAwaited = 22
    private static let longestAwaited: UInt64 = 3_200_000
    /// After how long one that did not answer is asked again, in µs. (chosen)
    private static let reviveTime: UInt64 = 1_000_000
    /// How many views are remembered; those of the last fields that the user was in.
    private static let mostViews = 8

    /// - Throws: ``BusError/Code/system`` if the kernel gives no timer.
    init(_ bus: AccessibilityBus, names: [String], lastingName: String?, place: WindowPlace) throws(BusError) {
        self.bus = bus
        self.names = names
        self.lastingName = lastingName
        self.place = place
        setter = BarSetter(bus)
        timer = try bus.loop.timer { [weak self] in self?.look() }
        verifier = try bus.loop.timer { [weak self] in self?.verify() }
        prober = try bus.loop.timer { [weak self] in self?.lookForOverlayAgain() }
        reviver = try bus.loop.timer { [weak self] in self?.engagement?.layoutChanged() }
    }

    // MARK: What happens

    /// The focus goes to another object, of which nothing is known yet. From now on it is the application that scrolls: GTK 4
    /// does on its way. `isWithin`: an object of the application itself. Then nothing is said of the old field any more.
    func focusMoves(isWithin: Bool) {
        isFocusMoving = isWithin
        disturb()
    }

    /// Whoever has looked for the focus looks no more.
    func focusStays() {
        isFocusMoving = false
        guard isLookPutOff else { return }
        isLookPutOff = false
        look()
    }

    /// The application may scroll by itself from now on.
    private func disturb() {
        known?.isDisturbed = true
        hasStood = false
        movedAt = bus.loop.now
    }

    /// The focus is in a field; nil: in none.
    func focusChanged(to focus: Focus?) {
        defer { focusStays() }
        isFocused = focus != nil
        // Where it was is still looked at, lest what the user has scrolled there is put back.
        guard let focus else { return engagement?.focusChanged() ?? () }
        self.focus = focus
        agreement = Agreement()
        limits = [:]
        // Some fields are fixed in their page, others are not; and a bar may only have been slow.
        for pane in focus.lineage.panes where pane.means != .bar || scale(of: pane.bar).isFixed {
            scales[pane.bar] = nil
        }
        moved()
        engagement?.focusChanged()
    }

    /// It is gone: there is nothing to look at any more.
    func left() {
        isFocused = false
        focus = nil
        focusStays()
        engagement?.focusChanged()
    }

    /// The caret moved in an object.
    func caretMoved(in object: Accessible) {
        guard focus?.lineage.field == object else { return }
        moved()
        engagement?.caretMoved()
    }

    private func moved() {
        disturb()
        lesson = nil
        tries = 0
        lessons = 0
        awaited = Application.mostAwaited
    }

    /// A window of it became active, or its active window did not stay so.
    func windowChanged(isActive: Bool) {
        guard isActive != isWindowActive else { return }
        isWindowActive = isActive
        engagement?.focusChanged()
    }

    /// Its windows may be elsewhere, or larger or smaller.
    func windowMoved() {
        known?.isDisturbed = true
        hasStood = false
        agreement.forget()
        engagement?.layoutChanged()
    }

    // MARK: World

    func measure(_ answer: @escaping (Measurement?) -> Void) {
        guard let focus else { return answer(nil) }
        // Who is neither looked at nor moved is left in peace.
        if !(isFocused && isWindowActive), engagement?.isIdle == true { return answer(nil) }
        // While everything glides no two looks agree, and nothing is where it is for long: it is where it was told to be.
        if let known, known.focus == focus, !known.isDisturbed, engagement?.isGliding == true {
            return answer(measurement(of: known, at: told.values))
        }
        if waiting.isEmpty { agreement.begin(at: bus.loop.now) }
        waiting.append(answer)
        if isLooking { agreement.forget() } else { look() }
    }

    func apply(_ position: Position) {
        guard let view = views.last(where: { $0.content == position.content }) else { return seek(position) }
        told.time = bus.loop.now
        doubt = nil
        for (index, pane) in view.panes.enumerated() {
            let scale = scale(of: pane.bar)
            // A page can be scrolled, though not by the field that is fixed in it.
            guard !scale.isFixed || pane.means != .bar else { continue }
            let isOutermost = index == view.panes.count - 1
            guard isOutermost || index < position.inner.count else { continue }
            let value = (isOutermost ? position.offset : position.inner[index]) / (scale.unit * view.scale)
            guard told.values[pane.bar] != value else { continue }
            told.values[pane.bar] = value
            told.isVerified = false
            onTrace?("pane \(index) to \(value)")
            setter.set(pane.bar, to: value)
        }
        if !told.isVerified { verifier?.arm(after: verifyTime) }
    }

    // MARK: Looking

    private func look() {
        isLooking = true
        // Nobody moves the old field into sight while the focus is on its way to another one.
        if isFocusMoving { isLookPutOff = true } else { lookNow() }
    }

    private func lookNow() {
        setter.whenQuiet { [weak self] in
            guard let self else { return }
            guard let focus else { return conclude(nil, nil) }
            let unanswered = bus.unanswered
            place.look(at: focus.lineage, under: overlay(over: focus)) { [weak self] seen in
                guard let self else { return }
                // What is only to be put back can be without a look.
                looked(seen, of: focus, isBusy: isFocused && bus.unanswered != unanswered)
            }
        }
    }

    /// `isBusy`: somebody did not answer in time.
    private func looked(_ seen: WindowPlace.Seen?, of focus: Focus, isBusy: Bool) {
        guard focus == self.focus, !isFocusMoving else { return look() }
        guard let seen else { return conclude(nil, nil) }
        let fits = seen.isSettled && seen.reading.map { !isBehind($0, focus) } ?? true
        let isSettled = fits || (seen.reading != nil && seen.reading == unsettled)
        let isAwaited = seen.reading.map { isToScroll($0, focus) } ?? false
        if isAwaited { awaited -= 1 }
        let action = agreement.looked(
            seen.reading, isAwaited: isAwaited, isSettled: isSettled, isBusy: isBusy, at: seen.time, now: bus.loop.now)
        switch action {
        case .look(let time): timer?.arm(at: time)
        case .answer(let reading):
            unsettled = fits ? nil : reading
            conclude(reading, seen)
            // One that was too busy for all that time is asked again, though nothing happens.
            if reading == nil, isBusy, mayTryAgain() { reviver?.arm(after: Application.reviveTime) }
        }
    }

    /// Whether bars have other values since the last look, and what they move is not there yet: GTK 4 moves it with its next frame.
    private func isBehind(_ reading: Reading, _ focus: Focus) -> Bool {
        guard let known, known.focus == focus, !known.isDisturbed else { return false }
        return units(of: focus, from: known.reading, to: reading).contains { $0 != nil }
    }

    /// Whether the application is about to scroll to its caret. Who scrolled there first would have to put that back.
    private func isToScroll(_ reading: Reading, _ focus: Focus) -> Bool {
        guard awaited > 0, bus.loop.now < movedAt + Application.longestAwaited, focus.isMultiLine else { return false }
        return focus.lineage.panes.first?.means == .bar && reading.isCaretOutside
    }

    private func conclude(_ reading: Reading?, _ seen: WindowPlace.Seen?) {
        isLooking = false
        if let reading { reviewLesson(by: reading) }
        let answers = waiting
        waiting = []
        guard let focus, let reading, let seen, let place = seen.place,
            let scene = scene(of: reading, focus, place, isRangeWhole: seen.isRangeWhole)
        else {
            known = nil
            for answer in answers { answer(unplaced) }
            return
        }
        onTrace?("seen: \(reading), \(place.states.joined(separator: " "))")
        let before = known
        let isUsers = isScrolledByUser(reading, focus)
        let steady = before?.focus == focus ? before.map { scene.steadied(by: $0.scene) } ?? scene : scene
        let new = Known(focus: focus, reading: reading, scene: steady, space: seen.space, place: place, time: seen.time)
        known = new
        for (pane, values) in zip(focus.lineage.panes, reading.panes)
        where told.isVerified || told.values[pane.bar] == nil {
            told.values[pane.bar] = values.value
        }
        remember(focus.lineage, scale: place.projection.inPage(of: reading).scale)
        rememberPages(of: focus, reading)
        var measurement = measurement(of: new, at: nil)
        measurement.isScrolled = isUsers
        measurement.scrollsToCaret = focus.isMultiLine && focus.lineage.panes.first?.means == .bar
        for answer in answers { answer(measurement) }
        lookForOverlay(in: new.reading, new)
    }

    private func scene(
        of reading: Reading, _ focus: Focus, _ place: WindowPlace.Placed, isRangeWhole: Bool
    ) -> Scene? {
        var reading = reading
        for (index, pane) in focus.lineage.panes.enumerated() {
            if let limit = limits[pane.bar] { reading.panes[index].maximum = limit }
        }
        return Survey(
            projection: place.projection, isRangeWhole: isRangeWhole, isMultiLine: focus.isMultiLine,
            scales: focus.lineage.panes.map { scale(of: $0.bar) }, keyboardTop: keyboardTop
        ).scene(of: reading)
    }

    private func measurement(of known: Known, at values: [Accessible: Double]?) -> Measurement {
        var scene = known.scene
        let panes = known.focus.lineage.panes
        let pixel = known.place.projection.inPage(of: known.reading).scale
        func offset(_ index: Int, _ measured: Double) -> Double {
            let bar = panes[index].bar
            return values?[bar].map { $0 * scale(of: bar).unit * pixel } ?? measured
        }
        for index in scene.inner.indices { scene.inner[index].offset = offset(index, scene.inner[index].offset) }
        if let measured = scene.scroll?.offset, !panes.isEmpty {
            scene.scroll?.offset = offset(panes.count - 1, measured)
        }
        var measurement = Measurement(
            scene, content: known.focus.lineage.content, hasFocus: isFocused && isWindowActive,
            output: known.place.output, windowStates: known.place.states)
        measurement.windowFrame = known.reading.window.map(known.place.projection.placed)
        measurement.views = panes.map { $0.bar.hashed() }
        return measurement
    }

    func scale(of bar: Accessible) -> Survey.Scale { scales[bar] ?? Survey.Scale() }

    /// Whether a bar is elsewhere than where it was last seen or set, without anything else having happened there.
    private func isScrolledByUser(_ reading: Reading, _ focus: Focus) -> Bool {
        guard let known, known.focus == focus, !known.isDisturbed, told.isVerified,
            reading.isSameSize(as: known.reading)
        else { return false }
        return zip(focus.lineage.panes, reading.panes).contains { pane, values in
            guard let last = told.values[pane.bar] else { return false }
            return abs(values.value - last) * scale(of: pane.bar).unit > Application.rounding
        }
    }

    /// What rounding makes of an offset, in pixels.
    static let rounding = 1.5

    // MARK: Views

    func remember(_ lineage: Lineage, scale: Double) {
        views.removeAll { $0.content == lineage.content }
        views.append(View(content: lineage.content, panes: lineage.panes, scale: scale))
        if views.count > Application.mostViews { views.removeFirst() }
    }
}
