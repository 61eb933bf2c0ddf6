import HeadroomCore
import HeadroomPluginKit

/// A container that is moved up, or the window itself, or inner and outer scroll views with a container around them.
final class ShiftingApplication: RehearsedApplication, World {
    enum Kind: CaseIterable {
        case container
        case window
        case chain
        /// A world that answers later, and has a clock for frames of its own.
        case late
    }

    enum Fault: CaseIterable {
        /// It does not say that it is shifted.
        case silentShift
        /// It is moved down instead of up.
        case upsideDown
        /// It never comes back the whole way.
        case halfway
    }

    let kind: Kind
    let fault: Fault?
    private var frame: Rect
    private var shift = 0.0
    private var inner = 0.0
    private var outer = 0.0
    private var inset = 0.0
    private var field = Rect.zero
    private var hasFocus = true
    private var questions: [(Measurement?) -> Void] = []

    init(_ kind: Kind, filling output: Output, fault: Fault? = nil) {
        self.kind = kind
        self.fault = fault
        frame = output.frame
        focusLow()
    }

    // MARK: The world

    var world: any World { self }
    var names: [String] { ["shifting-application"] }
    var lastingName: String? { kind == .window ? "shifting" : nil }
    var frames: FramePace { kind == .late ? .own : .every(10_000) }

    func measure(_ answer: @escaping (Measurement?) -> Void) {
        guard kind == .late else { return answer(look()) }
        questions.append(answer)
    }

    func settle() {
        let waiting = questions
        questions = []
        for answer in waiting { answer(look()) }
    }

    private func look() -> Measurement {
        let up = fault == .upsideDown ? -shift : shift
        let shown = frame.moved(dy: -up)
        let target = Target(field: field.moved(dx: frame.x, dy: frame.y - up))
        var measurement: Measurement
        switch kind {
        case .container, .late:
            measurement = Measurement(Scene(outputs: [], container: shown, target: target), shift: shift)
        case .window:
            measurement = Measurement(Scene(outputs: [], window: shown, target: target), windowShift: shift)
        case .chain:
            let outerFrame = Rect(x: shown.x, y: shown.y + 20, width: frame.width, height: frame.height - 20)
            let innerFrame = Rect(x: 0, y: 100, width: frame.width, height: frame.height - 120)
            measurement = Measurement(
                Scene(
                    outputs: [], container: shown,
                    scroll: ScrollArea(
                        frame: outerFrame, contentHeight: outerFrame.height, offset: outer, insetBottom: inset),
                    inner: [InnerScroll(frame: innerFrame, contentHeight: innerFrame.height + 40, offset: inner)],
                    target: Target(field: field.moved(dy: -120))), shift: shift)
        }
        if fault == .silentShift { (measurement.shift, measurement.windowShift) = (0, 0) }
        measurement.hasFocus = hasFocus
        return measurement
    }

    func apply(_ position: Position) {
        shift = kind == .window ? position.windowShift : position.shift
        if fault == .halfway, shift == 0 { shift = 3 }
        outer = position.offset
        inset = position.insetBottom
        inner = position.inner.first ?? 0
    }

    // MARK: Its user

    func focusLow() { field = Rect(x: 10, y: frame.height - 70, width: 300, height: 30) }
    func focusHigh() { field = Rect(x: 10, y: 130, width: 300, height: 30) }
    func giveFocus(_ hasFocus: Bool) { self.hasFocus = hasFocus }

    func turn(to output: Output) -> Bool {
        frame = output.frame
        focusLow()
        return true
    }

    var seen: [Double] { [shift, inner, outer, inset, frame.y] }
}
