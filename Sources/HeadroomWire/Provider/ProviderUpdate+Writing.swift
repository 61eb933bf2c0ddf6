package import HeadroomBus
import HeadroomCore

extension ProviderUpdate {
    /// Writes the argument of Publish: the keys that are given.
    package func write(to writer: inout Writer) throws(BusError) {
        try writer.dictionary { keys throws(BusError) in
            if !name.isEmpty { try keys.entry("name", string: name) }
            try state.write(to: &keys)
            if let transition = cause.transition {
                try keys.entry("duration-ms", uint32: transition.durationMS)
                try keys.entry("curve", string: transition.curve.name)
                try keys.entry("curve-parameters", doubles: transition.curve.parameters)
                if let start = transition.startTime { try keys.entry("start-time", uint64: start) }
            }
            if let reason = cause.reason { try keys.entry("reason", string: reason.rawValue) }
            if !cleared.isEmpty { try keys.entry("clear", strings: cleared.map(\.name.description)) }
            if let leaseMS { try keys.entry("lease-ms", uint32: leaseMS) }
        }
    }
}

extension ProviderState {
    /// Writes the state keys that are given into a dictionary.
    fileprivate func write(to keys: inout Writer) throws(BusError) {
        if let isVisible { try keys.entry("visible", bool: isVisible) }
        if let output { try keys.entry("output", string: output) }
        if let frame { try keys.entry("frame", rect: frame) }
        if let space { try keys.entry("space", string: space.rawValue) }
        if let candidateBarHeight { try keys.entry("candidate-bar-height", double: candidateBarHeight) }
        if let isCandidateBarIncluded { try keys.entry("candidate-bar-included", bool: isCandidateBarIncluded) }
        if let roomBelowCaret { try keys.entry("room-below-caret", double: roomBelowCaret) }
        if let engine { try keys.entry("engine", string: engine) }
        if let placement { try keys.entry("placement", string: placement.rawValue) }
        if let regions { try keys.entry("regions", rects: regions) }
        if let outputFrame { try keys.entry("output-frame", rect: outputFrame) }
        if let canShow { try keys.entry("can-show", bool: canShow) }
        if let canHide { try keys.entry("can-hide", bool: canHide) }
    }
}
