/// A colour as data: sRGB, not premultiplied, each part from 0 to 1.
public struct Color: Sendable, Hashable {
    public let red: Double
    public let green: Double
    public let blue: Double
    public let alpha: Double

    /// Parts outside 0…1 are brought to the nearer end; one that is not a number counts as 0.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        func part(_ value: Double) -> Double { value.isNaN ? 0 : min(max(0, value), 1) }
        self.red = part(red)
        self.green = part(green)
        self.blue = part(blue)
        self.alpha = part(alpha)
    }
}
