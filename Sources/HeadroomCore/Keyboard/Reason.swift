/// Why a notification was sent. Open: clients treat a word they do not know as no reason given.
public struct Reason: RawRepresentable, Sendable, Hashable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The keyboard came or went by itself.
    public static let visibility = Reason(rawValue: "visibility")
    /// The keyboard has another size or place.
    public static let frame = Reason(rawValue: "frame")
    /// The keyboard was docked, undocked, split or joined.
    public static let placement = Reason(rawValue: "placement")
    /// The candidate bar, or the room for candidates at the caret, changed.
    public static let candidates = Reason(rawValue: "candidates")
    /// The input method's engine changed.
    public static let engine = Reason(rawValue: "engine")
    /// What was said before turned out to be not quite so: an estimate was measured, or a slide ended elsewhere.
    public static let correction = Reason(rawValue: "correction")
    /// Outputs were rotated, scaled, added, removed or rearranged.
    public static let rotation = Reason(rawValue: "rotation")
    /// The keyboard moved to another output.
    public static let output = Reason(rawValue: "output")
    /// A fullscreen window covers the keyboard.
    public static let occluded = Reason(rawValue: "occluded")
    /// Whoever showed the keyboard left the bus.
    public static let providerLost = Reason(rawValue: "provider-lost")
    /// The daemon ends.
    public static let shutdown = Reason(rawValue: "shutdown")
    /// Somebody asked for it, by a key, a button or the method `Hide`.
    public static let user = Reason(rawValue: "user")
}
