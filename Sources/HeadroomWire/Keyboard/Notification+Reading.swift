package import HeadroomBus
package import HeadroomCore

extension Notification {
    /// Reads the eight arguments of a notification, as a client does.
    ///
    /// Details that nobody knows, have the wrong type or a value that cannot be used are skipped: their defaults hold.
    ///
    /// - Parameters:
    ///   - kind: which of the six signals it is; after GetState, the phase's ``HeadroomCore/Phase/kind``.
    ///   - reader: stands at the first of the eight.
    ///   - outputs: where the output's frame is looked up if the notification does not carry it.
    /// - Throws: when an argument is missing or of the wrong type, or a frame or height is none.
    package init(_ kind: Kind, _ reader: inout Reader, outputs: [Output] = []) throws(BusError) {
        let serial = try reader.uint64()
        let output = try reader.string()
        let begin = try reader.frame("frame_begin")
        let end = try reader.frame("frame_end")
        let inset = try reader.height("bottom_inset")
        let bar = try reader.height("candidate_bar_height")
        let duration = try reader.uint32()
        var details = Details(candidateBarHeightBegin: bar)
        var shape = (name: "", parameters: [Double]())
        try reader.dictionary { name, value throws(BusError) in
            try? details.take(name, &value, shape: &shape)
        }
        details.curve = Curve(name: shape.name, parameters: shape.parameters)
        details.outputFrame = details.outputFrame ?? outputs.named(output)?.frame
        self.init(
            kind: kind, serial: serial, output: output, frameBegin: begin, frameEnd: end, bottomInset: inset,
            candidateBarHeight: bar, durationMS: duration, details: details)
        makeGlobal()
    }

    /// Moves what is relative to the output to the global space; leaves it as it is while no output is known.
    private mutating func makeGlobal() {
        guard let output = details.outputFrame else { return }
        func global(_ rect: Rect) -> Rect { rect.moved(dx: output.x, dy: output.y) }
        frameBegin = global(frameBegin)
        frameEnd = global(frameEnd)
        details.usable = details.usable.map(global)
        details.regions = details.regions.map(global)
    }
}

extension Notification.Details {
    /// Takes one detail; throws where its value cannot be used.
    fileprivate mutating func take(
        _ name: Text, _ value: inout Reader, shape: inout (name: String, parameters: [Double])
    ) throws(BusError) {
        switch name {
        case "start-time": startTime = try value.uint64()
        case "curve": shape.name = try value.string()
        case "curve-parameters": shape.parameters = try value.numbers("curve-parameters")
        case "velocity": velocity = try value.finite("velocity")
        case "placement": placement = Placement(rawValue: try value.string())
        case "reason": reason = Reason(rawValue: try value.string())
        case "origin": origin = try value.string()
        case "estimated": isEstimated = try value.bool()
        case "completes": completes = try value.uint64()
        case "output-frame": outputFrame = try value.frame("output-frame")
        case "usable": usable = try value.frame("usable")
        case "compositor-avoids": compositorAvoids = try value.strings("compositor-avoids")
        case "engine": engine = try value.string()
        case "candidate-bar-height-begin":
            candidateBarHeightBegin = try value.height("candidate-bar-height-begin")
        case "candidate-bar-reserved": isCandidateBarReserved = try value.bool()
        case "room-below-caret": roomBelowCaret = try value.height("room-below-caret")
        case "regions": regions = try value.rects("regions")
        default: break
        }
    }
}
