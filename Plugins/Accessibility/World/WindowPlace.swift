import HeadroomBus
import HeadroomCore

/// Where an application's windows are, as far as it does not say that itself.
final class WindowPlace {
    /// How places in a window are asked for, and what they mean.
    struct Found: Hashable, Sendable {
        var space = Space.screen
        /// What is added to them, in logical pixels.
        var origin = Point.zero
        /// As ``Survey/isRangeWhole``.
        var isRangeWhole = false
        /// As ``Measurement/windowStates``.
        var states: [String] = []
    }

    private let toolkit: Toolkit

    init(_ toolkit: Toolkit) { self.toolkit = toolkit }

    /// Nil: nobody can say.
    func find(_ window: Accessible, _ answer: @escaping (Found?) -> Void) {
        switch toolkit {
        case .gtk3, .qt: answer(Found())
        case .other: answer(nil)
        }
    }
}

/// What an application is made with, as far as that makes a difference here.
enum Toolkit: Hashable, Sendable {
    case gtk3
    case qt
    /// One in which nothing is moved.
    case other

    /// By `ToolkitName` of its Application interface.
    init(name: String?) {
        switch name {
        case "gtk": self = .gtk3
        case "Qt": self = .qt
        case _: self = .other
        }
    }
}
