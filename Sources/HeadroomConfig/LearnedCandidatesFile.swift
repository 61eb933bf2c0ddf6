package import HeadroomCore

/// The file in which what was learned of candidates outlives the daemon: sizes and counts, never text (rules B2 and B4).
///
/// A line an entry: engine, keyboard, output, orientation, scale; page size and layout of the tables, 0 and nothing where
/// nobody saw them; `toggles` or `stands`; a row's height; the bars' heights, and the rooms', the newest last, spaces
/// between them.
package struct LearnedCandidatesFile: Sendable {
    private let file: StateFile

    /// The file in the state folder `folder` (``Places/state(_:)``).
    package init(folder: String) {
        file = StateFile(
            folder: folder, name: "learned-candidates", header: "headroom learned-candidates 1",
            limits: StateFile.Limits(entries: LearnedCandidates.capacity, bytes: 524_288))
    }

    /// Reads what was learned before.
    ///
    /// - Returns: what was learned, and a sentence for the log if the file made no sense and was set aside.
    /// - Throws: if the file cannot be opened, or makes no sense and cannot be set aside.
    package func read() throws(FileError) -> (learned: LearnedCandidates, complaint: String?) {
        let (entries, complaint) = try file.entries(Self.entry)
        return (LearnedCandidates(entries), complaint)
    }

    /// Replaces the file. What goes beyond its bounds is left out, the oldest first.
    ///
    /// - Throws: if the folder cannot be made or written to; the old file then stands as it was.
    package func write(_ learned: LearnedCandidates) throws(FileError) {
        try file.write(learned.entries.map(Self.line))
    }

    private static func line(_ entry: LearnedCandidates.Entry) -> String {
        let (key, value) = (entry.key, entry.value)
        return StateFields.line([
            key.engine, key.keyboard, key.output, key.orientation.rawValue, StateFields.text(key.scale),
            String(key.table?.pageSize ?? 0), key.table?.layout.rawValue ?? "", value.hasToggled ? toggles : stands,
            StateFields.text(value.rowHeight), text(value.bars), text(value.rooms),
        ])
    }

    /// Nil for anything that ``line(_:)`` would not have written or that nobody would believe.
    private static func entry(_ line: String) -> LearnedCandidates.Entry? {
        guard let fields = StateFields.fields(line), fields.count == 11,
            let orientation = Orientation(rawValue: fields[3]), let scale = StateFields.number(fields[4]), scale > 0,
            let pageSize = Int(fields[5]), fields[7] == toggles || fields[7] == stands,
            let rowHeight = height(fields[8][...]), let bars = heights(fields[9]), let rooms = heights(fields[10])
        else { return nil }
        let layout = CandidateTable.Layout(rawValue: fields[6])
        guard layout == nil ? pageSize == 0 && fields[6].isEmpty : pageSize >= 0 else { return nil }
        return LearnedCandidates.Entry(
            key: LearnedCandidates.Key(
                engine: fields[0], keyboard: fields[1], output: fields[2], orientation: orientation, scale: scale,
                table: layout.map { .init(pageSize: pageSize, layout: $0) }),
            value: LearnedCandidates.Value(
                bars: bars, rooms: rooms, rowHeight: rowHeight, hasToggled: fields[7] == toggles))
    }

    private static let toggles = "toggles"
    private static let stands = "stands"

    private static func text(_ heights: LearnedHeights) -> String {
        heights.samples.map(StateFields.text).joined(separator: " ")
    }

    private static func heights(_ text: String) -> LearnedHeights? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard !text.isEmpty else { return LearnedHeights() }
        let heights = words.compactMap(height)
        guard heights.count == words.count, heights.count <= LearnedHeights.capacity else { return nil }
        return LearnedHeights(heights)
    }

    private static func height(_ text: Substring) -> Double? {
        guard let height = StateFields.number(String(text)), (0...Rect.farthest).contains(height) else { return nil }
        return height
    }
}
