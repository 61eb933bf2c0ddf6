import HeadroomClient
import HeadroomCore
import HeadroomWire

extension Notification {
    /// Where the keyboard is at the end, and what is special about it: for people, on one line.
    var summary: String {
        var parts = [onWire(frameEnd).plain]
        if !output.isEmpty { parts[0] = "\(output.clean) \(parts[0])" }
        parts.append("inset \(bottomInset.plain)")
        if candidateBarHeight > 0 {
            parts.append("bar \(candidateBarHeight.plain)" + (details.isCandidateBarReserved ? " (reserved)" : ""))
        }
        if details.roomBelowCaret > 0 { parts.append("room below caret \(details.roomBelowCaret.plain)") }
        parts.append(details.placement.rawValue.clean)
        if details.isEstimated { parts.append("estimated") }
        if durationMS > 0 { parts.append("in \(durationMS) ms (\(details.curve.name))") }
        if !details.engine.isEmpty { parts.append("engine \(details.engine.clean)") }
        if !details.origin.isEmpty { parts.append("says \(details.origin.clean)") }
        return parts.joined(separator: ", ")
    }

    /// One line of `headroom monitor`.
    var line: String {
        "\(kind.rawValue.padded(to: 16)) \(serial)  \(summary), because \(details.reason.rawValue.clean)"
    }
}

extension KeyboardState {
    /// One line for people.
    var line: String {
        guard isDaemonPresent else { return "no daemon" }
        guard phase.isVisible else { return phase.rawValue }
        return "\(phase.rawValue): \(notification.summary)"
    }
}

extension Output {
    /// One line for people.
    var line: String {
        var parts = ["\(name.clean) \(frame.plain)"]
        if scale != 1 { parts.append("scale \(scale.plain)") }
        if transform != .normal { parts.append(transform.rawValue) }
        if let workArea { parts.append("work area \(workArea.plain)") }
        if isPrimary { parts.append("primary") }
        return parts.joined(separator: ", ")
    }
}
