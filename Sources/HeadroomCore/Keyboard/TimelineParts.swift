// The parts of the timeline's state, each a value of its own.

extension Timeline {
    /// What was said: facts that differ from it in any member are news (rule T2).
    struct Said: Sendable, Hashable {
        var output = ""
        var placement = Placement.docked
        var end = Rect.zero
        var candidateBarHeight = 0.0
        var roomBelowCaret = 0.0

        /// From which difference on numbers are different, in px.
        static let tolerance = 0.5

        func isSame(as other: Said) -> Bool {
            output == other.output && placement == other.placement && end.isWithin(Said.tolerance, of: other.end)
                && abs(candidateBarHeight - other.candidateBarHeight) <= Said.tolerance
                && abs(roomBelowCaret - other.roomBelowCaret) <= Said.tolerance
        }
    }

    /// The steps that a keyboard makes between two rests (rule T9).
    struct StepRun: Sendable, Hashable {
        /// When the first step came, in µs.
        var first: UInt64
        /// When the newest came.
        var last: UInt64
        /// When one was last said while the keyboard grew or was dragged; nil: none yet.
        var lastSaid: UInt64?
        /// Whether it began while nothing was in motion and nothing was said of it yet, so that resting elsewhere is no
        /// correction.
        var isFresh: Bool

        mutating func noteSaid(at time: UInt64) {
            lastSaid = time
            isFresh = false
        }
    }

    /// The wait for the desktop to settle after its outputs changed (rule T6).
    struct Hold: Sendable, Hashable {
        /// When the first change came, in µs.
        var first: UInt64
        /// When it ends at the latest.
        var latest: UInt64
    }

    /// The deadlines that wait, in µs. At a tie the one declared first fires first (rule T8).
    struct Timers: Sendable, Hashable {
        enum Timer: CaseIterable {
            /// The running Will's Did.
            case did
            /// The keyboard has not moved for a while (rule T9).
            case rest
            /// The outputs have settled (rule T6).
            case hold
            /// Nobody measured a frame in time (rule T5).
            case wait
            /// The grace after the end of visibility (rule T7).
            case grace
            /// A token for what was held back (rule T10).
            case limit
        }

        var did: UInt64?
        var rest: UInt64?
        var hold: UInt64?
        var wait: UInt64?
        var grace: UInt64?
        var limit: UInt64?

        subscript(timer: Timer) -> UInt64? {
            get {
                switch timer {
                case .did: did
                case .rest: rest
                case .hold: hold
                case .wait: wait
                case .grace: grace
                case .limit: limit
                }
            }
            set {
                switch timer {
                case .did: did = newValue
                case .rest: rest = newValue
                case .hold: hold = newValue
                case .wait: wait = newValue
                case .grace: grace = newValue
                case .limit: limit = newValue
                }
            }
        }

        var earliest: (timer: Timer, time: UInt64)? {
            var earliest: (timer: Timer, time: UInt64)?
            for timer in Timer.allCases {
                guard let time = self[timer] else { continue }
                if let known = earliest, known.time <= time { continue }
                earliest = (timer, time)
            }
            return earliest
        }
    }

    /// The times of the rules, in ms.
    enum Interval {
        /// After this long without a step a keyboard rests: two frames at 60 Hz (rule T9).
        static let rest: UInt32 = 34
        /// The least time between two announced places of a growing keyboard (rule T9).
        static let growth: UInt32 = 50
        /// The same while a floating keyboard is dragged: four times a second (rule T9).
        static let drag: UInt32 = 250
        /// How long a correction of where a slide ended takes (rule T9).
        static let correction: UInt32 = 100
        /// The same on a way out that was told: a machine under load drops frames, and a keyboard that stops half-way
        /// out is rare (chosen).
        static let stall: UInt32 = 100
        /// How late a Did may be because of steps (rule T9).
        static let lateDid: UInt32 = 300
        /// How long an unknown frame is waited for (rule T5).
        static let wait: UInt32 = 300
        /// How long outputs are waited for after one change, and after several (rule T6).
        static let hold: UInt32 = 120
        static let longestHold: UInt32 = 300
        /// The grace when only the window went (rule T7).
        static let windowGrace: UInt32 = 60
    }
}
