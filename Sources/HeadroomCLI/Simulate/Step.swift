import HeadroomBus
import HeadroomWire

/// One line of a script for `headroom simulate --steps`.
struct Step: Sendable, Hashable {
    /// When, in ms since the start.
    let time: UInt64
    let update: ProviderUpdate

    /// The longest script that is read, in bytes, and the last time in it, in ms: a day.
    private static let largest = 1 << 20
    private static let latest: UInt64 = 86_400_000

    /// Reads a script.
    ///
    /// - Throws: if it cannot be read, or a line is wrong; the message names file and line.
    static func all(inFile path: String) throws(Failure) -> [Step] {
        try all(in: try TextFile.read(path, atMost: largest), file: path)
    }

    /// The same for its text.
    static func all(in text: String, file: String) throws(Failure) -> [Step] {
        var steps: [Step] = []
        // By scalars: to Swift a carriage return and a line feed are one character.
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, scalars) in zip(1..., lines) {
            let line = String(scalars)
            guard let first = line.first(where: { !$0.isWhitespace }), first != "#" else { continue }
            do throws(BusError) {
                let step = try Step(line)
                guard step.time >= steps.last?.time ?? 0 else { throw BusError(.invalidValue, "goes back in time") }
                steps.append(step)
            } catch {
                throw Failure("\(file.clean):\(number): \(error.message.clean)")
            }
        }
        guard !steps.isEmpty else { throw Failure("\(file.clean): no step in it") }
        return steps
    }

    private init(_ line: String) throws(BusError) {
        let parts = line.split(maxSplits: 1, whereSeparator: { $0 == " " || $0 == "\t" })
        guard parts.count == 2, let time = UInt64(parts[0]), time <= Step.latest else {
            throw BusError(.invalidValue, "expected a time in ms, a space, and key=value;…")
        }
        self.time = time
        // A start in the past or future is held near the call only when it is called; here it stands as written.
        update = try ProviderUpdate(text: String(parts[1]), at: EventLoop.now)
        guard update.name.isEmpty else { throw BusError(.invalidValue, "name: is given with --name") }
    }
}
