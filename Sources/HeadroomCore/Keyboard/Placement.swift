/// How a keyboard stands on its output. Open: a word nobody knows is kept as it is and treated as ``floating``.
public struct Placement: RawRepresentable, Sendable, Hashable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// At an edge of the output, content makes room for it.
    public static let docked = Placement(rawValue: "docked")
    /// Over the content, at a place of its own; also the meaning of every unknown word.
    public static let floating = Placement(rawValue: "floating")
    /// In several parts with free space between them.
    public static let split = Placement(rawValue: "split")
    /// Only the candidates of an input method are on the screen, the keys are elsewhere.
    public static let candidatesOnly = Placement(rawValue: "candidates-only")
    /// A keyboard of keys, nothing on the screen.
    public static let hardware = Placement(rawValue: "hardware")
}
