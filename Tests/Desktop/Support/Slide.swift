import Glibc
import HeadroomCore
package import Support

/// One real movement of a keyboard's window, as the window tree showed it: what could be seen of it, step by step.
package struct Slide: Sendable {
    /// Where it could be seen, each place another one than that before; nil: nowhere.
    package let steps: [XDesktop.Truth.Place]
    /// What could be seen before.
    private let start: Rect?
    /// The longest time between two places of the window, on the screen or beyond it, up to the last step, in ms.
    package let longestPause: Double

    /// The movement in these places, of which the first is the one before it.
    package init(_ places: ArraySlice<XDesktop.Truth.Place>) {
        start = places.first?.visible
        let moves = zip(places, places.dropFirst())
        steps = moves.filter { $0.visible != $1.visible }.map { .init(time: $1.time, frame: $1.visible) }
        let end = steps.last?.time ?? 0
        // Where it was before it has been for long.
        let pauses = moves.dropFirst().filter { $1.time <= end }.map { Double($1.time - $0.time) / 1000 }
        longestPause = pauses.max() ?? 0
    }

    /// From the first step to the last, in ms.
    package var duration: Double {
        guard let first = steps.first, let last = steps.last else { return 0 }
        return Double(last.time - first.time) / 1000
    }

    /// Whether somebody who was so many ms late at most saw one motion: from the window's first sign to its last step no rest
    /// as long as those that are told (rule T9: two frames), and no jump at the beginning, as after a rest before the first
    /// step.
    package func isSeen(by lateness: Double) -> Bool {
        let sizes = zip([start] + steps.map(\.frame), steps.map(\.frame)).map(Slide.distance)
        let beginsWithAJump = sizes.count > 2 && sizes[0] > sizes[1]
        return longestPause + lateness < Slide.rest && !beginsWithAJump
    }

    /// So long a keyboard rests where that is told (rule T9), in ms.
    private static let rest = 34.0

    /// How far the edges of what can be seen moved, in px.
    private static func distance(_ one: Rect?, _ other: Rect?) -> Double {
        guard let one, let other else { return max(one?.height ?? 0, other?.height ?? 0) }
        return max(
            abs(one.left - other.left), abs(one.top - other.top), abs(one.right - other.right),
            abs(one.bottom - other.bottom))
    }
}

/// How late the machine makes those who take part in a slide: the daemon, and beside it the keyboard, the server that both ask,
/// and the truth that the daemon is compared with.
package struct Lateness {
    private let daemon: ChildProcess
    private let others: [ChildProcess]
    private var before = (all: 0.0, daemon: 0.0)

    /// `isFirst`: whatever else runs on the machine has to wait for them, where the user may demand that.
    package init(
        _ story: Story, _ truth: XDesktop.Truth, _ keyboard: ChildProcess, on desktop: XDesktop, isFirst: Bool = false
    ) {
        daemon = story.daemon.process
        others = [truth.teller.process, keyboard] + desktop.processes
        guard isFirst else { return }
        for process in [daemon] + others {
            var lowest = sched_param(sched_priority: 1)
            sched_setscheduler(process.pid, SCHED_RR, &lowest)
        }
    }

    /// How long they waited for a processor since this was asked last, in ms: all of them, and the daemon.
    package mutating func take() throws -> (all: Double, daemon: Double) {
        let own = Double(try daemon.waitedTime()) / 1000
        let all = try others.reduce(own) { try $0 + Double($1.waitedTime()) / 1000 }
        defer { before = (all, own) }
        return (all - before.all, own - before.daemon)
    }
}

/// How far what was published of slides one way is from what they were.
package struct SlideErrors {
    /// Published minus real durations, in ms, of each slide that is judged.
    package private(set) var all: [Double] = []
    /// Those that are too large.
    package private(set) var large: [String] = []
    /// How many were not judged.
    package private(set) var unjudged = 0
    /// Whether the daemon knows how long a slide takes: it saw the very first one, or two in a row since it may have learned
    /// from two in a row that were none.
    private var isKnown = false
    private var isFirst = true
    private var wasSlide = false

    package init() {}

    /// Judges what was published of a slide, if it was one for the daemon, which could know how long it takes. It has to be
    /// right within a step of 20 ms, and what the machine made anybody late by.
    ///
    /// - Returns: whether it is judged.
    @discardableResult
    package mutating func add(
        _ published: UInt32, _ slide: Slide, lateness: (all: Double, daemon: Double)
    ) -> Bool {
        let isSlide = slide.isSeen(by: lateness.daemon)
        defer {
            if isFirst || isSlide == wasSlide { isKnown = isSlide }
            (isFirst, wasSlide) = (false, isSlide)
        }
        guard isSlide, isKnown else {
            unjudged += 1
            return false
        }
        let error = Double(published) - slide.duration
        all.append(error)
        if abs(error) > 20 + lateness.all {
            large.append("\(published) ms for \(slide), late by \(lateness)")
        }
        return true
    }
}
