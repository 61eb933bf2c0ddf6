import HeadroomClient
import HeadroomWire

extension CandidateState {
    /// As ListCandidates answers it.
    var listing: CandidateListing {
        var listing = CandidateListing(engine: engine)
        listing.isActive = isActive
        listing.isRunning = isRunning
        listing.policy = policy
        listing.acts = acts
        listing.why = why
        listing.learned = learned.map { learned in
            var listed = CandidateListing.Learned()
            listed.keyboard = learned.keyboard
            listed.output = learned.output
            listed.pageSize = UInt32(clamping: learned.pageSize)
            listed.layout = learned.layout
            listed.barHeight = learned.barHeight
            listed.roomBelowCaret = learned.roomBelowCaret
            listed.rowHeight = learned.rowHeight
            listed.hasToggled = learned.hasToggled
            return listed
        }
        return listing
    }

    /// Lines for people: the policy that acts, then what was learned.
    var lines: [String] {
        let state = isActive ? ", written with" : isRunning ? ", running" : ""
        let act = acts == policy ? policy : "\(policy), which is \(acts)"
        let first = "\(name)\(state): \(act.clean) (\(why.clean))"
        guard let learned else { return [first] }
        return [first, "  on \(learned.line)"]
    }

    private var name: String { engine.isEmpty ? "an unknown engine" : engine.clean }
}

extension CandidateState.Learned {
    /// What was learned, for people.
    fileprivate var line: String {
        var parts: [String] = []
        if barHeight > 0 { parts.append("bar \(barHeight.plain) px") }
        if roomBelowCaret > 0 { parts.append("room below the caret \(roomBelowCaret.plain) px") }
        if rowHeight > 0 { parts.append("row \(rowHeight.plain) px") }
        if !layout.isEmpty { parts.append("\(layout.clean) pages of \(pageSize)") }
        if hasToggled { parts.append("comes and goes") }
        let place = [keyboard.clean, output.clean].filter { !$0.isEmpty }.joined(separator: ", ")
        return "\(place): \(parts.isEmpty ? "nothing yet" : parts.joined(separator: ", "))"
    }
}
