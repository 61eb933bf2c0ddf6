import HeadroomBus
import HeadroomCore

/// How the places in an application's windows are asked for, and what they mean.
final class WindowPlace {
    struct Found: Hashable, Sendable {
        var space = Space.screen
        /// What is added to what the application answers, in logical pixels.
        var origin = Point.zero
        /// As ``Survey/isRangeWhole``.
        var isRangeWhole = false
        /// As ``Measurement/windowStates``.
        var states: [String] = []
    }

    let toolkit: Toolkit
    private let process: UInt32
    private let windows: X11Windows

    init(_ toolkit: Toolkit, process: UInt32, windows: X11Windows) {
        self.toolkit = toolkit
        self.process = process
        self.windows = windows
    }

    /// Nil: nobody can say.
    func find(_ answer: @escaping (Found?) -> Void) {
        windows.window(of: process) { [toolkit] window in
            switch toolkit {
            case .gtk3, .qt, .chromium, .gecko: answer(Found(states: window?.states ?? []))
            case .gtk4:
                // It knows no place but in its window, the shadow around that not counted.
                guard let window else { return answer(nil) }
                answer(
                    Found(
                        space: .window,
                        origin: Point(x: window.frame.x + window.shadow.x, y: window.frame.y + window.shadow.y),
                        isRangeWhole: true, states: window.states))
            case .other: answer(nil)
            }
        }
    }
}

/// What an application is made with, as far as that makes a difference here.
enum Toolkit: Hashable, Sendable {
    case gtk3
    case gtk4
    case qt
    case chromium
    case gecko
    /// One in which nothing is moved.
    case other

    /// By `ToolkitName` of its Application interface.
    init(name: String?) {
        switch name {
        case "gtk": self = .gtk3
        case "GTK": self = .gtk4
        case "Qt": self = .qt
        case "Chromium": self = .chromium
        case "Gecko": self = .gecko
        case _: self = .other
        }
    }
}
