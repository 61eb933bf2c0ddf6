/// The legend below a picture: what was drawn, once each, in rows.
struct PictureLegend {
    /// One entry; `x` and `y` are the left end of its line of text's base, in the legend's own space.
    struct Item {
        var what: PictureMark.What
        var x: Double
        var y: Double
    }

    let items: [Item]
    let height: Double

    private static let rowHeight = 22.0

    init(_ drawn: [PictureMark.What], width: Double) {
        var items: [Item] = []
        var x = PictureLayout.margin
        var y = 14.0
        for what in drawn {
            let needed = 25 + PictureText.width(of: what.legend, size: PictureLayout.labelSize) + 16
            if x > PictureLayout.margin, x + needed > width {
                x = PictureLayout.margin
                y += PictureLegend.rowHeight
            }
            items.append(Item(what: what, x: x, y: y))
            x += needed
        }
        self.items = items
        height = y
    }
}
