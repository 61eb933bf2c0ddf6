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
            let end = try reader.structure { fields throws(BusError) in
                Rect(
                    x: try fields.double(), y: try fields.double(), width: try fields.double(),
                    height: try fields.double())
            }
            return Published(phase: phase, output: output, end: end, bottomInset: try reader.double())
        }
    }

    /// Runs one of our programs as the session's user, to its end.
    ///
    /// - Returns: its exit code and what it wrote.
    package func headroom(_ arguments: String...) throws -> (code: Int32, log: String) {
        let teller = try spawn(try bring(try BuiltProgram.path("headroom")), arguments)
        try loop.wait("headroom to end", log: teller.process.log) { teller.hasEnded }
        return (try teller.process.waitForExit(), teller.process.log)
    }
}
