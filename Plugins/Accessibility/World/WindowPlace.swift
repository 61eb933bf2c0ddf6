import HeadroomBus
import HeadroomCore

/// How the places in an application's windows are asked for, and what they mean.
final class WindowPlace {
    struct Found: Hashable, Sendable {
        var windows: Windows
        var space = Space.screen
        /// As ``Survey/isRangeWhole``.
        var isRangeWhole = false
        /// Whether the application knows no place but in its window.
        var isRelative: Bool
    }

    /// A place that is known.
    struct Placed: Hashable, Sendable {
        var projection = Projection()
        /// As ``Measurement/windowStates``.
        var states: [String] = []
        /// As ``Measurement/output``.
        var output = ""
    }

    enum Answer: Hashable, Sendable {
        case placed(Placed)
        /// What the application says of its window does not fit; it may not have followed a new size yet. In the end it is
        /// there; nil: nobody can say.
        case unsettled(Placed?)
    }

    private let toolkit: Toolkit
    private let process: UInt32
    private let source: any WindowSource
    private let bus: AccessibilityBus
    /// What a window's content is, as the application says, where that was searched for.
    private var contents: [Question: Rect] = [:]

    private struct Question: Hashable {
        let frame: Rect
        let size: Size
    }

    /// How many contents are remembered.
    private static let mostContents = 16

    init(_ bus: AccessibilityBus, _ toolkit: Toolkit, process: UInt32, source: any WindowSource) {
        self.bus = bus
        self.toolkit = toolkit
        self.process = process
        self.source = source
    }

    /// Nil: it is an application in which nothing is moved.
    func find(_ answer: @escaping (Found?) -> Void) {
        guard toolkit != .other else { return answer(nil) }
        source.windows(of: process) { [toolkit] windows in
            // GTK 4 knows no place but in its window, the shadow around that not counted; others on Wayland none but in
            // their surface, which they call the screen.
            let isOnScreen = if case .onScreen = windows { true } else { false }
            answer(
                Found(
                    windows: windows, space: toolkit == .gtk4 ? .window : .screen, isRangeWhole: toolkit == .gtk4,
                    isRelative: toolkit == .gtk4 || !isOnScreen))
        }
    }

    /// Where that is, now that the application has said what it knows of its window.
    func place(_ found: Found, _ window: Accessible, frame: Rect?, _ answer: @escaping (Answer) -> Void) {
        switch found.windows {
        case .onScreen(let seen):
            guard let seen else { return answer(found.isRelative ? .unsettled(nil) : .placed(Placed())) }
            let scale = frame.map { Projection.scale(real: seen.content.width, told: $0.width) } ?? 1
            let projection =
                found.isRelative
                ? frame.map { Projection($0, on: seen.content, scale: scale) } : Projection(scale: scale)
            answer(projection.map { .placed(Placed($0, seen)) } ?? .unsettled(nil))
        case .surfaces(let windows):
            guard let frame else { return answer(.unsettled(nil)) }
            place(windows[...], among: windows, found, window, frame, answer)
        }
    }

    /// Tries one after the other, until one has the size that the application says.
    private func place(
        _ windows: ArraySlice<SeenWindow>, among all: [SeenWindow], _ found: Found, _ window: Accessible, _ frame: Rect,
        _ answer: @escaping (Answer) -> Void
    ) {
        guard let seen = windows.first else {
            // A client that is too large for its tile begins where that begins. Which of several it is, or how much of a
            // floating one is shadow, nobody can say.
            guard all.count == 1, let only = all.first, !only.states.contains("floating") else {
                return answer(.unsettled(nil))
            }
            return answer(.unsettled(Placed(Projection(frame, on: only.content, scale: scale(frame, only)), only)))
        }
        let scale = scale(frame, seen)
        let size = Size(width: seen.content.width / scale, height: seen.content.height / scale)
        if frame.size.isNear(size) {
            return answer(.placed(Placed(Projection(frame, on: seen.content, scale: scale), seen)))
        }
        content(of: window, frame, found.space, size) { [weak self] inside in
            guard let inside else {
                self?.place(windows.dropFirst(), among: all, found, window, frame, answer) ?? answer(.unsettled(nil))
                return
            }
            answer(.placed(Placed(Projection(inside, on: seen.content, scale: scale), seen)))
        }
    }

    private func scale(_ frame: Rect, _ seen: SeenWindow) -> Double {
        Projection.scale(real: seen.content.width, told: frame.width, outputScale: seen.outputScale ?? 1)
    }

    private func content(
        of window: Accessible, _ frame: Rect, _ space: Space, _ size: Size, _ answer: @escaping (Rect?) -> Void
    ) {
        // Nothing in a window is larger than it.
        guard frame.width >= size.width, frame.height >= size.height else { return answer(nil) }
        let question = Question(frame: frame, size: size)
        if let known = contents[question] { return answer(known) }
        _ = ContentSearch(bus, in: window, frame, space, size: size) { [weak self] rect in
            if let self, let rect {
                if contents.count >= WindowPlace.mostContents { contents = [:] }
                contents[question] = rect
            }
            answer(rect)
        }
    }
}

extension WindowPlace.Placed {
    fileprivate init(_ projection: Projection, _ seen: SeenWindow) {
        self.init(projection: projection, states: seen.states, output: seen.output)
    }
}

/// What an application is made with, as far as that makes a difference here.
enum Toolkit: Hashable, Sendable {
    case gtk3
    case gtk4
    case qt
    case chromium
    /// One in which nothing is moved.
    case other

    /// By `ToolkitName` of its Application interface.
    init(name: String?) {
        switch name {
        case "gtk": self = .gtk3
        case "GTK": self = .gtk4
        case "Qt": self = .qt
        case "Chromium": self = .chromium
        case _: self = .other
        }
    }
}
