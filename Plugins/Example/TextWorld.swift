import HeadroomCore
import HeadroomPluginKit

/// The text view as a world: says what is there, and goes where it is told.
final class TextWorld: World {
    let view: TextView
    let names = ["headroom-example"]
    /// Whether the terminal's window has the focus, as far as anybody knows.
    var hasFocus = true
    private let draw: () -> Void

    init(_ view: TextView, draw: @escaping () -> Void) {
        self.view = view
        self.draw = draw
    }

    func measure(_ answer: @escaping (Measurement?) -> Void) {
        let area = ScrollArea(
            frame: view.frame, contentHeight: view.height, offset: view.offset, insetBottom: view.room)
        let scene = Scene(outputs: [], scroll: area, target: Target(caret: view.caretFrame))
        answer(Measurement(scene, hasFocus: hasFocus))
    }

    func apply(_ position: Position) {
        view.scroll(to: position.offset, room: position.insetBottom)
        draw()
    }
}
