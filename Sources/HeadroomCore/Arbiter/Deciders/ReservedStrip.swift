extension Decider {
    /// A keyboard whose source sees no frames stands where a strip was reserved when it became visible.
    ///
    /// The two are told by different programs, in either order: on sway the strip comes 5 to 10 ms before squeekboard
    /// says so, on phoc 3 to 116 ms after, and stevia reserves when its slide of 250 ms has ended. A strip that
    /// appeared at another time is a panel's, also while a keyboard says visible and reserves nothing.
    static let reservedStrip = Decider("reserved-strip") { deliberation in
        let areas = deliberation.areas
        deliberation.attributions.removeAll { attribution in
            !areas.contains {
                $0.area.output == attribution.output && $0.area.strips.contains { $0.since == attribution.since }
            }
        }
        guard !areas.isEmpty else { return }
        for index in deliberation.candidates.indices where deliberation.candidates[index].witness.frame == nil {
            guard !deliberation.candidates[index].isOnlySupplement else { continue }
            deliberation.attribute(index, areas)
        }
    }

    /// How long before a keyboard says visible its strip may appear, in µs.
    fileprivate static let earliest: UInt64 = 300_000
    /// How long after it, in µs.
    fileprivate static let latest: UInt64 = 1_000_000
}

extension Deliberation {
    /// Finds the strip of the candidate at `index`: the one that is known as its own, else the one that appeared
    /// nearest to its becoming visible.
    fileprivate mutating func attribute(_ index: Int, _ areas: [(source: Source, area: OutputArea)]) {
        let candidate = candidates[index]
        candidates[index].frame = .none
        for (source, area) in areas where candidates[index].sources[.frame] == nil {
            guard let own = attributions.first(where: { $0.source == candidate.source && $0.output == area.output }),
                let strip = area.strips.first(where: { $0.since == own.since })
            else { continue }
            place(index, strip, area, source)
        }
        guard candidate.witness.isVisible == true, candidates[index].sources[.frame] == nil else { return }
        var nearest: (distance: UInt64, strip: ReservedStrip, area: OutputArea, source: Source)?
        for (source, area) in areas where candidate.output == nil || candidate.output == area.output {
            for strip in area.strips where !isTaken(strip, on: area.output) {
                guard let distance = distance(of: strip, from: candidate.witness.since) else { continue }
                if let known = nearest,
                    (known.strip.isWhole ? 0 : 1, known.distance) <= (strip.isWhole ? 0 : 1, distance)
                {
                    continue
                }
                nearest = (distance, strip, area, source)
            }
        }
        guard let nearest else { return }
        attributions.append(
            Arbiter.Attribution(source: candidate.source, output: nearest.area.output, since: nearest.strip.since))
        place(index, nearest.strip, nearest.area, nearest.source)
    }

    private func isTaken(_ strip: ReservedStrip, on output: String) -> Bool {
        attributions.contains { $0.output == output && $0.since == strip.since }
    }

    /// How far the strip's appearance is from `since`, in µs; nil if too far to belong together. After the outputs
    /// changed everything is laid out anew, and appears anew.
    private func distance(of strip: ReservedStrip, from since: UInt64) -> UInt64? {
        let anchors = outputsChanged > since ? [since, outputsChanged] : [since]
        return anchors.compactMap { anchor -> UInt64? in
            if strip.since <= anchor {
                return anchor - strip.since <= Decider.earliest ? anchor - strip.since : nil
            }
            return strip.since - anchor <= Decider.latest ? strip.since - anchor : nil
        }.min()
    }

    /// The candidate stands at `strip`; what it leaves usable when it goes is the area without it.
    private mutating func place(_ index: Int, _ strip: ReservedStrip, _ area: OutputArea, _ source: Source) {
        candidates[index].output = area.output
        candidates[index].compositorAvoids = area.compositorAvoids
        candidates[index].sources[.frame] = source
        candidates[index].sources[.output] = source
        candidates[index].sources[.placement] = source
        candidates[index].placement = .docked
        if candidates[index].witness.isVisible == true {
            candidates[index].frame = .rect(strip.frame)
            candidates[index].knowledge = strip.isWhole ? .measured : .computed
            candidates[index].usable = area.usable
        } else {
            candidates[index].usable = area.usable.given(back: strip)
        }
    }
}

extension Rect {
    /// The usable area once `strip` is no longer reserved.
    fileprivate func given(back strip: ReservedStrip) -> Rect {
        switch strip.edge {
        case .bottom: Rect(x: x, y: y, width: width, height: height + strip.frame.height)
        case .top: Rect(x: x, y: y - strip.frame.height, width: width, height: height + strip.frame.height)
        case .left: Rect(x: x - strip.frame.width, y: y, width: width + strip.frame.width, height: height)
        case .right: Rect(x: x, y: y, width: width + strip.frame.width, height: height)
        }
    }
}
