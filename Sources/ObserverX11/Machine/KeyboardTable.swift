import HeadroomCore

/// The keyboards, each known by its class and its process through all its windows (pure).
struct KeyboardTable: Sendable {
    /// The outputs, and the root window's rectangle.
    var outputs: [Output] = []
    var screen = Rect.zero

    private var keyboards: [Key: Keyboard] = [:]
    /// The one that is reported, and where it stands if it is shown.
    private(set) var witness: KeyboardWitness?
    private(set) var standing: Standing?

    /// A keyboard is one program's, run by one process.
    struct Key: Sendable, Hashable {
        var name: String
        var client: UInt32
    }

    /// For how long a keyboard without any window may still make a new one, in µs: docking takes Onboard up to 47 ms.
    static let gap: UInt64 = 60_000

    /// When something is due.
    var deadline: UInt64? {
        keyboards.values.compactMap(\.goneSince).map { $0.advanced(by: KeyboardTable.gap) }.min()
    }

    /// The windows are these now.
    mutating func update(_ windows: [UInt32: FollowedWindow], at time: UInt64) {
        var shown: [Key: Standing] = [:]
        var present: Set<Key> = []
        for (id, window) in windows {
            guard case .keyboard(let kind) = window.role else { continue }
            let key = Key(name: kind.name, client: window.client)
            guard let standing = standing(window, kind, id) else {
                // An application's window is a keyboard's only while it looks like one.
                if kind.mark != .overlay || keyboards[key] != nil { present.insert(key) }
                continue
            }
            present.insert(key)
            if let other = shown[key], other.precedes(standing) { continue }
            shown[key] = standing
        }
        for key in present where keyboards[key] == nil { keyboards[key] = Keyboard(since: time) }
        for key in keyboards.keys {
            keyboards[key]?.update(
                shown[key], isPresent: present.contains(key), outputs: outputs, screen: screen, at: time)
            if keyboards[key]?.isOver(at: time) == true { keyboards[key] = nil }
        }
        let chosen = chosen
        witness = chosen.map { $0.value.witness($0.key.name) }
        standing = chosen.flatMap { shown[$0.key] }
    }

    private func standing(_ window: FollowedWindow, _ kind: KeyboardClass, _ id: UInt32) -> Standing? {
        guard let look = window.look, look.isViewable, let body = look.body else { return nil }
        let output = outputs.holding(look.frame)?.frame
        guard kind.accepts(look, body: body, on: output) else { return nil }
        return Standing(
            window: id, top: window.top, body: body, traits: window.traits, kind: kind)
    }

    /// The one on the screen, else one that is meant to be seen, else one that is there; of several the one that was shown
    /// last.
    private var chosen: (key: Key, value: Keyboard)? {
        keyboards.max { one, other in
            let ranks = (one.value.rank, other.value.rank)
            if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
            if one.value.since != other.value.since { return one.value.since < other.value.since }
            return (one.key.name, one.key.client) < (other.key.name, other.key.client)
        }
        .map { (key: $0.key, value: $0.value) }
    }
}

/// The window in which a keyboard is shown.
struct Standing: Sendable, Hashable {
    let window: UInt32
    /// The window below the root that it is in.
    let top: UInt32?
    /// In the root window, also beyond the screen.
    let body: Rect
    let traits: WindowTraits
    let kind: KeyboardClass

    /// Whether this is the keyboard and the other one something beside it, of the same program.
    func precedes(_ other: Standing) -> Bool {
        body.area != other.body.area ? body.area > other.body.area : window < other.window
    }
}

/// One keyboard.
struct Keyboard: Sendable, Hashable {
    /// Whether it is meant to be seen.
    private(set) var isFlagged = false
    /// When that last changed, in µs.
    private(set) var since: UInt64
    /// Since when it has no window any more, or none that is seen though it may be changing it; nil: no such thing.
    private(set) var goneSince: UInt64?
    private var isPresent = true
    private var changesWindow = false
    private var frame = FrameKnowledge.none
    private var placement = Placement.floating
    /// The keys and the row of candidates above them; nil: of this kind nothing is known of such a row.
    private var row: CandidateRow?
    /// The output that it is on, or was on when it was seen last.
    private var output: String?

    init(since: UInt64) { self.since = since }

    /// Whether it has been without any window for so long that it will not come back.
    func isOver(at time: UInt64) -> Bool {
        guard !isPresent, let goneSince else { return false }
        return goneSince.advanced(by: KeyboardTable.gap) <= time
    }

    /// How good it is as the one to report.
    var rank: Int {
        switch frame {
        case .rect: 2
        case .none, .unknown: isFlagged ? 1 : 0
        }
    }

    mutating func update(
        _ standing: Standing?, isPresent: Bool, outputs: [Output], screen: Rect, at time: UInt64
    ) {
        self.isPresent = isPresent
        if let output, outputs.named(output) == nil { self.output = nil }
        if let standing {
            goneSince = nil
            changesWindow = standing.kind.changesWindow
            flag(true, at: time)
            let visible = standing.body.intersection(screen)
            frame = visible.isEmpty ? .none : .rect(visible)
            if standing.kind.hasCandidateRow, !visible.isEmpty { row = CandidateRow(visible, after: row) }
            if let output = outputs.holding(standing.body) {
                self.output = output.name
                placement = KeyboardPlacement.of(standing, on: output, screen: screen)
            } else if standing.traits.isDock {
                placement = .docked
            }
            return
        }
        frame = .none
        let mayReturn = isFlagged && changesWindow
        if goneSince == nil, mayReturn || !isPresent { goneSince = time }
        guard mayReturn, let goneSince, time < goneSince.advanced(by: KeyboardTable.gap) else {
            flag(false, at: time)
            if isPresent { self.goneSince = nil }
            return
        }
    }

    private mutating func flag(_ isFlagged: Bool, at time: UInt64) {
        guard isFlagged != self.isFlagged else { return }
        self.isFlagged = isFlagged
        since = time
    }

    func witness(_ name: String) -> KeyboardWitness {
        KeyboardWitness(
            name: name, isVisible: isFlagged, since: since, frame: frame, output: output, placement: placement,
            candidateBarHeight: row?.height, isCandidateBarIncluded: row != nil)
    }
}

extension UInt64 {
    /// An instant later, the last one at most.
    func advanced(by microseconds: UInt64) -> UInt64 {
        let (sum, isOver) = addingReportingOverflow(microseconds)
        return isOver ? .max : sum
    }
}
