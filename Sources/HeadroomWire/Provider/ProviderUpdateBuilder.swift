import HeadroomBus
import HeadroomCore

/// Takes keys one by one, from either form, and judges them together at the end.
struct ProviderUpdateBuilder {
    private var update = ProviderUpdate()
    private var durationMS: UInt32?
    private var curve: String?
    private var curveParameters: [Double]?
    private var startTime: UInt64?
    /// The instant of the call, in µs of CLOCK_MONOTONIC.
    private let now: UInt64

    init(at now: UInt64) {
        self.now = now
    }

    /// Reads the value of `key`: the one table of what each key may be.
    mutating func take<Value: LenientValue & ~Copyable>(
        _ key: ProviderKey, _ value: inout Value
    ) throws(BusError) {
        let name = key.name
        switch key {
        case .name: update.name = try value.string(name)
        case .visible: update.state.isVisible = try value.bool(name)
        case .output: update.state.output = try value.string(name)
        case .frame: update.state.frame = try value.rect(name)
        case .space: update.state.space = try space(try value.string(name))
        case .candidateBarHeight: update.state.candidateBarHeight = try value.length(name)
        case .candidateBarIncluded: update.state.isCandidateBarIncluded = try value.bool(name)
        case .roomBelowCaret: update.state.roomBelowCaret = try value.length(name)
        case .engine: update.state.engine = try value.string(name)
        case .placement: update.state.placement = Placement(rawValue: try value.string(name))
        case .regions: update.state.regions = try value.rects(name)
        case .outputFrame: update.state.outputFrame = try value.rect(name)
        case .canShow: update.state.canShow = try value.bool(name)
        case .canHide: update.state.canHide = try value.bool(name)
        case .durationMS: durationMS = try value.milliseconds(name, upTo: Limits.durationMS)
        case .curve: curve = try value.string(name)
        case .curveParameters: curveParameters = try value.numbers(name)
        case .reason: update.cause.reason = Reason(rawValue: try value.string(name))
        case .startTime: startTime = try start(value.number(name))
        case .clear: update.cleared = stateKeys(try value.strings(name))
        case .leaseMS: update.leaseMS = try value.milliseconds(name, upTo: Limits.leaseMS)
        }
    }

    /// The update, if what was taken goes together.
    consuming func finished() throws(BusError) -> ProviderUpdate {
        let shape = try shape()
        if let durationMS {
            update.cause.transition = Transition(durationMS: durationMS, curve: shape, startTime: startTime)
        }
        return update
    }

    private func space(_ word: String) throws(BusError) -> FrameSpace {
        guard let space = FrameSpace(rawValue: word) else {
            throw .invalidArgument(ProviderKey.space.name, "there is no space \"\(word)\"")
        }
        return space
    }

    /// An instant, held near the call.
    private func start(_ instant: Double) throws(BusError) -> UInt64 {
        let key = ProviderKey.startTime.name
        guard instant.isFinite else { throw .invalidArgument(key, "\(instant) is not a finite number") }
        guard instant >= 0 else { throw .invalidArgument(key, "\(instant) is negative") }
        let earliest = now - min(now, Limits.startDistance)
        let (sum, isOver) = now.addingReportingOverflow(Limits.startDistance)
        let latest = isOver ? UInt64.max : sum
        return min(max(UInt64(exactly: instant.rounded()) ?? .max, earliest), latest)
    }

    /// The curve that name and parameters make. An unknown name is linear (contract, section 1).
    private func shape() throws(BusError) -> Curve {
        let key = ProviderKey.curveParameters.name
        guard let curve else { return .linear }
        let shape = Curve(name: curve, parameters: curveParameters ?? [])
        let isKnown = curve == "cubic-bezier" || curve == "spring"
        guard !isKnown || shape.name == curve else { throw .invalidArgument(key, "they make no curve \(curve)") }
        return shape
    }

    private func stateKeys(_ names: [String]) -> [ProviderKey] {
        names.compactMap { name in
            var name = name
            let key = name.withUTF8 { ProviderKey($0) }
            return key.flatMap { $0.isState ? $0 : nil }
        }
    }
}
