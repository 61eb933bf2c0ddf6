import HeadroomCore
import HeadroomPluginKit

/// A list in a window, with a field in it and one beside it: two contents that share what is shifted, in a world that draws
/// its own frames.
final class MixedApplication: RehearsedApplication, World {
    private let window: Rect
    private var offset = 30.0
    private var inset = 0.0
    private var shift = 0.0
    private var isInList = true
    private var hasFocus = true

    private static let contentHeight = 1000.0

    init(filling output: Output) { window = output.frame }

    private var list: Rect { Rect(x: 0, y: window.y, width: window.width, height: window.height - 100) }

    // MARK: The world

    var world: any World { self }
    let names = ["mixed-application"]
    let frames = FramePace.own

    private var content: UInt64 { isInList ? 1 : 2 }

    func measure(_ answer: @escaping (Measurement?) -> Void) {
        var scene = Scene(outputs: [], container: window.moved(dy: -shift))
        if isInList {
            scene.scroll = ScrollArea(
                frame: list.moved(dy: -shift), contentHeight: Self.contentHeight, offset: offset, insetBottom: inset)
            scene.target = Target(field: Rect(x: 0, y: 640, width: 100, height: 30))
        } else {
            scene.target = Target(field: Rect(x: 0, y: window.bottom - 40 - shift, width: 100, height: 30))
        }
        var measurement = Measurement(scene, content: content, shift: shift, hasFocus: hasFocus)
        measurement.views = isInList ? [7] : []
        answer(measurement)
    }

    func apply(_ position: Position) {
        if position.content == 1 { set(position.offset, position.insetBottom) }
        // Of what both have it is told with those that were measured last.
        if position.content == content { shift = position.shift }
    }

    private func set(_ offset: Double, _ inset: Double) {
        self.inset = inset
        self.offset = min(max(0, offset), max(0, Self.contentHeight + inset - list.height))
    }

    // MARK: Its user

    func focusLow() { isInList = true }
    func focusHigh() { isInList = false }
    func giveFocus(_ hasFocus: Bool) { self.hasFocus = hasFocus }

    func scroll(by distance: Double) -> Bool {
        guard isInList else { return false }
        set(offset + distance, inset)
        return true
    }

    var seen: [Double] { [offset, inset, shift] }
}
