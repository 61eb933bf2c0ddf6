import HeadroomCore
import HeadroomPluginKit

@testable import headroom_example

/// The example's text view, to be rehearsed with.
final class TextApplication: RehearsedApplication {
    private let view: TextView
    private let textWorld: TextWorld

    init(filling output: Output) {
        view = TextView((1...60).map(String.init), frame: output.frame, rows: 40)
        textWorld = TextWorld(view) {}
        focusLow()
    }

    var world: any World { textWorld }

    func focusLow() { view.moveCaret(to: 37) }
    func focusHigh() { view.moveCaret(to: 3) }
    func giveFocus(_ hasFocus: Bool) { textWorld.hasFocus = hasFocus }

    func type() -> Bool {
        view.insertLine("more")
        return true
    }

    func scroll(by distance: Double) -> Bool {
        view.scroll(to: view.offset + distance, room: view.room)
        return true
    }

    func turn(to output: Output) -> Bool {
        view.frame = output.frame
        return true
    }

    var seen: [Double] { [view.offset, view.room, view.frame.y, view.frame.height] }
}
