/// What was learned of input methods' candidates, so that room for them is there before they come (rule B2).
public struct LearnedCandidates: Sendable, Hashable {
    /// What heights are learned for.
    public struct Key: Sendable, Hashable {
        /// As in the `engine` detail; empty: nobody knows it.
        public var engine: String
        /// The keyboard's name (``KeyboardFacts/origin``).
        public var keyboard: String
        public var output: String
        public var orientation: Orientation
        public var scale: Double
        /// The shape of the tables; nil: nobody saw it.
        public var table: Shape?

        /// How the candidates of a page stand.
        public struct Shape: Sendable, Hashable {
            public var pageSize: Int
            public var layout: CandidateTable.Layout

            public init(pageSize: Int, layout: CandidateTable.Layout) {
                self.pageSize = pageSize
                self.layout = layout
            }
        }

        public init(
            engine: String, keyboard: String, output: String, orientation: Orientation, scale: Double,
            table: Shape? = nil
        ) {
            self.engine = engine
            self.keyboard = keyboard
            self.output = output
            self.orientation = orientation
            self.scale = scale
            self.table = table
        }

        /// Whether both are about the same engine on the same keyboard and output, whatever its tables look like.
        func isAbout(_ other: Key) -> Bool {
            engine == other.engine && keyboard == other.keyboard && output == other.output
                && orientation == other.orientation && scale == other.scale
        }
    }

    /// What is learned.
    public struct Value: Sendable, Hashable {
        /// Of bars docked to the keyboard, in px.
        public var bars: LearnedHeights
        /// Of rooms below the caret, in px.
        public var rooms: LearnedHeights
        /// The height of one row of a table in its window, in px; 0: not seen yet.
        public var rowHeight: Double
        /// Whether bar or room came and went within a session (rule B3).
        public var hasToggled: Bool

        public init(
            bars: LearnedHeights = LearnedHeights(), rooms: LearnedHeights = LearnedHeights(), rowHeight: Double = 0,
            hasToggled: Bool = false
        ) {
            self.bars = bars
            self.rooms = rooms
            self.rowHeight = rowHeight
            self.hasToggled = hasToggled
        }
    }

    public struct Entry: Sendable, Hashable {
        public var key: Key
        public var value: Value

        public init(key: Key, value: Value) {
            self.key = key
            self.value = value
        }
    }

    /// How many entries are kept; of more, the one not used for the longest time goes.
    public static let capacity = 256

    /// In order of their last use, the oldest first.
    public private(set) var entries: [Entry] = []

    public init(_ entries: [Entry] = []) {
        for entry in entries { self[entry.key] = entry.value }
    }

    /// What was learned for exactly `key`; setting it makes it the newest.
    public subscript(key: Key) -> Value? {
        get { entries.last { $0.key == key }?.value }
        set {
            entries.removeAll { $0.key == key }
            guard let newValue else { return }
            entries.append(Entry(key: key, value: newValue))
            if entries.count > LearnedCandidates.capacity { entries.removeFirst() }
        }
    }

    /// What is expected for `key`: what was learned for its table; else, as before anything is typed, what was used last
    /// of the same engine on the same keyboard and output. Makes it the newest.
    public mutating func use(_ key: Key) -> Value? {
        let place = entries.lastIndex { $0.key == key } ?? entries.lastIndex { $0.key.isAbout(key) }
        guard let place else { return nil }
        let entry = entries.remove(at: place)
        entries.append(entry)
        return entry.value
    }

    /// The height of one row where it was not seen: what was seen last of the same engine anywhere.
    func rowHeight(of engine: String) -> Double? {
        entries.last { $0.key.engine == engine && $0.value.rowHeight > 0 }?.value.rowHeight
    }
}

/// Heights that stood, the newest last (rule B2).
public struct LearnedHeights: Sendable, Hashable {
    /// How many are kept: with so many the quantile leaves one out that stood alone.
    public static let capacity = 16
    /// Which share of the heights is at most as high as the quantile.
    static let share = 0.9

    /// In px.
    public private(set) var samples: [Double] = []

    public init(_ samples: [Double] = []) {
        self.samples = Array(samples.suffix(LearnedHeights.capacity))
    }

    public mutating func note(_ height: Double) {
        samples.append(height)
        if samples.count > LearnedHeights.capacity { samples.removeFirst() }
    }

    public var last: Double { samples.last ?? 0 }

    /// The nine tenths' quantile: the least height that as many of them do not exceed.
    public var high: Double {
        guard !samples.isEmpty else { return 0 }
        let rank = Int((Double(samples.count) * LearnedHeights.share).rounded(.up))
        return samples.sorted()[max(0, rank - 1)]
    }

    /// What is kept free for the next one: the high quantile, or the last if that was higher.
    public var expected: Double { max(high, last) }
}
