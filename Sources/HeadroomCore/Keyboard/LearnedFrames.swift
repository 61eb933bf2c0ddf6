/// Where keyboards stood before, so that the next time the end of their way is known at its first sign (rule T5).
public struct LearnedFrames: Sendable, Hashable {
    /// What a frame is learned for.
    public struct Key: Sendable, Hashable {
        /// The keyboard's name (``KeyboardFacts/origin``).
        public var keyboard: String
        public var output: String
        public var orientation: Orientation
        public var scale: Double

        public init(keyboard: String, output: String, orientation: Orientation, scale: Double) {
            self.keyboard = keyboard
            self.output = output
            self.orientation = orientation
            self.scale = scale
        }

        public init(keyboard: String, output: Output) {
            self.init(
                keyboard: keyboard, output: output.name, orientation: output.orientation, scale: output.scale)
        }
    }

    /// What is learned: a frame that stood and was measured, and how it got there.
    public struct Value: Sendable, Hashable {
        /// Relative to the output, without what comes and goes with a candidate bar.
        public var frame: Rect
        /// How long it took to come, in ms.
        public var durationMS: UInt32
        public var curve: Curve
        /// How long it took to slide out, in ms; 0: it was not seen doing so. Not kept across restarts.
        public var leavingMS: UInt32

        public init(frame: Rect, durationMS: UInt32, curve: Curve, leavingMS: UInt32 = 0) {
            self.frame = frame
            self.durationMS = durationMS
            self.curve = curve
            self.leavingMS = leavingMS
        }
    }

    /// How many frames are kept; of more, the one not used for the longest time goes.
    public static let capacity = 256

    /// In order of their last use, the oldest first.
    public private(set) var entries: [Entry] = []

    public struct Entry: Sendable, Hashable {
        public var key: Key
        public var value: Value

        public init(key: Key, value: Value) {
            self.key = key
            self.value = value
        }
    }

    public init(_ entries: [Entry] = []) {
        for entry in entries { self[entry.key] = entry.value }
    }

    /// What was learned for `key`; setting it makes it the newest.
    public subscript(key: Key) -> Value? {
        get { entries.last { $0.key == key }?.value }
        set {
            entries.removeAll { $0.key == key }
            guard let newValue else { return }
            entries.append(Entry(key: key, value: newValue))
            if entries.count > LearnedFrames.capacity { entries.removeFirst() }
        }
    }
}
