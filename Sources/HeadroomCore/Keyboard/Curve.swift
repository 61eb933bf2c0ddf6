/// The shape of a motion over its duration, as data (rules M).
public enum Curve: Sendable, Hashable {
    case linear
    /// The curve of CSS and most toolkits, from (0, 0) over two control points to (1, 1); x lies in 0...1.
    case cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double)
    /// A damped spring. Damping ratios of 1 and more are evaluated as 1.
    case spring(mass: Double, stiffness: Double, damping: Double)
}

extension Curve {
    /// The curve named on the wire by `name` and `parameters`. A name nobody knows, a missing or an impossible
    /// parameter is ``linear``: a client draws what it can.
    public init(name: String, parameters: [Double]) {
        switch (name, parameters.count) {
        case ("cubic-bezier", 4) where parameters.allSatisfy(\.isFinite):
            let p = parameters
            self = .cubicBezier(x1: min(1, max(0, p[0])), y1: p[1], x2: min(1, max(0, p[2])), y2: p[3])
        case ("spring", 3) where parameters.allSatisfy { $0.isFinite && $0 > 0 }:
            self = .spring(mass: parameters[0], stiffness: parameters[1], damping: parameters[2])
        default:
            self = .linear
        }
    }

    /// The name on the wire: `linear`, `cubic-bezier` or `spring`.
    public var name: String {
        switch self {
        case .linear: "linear"
        case .cubicBezier: "cubic-bezier"
        case .spring: "spring"
        }
    }

    /// The parameters on the wire, in the order of the case's own.
    public var parameters: [Double] {
        switch self {
        case .linear: []
        case .cubicBezier(let x1, let y1, let x2, let y2): [x1, y1, x2, y2]
        case .spring(let mass, let stiffness, let damping): [mass, stiffness, damping]
        }
    }

    public var isSpring: Bool {
        if case .spring = self { true } else { false }
    }
}

extension Curve {
    /// UIKit's keyboard: the critically damped spring ω₀ = √(1000/3) (rules M).
    public static let uiKit = Curve.spring(mass: 3, stiffness: 1000, damping: 109.545)
    /// Android's keyboard, 285 ms (rules M).
    public static let android = Curve.cubicBezier(x1: 0.2, y1: 0, x2: 0, y2: 1)
    /// Stevia's, 250 ms: ease-out-cubic (rules M).
    public static let easeOutCubic = Curve.cubicBezier(x1: 0.215, y1: 0.61, x2: 0.355, y2: 1)
    /// Onboard's, 250 ms: sine, slow at both ends (rules M).
    public static let easeInOutSine = Curve.cubicBezier(x1: 0.37, y1: 0, x2: 0.63, y2: 1)
}
