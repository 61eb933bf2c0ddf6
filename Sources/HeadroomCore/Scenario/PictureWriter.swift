/// Writes a picture as SVG.
struct PictureWriter {
    private let picture: Picture
    private let layout: PictureLayout
    private let legend: PictureLegend
    private var text = ""

    init(_ picture: Picture) {
        self.picture = picture
        layout = PictureLayout(picture.frames)
        let marks = picture.frames.flatMap(\.marks)
        let drawn = PictureMark.What.allCases.filter { what in marks.contains { $0.what == what } }
        legend = PictureLegend(drawn, width: layout.size.width - 2 * PictureLayout.margin)
    }

    consuming func written() -> String {
        let width = PictureText.number(layout.size.width)
        let height = PictureText.number(layout.size.height + legend.height + PictureLayout.margin)
        let id = PictureText.escaped(picture.id)
        text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
            <title>\(id)</title>
            <style>
            \(PictureWriter.style)
            </style>
            <rect class="paper" width="\(width)" height="\(height)"/>

            """
        let title = PictureText.fitted(picture.id, width: layout.size.width - 2 * PictureLayout.margin - 190, size: 20)
        write(title, "title", x: PictureLayout.margin, y: 36)
        write(PictureWriter.count(picture), "count", x: layout.size.width - PictureLayout.margin, y: 36)
        for (index, frame) in picture.frames.enumerated() {
            write(frame, number: picture.firstNumber + index, at: layout.origin(of: index))
        }
        for item in legend.items { write(item) }
        return text + "</svg>\n"
    }

    private static func count(_ picture: Picture) -> String {
        picture.steps > picture.frames.count
            ? "the first \(picture.frames.count) of \(picture.steps) steps"
            : picture.steps == 1 ? "1 step" : "\(picture.steps) steps"
    }

    // MARK: - Frames

    private mutating func write(_ frame: PictureFrame, number: Int, at origin: Point) {
        let top = origin.y + PictureLayout.frameHeader
        write("\(number)", "number", x: origin.x, y: origin.y + 15)
        let indent = 10 + PictureText.width(of: "\(number)", size: 14)
        let title = PictureText.fitted(frame.title, width: layout.frameWidth - indent, size: 14)
        write(title, "event", x: origin.x + indent, y: origin.y + 15)
        writePanel(frame, number: number, x: origin.x, y: top)
        for label in PictureLabel.all(of: frame, in: layout) { write(label, x: origin.x, y: top) }
        var line = top + layout.bodyHeight + PictureLayout.notePitch
        for note in frame.notes {
            let fitted = PictureText.fitted(note, width: layout.frameWidth, size: PictureLayout.noteSize)
            write(fitted, note.hasPrefix("at ") ? "note time" : "note", x: origin.x, y: line)
            line += PictureLayout.notePitch
        }
    }

    /// The frame itself, in logical pixels of the global space.
    private mutating func writePanel(_ frame: PictureFrame, number: Int, x: Double, y: Double) {
        let view = layout.view
        let unit = 1 / layout.scale
        text += """
            <svg data-step="\(number)" x="\(PictureText.number(x))" y="\(PictureText.number(y))" \
            width="\(PictureText.fine(layout.panel.width))" height="\(PictureText.fine(layout.panel.height))" \
            viewBox="\(PictureText.number(view.x)) \(PictureText.number(view.y)) \(PictureText.fine(view.width)) \
            \(PictureText.fine(view.height))" preserveAspectRatio="xMinYMin" stroke-width="\(PictureText.fine(unit))">

            """
        for mark in frame.marks {
            let roles = "data-what=\"\(mark.what.rawValue)\" data-step=\"\(number)\""
            text += PictureWriter.rect(mark, unit: unit, roles: roles)
        }
        writeArrow(frame, unit: unit)
        text += "</svg>\n"
    }

    /// A rectangle whose lines are `unit` wide; `roles` are attributes to find it by.
    private static func rect(_ mark: PictureMark, unit: Double, roles: String) -> String {
        let number = PictureText.number
        let dashes =
            switch mark.what {
            case .targetBefore: " stroke-dasharray=\"\(PictureText.fine(4 * unit)) \(PictureText.fine(3 * unit))\""
            case .room: " stroke-dasharray=\"\(PictureText.fine(unit)) \(PictureText.fine(2 * unit))\""
            case .output, .window, .container, .scroll, .innerScroll, .keyboard, .region, .candidateBar, .caret, .field,
                .target, .popup:
                ""
            }
        return """
            <rect class="\(mark.what.rawValue)\(mark.isFaint ? " faint" : "")" \(roles) x="\(number(mark.rect.x))" \
            y="\(number(mark.rect.y))" width="\(number(mark.rect.width))" height="\(number(mark.rect.height))"\(dashes)/>

            """
    }

    /// The way of the target, if it is long enough to be seen.
    private mutating func writeArrow(_ frame: PictureFrame, unit: Double) {
        guard let from = frame.rect(of: .targetBefore), let to = frame.rect(of: .target) else { return }
        let x = to.x + to.width / 2
        let start = from.y + from.height / 2
        let end = to.y + to.height / 2
        guard abs(end - start) > 12 * unit else { return }
        let head = (end > start ? -7 : 7) * unit
        let number = PictureText.number
        text += """
            <path class="way" d="M\(number(x)) \(number(start))V\(number(end + head))"/>
            <path class="head" d="M\(number(x)) \(number(end))L\(number(x - 3.5 * unit)) \(number(end + head))\
            L\(number(x + 3.5 * unit)) \(number(end + head))Z"/>

            """
    }

    // MARK: - Text

    private mutating func write(_ label: PictureLabel, x: Double, y: Double) {
        let view = layout.view
        let edge = x + layout.panel.width
        let from = Point(
            x: x + (label.anchor.x - view.left) * layout.scale, y: y + (label.anchor.y - view.top) * layout.scale)
        let points = [from, Point(x: edge + 3, y: from.y), Point(x: edge + 11, y: y + label.y)]
        let path = points.map { "\(PictureText.number($0.x)),\(PictureText.number($0.y))" }.joined(separator: " ")
        text += "<polyline class=\"leader\" points=\"\(path)\"/>\n"
        let fitted = PictureText.fitted(label.text, width: PictureLayout.gutter, size: PictureLayout.labelSize)
        write(fitted, "label", x: edge + 14, y: y + label.y + 4)
    }

    private mutating func write(_ item: PictureLegend.Item) {
        let y = layout.size.height + item.y
        let swatch = PictureMark(
            what: item.what, rect: Rect(x: item.x, y: y - 11, width: 18, height: 12), label: "", isFaint: false)
        text += PictureWriter.rect(swatch, unit: 1, roles: "data-legend=\"\(item.what.rawValue)\"")
        write(item.what.legend, "label", x: item.x + 25, y: y)
    }

    private mutating func write(_ words: String, _ style: String, x: Double, y: Double) {
        text += """
            <text class="\(style)" x="\(PictureText.number(x))" y="\(PictureText.number(y))">\
            \(PictureText.escaped(words))</text>

            """
    }

    // MARK: - Colours

    /// The colours are those of Okabe and Ito, which colour-blind people can tell apart; what means something else has
    /// another line too.
    private static let style = """
        text { font-family: "DejaVu Sans", Verdana, Helvetica, sans-serif; fill: #24292f }
        .title { font-size: 20px; font-weight: bold }
        .count { font-size: 12px; fill: #57606a; text-anchor: end }
        .number { font-size: 14px; font-weight: bold; fill: #0072b2 }
        .event { font-size: 14px; font-weight: bold }
        .note { font-size: 12px }
        .time { fill: #57606a }
        .label { font-size: 11px }
        .paper { fill: #f6f8fa }
        .leader { fill: none; stroke: #8c959f; stroke-width: .7 }
        .output { fill: #ffffff; stroke: #24292f }
        .window { fill: #f0e442; fill-opacity: .2; stroke: #24292f }
        .container { fill: #56b4e9; fill-opacity: .16; stroke: #0072b2 }
        .scroll { fill: #56b4e9; fill-opacity: .16; stroke: #0072b2 }
        .inner-scroll { fill: #56b4e9; fill-opacity: .22; stroke: #0072b2 }
        .keyboard { fill: #6e7781; fill-opacity: .55; stroke: #24292f }
        .region { fill: #6e7781; fill-opacity: .55; stroke: #24292f }
        .candidate-bar { fill: #e69f00; fill-opacity: .85; stroke: #24292f }
        .room { fill: #e69f00; fill-opacity: .25; stroke: #8a6000 }
        .field { fill: #009e73; fill-opacity: .18; stroke: #009e73 }
        .target-before { fill: #d55e00; fill-opacity: .12; stroke: #d55e00 }
        .target, .caret { fill: #009e73; fill-opacity: .75; stroke: #00553e }
        .faint { fill-opacity: .15 }
        .popup { fill: #cc79a7; fill-opacity: .7; stroke: #24292f }
        .way { fill: none; stroke: #d55e00 }
        .head { fill: #d55e00; stroke: none }
        """
}
