import Foundation
import HeadroomBus
package import HeadroomCore
import Support

extension Session {
    /// The colour of the field with the focus, in every adapter's program.
    private static let focused = 0xcc3300

    private static let adapters = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Sources/Adapters").standardizedFileURL.path

    /// Copies the adapters to where the desktop's user can read them.
    ///
    /// - Returns: their folder there.
    package func bringAdapters() throws -> String { try bring(Session.adapters) }

    /// Starts a Python program of the adapters.
    package func adapter(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:]
    ) throws -> Teller {
        try start("/usr/bin/python3", ["\(try bringAdapters())/\(program)"] + arguments, environment: environment)
    }

    /// A keyboard that is only said to be there; it hides at a line of input.
    package func simulate(_ frame: Rect, on output: String) throws -> Teller {
        let numbers = [frame.x, frame.y, frame.width, frame.height].map { "\($0)" }.joined(separator: ",")
        return try start(
            try bring(try BuiltProgram.path("headroom")),
            ["simulate", "--frame", numbers, "--output", output, "--duration", "250"])
    }

    /// Waits until the field with the focus, the last of its view, is painted in two pictures in a row just where the view
    /// is to end, in device pixels.
    ///
    /// - Returns: its height.
    @discardableResult
    package func waitForField(endingAt row: Double, in picture: () throws -> Screenshot) throws -> Double {
        let deadline = loop.now + 60_000_000
        var (last, seen): (Rect?, Rect?)
        repeat {
            last = seen
            seen = try picture().bounds(of: Session.focused).map {
                Rect(x: Double($0.x), y: Double($0.y), width: Double($0.width), height: Double($0.height))
            }
            // Its border and what the toolkit keeps around it are of another colour.
            if let seen, seen == last, (row - 13...row).contains(seen.bottom) { return seen.height }
            try pass(microseconds: 20_000)
        } while loop.now < deadline
        throw TestFailure("the field with the focus is painted at \(String(describing: seen)), not up to \(row)")
    }
}
