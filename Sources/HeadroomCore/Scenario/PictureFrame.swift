/// One frame of a picture: what is on the screen at a moment of a scenario.
struct PictureFrame {
    /// The event's name.
    var title: String
    /// What is worth saying of it, one line each.
    var notes: [String]
    /// What is drawn, from back to front.
    var marks: [PictureMark] = []

    mutating func mark(_ what: PictureMark.What, _ rect: Rect?, _ label: String, isFaint: Bool = false) {
        guard let rect, rect.isValid else { return }
        marks.append(PictureMark(what: what, rect: rect.drawable, label: label, isFaint: isFaint))
    }

    /// Draws the outputs, the first ``mostOutputs`` of them, and says if there are more.
    mutating func mark(_ outputs: [Output]) {
        for output in outputs.prefix(PictureFrame.mostOutputs) {
            mark(.output, output.frame, output.name.isEmpty ? "output" : "output \(output.name)")
        }
        guard outputs.count > PictureFrame.mostOutputs else { return }
        notes.append("\(PictureFrame.mostOutputs) of \(outputs.count) outputs drawn")
    }

    /// Draws a keyboard, and the first ``mostRegions`` of its parts; `bar` is how much of its top is the candidate bar.
    mutating func markKeyboard(_ frame: Rect, regions: [Rect] = [], bar: Double = 0, barLabel: String = "candidates") {
        mark(.keyboard, frame, "keyboard \(PictureText.number(frame.height))", isFaint: !regions.isEmpty)
        for region in regions.prefix(PictureFrame.mostRegions) { mark(.region, region, "") }
        guard bar > 0 else { return }
        let top = Rect(left: frame.left, top: frame.top, right: frame.right, bottom: min(frame.top + bar, frame.bottom))
        mark(.candidateBar, top, "\(barLabel) \(PictureText.number(bar))", isFaint: !regions.isEmpty)
    }

    /// How many outputs a frame can hold (chosen: more than any desk has).
    static let mostOutputs = 16
    /// How many regions a keyboard has at most (contract, section 5).
    static let mostRegions = 64

    /// The frame of one thing; nil if it is not drawn.
    func rect(of what: PictureMark.What) -> Rect? { marks.last { $0.what == what }?.rect }
}

/// A rectangle of a picture.
struct PictureMark {
    var what: What
    /// In the global space.
    var rect: Rect
    /// What stands beside it; empty: nothing.
    var label: String
    /// Whether it is more of an outline: what it stands for is not all of it.
    var isFaint: Bool

    /// What a rectangle stands for; the raw value is its `class` and `data-what` in the SVG.
    enum What: String, CaseIterable {
        case output
        case window
        case container
        case scroll
        case innerScroll = "inner-scroll"
        case keyboard
        case region
        case candidateBar = "candidate-bar"
        case room
        case caret
        case field
        case targetBefore = "target-before"
        case target
        case popup

        /// How the legend calls it.
        var legend: String {
            switch self {
            case .output: "output"
            case .window: "window"
            case .container: "container, as it is moved"
            case .scroll: "scroll view"
            case .innerScroll: "scroll view within it"
            case .keyboard: "keyboard"
            case .region: "part of a split keyboard"
            case .candidateBar: "candidate bar, a part of the keyboard"
            case .room: "room below the caret for candidates"
            case .caret: "caret"
            case .field: "field around the caret"
            case .targetBefore: "target without the adjustment"
            case .target: "target with it"
            case .popup: "candidate popup"
            }
        }

        /// Whether it is so large that its label belongs to its top instead of its middle.
        var isSurrounding: Bool {
            switch self {
            case .output, .window, .container, .scroll, .innerScroll: true
            case .keyboard, .region, .candidateBar, .room, .caret, .field, .targetBefore, .target, .popup: false
            }
        }
    }
}

extension Rect {
    /// The same rectangle with its edges within twice ``farthest``, so that sums of them can be drawn.
    fileprivate var drawable: Rect {
        func held(_ value: Double) -> Double { min(max(value, -2 * Rect.farthest), 2 * Rect.farthest) }
        return Rect(left: held(left), top: held(top), right: held(right), bottom: held(bottom))
    }
}
