import HeadroomCore

extension String {
    /// Without what could steer a terminal or break a line: control characters, and those that turn the direction of
    /// writing. For everything that a peer or a user wrote.
    var clean: String {
        var clean = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: continue
            default: clean.unicodeScalars.append(scalar)
            }
        }
        return clean
    }

    /// With spaces behind it up to `width`.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

extension Double {
    /// As short as it can be: whole numbers without a fraction.
    var plain: String {
        guard let whole = Int64(exactly: self) else { return description }
        return whole.description
    }
}

extension Rect {
    /// `x,y WxH`
    var plain: String { "\(x.plain),\(y.plain) \(width.plain)x\(height.plain)" }
}
