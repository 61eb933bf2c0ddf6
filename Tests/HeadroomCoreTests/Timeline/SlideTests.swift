import HeadroomCore
import Testing

/// Onboard's slide of 205 px, as it was recorded on X11: what is published of it from the second time on is right.
@Suite struct SlideTests {
    private static let screen = Output(name: "screen", frame: Rect(x: 0, y: 0, width: 1280, height: 800))

    /// When its top edge was where, in ms from the first sign.
    private static let coming: [(at: Double, top: Double)] = [
        (0, 796), (20.1, 780), (40.5, 759), (61.1, 734), (81.2, 707), (101.9, 679), (122, 654), (142.1, 631),
        (162.8, 613), (183.4, 601), (203.7, 595),
    ]
    private static let going: [(at: Double, top: Double)] = [
        (0, 598), (20.4, 609), (41.2, 625), (62.4, 647), (82.7, 673), (103, 700), (123.5, 727), (144.5, 753),
        (164.8, 776), (189.8, 793),
    ]
    /// When it went off the screen, was unmapped, and said so.
    private static let gone = 205.8
    private static let said = 268.0

    private struct Stage {
        var timeline = Timeline(start: 1, outputs: [screen])
        var facts = KeyboardFacts()
        var clock: UInt64 = 1_000_000
        /// What was told, and when in ms after the first sign of the motion.
        var told: [(note: Notification, at: Double)] = []
        private var start: UInt64 = 0

        init() {
            facts.origin = "onboard"
            facts.habits = .of(keyboard: "onboard")
            facts.isPresent = true
        }

        mutating func begin() {
            start = clock
            told = []
        }

        private mutating func take(_ actions: [Timeline.Action], at time: UInt64) {
            for case .notify(let note) in actions { told.append((note, (Double(time) - Double(start)) / 1000)) }
        }

        mutating func pass(to ms: Double) {
            let time = start + UInt64(ms * 1000)
            while let due = timeline.nextDeadline, due <= time { take(timeline.advance(to: due), at: due) }
            clock = time
        }

        mutating func at(_ ms: Double, _ change: (inout KeyboardFacts) -> Void) {
            pass(to: ms)
            change(&facts)
            take(timeline.update(facts, at: clock), at: clock)
        }

        /// Until now nobody listened: this may have come before what was due.
        mutating func late(_ ms: Double, _ change: (inout KeyboardFacts) -> Void) {
            clock = start + UInt64(ms * 1000)
            let due = timeline.nextDeadline ?? .max
            #expect(due < clock, "nothing was due, so nothing is tested")
            change(&facts)
            take(timeline.update(facts, at: due - 1), at: clock)
            timeline.heardLate(clock)
        }

        var text: [String] {
            told.map { note, at in
                "\(note.kind.rawValue) \(note.frameBegin.y) to \(note.frameEnd.y) in \(note.durationMS) at \(at)"
            }
        }
    }

    private static func rect(_ top: Double) -> FrameKnowledge {
        .rect(Rect(x: 0, y: top, width: 1280, height: 800 - top))
    }

    private static func show(_ stage: inout Stage, slower factor: Double = 1, from first: Int = 0) {
        stage.begin()
        stage.at(0) { $0.isFlagged = true }
        for (at, top) in coming.dropFirst(first) { stage.at(20 + at * factor) { $0.frame = rect(top) } }
        stage.pass(to: 1000)
    }

    private static func hide(_ stage: inout Stage, slower factor: Double = 1, from first: Int = 0) {
        stage.begin()
        for (at, top) in going.dropFirst(first) { stage.at(at * factor) { $0.frame = rect(top) } }
        stage.at(gone * factor) { $0.frame = .none }
        stage.at(said * factor) { $0.isFlagged = false }
        stage.pass(to: 1000)
    }

    /// A keyboard that stands, and was seen coming and going so often.
    private static func standing(after rounds: Int) -> Stage {
        var stage = Stage()
        for _ in 0..<rounds {
            show(&stage)
            hide(&stage)
        }
        show(&stage)
        return stage
    }

    @Test("from the second time on: one Will and one Did each way, with the duration that it takes")
    func shownAndHidden() throws {
        var stage = Self.standing(after: 1)
        for _ in 0..<3 {
            #expect(stage.text == ["WillShow 800.0 to 595.0 in 203 at 20.0", "DidShow 595.0 to 595.0 in 0 at 257.7"])
            Self.hide(&stage)
            #expect(stage.text == ["WillHide 595.0 to 800.0 in 205 at 20.4", "DidHide 800.0 to 800.0 in 0 at 205.8"])
            let will = try #require(stage.told.first)
            #expect(Double(will.note.details.startTime) == Double(stage.clock) - 1_000_000)
            Self.show(&stage)
        }
    }

    @Test("whoever was kept from listening on the way tells nothing else")
    func heardLate() {
        var stage = Self.standing(after: 2)
        Self.hide(&stage)
        stage.begin()
        stage.at(0) { $0.isFlagged = true }
        for (index, (at, top)) in Self.coming.enumerated() where !(4...5).contains(index) {
            let change: (inout KeyboardFacts) -> Void = { $0.frame = Self.rect(top) }
            if index == 6 { stage.late(20 + at, change) } else { stage.at(20 + at, change) }
        }
        stage.pass(to: 1000)
        #expect(stage.text == ["WillShow 800.0 to 595.0 in 203 at 20.0", "DidShow 595.0 to 595.0 in 0 at 257.7"])
        stage.begin()
        for (index, (at, top)) in Self.going.enumerated() where !(3...7).contains(index) {
            let change: (inout KeyboardFacts) -> Void = { $0.frame = Self.rect(top) }
            if index == 8 { stage.late(at, change) } else { stage.at(at, change) }
        }
        stage.at(Self.gone) { $0.frame = .none }
        stage.at(Self.said) { $0.isFlagged = false }
        stage.pass(to: 1000)
        #expect(stage.text == ["WillHide 595.0 to 800.0 in 205 at 20.4", "DidHide 800.0 to 800.0 in 0 at 205.8"])
        Self.show(&stage)
        #expect(stage.text == ["WillShow 800.0 to 595.0 in 203 at 20.0", "DidShow 595.0 to 595.0 in 0 at 257.7"])
    }

    @Test("the first time nobody can know: every place is where it is, and the hide comes when it is gone")
    func theFirstTime() {
        var stage = Self.standing(after: 0)
        #expect(stage.told.first?.note.kind == .willShow)
        #expect(stage.told.last?.note.kind == .didChangeFrame)
        #expect(stage.told.last?.note.frameEnd.y == 595)
        Self.hide(&stage)
        #expect(stage.text == ["WillHide 595.0 to 800.0 in 0 at 265.8", "DidHide 800.0 to 800.0 in 0 at 265.8"])
    }

    @Test("one step is no way out: another height is said when it rests")
    func anotherHeight() {
        var stage = Self.standing(after: 2)
        stage.begin()
        stage.at(0) { $0.frame = Self.rect(650) }
        stage.pass(to: 1000)
        #expect(
            stage.text == [
                "WillChangeFrame 595.0 to 650.0 in 100 at 34.0", "DidChangeFrame 650.0 to 650.0 in 0 at 134.0",
            ])
        // From there it goes its way like from anywhere.
        stage.begin()
        for (at, top) in Self.going where top > 650 { stage.at(at) { $0.frame = Self.rect(top) } }
        stage.at(Self.gone) { $0.frame = .none }
        stage.pass(to: 1000)
        #expect(stage.told.map(\.note.kind) == [.willHide, .didHide])
        #expect(stage.told.first?.note.durationMS == 205)
    }

    @Test("one that rests on its way out is there again, and goes again")
    func restsOnItsWay() {
        var stage = Self.standing(after: 2)
        stage.begin()
        for (at, top) in Self.going.prefix(4) { stage.at(at) { $0.frame = Self.rect(top) } }
        stage.pass(to: 1000)
        #expect(stage.told.map(\.note.kind) == [.willHide, .willShow, .didShow])
        #expect(stage.told[1].at == 62.4 + 100)
        #expect(stage.told[1].note.frameEnd.y == 647)
        stage.begin()
        for (at, top) in Self.going.dropFirst(4) { stage.at(at) { $0.frame = Self.rect(top) } }
        stage.at(Self.gone) { $0.frame = .none }
        stage.pass(to: 1000)
        #expect(stage.told.map(\.note.kind) == [.willHide, .didHide])
        #expect(stage.told.last?.note.frameEnd.y == 800)
    }

    @Test("one that turns round on its way out comes back to where it stood")
    func turnsRound() {
        var stage = Self.standing(after: 2)
        stage.begin()
        for (at, top) in Self.going.prefix(6) { stage.at(at) { $0.frame = Self.rect(top) } }
        for (at, top) in Self.coming.dropFirst(5) { stage.at(20 + at) { $0.frame = Self.rect(top) } }
        stage.pass(to: 1000)
        #expect(stage.told.map(\.note.kind) == [.willHide, .willShow, .didShow])
        #expect(stage.told[1].note.frameEnd.y == 595)
        #expect(stage.told[2].at >= 20 + 203.7 + 34)
        // How long it takes to come is what it takes from there, and to go is still known.
        Self.hide(&stage)
        #expect(stage.text.first == "WillHide 595.0 to 800.0 in 205 at 20.4")
    }

    @Test("slower than the last time: DidHide waits for the last step; twice so slow, and the new time is learned")
    func slower() {
        var stage = Self.standing(after: 2)
        Self.hide(&stage, slower: 1.4)
        #expect(
            stage.text == ["WillHide 595.0 to 800.0 in 205 at 28.559", "DidHide 800.0 to 800.0 in 0 at 288.12"])
        Self.show(&stage, slower: 1.4)
        #expect(stage.text == ["WillShow 800.0 to 595.0 in 203 at 20.0", "DidShow 595.0 to 595.0 in 0 at 339.179"])
        for (comes, goes) in [(203, 205), (285, 288)] as [(UInt32, UInt32)] {
            Self.hide(&stage, slower: 1.4)
            #expect(stage.told.first?.note.durationMS == goes)
            Self.show(&stage, slower: 1.4)
            #expect(stage.told.first?.note.durationMS == comes)
        }
    }

    @Test("one way of which the beginning was not seen teaches nothing, nor do two of other lengths")
    func stalled() {
        var stage = Self.standing(after: 2)
        for missed in [4, 0, 5, 3, 0] {
            Self.hide(&stage, from: missed)
            #expect(stage.told.first?.note.durationMS == 205, "\(missed)")
            Self.show(&stage, from: missed)
            #expect(stage.told.first?.note.durationMS == 203, "\(missed)")
        }
    }

    @Test("one that rests on its way in is told as it is, and teaches nothing of how long the way takes")
    func restsOnItsWayIn() {
        var stage = Self.standing(after: 2)
        Self.hide(&stage)
        stage.begin()
        stage.at(0) { $0.isFlagged = true }
        for (at, top) in Self.coming { stage.at(20 + at + (top < 700 ? 60 : 0)) { $0.frame = Self.rect(top) } }
        stage.pass(to: 1000)
        #expect(stage.told.contains { $0.note.details.reason == .correction })
        #expect(stage.told.last?.note.frameEnd.y == 595)
        Self.hide(&stage)
        Self.show(&stage)
        #expect(stage.text == ["WillShow 800.0 to 595.0 in 203 at 20.0", "DidShow 595.0 to 595.0 in 0 at 257.7"])
    }

    @Test("the owner that is lost and the daemon that ends on the way out leave nothing behind")
    func endsOnItsWay() {
        for isLost in [true, false] {
            var stage = Self.standing(after: 2)
            stage.begin()
            for (at, top) in Self.going.prefix(4) { stage.at(at) { $0.frame = Self.rect(top) } }
            if isLost {
                stage.at(70) { $0.isPresent = false }
            } else {
                _ = stage.timeline.shutDown(at: stage.clock)
            }
            stage.pass(to: 1000)
            #expect(stage.timeline.nextDeadline == nil)
            #expect(stage.timeline.phase == .hidden)
        }
    }
}
