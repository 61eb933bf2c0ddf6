import HeadroomCore
import HeadroomPluginKit

/// What the demonstration's plugin moves: a form on the whole output, with the focus in a field near its bottom. It is on
/// no screen; what becomes of it is told by the plugin's reports.
final class DemoForm: World {
    let names = ["headroom"]
    /// Where the output is, in the global space.
    var output: Rect
    private var shift = 0.0

    init(output: Rect) { self.output = output }

    func measure(_ answer: @escaping (Measurement?) -> Void) {
        let form = output.moved(dy: -shift)
        let field = Rect(x: form.x + 40, y: form.bottom - 120, width: form.width - 80, height: 40)
        answer(Measurement(Scene(outputs: [], container: form, target: Target(field: field)), shift: shift))
    }

    func apply(_ position: Position) { shift = position.shift }
}
