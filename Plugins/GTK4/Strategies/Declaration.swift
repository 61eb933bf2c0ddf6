internal import CGTK4

/// Values as CSS has them.
enum Declaration {
    /// With a point, whatever the user's language has instead.
    static func pixels(_ value: Double) -> String {
        // No exponent, which CSS does not know: thousandths are exact enough.
        let thousandths = Int((value * 1000).rounded())
        let (whole, rest) = abs(thousandths).quotientAndRemainder(dividingBy: 1000)
        let digits = String(rest)
        let sign = thousandths < 0 ? "-" : ""
        return "\(sign)\(whole).\(String(repeating: "0", count: 3 - digits.count))\(digits)px"
    }
}
