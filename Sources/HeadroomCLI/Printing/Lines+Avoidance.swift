import HeadroomClient
import HeadroomCore

extension PluginReport {
    /// What was done, for people, on one line.
    var summary: String {
        var parts = [outcome.rawValue]
        if shift != .zero { parts.append("shift \(shift.x.plain),\(shift.y.plain)") }
        if let target { parts.append("target \(target.plain)" + (output.isEmpty ? "" : " on \(output.clean)")) }
        if let residual, residual > 0 { parts.append("\(residual.plain) still covered") }
        if outcome == .impossible, residual == nil { parts.append("how much is covered nobody knows") }
        if !self.parts.isEmpty {
            parts.append(self.parts.map { "\($0.level.clean) \($0.amount.plain)" }.joined(separator: " + "))
        }
        if let latencyUS { parts.append("after \(latencyUS) µs") }
        return parts.joined(separator: ", ")
    }
}

extension ReportState {
    /// One line of `headroom monitor`.
    var line: String {
        let answer = report.serial == 0 ? "the user moved on" : "to \(report.serial)"
        return "\("Reported".padded(to: 16)) plugin \(plugin) in \(report.subject.clean): \(report.summary), \(answer)"
    }
}

extension PluginState {
    /// One line for people.
    var line: String {
        var line = "\(number) \(name.isEmpty ? "" : "\"\(name.clean)\" ")\(kind.clean)"
        if let process { line += ", process \(process)" }
        if let subject { line += ", in \(subject.clean)" }
        return line
    }
}

extension ClaimState {
    /// One line for people.
    var line: String {
        var line = "\(subject.clean): plugin \(holder)"
        if isRevoked { line += " puts things back" }
        if !waiting.isEmpty { line += ", \(waiting.map(\.description).joined(separator: ", ")) waiting" }
        return line
    }
}
