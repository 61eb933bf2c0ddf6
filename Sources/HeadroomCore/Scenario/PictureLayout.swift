/// Where the frames of a picture go, in the picture's own units.
struct PictureLayout {
    /// What of the global space every frame shows.
    let view: Rect
    /// Units of the picture for one logical pixel.
    let scale: Double
    /// The size of a frame without its captions and labels.
    let panel: Size
    /// The height that a frame and its labels share.
    let bodyHeight: Double
    /// From a frame's corner to that of the next one.
    private let pitch: Size
    private let columns: Int
    private let rows: Int

    static let margin = 24.0
    static let labelSize = 11.0
    static let noteSize = 12.0
    /// The room for labels beside a frame.
    static let gutter = 128.0
    /// The distance between labels, line by line.
    static let labelPitch = 14.0
    static let notePitch = 16.0
    /// The room for the picture's title.
    static let header = 56.0
    /// The room for a frame's title and the gap below.
    static let frameHeader = 26.0
    private static let largestPanel = Size(width: 260, height: 340)
    /// So much room has every frame, for its captions' sake.
    private static let narrowestPanel = 130.0
    private static let widest = 1560.0

    init(_ frames: [PictureFrame]) {
        view = PictureLayout.view(of: frames)
        let largest = PictureLayout.largestPanel
        scale = min(largest.width / view.width, largest.height / view.height)
        panel = Size(width: view.width * scale, height: view.height * scale)
        let labels = Double(frames.map { $0.marks.count { !$0.label.isEmpty } }.max() ?? 0)
        let notes = Double(frames.map(\.notes.count).max() ?? 0)
        bodyHeight = max(panel.height, labels * PictureLayout.labelPitch)
        pitch = Size(
            width: max(panel.width, PictureLayout.narrowestPanel) + PictureLayout.gutter + 32,
            height: PictureLayout.frameHeader + bodyHeight + notes * PictureLayout.notePitch + 36)
        let fitting = max(1, Int((PictureLayout.widest - 2 * PictureLayout.margin) / pitch.width))
        let count = max(1, frames.count)
        rows = (count + fitting - 1) / fitting
        columns = (count + rows - 1) / rows
    }

    /// The size of all frames together, the margins included.
    var size: Size {
        Size(
            width: max(Double(columns) * pitch.width + 2 * PictureLayout.margin, 560),
            height: PictureLayout.header + Double(rows) * pitch.height)
    }

    /// The width that a frame has with its labels.
    var frameWidth: Double { pitch.width - 24 }

    /// The top left corner of the frame at `index`, its title included.
    func origin(of index: Int) -> Point {
        Point(
            x: PictureLayout.margin + Double(index % columns) * pitch.width,
            y: PictureLayout.header + Double(index / columns) * pitch.height)
    }

    /// All outputs, and what lies around them as far as half their size.
    private static func view(of frames: [PictureFrame]) -> Rect {
        let marks = frames.flatMap(\.marks)
        guard let first = marks.first(where: { $0.what == .output })?.rect else {
            return Rect(x: 0, y: 0, width: 1, height: 1)
        }
        let outputs = marks.reduce(first) { $1.what == .output ? $0.union($1.rect) : $0 }
        let around = Rect(
            left: outputs.left - outputs.width / 2, top: outputs.top - outputs.height / 2,
            right: outputs.right + outputs.width / 2, bottom: outputs.bottom + outputs.height / 2)
        let all = marks.reduce(outputs) { $1.rect.isEmpty ? $0 : $0.union($1.rect) }.intersection(around)
        // A thin edge around it, so that the lines of the outermost are whole.
        let edge = max(all.width, all.height, 1) / 80
        return Rect(
            x: all.x - edge, y: all.y - edge, width: max(all.width, 1) + 2 * edge,
            height: max(all.height, 1) + 2 * edge)
    }
}

/// A label beside a frame, and what it points at.
struct PictureLabel {
    var text: String
    /// In the global space.
    var anchor: Point
    /// How far below the top of the frame it stands, in units of the picture.
    var y: Double

    /// The labels of a frame from top to bottom, none nearer to another than a line.
    static func all(of frame: PictureFrame, in layout: PictureLayout) -> [PictureLabel] {
        var labels: [PictureLabel] = []
        var surroundings = 0.0
        for mark in frame.marks where !mark.label.isEmpty {
            let seen = mark.rect.intersection(layout.view)
            guard seen.height > 0 || seen.width > 0 || mark.what == .target else { continue }
            var y = seen.top + seen.height / 2
            if mark.what.isSurrounding {
                // Each of them a little lower, so that their lines do not meet.
                y = min(y, seen.top + (6 + surroundings * PictureLayout.labelPitch) / layout.scale)
                surroundings += 1
            }
            let anchor = Point(x: min(seen.right, layout.view.right), y: y)
            labels.append(PictureLabel(text: mark.label, anchor: anchor, y: (y - layout.view.top) * layout.scale))
        }
        labels.sort { $0.y < $1.y }
        var free = PictureLayout.labelPitch / 2
        for index in labels.indices {
            labels[index].y = max(labels[index].y, free)
            free = labels[index].y + PictureLayout.labelPitch
        }
        // What was pushed out at the bottom pushes back.
        var end = layout.bodyHeight - PictureLayout.labelPitch / 2
        for index in labels.indices.reversed() {
            labels[index].y = min(labels[index].y, end)
            end = labels[index].y - PictureLayout.labelPitch
        }
        return labels
    }
}
