import HeadroomCore

/// One real movement of a keyboard's window, as the window tree showed it: what could be seen of it, step by step.
package struct Slide: Sendable {
    /// Where it could be seen, each place another one than that before; nil: nowhere.
    package let steps: [XDesktop.Truth.Place]

    /// The movement in these places, of which the first is the one before it.
    package init(_ places: some Sequence<XDesktop.Truth.Place>) {
        var steps: [XDesktop.Truth.Place] = []
        var before: Rect??
        for place in places {
            if let before, before != place.visible {
                steps.append(XDesktop.Truth.Place(time: place.time, frame: place.visible))
            }
            before = .some(place.visible)
        }
        self.steps = steps
    }

    /// From the first step to the last, in ms.
    package var duration: Double {
        guard let first = steps.first, let last = steps.last else { return 0 }
        return Double(last.time - first.time) / 1000
    }

    /// The longest time between two steps, in ms.
    package var longestPause: Double {
        zip(steps, steps.dropFirst()).map { Double($1.time - $0.time) / 1000 }.max() ?? 0
    }

    /// Whether it went on without a rest as long as those that are told (rule T9): two frames.
    package var isSmooth: Bool { longestPause < 34 }
}
