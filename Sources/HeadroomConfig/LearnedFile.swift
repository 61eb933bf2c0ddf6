package import HeadroomCore

/// The file in which learned frames outlive the daemon.
///
/// A line an entry: keyboard, output, orientation, scale; x, y, width, height relative to the output; duration in
/// milliseconds; the curve's name and its parameters, as on the wire.
package struct LearnedFile: Sendable {
    private let file: StateFile

    /// The file in the state folder `folder` (``Places/state(_:)``).
    package init(folder: String) {
        file = StateFile(
            folder: folder, name: "learned-frames", header: "headroom learned-frames 1",
            limits: StateFile.Limits(entries: LearnedFrames.capacity, bytes: 262_144))
    }

    /// Reads what was learned before.
    ///
    /// - Returns: what was learned, and a sentence for the log if the file made no sense and was set aside.
    /// - Throws: if the file cannot be opened, or makes no sense and cannot be set aside.
    package func read() throws(FileError) -> (learned: LearnedFrames, complaint: String?) {
        let (entries, complaint) = try file.entries(Self.entry)
        return (LearnedFrames(entries), complaint)
    }

    /// Replaces the file. What goes beyond its bounds is left out, the oldest first.
    ///
    /// - Throws: if the folder cannot be made or written to; the old file then stands as it was.
    package func write(_ learned: LearnedFrames) throws(FileError) {
        try file.write(learned.entries.map(Self.line))
    }

    private static func line(_ entry: LearnedFrames.Entry) -> String {
        let (key, value) = (entry.key, entry.value)
        let numbers = [value.frame.x, value.frame.y, value.frame.width, value.frame.height].map(StateFields.text)
        return StateFields.line(
            [key.keyboard, key.output, key.orientation.rawValue, StateFields.text(key.scale)] + numbers
                + [String(value.durationMS), value.curve.name] + value.curve.parameters.map(StateFields.text))
    }

    /// Nil for anything that ``line(_:)`` would not have written or that nobody would believe.
    private static func entry(_ line: String) -> LearnedFrames.Entry? {
        guard let fields = StateFields.fields(line), fields.count >= 10,
            let orientation = Orientation(rawValue: fields[2]), let scale = StateFields.number(fields[3]), scale > 0,
            let duration = UInt32(fields[8]), duration <= longestDuration
        else { return nil }
        let numbers = fields[4..<8].compactMap(StateFields.number)
        let parameters = fields[10...].compactMap(StateFields.number)
        guard numbers.count == 4, parameters.count == fields.count - 10 else { return nil }
        let frame = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        let curve = Curve(name: fields[9], parameters: parameters)
        guard frame.isBelievable, curve.name == fields[9], curve.parameters == parameters else { return nil }
        return LearnedFrames.Entry(
            key: LearnedFrames.Key(keyboard: fields[0], output: fields[1], orientation: orientation, scale: scale),
            value: LearnedFrames.Value(frame: frame, durationMS: duration, curve: curve))
    }

    /// The longest motion that is believed, in milliseconds (contract, section 3).
    private static let longestDuration: UInt32 = 10_000
}
