import HeadroomCore

extension Scene {
    /// A phone of 375 x 667 whose whole screen is the container.
    static func phone(target: Target? = nil) -> Scene {
        Scene(
            outputs: [Output(name: "phone", frame: .phone)], container: .phone, target: target)
    }

    /// The same with a scroll view instead.
    static func list(content: Double = 1000, offset: Double = 0, target: Target? = nil) -> Scene {
        Scene(
            outputs: [Output(name: "phone", frame: .phone)],
            scroll: ScrollArea(frame: .phone, contentHeight: content, offset: offset), target: target)
    }

    /// Scroll views in each other, each of which can scroll 20, and a container around them.
    static func nested(levels: Int) -> Scene {
        Scene(
            outputs: [Output(name: "phone", frame: .phone)], container: .phone,
            scroll: ScrollArea(frame: .phone, contentHeight: 700),
            inner: (0..<levels).map { _ in
                InnerScroll(frame: Rect(x: 0, y: 2, width: 375, height: 600), contentHeight: 620)
            },
            target: Target(field: Rect(x: 16, y: 540, width: 343, height: 40)))
    }
}

extension Rect {
    static let phone = Rect(x: 0, y: 0, width: 375, height: 667)
    /// The field and caret of HR-X01.
    static let field = Rect(x: 16, y: 520, width: 343, height: 40)
    static let caret = Rect(x: 20, y: 540, width: 2, height: 20)
}

extension KeyboardReport {
    /// A keyboard 258 high, docked to the phone's bottom.
    static let docked = KeyboardReport(.frame(Rect(x: 0, y: 409, width: 375, height: 258)))
}

/// The same numbers on every machine (SplitMix64).
struct RandomNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func whole(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &self)) }

    mutating func chance(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &self) < probability }

    mutating func one<Element>(of choices: [Element]) -> Element {
        choices[Int.random(in: 0..<choices.count, using: &self)]
    }
}
