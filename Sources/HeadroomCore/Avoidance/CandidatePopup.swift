/// Where a popup with candidates goes: near the caret, on the screen, never under the keyboard (rules P1-P4).
///
/// A popup of 400 x 220, 4 px from a caret from 640 to 664: at 668 on a screen of 1080; over a keyboard whose top is at
/// 700 above the caret, at 416. All rectangles are in the global space.
public struct CandidatePopup: Sendable, Hashable {
    public var size: Size
    /// The free space between caret and popup, in logical pixels.
    public var gap: Double
    /// The caret; 0 x 0 or impossible: nobody knows where it is.
    public var cursor: Rect
    /// The window that is written in, if known.
    public var window: Rect?
    /// The keyboard, if one is shown.
    public var keyboard: Rect?

    public init(size: Size, gap: Double, cursor: Rect, window: Rect? = nil, keyboard: Rect? = nil) {
        self.size = size
        self.gap = gap
        self.cursor = cursor.isValid ? cursor : .zero
        self.window = window?.isValid == true ? window : nil
        self.keyboard = keyboard?.isValid == true ? keyboard : nil
    }

    /// Where its top left corner goes; nil without any output.
    public func origin(on outputs: [Output]) -> Point? {
        guard let usable = usable(on: outputs) else { return nil }
        let isCaretKnown = !(cursor.width == 0 && cursor.height == 0)
        let wanted =
            isCaretKnown ? Point(x: cursor.x, y: vertical(in: usable)) : cornerOfWindow(in: usable)
        // P3: held in the usable area; where it does not fit, its beginning is seen.
        return Point(
            x: max(usable.left, min(wanted.x, usable.right - size.width)),
            y: isCaretKnown ? wanted.y : max(usable.top, min(wanted.y, usable.bottom - size.height)))
    }

    /// U of rule P1: the output of the caret, less a docked keyboard.
    private func usable(on outputs: [Output]) -> Rect? {
        guard let index = outputs.index(nearest: Point(x: cursor.x, y: cursor.y + cursor.height / 2)) else {
            return nil
        }
        let area = freed(outputs, index)
        // A caret that nobody knows says nothing of the output either: then the window's, if it is another one.
        guard cursor.width == 0, cursor.height == 0, let window, area.intersection(window).isEmpty,
            let other = outputs.index(holding: window)
        else { return area }
        return freed(outputs, other)
    }

    private func freed(_ outputs: [Output], _ index: Int) -> Rect {
        let frame = outputs[index].frame
        var hold = BarHold()
        guard let keyboard,
            let cover = Cover(KeyboardReport(.frame(keyboard)), on: outputs, content: frame, hold: &hold),
            cover.isDocked, cover.outputIndex == index
        else { return frame }
        return Rect(left: frame.left, top: frame.top, right: frame.right, bottom: cover.visible.top)
    }

    /// P2: below the caret, else above it, else at the usable area's bottom.
    private func vertical(in usable: Rect) -> Double {
        let below = cursor.bottom + gap
        if below + size.height <= usable.bottom { return below }
        let above = cursor.top - gap - size.height
        return above >= usable.top ? above : max(usable.top, usable.bottom - size.height)
    }

    /// P4: at the bottom left of the window, as far as it is usable.
    private func cornerOfWindow(in usable: Rect) -> Point {
        var area = usable
        if let window, !usable.intersection(window).isEmpty { area = usable.intersection(window) }
        return Point(x: area.left, y: area.bottom - size.height)
    }
}
