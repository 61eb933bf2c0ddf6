import HeadroomCore

/// What was moved in one application, written down before it was: enough to put it back by a program that was not there.
struct Moved: Sendable, Hashable {
    /// Where everything was without us.
    var rest: Position
    /// The least and the greatest that we set each value to, in the order of ``Position/values``; what it was without
    /// us is between them.
    var least: [Double]
    var greatest: [Double]
    /// Where the container's and the window's tops were without us, for worlds that know no shift of a program before;
    /// nil without one.
    var containerTop: Double?
    var windowTop: Double?

    init(
        rest: Position, least: [Double], greatest: [Double], containerTop: Double? = nil, windowTop: Double? = nil
    ) {
        self.rest = rest
        self.least = least
        self.greatest = greatest
        self.containerTop = containerTop
        self.windowTop = windowTop
    }

    /// A session is about to go on from `start` to `end`; `before`: what was written down of it.
    init(_ session: AvoidanceSession, from start: Position, to end: Position, before: Moved?) {
        rest = .rest(of: session, content: end.content)
        containerTop = session.scene.globalContainer?.top
        windowTop = session.scene.window?.top
        var (least, greatest) = (rest.values, rest.values)
        for values in [start.values, end.values, before?.least ?? [], before?.greatest ?? []]
        where values.count == least.count {
            for index in values.indices {
                least[index] = min(least[index], values[index])
                greatest[index] = max(greatest[index], values[index])
            }
        }
        (self.least, self.greatest) = (least, greatest)
    }

    /// What is measured, with what of it is ours after all.
    func recognised(_ measurement: Measurement) -> Measurement {
        var found = measurement
        if found.shift == 0, let containerTop, let top = found.scene.globalContainer?.top {
            found.shift = ours(containerTop - top, at: 0)
        }
        if found.windowShift == 0, let windowTop, let top = found.scene.window?.top {
            found.windowShift = ours(windowTop - top, at: 1)
        }
        return found
    }

    /// A shift that we may have set; else 0: somebody else put it there.
    private func ours(_ shift: Double, at index: Int) -> Double { isOurs(shift, at: index) ? shift : 0 }

    /// Whether a value may be one that we set.
    func isOurs(_ value: Double, at index: Int) -> Bool {
        index < least.count && value >= least[index] - Moved.tolerance && value <= greatest[index] + Moved.tolerance
    }

    /// How exactly worlds set things, in logical pixels. (chosen: a pixel, as rule S6 for windows)
    static let tolerance = 1.0
}
