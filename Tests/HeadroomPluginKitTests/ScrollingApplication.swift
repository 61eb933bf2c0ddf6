import HeadroomCore
import HeadroomPluginKit

/// A text in a scroll view, as a toolkit has it: offsets beyond the ends are not taken. `fault` is what is wrong with its
/// world.
final class ScrollingApplication: RehearsedApplication, World {
    enum Fault: CaseIterable {
        /// It moves by what it is told, instead of going there.
        case steps
        /// It takes insets, and forgets to give them back.
        case keepsInset
        /// Its target is where it would be without scrolling.
        case targetOnScreen
        /// Measuring scrolls to the caret.
        case measuringScrolls
        /// It does not take offsets.
        case deaf
        /// It takes offsets without the inset that makes room for them.
        case noRoom
        /// It answers twice.
        case answersTwice
        /// It answers never.
        case silent
        /// It measures what it was told last, wherever the user has scrolled.
        case believes
        /// It says that it has the focus when it has not.
        case vain
        /// It sees an impossible frame.
        case impossible
    }

    static let line = 20.0

    let fault: Fault?
    private var frame: Rect
    private var content: Double
    private var caretLine: Int
    private var offset = 0.0
    private var inset = 0.0
    private var hasFocus = true
    private var told: Double?
    /// Every position that it was told.
    private(set) var positions: [Position] = []

    init(filling output: Output, fault: Fault? = nil) {
        frame = output.frame
        content = output.frame.height
        self.fault = fault
        caretLine = 0
        focusLow()
    }

    // MARK: The world

    var world: any World { self }
    let names = ["scrolling-application"]
    let lastingName: String? = "scrolling"

    func measure(_ answer: @escaping (Measurement?) -> Void) {
        if fault == .silent { return }
        if fault == .measuringScrolls { set(offset + 1, inset) }
        var caret = Rect(x: 40, y: Double(caretLine) * Self.line, width: 2, height: Self.line)
        if fault == .targetOnScreen { caret.y -= offset }
        let area = ScrollArea(
            frame: fault == .impossible ? Rect(x: 0, y: 0, width: -1, height: .nan) : frame, contentHeight: content,
            offset: fault == .believes ? told ?? offset : offset, insetBottom: inset)
        let measurement = Measurement(
            Scene(outputs: [], scroll: area, target: Target(caret: caret)), hasFocus: hasFocus || fault == .vain)
        answer(measurement)
        if fault == .answersTwice { answer(measurement) }
    }

    func apply(_ position: Position) {
        told = position.offset
        positions.append(position)
        switch fault {
        case .steps: set(offset + position.offset, position.insetBottom)
        case .keepsInset: set(position.offset, max(inset, position.insetBottom))
        case .deaf: break
        case .noRoom: set(position.offset, 0)
        case .targetOnScreen, .measuringScrolls, .answersTwice, .silent, .believes, .vain, .impossible, nil:
            set(position.offset, position.insetBottom)
        }
    }

    private func set(_ offset: Double, _ inset: Double) {
        self.inset = inset
        self.offset = min(max(0, offset), max(0, content + inset - frame.height))
    }

    // MARK: Its user

    func focusLow() { caretLine = Int(frame.height / Self.line) - 3 }
    func focusHigh() { caretLine = 2 }

    func type() -> Bool {
        caretLine += 1
        content = max(content, Double(caretLine + 1) * Self.line)
        return true
    }

    func giveFocus(_ hasFocus: Bool) { self.hasFocus = hasFocus }

    func scroll(by distance: Double) -> Bool {
        set(offset + distance, inset)
        return true
    }

    func turn(to output: Output) -> Bool {
        frame = output.frame
        content = output.frame.height
        set(offset, inset)
        focusLow()
        return true
    }

    var seen: [Double] { [offset, inset, frame.y, frame.height] }
}
