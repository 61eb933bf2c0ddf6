import HeadroomCore

/// What one output's probe makes of what its markers read (pure; the driver keeps the surfaces).
///
/// A marker's configure tells its size; where it lies is asked for with a popup, and only of markers that do not fill the
/// output. A round asks all of them at once and counts only if no size changed meanwhile. Where something new appeared, two
/// fresh markers are made before the answer is given, so that it lies between two of ours.
struct OutputMachine: Sendable {
    /// What the driver has to do.
    enum Action: Sendable, Hashable {
        /// Make an unmapped surface that marks a place.
        case create(Marker)
        /// Take it back.
        case destroy(Marker)
        /// Ask where it lies; an answer that is still under way is no longer of interest.
        case locate(Marker)
        /// ``OutputMachine/reading`` is new.
        case publish
    }

    /// What is known of an output.
    struct Reading: Sendable, Hashable {
        /// What all surfaces together leave free, in the global space.
        var usable: Rect
        /// In the order in which they appeared.
        var strips: [TrackedStrip]
        /// The output, in the global space.
        var frame: Rect
    }

    /// How long readings have to rest after the output changed, since they mix new sizes with old ones for a frame or so, in
    /// µs. The timeline waits for rest of its own before it says anything (rule T6).
    static let rest: UInt64 = 17_000
    /// How long that rest is waited for at most, in µs.
    static let longestRest: UInt64 = 60_000
    /// How long a compositor may take to configure a marker or to place its popup, in µs.
    static let patience: UInt64 = 250_000
    /// How many looks in a row may fail before it is given up until the output changes.
    static let mostFailures = 6
    /// From which failure on the usable area alone is looked at, since a compositor may lay out in no order we know.
    static let coarseFailures = 4
    /// How many markers are kept in a layer. Four tell three strips apart that appeared after the first look.
    static let mostMarkers = 4

    private struct State: Sendable {
        /// Nil until the first configure.
        var size: Size?
        /// Nil until it is known for this size.
        var insets: Insets?
    }

    private struct Size: Sendable, Equatable {
        var width: Int
        var height: Int
    }

    private enum Round: Sendable {
        /// Nothing is asked. The markers' insets are known, or a configure is under way.
        case idle
        /// Answers are awaited from these markers; `isTorn` when a size changed since they were asked.
        case asking(Set<Marker>, isTorn: Bool)
    }

    /// What was last made of the readings; nil until then, and while they mix sizes of before and after a change of the output.
    private(set) var reading: Reading?
    /// Whether nothing can be read: not yet, or not any more; a reading that is only awaited anew does not count.
    private(set) var isBlind = true
    /// Whether so many looks failed that none is made until something changes.
    var hasGivenUp: Bool { failures > OutputMachine.mostFailures }
    /// How many answers made no sense.
    private(set) var refused = 0
    /// How many times the compositor did not answer.
    private(set) var unanswered = 0

    private var frame: Rect
    private var tracker = StripTracker()
    private var markers: [Marker: State] = [:]
    private var lastNumber = 0
    private var round = Round.idle
    /// A configure came that no round has looked at.
    private var isDirty = false
    /// Fresh markers were made for what is being looked at.
    private var isFresh = false
    /// Readings are not believed before they rested until here; `limit`: they are believed then anyway.
    private var settling: (until: UInt64, limit: UInt64)?
    /// When it is no longer waited for the compositor.
    private var answerBy: UInt64?
    /// When it is looked again after a look that failed.
    private var retryAt: UInt64?
    /// Looks that failed since one succeeded.
    private var failures = 0

    /// - Parameter frame: the output in the global space; its size in whole logical pixels.
    init(frame: Rect) {
        self.frame = frame
    }

    /// When ``passed(_:)`` is due, in µs of CLOCK_MONOTONIC.
    var deadline: UInt64? {
        [settling?.until, answerBy, retryAt].compactMap(\.self).min()
    }

    // MARK: - Events

    /// The output is there; its first markers are to be made.
    mutating func begin(at time: UInt64) -> [Action] {
        answerBy = time + OutputMachine.patience
        return makeMissing()
    }

    /// The compositor gave a marker this size.
    mutating func configured(_ marker: Marker, width: Int, height: Int, at time: UInt64) {
        guard let known = markers[marker] else { return }
        guard (0...Int(Rect.farthest)).contains(width), (0...Int(Rect.farthest)).contains(height) else {
            refused += 1
            return
        }
        let size = Size(width: width, height: height)
        isDirty = true
        guard known.size != size else { return }
        markers[marker] = State(size: size, insets: nil)
        if case .asking(let pending, _) = round { round = .asking(pending, isTorn: true) }
        extendSettling(at: time)
    }

    /// All events that had arrived are handled.
    mutating func batchEnded(at time: UInt64) -> [Action] {
        guard isDirty, case .idle = round, markers.values.allSatisfy({ $0.size != nil }) else { return [] }
        return ask(at: time)
    }

    /// The output's corner lies at (`x`, `y`) as seen from the marker.
    mutating func located(_ marker: Marker, x: Int, y: Int, at time: UInt64) -> [Action] {
        guard case .asking(var pending, let isTorn) = round, pending.remove(marker) != nil else { return [] }
        if let size = markers[marker]?.size, x <= 0, y <= 0, x >= -Int(Rect.farthest), y >= -Int(Rect.farthest) {
            let insets = Insets(x: -x, y: -y, width: size.width, height: size.height, on: outputSize)
            if insets == nil { refused += 1 }
            markers[marker]?.insets = insets
        } else {
            refused += 1
            markers[marker]?.insets = nil
        }
        round = .asking(pending, isTorn: isTorn)
        return pending.isEmpty ? answered(at: time) : []
    }

    /// The compositor took a marker away.
    mutating func lost(_ marker: Marker, at time: UInt64) -> [Action] {
        guard markers[marker] != nil else { return [] }
        return drop(marker) + progress(at: time) + failed(at: time)
    }

    /// The output has another place, size or rotation.
    mutating func outputChanged(frame: Rect, at time: UInt64) -> [Action] {
        guard frame != self.frame else { return [] }
        self.frame = frame
        isDirty = true
        failures = 0
        settling = (time + OutputMachine.rest, (settling?.limit ?? time + OutputMachine.longestRest))
        for marker in markers.keys { markers[marker]?.insets = nil }
        if case .asking(let pending, _) = round { round = .asking(pending, isTorn: true) }
        guard reading != nil else { return [] }
        reading = nil
        return [.publish]
    }

    /// A deadline has come.
    mutating func passed(_ time: UInt64) -> [Action] {
        var actions: [Action] = []
        if let settling, settling.until <= time {
            self.settling = nil
            isDirty = true
            actions += batchEnded(at: time)
        }
        if let retryAt, retryAt <= time {
            self.retryAt = nil
            isDirty = true
            let missing = makeMissing()
            if !missing.isEmpty { answerBy = time + OutputMachine.patience }
            actions += missing + batchEnded(at: time)
        }
        if let answerBy, answerBy <= time {
            self.answerBy = nil
            actions += giveUpWaiting(at: time)
        }
        return actions
    }

    // MARK: - Rounds

    private var outputSize: (width: Int, height: Int) { (Int(frame.width), Int(frame.height)) }

    /// Asks all markers at once; a marker that fills the output needs no question.
    private mutating func ask(at time: UInt64) -> [Action] {
        isDirty = false
        var pending: Set<Marker> = []
        for (marker, state) in markers {
            let isFull = state.size.map { $0.width == outputSize.width && $0.height == outputSize.height } ?? false
            markers[marker]?.insets = isFull ? .zero : nil
            if !isFull { pending.insert(marker) }
        }
        round = .asking(pending, isTorn: false)
        guard !pending.isEmpty else { return answered(at: time) }
        answerBy = time + OutputMachine.patience
        return pending.sorted { $0.number < $1.number }.map { .locate($0) }
    }

    /// All answers of the round are in.
    private mutating func answered(at time: UInt64) -> [Action] {
        guard case .asking(_, let isTorn) = round else { return [] }
        round = .idle
        answerBy = nil
        var actions: [Action] = []
        if isTorn {
            isDirty = true
        } else if settling == nil {
            actions = look(at: time)
        }
        return actions + batchEnded(at: time)
    }

    /// Goes on after markers went away.
    private mutating func progress(at time: UInt64) -> [Action] {
        if case .asking(let pending, _) = round, pending.isEmpty { return answered(at: time) }
        return batchEnded(at: time)
    }

    private mutating func giveUpWaiting(at time: UInt64) -> [Action] {
        var actions: [Action] = []
        unanswered += 1
        for (marker, state) in markers where state.size == nil {
            actions += drop(marker)
            // What the others read is still to be looked at.
            isDirty = true
        }
        if case .asking(let pending, let isTorn) = round {
            for marker in pending { markers[marker]?.insets = nil }
            round = .asking([], isTorn: isTorn)
        }
        return actions + progress(at: time)
    }

    private mutating func extendSettling(at time: UInt64) {
        guard let settling else { return }
        self.settling = (min(time + OutputMachine.rest, settling.limit), settling.limit)
    }

    // MARK: - Looking

    /// Makes of consistent readings what is to be known, or first makes fresh markers.
    private mutating func look(at time: UInt64) -> [Action] {
        guard let chain = chain() else { return failed(at: time) }
        failures = 0
        retryAt = nil
        if !isFresh, tracker.needsFreshMarkers(for: chain) {
            isFresh = true
            answerBy = time + OutputMachine.patience
            return [make(.overlay), make(.top)]
        }
        isFresh = false
        tracker.follow(chain, at: time)
        let spare = thin(.overlay) + thin(.top)
        let known = Reading(usable: chain.usable.area(of: frame), strips: tracker.strips, frame: frame)
        isBlind = false
        guard known != reading else { return spare }
        reading = known
        return [.publish] + spare
    }

    /// The readings, if they belong together; after too many failures only the usable area.
    private func chain() -> Chain? {
        let readings = markers.compactMapValues(\.insets)
        guard let last = readings.first(where: { $0.key.layer == .last }) else { return nil }
        if readings.count == markers.count, let chain = Chain(readings) { return chain }
        return failures >= OutputMachine.coarseFailures ? Chain([last.key: last.value]) : nil
    }

    /// Nothing can be made of what was read: looks again later, each time after a longer rest.
    private mutating func failed(at time: UInt64) -> [Action] {
        failures += 1
        if failures <= OutputMachine.mostFailures {
            retryAt = time + OutputMachine.rest << UInt64(failures - 1)
            return []
        }
        retryAt = nil
        let isNews = !isBlind || failures == OutputMachine.mostFailures + 1
        isBlind = true
        reading = nil
        return isNews ? [.publish] : []
    }

    // MARK: - Markers

    private mutating func make(_ layer: Marker.Layer) -> Action {
        lastNumber += 1
        let marker = Marker(number: lastNumber, layer: layer)
        markers[marker] = State()
        return .create(marker)
    }

    /// Makes a marker for each layer that has none.
    private mutating func makeMissing() -> [Action] {
        [Marker.Layer.overlay, .top, .last].compactMap { layer in
            markers.keys.contains { $0.layer == layer } ? nil : make(layer)
        }
    }

    private mutating func drop(_ marker: Marker) -> [Action] {
        markers[marker] = nil
        tracker.forget(marker)
        if case .asking(var pending, let isTorn) = round, pending.remove(marker) != nil {
            round = .asking(pending, isTorn: isTorn)
        }
        return [.destroy(marker)]
    }

    /// Takes back the markers that are too many: first those that read the same as a neighbour, else the second oldest. The
    /// oldest and the newest stay: between them lies all that appeared since the first look.
    private mutating func thin(_ layer: Marker.Layer) -> [Action] {
        let kept = markers.keys.filter { $0.layer == layer }.sorted { $0.number < $1.number }
        guard kept.count > OutputMachine.mostMarkers else { return [] }
        let between = kept.indices.dropFirst().dropLast()
        let spare =
            between.first { index in
                [kept[index - 1], kept[index + 1]].contains { markers[$0]?.insets == markers[kept[index]]?.insets }
            } ?? between.first
        return spare.map { drop(kept[$0]) + thin(layer) } ?? []
    }
}
