/// Times that a test prints and does not judge.
package struct Figures {
    private let sorted: [Double]

    package init(_ values: [Double]) { sorted = values.sorted() }

    /// The value below which this part of them lies; 0 of none.
    package func quantile(_ part: Double) -> Double {
        sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
    }

    package var median: Double { quantile(0.5) }

    /// How many there are, and what they are like, for people.
    package var text: String {
        "n=\(sorted.count) quarter \(quantile(0.25)) median \(median) p95 \(quantile(0.95)) max \(sorted.last ?? 0)"
    }
}
