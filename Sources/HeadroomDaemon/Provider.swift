import HeadroomBus
import HeadroomCore
import HeadroomWire

/// A program that pushes its keyboard's geometry: what it said, and what that means here (contract, section 3).
struct Provider {
    let source: Source
    /// Where its requests go.
    let connection: BusName
    private(set) var state = ProviderState()
    /// When its visibility last changed, in µs of CLOCK_MONOTONIC.
    private var since: UInt64 = 0
    /// For how long it lives without a call, in ms; 0: for ever.
    private(set) var leaseMS: UInt32 = 0
    private var moves = RateLimiter(Limits.moves)

    init(source: Source, connection: BusName) {
        self.source = source
        self.connection = connection
    }

    /// Takes a call. A refused one changes nothing.
    ///
    /// - Throws: UnknownOutput for an output that nobody knows; LimitExceeded for too many moves between outputs.
    mutating func apply(_ update: ProviderUpdate, outputs: [Output], at now: UInt64) throws(BusError) {
        var next = self
        next.state.apply(update)
        if let name = next.state.output, !name.isEmpty, !outputs.isEmpty, outputs.named(name) == nil,
            next.state.outputFrame == nil
        {
            throw .unknownOutput(name)
        }
        let place = home(outputs)
        let nextPlace = next.home(outputs)
        if place != nil, nextPlace != nil, place != nextPlace, !next.moves.take(at: now) {
            throw .limitExceeded("output", "at most \(Limits.moves.perSecond) moves between outputs a second")
        }
        if next.state.isVisible != state.isVisible { next.since = now }
        if let lease = update.leaseMS { next.leaseMS = lease }
        self = next
    }

    /// The name of the output that it is on.
    private func home(_ outputs: [Output]) -> String? {
        if let name = state.output, !name.isEmpty { return outputs.named(name)?.name ?? name }
        return globalFrame(outputs).flatMap(outputs.holding)?.name
    }

    /// What it knows, in the global space.
    func facts(outputs: [Output]) -> Facts {
        let name = state.output.flatMap { $0.isEmpty ? nil : outputs.named($0)?.name ?? $0 }
        let scale = state.space == .device ? namedOutput(outputs)?.scale ?? 1 : 1
        var witness = KeyboardWitness(name: source.name.isEmpty ? "provider" : source.name)
        witness.isVisible = state.isVisible
        witness.since = since
        witness.frame = globalFrame(outputs).map { .rect($0) }
        witness.output = name
        witness.placement = state.placement
        witness.candidateBarHeight = state.candidateBarHeight.map { $0 / scale }
        witness.isCandidateBarIncluded = state.isCandidateBarIncluded ?? false
        witness.roomBelowCaret = state.roomBelowCaret.map { $0 / scale }
        witness.engine = state.engine
        witness.regions = state.regions?.map { global($0, outputs) }
        witness.outputFrame = state.outputFrame
        witness.canShow = state.canShow
        witness.canHide = state.canHide
        return Facts(keyboard: witness)
    }

    private func globalFrame(_ outputs: [Output]) -> Rect? { state.frame.map { global($0, outputs) } }

    private func global(_ rect: Rect, _ outputs: [Output]) -> Rect {
        let isNamed = state.output.map { !$0.isEmpty } ?? false
        switch state.space ?? (isNamed ? .output : .global) {
        case .global:
            return rect
        case .output:
            let origin = namedOutput(outputs)?.frame ?? state.outputFrame ?? .zero
            return rect.moved(dx: origin.x, dy: origin.y)
        case .device:
            return (namedOutput(outputs) ?? deviceOutput(rect, outputs))?.logical(device: rect) ?? rect
        }
    }

    private func namedOutput(_ outputs: [Output]) -> Output? {
        state.output.flatMap { $0.isEmpty ? nil : outputs.named($0) }
    }

    /// The output whose device pixels hold most of `rect`.
    private func deviceOutput(_ rect: Rect, _ outputs: [Output]) -> Output? {
        func area(_ output: Output) -> Double { output.deviceFrame?.intersection(rect).area ?? 0 }
        return outputs.max { area($0) < area($1) }.flatMap { area($0) > 0 ? $0 : nil }
    }
}
