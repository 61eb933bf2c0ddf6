/// What was measured, as a table and as JSON lines.
struct Report {
    private(set) var figures: [Figure] = []

    struct Figure {
        var name: String
        var value: Double
        var unit: String
        /// What the project aims at, in words; nil: nothing.
        var aim: String?
    }

    mutating func state(_ name: String, _ value: Double, _ unit: String, aim: String? = nil) {
        figures.append(Figure(name: name, value: value, unit: unit, aim: aim))
    }

    /// The minimum, the median and the maximum of a sample.
    mutating func state(_ name: String, _ sample: Sample, _ unit: String) {
        state("\(name), minimum", sample.minimum, unit)
        state("\(name), median", sample.median, unit)
        state("\(name), maximum", sample.maximum, unit)
    }

    var table: String {
        let width = figures.map(\.name.count).max() ?? 0
        return figures.map { figure in
            let name = figure.name + String(repeating: " ", count: width - figure.name.count)
            return "\(name)  \(Report.text(figure.value)) \(figure.unit)\(figure.aim.map { "   (aim: \($0))" } ?? "")"
        }.joined(separator: "\n")
    }

    var json: String {
        figures.map { figure in
            let aim = figure.aim.map { ",\"aim\":\"\($0)\"" } ?? ""
            return
                "{\"name\":\"\(figure.name)\",\"value\":\(Report.text(figure.value)),\"unit\":\"\(figure.unit)\"\(aim)}"
        }.joined(separator: "\n")
    }

    private static func text(_ value: Double) -> String { ((value * 1000).rounded() / 1000).description }
}

/// Numbers measured under the same conditions.
struct Sample {
    private var values: [Double] = []

    mutating func add(_ value: Double) { values.append(value) }

    private var sorted: [Double] { values.sorted() }
    var minimum: Double { sorted.first ?? .nan }
    var maximum: Double { sorted.last ?? .nan }
    var median: Double { values.isEmpty ? .nan : sorted[values.count / 2] }
}
