import HeadroomCore
import Support

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

    /// Whether everybody surely saw it as it was: no pause near a rest, and nobody who looked on was kept from running, for
    /// more than so many ms in all.
    package func isCalm(lateness: Double) -> Bool { longestPause < 28 && lateness < 6 }
}

/// How late the machine makes those who look on at a slide: the daemon, and the truth that it is compared with.
package struct Lateness {
    private let processes: [ChildProcess]
    private var before: UInt64 = 0

    package init(_ story: Story, _ truth: XDesktop.Truth) {
        processes = [story.daemon.process, truth.teller.process]
    }

    /// How long they waited for a processor since this was asked last, in ms.
    package mutating func take() throws -> Double {
        let now = try processes.reduce(0) { try $0 + $1.waitedTime() }
        defer { before = now }
        return Double(now - before) / 1000
    }
}

/// How far what was published of slides is from what they were.
package struct SlideErrors {
    /// Published minus real durations of all smooth slides, in ms.
    package private(set) var all: [Double] = []
    /// Those of slides that were seen while the machine was calm.
    package private(set) var calm: [Double] = []

    package init() {}

    package mutating func add(_ published: UInt32, _ slide: Slide, lateness: Double) {
        guard slide.isSmooth else { return }
        let error = Double(published) - slide.duration
        all.append(error)
        if slide.isCalm(lateness: lateness) { calm.append(error) }
    }

    /// Whether each of a calm machine is right within one step of 20 ms, and of the others most.
    package var areSmall: Bool {
        calm.allSatisfy { abs($0) <= 20 } && all.count { abs($0) > 20 } * 4 <= all.count
    }
}
