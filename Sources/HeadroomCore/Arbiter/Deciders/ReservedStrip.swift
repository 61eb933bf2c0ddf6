extension Decider {
    /// A keyboard whose source sees no frames stands where a strip was reserved when it became visible.
    ///
    /// The two are told by different programs, in either order: on sway the strip comes 5 to 10 ms before squeekboard
    /// says so, on phoc 3 to 116 ms after, and stevia reserves when its slide of 250 ms has ended. A strip that
    /// appeared at another time is a panel's, also while a keyboard says visible and reserves nothing; what was there
    /// before anybody looked is a keyboard's only until that is hidden for the first time.
    static let reservedStrip = Decider("reserved-strip") { deliberation in
        let areas = deliberation.areas.filter(\.area.seesStrips)
        deliberation.attributions.removeAll { attribution in
            let isThere = areas.contains {
                $0.area.output == attribution.output && $0.area.strips.contains { $0.since == attribution.since }
            }
            // A keyboard of which somebody sees the frame stands on no strip.
            return !isThere
                || deliberation.candidates.contains {
                    $0.witness.name == attribution.keyboard && $0.witness.frame != nil
                }
        }
        guard !areas.isEmpty else { return }
        deliberation.attribute(
            deliberation.candidates.indices.filter { deliberation.candidates[$0].witness.frame == nil }, areas)
    }

    /// How long before a keyboard says visible its strip may appear, in µs.
    fileprivate static let earliest: UInt64 = 300_000
    /// How long after it, in µs.
    fileprivate static let latest: UInt64 = 1_000_000
}

/// A strip that a keyboard may stand on.
private struct Claim {
    var index: Int
    /// Whether the keyboard says visible now.
    var isVisible: Bool
    var attribution: Arbiter.Attribution
    var strip: ReservedStrip
    var area: OutputArea
    /// Who sees the area.
    var source: Source

    func isSameStrip(as other: Claim) -> Bool {
        attribution.output == other.attribution.output && attribution.since == other.attribution.since
    }

    /// Whether it holds against another one on the same strip, or is preferred to another one of the same keyboard.
    func isBetter(than other: Claim) -> Bool {
        if isVisible != other.isVisible { return isVisible }
        if attribution.fit != other.attribution.fit { return attribution.fit < other.attribution.fit }
        if attribution.source != other.attribution.source {
            return attribution.source.precedes(other.attribution.source)
        }
        return (attribution.output, attribution.since) < (other.attribution.output, other.attribution.since)
    }
}

extension Deliberation {
    /// Finds a strip for each of the candidates at `indices`. Each claims the one that is known as its own, else the
    /// one that fits it best; a strip goes to the claim that fits best, and whoever loses it claims the next. So the
    /// answer does not depend on who came first.
    fileprivate mutating func attribute(_ indices: [Int], _ areas: [(source: Source, area: OutputArea)]) {
        let seekers = Set(indices.map { candidates[$0].witness.name })
        var held: [Claim] = []
        var wishes: [Int: [Claim]] = [:]
        for index in indices {
            candidates[index].frame = .none
            wishes[index] = claims(of: index, areas)
        }
        var pending = indices
        while let index = pending.popLast() {
            guard let claim = wishes[index]?.first else { continue }
            wishes[index]?.removeFirst()
            guard let place = held.firstIndex(where: { $0.isSameStrip(as: claim) }) else {
                held.append(claim)
                continue
            }
            let rival = held[place]
            pending.append(claim.isBetter(than: rival) ? rival.index : index)
            if claim.isBetter(than: rival) { held[place] = claim }
        }
        attributions.removeAll { seekers.contains($0.keyboard) }
        attributions += held.map(\.attribution)
        for claim in held { place(claim.index, claim.strip, claim.area, claim.source) }
    }

    /// What the candidate at `index` claims, the best first.
    private func claims(of index: Int, _ areas: [(source: Source, area: OutputArea)]) -> [Claim] {
        let candidate = candidates[index]
        var own: [Claim] = []
        var others: [Claim] = []
        let isVisible = candidate.witness.isVisible == true
        let tellers = candidate.witnesses.isEmpty ? [candidate] : candidate.witnesses
        let isFromFirst = tellers.contains { visibleFromFirst.contains($0.source) }
        for (source, area) in areas {
            for strip in area.strips where strip.isWhole || isFromFirst {
                let known = attributions.first { $0.output == area.output && $0.since == strip.since }
                if var known, known.keyboard == candidate.witness.name {
                    known.source = candidate.source
                    own.append(
                        Claim(
                            index: index, isVisible: isVisible, attribution: known, strip: strip, area: area,
                            source: source))
                    continue
                }
                // A strip of a keyboard that is gone is nobody else's.
                if let known, !candidates.contains(where: { $0.witness.name == known.keyboard }) { continue }
                guard isVisible, candidate.output == nil || candidate.output == area.output
                else { continue }
                let distances = tellers.filter { $0.witness.isVisible == true }.compactMap {
                    distance(of: strip, from: $0.witness.since)
                }
                guard let distance = distances.min() else { continue }
                let attribution = Arbiter.Attribution(
                    keyboard: candidate.witness.name, source: candidate.source, output: area.output,
                    since: strip.since, fit: .init(isWhole: strip.isWhole, distance: distance))
                others.append(
                    Claim(
                        index: index, isVisible: isVisible, attribution: attribution, strip: strip, area: area,
                        source: source))
            }
        }
        return own + others.sorted { $0.isBetter(than: $1) }
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
            // Of what was there before anybody looked, nobody can say what changed: the keyboard, or a panel with it.
            candidates[index].frame = strip.isWhole || strip.changed == strip.since ? .rect(strip.frame) : .unknown
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
