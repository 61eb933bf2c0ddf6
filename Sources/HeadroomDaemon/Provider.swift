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
        if update.state.output != nil, let name = next.outputName, next.isLost(outputs) { throw .unknownOutput(name) }
        let place = home(outputs)
        let nextPlace = next.home(outputs)
        if place != nil, nextPlace != nil, place != nextPlace, !next.moves.take(at: now) {
            throw .limitExceeded("output", "at most \(Limits.moves.perSecond) moves between outputs a second")
        }
        // One that never showed does not hide when it says for the first time that it is hidden.
        if (next.state.isVisible ?? false) != (state.isVisible ?? false) { next.since = now }
        if let lease = update.leaseMS { next.leaseMS = lease }
        self = next
    }

    /// The name of the output that it is on.
    private func home(_ outputs: [Output]) -> String? {
        if let name = outputName { return outputs.named(name)?.name ?? name }
        return state.frame.map { global($0, on: ground(outputs)) }.flatMap(outputs.holding)?.name
    }

    /// What it knows, in the global space.
    func facts(outputs: [Output]) -> Facts {
        let ground = ground(outputs)
        let scale = space == .device ? ground.flatMap { $0.deviceFrame == nil ? nil : $0.scale } ?? 1 : 1
        var witness = KeyboardWitness(name: source.name.isEmpty ? "provider" : source.name)
        witness.isVisible = state.isVisible
        witness.since = since
        witness.frame = frame(outputs, on: ground)
        witness.output = outputName.map { outputs.named($0)?.name ?? $0 }
        witness.placement = state.placement
        witness.candidateBarHeight = state.candidateBarHeight.map { $0 / scale }
        witness.isCandidateBarIncluded = state.isCandidateBarIncluded ?? false
        witness.roomBelowCaret = state.roomBelowCaret.map { $0 / scale }
        witness.engine = state.engine
        witness.regions = state.regions?.map { global($0, on: ground) }
        witness.outputFrame = state.outputFrame
        witness.canShow = state.canShow
        witness.canHide = state.canHide
        return Facts(keyboard: witness)
    }

    // MARK: Places

    /// What it knows of its frame: nil if it has said nothing, none if there is nothing to see. A hardware keyboard that
    /// gives no frame covers nothing; of every other one the frame is not known yet.
    private func frame(_ outputs: [Output], on ground: Output?) -> FrameKnowledge? {
        guard let frame = state.frame else { return state.placement == .hardware ? FrameKnowledge.none : nil }
        return isLost(outputs) && space != .global ? FrameKnowledge.none : .rect(global(frame, on: ground))
    }

    /// The output's name, if one is given.
    private var outputName: String? { state.output.flatMap { $0.isEmpty ? nil : $0 } }

    /// Whether the output that it names is not there, so that nothing can be seen on it.
    private func isLost(_ outputs: [Output]) -> Bool {
        guard let name = outputName, !outputs.isEmpty else { return false }
        return outputs.named(name) == nil && state.outputFrame == nil
    }

    private var space: FrameSpace { state.space ?? (outputName == nil ? .global : .output) }

    /// The output on which its place is given: the one it names; without a name, the one whose device pixels hold most
    /// of its frame.
    private func ground(_ outputs: [Output]) -> Output? {
        if let name = outputName { return outputs.named(name) }
        guard space == .device, let frame = state.frame else { return nil }
        func area(_ output: Output) -> Double { output.deviceFrame?.intersection(frame).area ?? 0 }
        return outputs.max { area($0) < area($1) }.flatMap { area($0) > 0 ? $0 : nil }
    }

    private func global(_ rect: Rect, on ground: Output?) -> Rect {
        switch space {
        case .global:
            return rect
        case .output:
            let origin = ground?.frame ?? state.outputFrame ?? .zero
            return rect.moved(dx: origin.x, dy: origin.y)
        case .device:
            return ground?.logical(device: rect) ?? rect
        }
    }
}
