import HeadroomClient
import HeadroomCore

/// What a scene looks at.
extension Rehearsal.Stage {
    /// Where the target is seen now; nil: there is none.
    var target: Rect? { measure()?.scene.shownTarget(with: Adjustment()) }

    /// How things are before anything happens.
    struct Before {
        let seen: [Double]
        let measurement: Measurement?
    }

    func look() -> Before {
        let first = measure()
        let seen = application.seen
        expect(measure() == first, "measures something else the second time")
        expect(application.seen == seen, "measuring moves things")
        return Before(seen: seen, measurement: first)
    }

    /// The target must be covered by the keyboard that is to come, else there is nothing to rehearse.
    func expectCovered(by share: Double = 0.4) {
        guard let target else { return complain("has no target to keep in sight") }
        expect(target.bottom > frame(share).top, "nothing is covered, so nothing is rehearsed")
    }

    /// The keyboard stands at so much of the output: the target is in sight, or the report says it cannot be; and it is
    /// where the report says.
    func expectInSight(_ share: Double = 0.4) {
        expect(!mover.isGliding, "things still move after the keyboard stands")
        guard let report = reports.last else { return complain("nothing was reported") }
        expect(mover.standing != nil || !report.saysMoved, "what is moved is not known")
        guard let target else { return complain("the target is lost") }
        let top = frame(share).top
        switch report.outcome {
        case .clear, .notNeeded:
            expect(
                target.bottom <= top + Self.tolerance,
                "the target ends at \(target.bottom), the keyboard begins at \(top)")
        case .partial, .impossible: break
        case .restored: complain("reports that it put back what it has to move")
        }
        guard let told = report.target else { return complain("reports no target") }
        expect(
            told.moved(dx: output.frame.x, dy: output.frame.y).isWithin(Self.tolerance, of: target),
            "the target is at \(target), and should be at \(told)")
    }

    /// Everything is as it was.
    func expectBack(to before: Before) {
        expect(!mover.isGliding && mover.isIdle, "not everything is put back")
        expect(
            isSame(application.seen, before.seen), "is put back to \(application.seen), and was at \(before.seen)")
        guard let now = measure(), let old = before.measurement else { return }
        expect(
            !now.position.differs(from: old.position, by: Self.tolerance),
            "measures \(now.position.values) when put back, and \(old.position.values) before")
        if let report = reports.last {
            expect(!report.saysMoved, "still says that something is moved")
            expect(report.outcome != .impossible, "still says that something is covered")
        }
        expect(moved == nil, "what was moved is still written down")
    }

    /// Everything went one way between two positions, without a jump at the beginning.
    func expectOneWay(_ told: ArraySlice<Position>, what: String) {
        guard let first = told.first?.values, let last = told.last?.values, first.count == last.count else { return }
        for (before, after) in zip(told, told.dropFirst()) {
            for index in first.indices where before.values.count == first.count && after.values.count == first.count {
                let (step, way) = (after.values[index] - before.values[index], last[index] - first[index])
                expect(step * way >= 0 || abs(step) < 0.01, "\(what) goes to and fro")
            }
        }
    }

    func isSame(_ a: [Double], _ b: [Double]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= 0.01 }
    }
}
