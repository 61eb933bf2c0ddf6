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
    private var verifier: Timer?

    /// Where the user types, or typed last; nil: nowhere that could be moved.
    private(set) var focus: Focus?
    /// Whether the focus is there still.
    private(set) var isFocused = false
    /// When the focus or the caret moved last, in µs.
    private var movedAt: UInt64 = 0
    /// How often something was tried again since.
    private var tries = 0
    /// How often something was learned of a bar since.
    private var lessons = 0
    /// How many looks may still be taken until the application has scrolled to its caret.
    private var awaited = 0
    /// Whether one of its windows is the active one.
    private(set) var isWindowActive = true
    private(set) var scales: [Accessible: Survey.Scale] = [:]
    /// How far pages can be scrolled, as far as they were seen to end.
    private var limits: [Accessible: Double] = [:]
    /// Where the keyboard begins, in logical pixels; nil: there is none.
    var keyboardTop: Double?
    /// What was seen to stand in front of fields, by its page.
    var overlays: [Accessible: Accessible] = [:]
    var isProbing = false
    /// With what nothing was said to stand in front when that was asked first.
    var guess: Known?
    private(set) var prober: Timer?

    // Looking.
    var agreement = Agreement()
    /// What did not fit its window for as long as is waited for that: it is not waited for again.
    private var unsettled: Reading?
    private var waiting: [(Measurement?) -> Void] = []
    /// Whether a look is taken, or a time for it waited for.
    private var isLooking = false
    /// What was seen last when somebody wanted to know.
    private var known: Known?

    // Moving.
    /// By ``Lineage/content``: the views that something may still be moved in, the oldest first.
    private var views: [View] = []
    private var told = Told()

    /// How long after the last movement it is looked at what came of it, in µs. (chosen: some frames of the application)
    private static let verifyAfter: UInt64 = 120_000
    /// How long applications may take to scroll to focus or caret, in µs. (chosen: twice GTK 4's motion)
    private static let followTime: UInt64 = 400_000
    /// How many looks it may take an application to scroll to its caret: ``followTime`` where nothing is slow.
    private static let mostAwaited = 22
    /// For how long Firefox puts back what scrolls a page after it has scrolled to a field itself, in µs. (measured: 1.25 s)
    private static let geckoTime: UInt64 = 1_500_000
    /// How often something that was not taken is tried again. (chosen)
    private static let mostTries = 3
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
    }

    // MARK: What happens

    /// The focus goes to another object, of which nothing is known yet. From now on it is the application that scrolls: GTK 4
    /// does on its way.
    func focusMoves() {
        known?.isDisturbed = true
        movedAt = bus.loop.now
    }

    /// The focus is in a field; nil: in none.
    func focusChanged(to focus: Focus?) {
        isFocused = focus != nil
        // Where it was is still looked at, lest what the user has scrolled there is put back.
        guard let focus else { return engagement?.focusChanged() ?? () }
        self.focus = focus
        agreement = Agreement()
        limits = [:]
        // Some fields are fixed in their page, others are not.
        for pane in focus.lineage.panes where pane.means != .bar { scales[pane.bar] = nil }
        moved()
        engagement?.focusChanged()
    }

    /// It is gone: there is nothing to look at any more.
    func left() {
        isFocused = false
        focus = nil
        engagement?.focusChanged()
    }

    /// The caret moved in an object.
    func caretMoved(in object: Accessible) {
        guard focus?.lineage.field == object else { return }
        moved()
        engagement?.caretMoved()
    }

    private func moved() {
        focusMoves()
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
        waiting.append(answer)
        agreement.begin(at: bus.loop.now)
        if isLooking { agreement.forget() } else { look() }
    }

    func apply(_ position: Position) {
        guard let view = views.last(where: { $0.content == position.content }) else { return seek(position) }
        told.time = bus.loop.now
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
        if !told.isVerified { verifier?.arm(after: Application.verifyAfter) }
    }

    // MARK: Looking

    private func look() {
        isLooking = true
        setter.whenQuiet { [weak self] in
            guard let self else { return }
            guard let focus else { return conclude(nil, nil) }
            place.look(at: focus.lineage, under: overlay(over: focus)) { [weak self] seen in
                self?.looked(seen, of: focus)
            }
        }
    }

    private func looked(_ seen: WindowPlace.Seen?, of focus: Focus) {
        guard focus == self.focus else { return look() }
        guard let seen else { return conclude(nil, nil) }
        let isSettled = seen.isSettled || (seen.reading != nil && seen.reading == unsettled)
        let isAwaited = seen.reading.map { isToScroll($0, focus) } ?? false
        if isAwaited { awaited -= 1 }
        let action = agreement.looked(
            seen.reading, isAwaited: isAwaited, isSettled: isSettled, at: seen.time, now: bus.loop.now)
        switch action {
        case .look(let time): timer?.arm(at: time)
        case .answer(let reading):
            unsettled = seen.isSettled ? nil : reading
            conclude(reading, seen)
        }
    }

    /// Whether the application is about to scroll to its caret. Who scrolled there first would have to put that back.
    private func isToScroll(_ reading: Reading, _ focus: Focus) -> Bool {
        guard awaited > 0, bus.loop.now < movedAt + 8 * Application.followTime, focus.isMultiLine else { return false }
        return focus.lineage.panes.first?.means == .bar && reading.isCaretOutside
    }

    private func conclude(_ reading: Reading?, _ seen: WindowPlace.Seen?) {
        isLooking = false
        let answers = waiting
        waiting = []
        guard let focus, let reading, let seen, let place = seen.place,
            let scene = scene(of: reading, focus, place, isRangeWhole: seen.isRangeWhole)
        else {
            known = nil
            for answer in answers { answer(unplaced) }
            return
        }
        onTrace?("seen: \(reading)")
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
        measurement.views = panes.map { $0.bar.hashed() }
        return measurement
    }

    func scale(of bar: Accessible) -> Survey.Scale { scales[bar] ?? Survey.Scale() }

    /// Whether a bar is elsewhere than where it was last seen or set, without anything else having happened there.
    private func isScrolledByUser(_ reading: Reading, _ focus: Focus) -> Bool {
        guard let known, known.focus == focus, !known.isDisturbed, told.isVerified else { return false }
        return zip(focus.lineage.panes, reading.panes).contains { pane, values in
            guard let last = told.values[pane.bar] else { return false }
            return abs(values.value - last) * scale(of: pane.bar).unit > Application.rounding
        }
    }

    /// What rounding makes of an offset, in pixels.
    private static let rounding = 1.5

    // MARK: Views

    func remember(_ lineage: Lineage, scale: Double) {
        views.removeAll { $0.content == lineage.content }
        views.append(View(content: lineage.content, panes: lineage.panes, scale: scale))
        if views.count > Application.mostViews { views.removeFirst() }
    }

    // MARK: Verifying

    /// Looks at what came of the last movement.
    private func verify() {
        guard engagement?.isGliding != true else { return verifier?.arm(after: Application.verifyAfter) ?? () }
        guard let known, known.focus == focus, !known.isDisturbed else {
            told.isVerified = true
            return
        }
        setter.whenQuiet { [weak self] in
            guard let self else { return }
            look(againAt: known) { [weak self] reading in self?.verified(reading, from: known) }
        }
    }

    private func verified(_ reading: Reading?, from before: Known) {
        guard let reading, known?.focus == before.focus, known?.isDisturbed == false else {
            told.isVerified = true
            return
        }
        onTrace?("verified: \(reading)")
        var isNews = false
        var isElsewhere = false
        var isAgain = false
        var isPutOff = false
        for (index, pane) in before.focus.lineage.panes.enumerated() {
            let (thought, wanted) = (scale(of: pane.bar), told.values[pane.bar])
            // A page that its fixed field does not scroll goes back by other means.
            let unit =
                thought.isFixed
                ? nil
                : Verification.unit(
                    of: index, from: before.reading, to: reading, told: wanted, thought: thought.unit,
                    isPage: pane.means != .bar)
            let (old, actual) = (before.reading.panes[index].value, reading.panes[index].value)
            if let wanted, pane.means != .bar, place.toolkit == .gecko,
                abs(wanted - actual) * thought.unit > Application.rounding,
                bus.loop.now < movedAt + Application.geckoTime
            {
                isPutOff = true
                continue
            }
            // Where it was seen after all that was wanted, nothing else is: Chromium scrolls to its field in a smaller window.
            if before.time > told.time, abs(actual - old) * thought.unit <= Application.rounding {
                told.values[pane.bar] = actual
                continue
            }
            if let wanted, unit ?? 0 == 0, abs(wanted - actual) * thought.unit > Application.rounding,
                min(old, wanted) <= actual, actual <= max(old, wanted), mayTryAgain()
            {
                // It stopped on its way: GTK 4 loses what is set while it moves by itself.
                isAgain = true
                setter.set(pane.bar, to: wanted)
                continue
            }
            told.values[pane.bar] = actual
            guard let unit else {
                let distance = wanted.map { abs($0 - actual) * thought.unit } ?? 0
                guard distance > Application.rounding else { continue }
                isElsewhere = true
                if pane.means != .bar, let wanted, wanted > actual { limits[pane.bar] = actual }
                continue
            }
            scales[pane.bar] = unit == 0 ? Survey.Scale(unit: thought.unit, isFixed: true) : Survey.Scale(unit: unit)
            if unit == 0, pane.means != .bar, keyboardTop == nil, let wanted {
                // Once the keyboard is gone nobody asks again: what is not fixed in the page brings it back.
                told.values[pane.bar] = wanted
                rememberPages(of: before.focus, reading)
                setter.set(pane.bar, to: wanted)
                isAgain = true
                continue
            }
            isNews = true
            // What was set in another unit is undone, and what moves nothing is left as it was.
            told.values[pane.bar] = old
            setter.set(pane.bar, to: old)
        }
        guard !isPutOff else { return verifier?.arm(at: movedAt + Application.geckoTime) ?? () }
        guard !isAgain else { return verifier?.arm(after: Application.verifyAfter) ?? () }
        told.isVerified = true
        rememberPages(of: before.focus, reading)
        guard isNews || isElsewhere else { return lookForOverlay(in: reading, before) }
        agreement.forget()
        // Soon after the focus or the caret moved it is the application that follows it, else the user who scrolls.
        let isUsers = !isNews && bus.loop.now > movedAt + Application.followTime
        if isUsers {
            engagement?.userScrolled()
        } else if isNews ? mayLearn() : mayTryAgain() {
            engagement?.layoutChanged()
        }
    }

    /// Whether what was learned of a bar is acted on: not for ever, in an application that does otherwise each time.
    func mayLearn() -> Bool {
        lessons += 1
        return lessons <= Application.mostTries
    }

    /// Whether what was not taken is tried once more: not for ever, against an application that wants it elsewhere.
    private func mayTryAgain() -> Bool {
        tries += 1
        return tries <= Application.mostTries
    }
}
