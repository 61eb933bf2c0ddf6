import HeadroomBus
import HeadroomCore
import HeadroomPluginKit

// What has come of a movement, and who has scrolled what stands elsewhere.

extension Application {
    /// How long after the last movement it is looked at what came of it, in µs. (chosen: some frames of the application)
    private static let verifyAfter: UInt64 = 120_000
    /// For how long Firefox puts back what scrolls a page after it has scrolled to a field itself, in µs. (measured: 1.25 s)
    private static let geckoTime: UInt64 = 1_500_000
    /// How often something that was not taken is tried again. (chosen)
    private static let mostTries = 3

    /// How often what does not fit is looked at again, each time after twice as long. (chosen)
    private static let mostDoubts = 2

    /// As ``verifyAfter``; twice as long with each try: a browser that is slow has said yes long before it scrolls.
    var verifyTime: UInt64 { Application.verifyAfter << UInt64(min(tries, Application.mostTries)) }

    /// Looks at what came of the last movement.
    func verify() {
        guard engagement?.isGliding != true else { return verifier?.arm(after: Application.verifyAfter) ?? () }
        guard let known, known.focus == focus, !known.isDisturbed else {
            told.isVerified = true
            return
        }
        setter.whenQuiet { [weak self] in
            guard let self else { return }
            let unanswered = bus.unanswered
            look(againAt: known) { [weak self] reading in
                guard let self else { return }
                // Who was too busy to answer all is asked again.
                guard bus.unanswered == unanswered || !mayTryAgain() else {
                    return verifier?.arm(after: verifyTime) ?? ()
                }
                verified(reading, from: known)
            }
        }
    }

    private func verified(_ reading: Reading?, from before: Known) {
        guard let reading, known?.focus == before.focus, known?.isDisturbed == false else {
            told.isVerified = true
            return
        }
        onTrace?("verified: \(reading)")
        let units = units(of: before.focus, from: before.reading, to: reading)
        if let wait = doubtTime(reading, units) { return verifier?.arm(after: wait) ?? () }
        // One of an earlier look that was not acted on yet goes on.
        var lesson = self.lesson.flatMap { $0.isActedOn ? nil : $0 }
        var isElsewhere = false
        var isAgain = false
        var isPutOff = false
        for (index, pane) in before.focus.lineage.panes.enumerated() {
            let (thought, wanted, unit) = (scale(of: pane.bar), told.values[pane.bar], units[index])
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
            // What was set in another unit is undone, and what moves nothing is left as it was.
            lesson = lesson ?? Lesson(focus: before.focus, before: before.reading)
            lesson?.scales[pane.bar] = thought
            told.values[pane.bar] = old
            setter.set(pane.bar, to: old)
        }
        if let lesson { self.lesson = lesson }
        guard !isPutOff else { return verifier?.arm(at: movedAt + Application.geckoTime) ?? () }
        guard !isAgain else { return verifier?.arm(after: verifyTime) ?? () }
        told.isVerified = true
        rememberPages(of: before.focus, reading)
        let isNews = lesson != nil
        if isNews { self.lesson?.isActedOn = true }
        guard isNews || isElsewhere else {
            hasStood = true
            onTrace?("stands")
            return lookForOverlay(in: reading, before)
        }
        agreement.forget()
        // Until everything has stood once since the focus or the caret moved, it is the application that follows it; the user who
        // scrolls after that.
        let isUsers = !isNews && hasStood
        if isUsers {
            engagement?.userScrolled()
        } else if isNews ? mayLearn() : mayTryAgain() {
            engagement?.layoutChanged()
        }
    }

    /// What the units of the panes are by two readings, as ``Verification`` has it. A page that its fixed field does not scroll goes
    /// back by other means.
    func units(of focus: Focus, from before: Reading, to after: Reading) -> [Double?] {
        focus.lineage.panes.enumerated().map { index, pane in
            let thought = scale(of: pane.bar)
            guard !thought.isFixed else { return nil }
            return Verification.unit(
                of: index, from: before, to: after, told: told.values[pane.bar], thought: thought.unit,
                isPage: pane.means != .bar)
        }
    }

    /// How long to wait, in µs, until what does not fit what is thought of a bar is looked at again; nil: it fits, or has stood for
    /// long enough. An application that is slow moves things long after the bar.
    private func doubtTime(_ reading: Reading, _ units: [Double?]) -> UInt64? {
        guard units.contains(where: { $0 != nil }) else { return nil }
        let count = (doubt?.reading == reading ? doubt?.count ?? 0 : 0) + 1
        doubt = (reading, count, (doubt?.all ?? 0) + 1)
        guard count <= Application.mostDoubts, (doubt?.all ?? 0) <= 4 * Application.mostDoubts else { return nil }
        return Application.verifyAfter << UInt64(count)
    }

    /// Forgets what was learned of bars by their being elsewhere if with all of them back not all is where it was: that was seen
    /// while things were on their way. A loaded machine shows it alike for longer than two looks take.
    func reviewLesson(by reading: Reading) {
        guard let lesson, lesson.isActedOn, lesson.focus == focus, reading.isSameSize(as: lesson.before),
            zip(reading.panes, lesson.before.panes).allSatisfy({ $0.value == $1.value })
        else { return }
        self.lesson = nil
        guard !Verification.isInPlace(reading, as: lesson.before) else { return }
        scales.merge(lesson.scales) { $1 }
        onTrace?("nothing was learned")
    }

    /// Whether what was learned of a bar is acted on: not for ever, in an application that does otherwise each time.
    func mayLearn() -> Bool {
        lessons += 1
        return lessons <= Application.mostTries
    }

    /// Whether what was not taken is tried once more: not for ever, against an application that wants it elsewhere.
    func mayTryAgain() -> Bool {
        tries += 1
        return tries <= Application.mostTries
    }
}
