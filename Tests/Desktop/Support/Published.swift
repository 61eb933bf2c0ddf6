import HeadroomBus
package import HeadroomCore
import Support

/// What `GetState` answers, as far as tests look at it.
package struct Published: Equatable {
    package var phase: String
    package var output: String
    /// Relative to the output.
    package var end: Rect
    package var bottomInset: Double
    /// Relative to the output; nil: it is not told.
    package var usable: Rect?
    /// Nil: none is asked for.
    package var roomBelowCaret: Double?
    /// Nil: none is known.
    package var engine: String?
    /// Whether some of bar or room is only kept free for candidates.
    package var isReserved = false
    package var isEstimated = false
}

extension Session {
    /// The state that the daemon publishes now.
    package func published() throws -> Published {
        let call = try Message.call(
            "org.headroom.Headroom1", "/org/headroom/Headroom1", "org.headroom.Headroom1.Keyboard", "GetState")
        return try ask(call) { reader throws(BusError) in
            let phase = try reader.string()
            reader.skip()
            let output = try reader.string()
            reader.skip()
            let end = try reader.rect()
            let bottomInset = try reader.double()
            reader.skip()
            reader.skip()
            var published = Published(phase: phase, output: output, end: end, bottomInset: bottomInset)
            try reader.dictionary { key, value throws(BusError) in
                switch key {
                case "usable": published.usable = try value.rect()
                case "room-below-caret": published.roomBelowCaret = try value.double()
                case "engine": published.engine = try value.string()
                case "candidate-bar-reserved": published.isReserved = try value.bool()
                case "estimated": published.isEstimated = try value.bool()
                default: return
                }
            }
            return published
        }
    }

    /// The area of the only output that panels leave free, as the daemon publishes it; all of it if it says nothing.
    package func publishedWorkArea() throws -> Rect {
        let call = try Message.call(
            "org.headroom.Headroom1", "/org/headroom/Headroom1", "org.freedesktop.DBus.Properties", "Get", "ss"
        ) { writer throws(BusError) in
            try writer.string("org.headroom.Headroom1.Keyboard")
            try writer.string("Outputs")
        }
        let areas = try ask(call) { reader throws(BusError) in
            var all: [Rect] = []
            try reader.variant { outputs throws(BusError) in
                try outputs.array { element throws(BusError) in
                    try element.structure { fields throws(BusError) in
                        fields.skip()
                        var area = try fields.rect()
                        try fields.dictionary { key, value throws(BusError) in
                            if key == "work-area" { area = try value.rect() }
                        }
                        all.append(area)
                    }
                }
            }
            return all
        }
        guard let only = areas.first, areas.count == 1 else { throw TestFailure("outputs are \(areas)") }
        return only
    }

    /// Runs one of our programs as the session's user, to its end.
    ///
    /// - Returns: its exit code, what it wrote, and what it wrote beside that.
    package func headroom(_ arguments: String...) throws -> (code: Int32, lines: [String], log: String) {
        let teller = try spawn(try bring(try BuiltProgram.path("headroom")), arguments)
        try loop.wait("headroom to end", log: teller.process.log) { teller.hasEnded }
        return (try teller.process.waitForExit(), teller.lines, teller.process.log)
    }
}

extension Reader {
    fileprivate mutating func rect() throws(BusError) -> Rect {
        try structure { fields throws(BusError) in
            Rect(
                x: try fields.double(), y: try fields.double(), width: try fields.double(),
                height: try fields.double())
        }
    }
}
