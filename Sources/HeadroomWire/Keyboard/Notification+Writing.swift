package import HeadroomBus
package import HeadroomCore

extension Notification.Kind {
    /// The signal of this kind without its values.
    package func template() throws(BusError) -> SignalTemplate {
        try SignalTemplate(Names.path, Names.keyboard, member, Signatures.notification)
    }
}

extension Notification {
    /// The signal, ready to be sent to all.
    package func message() throws(BusError) -> Message { try message(from: kind.template()) }

    /// The signal, made from its kind's template.
    package func message(from template: SignalTemplate) throws(BusError) -> Message {
        try template.message { body throws(BusError) in try write(to: &body) }
    }

    /// Writes the eight arguments (contract, section 2), frames relative to the output.
    package func write(to writer: inout Writer) throws(BusError) {
        try writer.uint64(serial)
        try writer.string(output)
        try writer.rect(onWire(frameBegin))
        try writer.rect(onWire(frameEnd))
        try writer.double(bottomInset)
        try writer.double(candidateBarHeight)
        try writer.uint32(durationMS)
        try writer.dictionary { keys throws(BusError) in try writeDetails(to: &keys) }
    }

    private func writeDetails(to keys: inout Writer) throws(BusError) {
        try keys.entry("start-time", uint64: details.startTime)
        try keys.entry("curve", string: details.curve.name)
        try keys.entry("curve-parameters", doubles: details.curve.parameters)
        try keys.entry("velocity", double: details.velocity)
        try keys.entry("placement", string: details.placement.rawValue)
        try keys.entry("reason", string: details.reason.rawValue)
        try keys.entry("origin", string: details.origin)
        try keys.entry("estimated", bool: details.isEstimated)
        if let completes = details.completes { try keys.entry("completes", uint64: completes) }
        if let frame = details.outputFrame { try keys.entry("output-frame", rect: frame) }
        if let usable = details.usable { try keys.entry("usable", rect: onWire(usable)) }
        if !details.compositorAvoids.isEmpty {
            try keys.entry("compositor-avoids", strings: details.compositorAvoids)
        }
        if !details.engine.isEmpty { try keys.entry("engine", string: details.engine) }
        if details.candidateBarHeightBegin != candidateBarHeight {
            try keys.entry("candidate-bar-height-begin", double: details.candidateBarHeightBegin)
        }
        if details.isCandidateBarReserved { try keys.entry("candidate-bar-reserved", bool: true) }
        if details.roomBelowCaret != 0 { try keys.entry("room-below-caret", double: details.roomBelowCaret) }
        if !details.regions.isEmpty { try keys.entry("regions", rects: details.regions.map(onWire)) }
    }

    /// A rectangle of the global space relative to the output; as it is while no output is known.
    package func onWire(_ rect: Rect) -> Rect {
        guard let output = details.outputFrame else { return rect }
        return rect.moved(dx: -output.x, dy: -output.y)
    }
}
