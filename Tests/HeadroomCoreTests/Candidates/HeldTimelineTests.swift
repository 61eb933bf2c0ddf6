import HeadroomCore
import Testing

/// Rule B3 through what is published, story by story.
@Suite struct HeldTimelineTests {
    private let fast = ChangeCause(transition: Transition(durationMS: 0))

    @Test func aTogglingBarMovesOnceAndIsReservedFromTheSecondSessionOn() {
        var story = HeldStory()
        story.show()
        story.pass(200)
        for _ in 0..<3 {
            story.bar(40)
            story.pass(150)
            story.bar(0)
            story.pass(150)
        }
        #expect(story.state.details.isCandidateBarReserved)
        story.hide()
        story.pass(500)
        #expect(story.wills() == ["WillShow bar 0 room 0", "WillChangeFrame bar 40 room 0", "WillHide bar 0 room 0"])
        story.show()
        #expect(story.state.frameEnd == HeldStory.base.extendedUpwards(by: 40))
        #expect(story.state.details.isCandidateBarReserved)
        story.pass(200)
        story.bar(40)
        #expect(!story.state.details.isCandidateBarReserved)
        story.pass(200)
        story.bar(0)
        story.pass(200)
        // A taller one than ever moves once more, and stays.
        story.bar(60)
        story.pass(200)
        story.bar(0)
        story.pass(200)
        story.hide()
        #expect(
            story.wills() == [
                "WillShow bar 40 room 0 reserved", "WillChangeFrame bar 60 room 0", "WillHide bar 0 room 0",
            ])
    }

    @Test func whatWasLearnedOutlivesTheDaemon() {
        var story = HeldStory()
        story.type(bar: 40)
        var again = HeldStory(memory: LearnedCandidates(story.held.memory.entries))
        again.show()
        #expect(again.wills() == ["WillShow bar 40 room 0 reserved"])
        // Another engine, another keyboard and another output have learned nothing.
        for (engine, keyboard, output) in [
            ("ibus:anthy", "squeekboard", "one"), ("ibus:libpinyin", "wvkbd", "one"),
            ("ibus:libpinyin", "squeekboard", "two"),
        ] {
            var other = HeldStory(engine: engine, keyboard: keyboard, memory: again.held.memory)
            other.change { facts in
                facts.output = output
                if output == "two" { facts.frame = .rect(HeldStory.base.moved(dx: 1280)) }
            }
            other.show()
            #expect(other.wills() == ["WillShow bar 0 room 0"], "\(engine) \(keyboard) \(output)")
        }
    }

    @Test func aHeightIsLearnedAfterAHundredMilliseconds() {
        var story = HeldStory()
        story.show()
        story.pass(200)
        story.bar(40)
        story.pass(99)
        story.bar(0)
        story.pass(500)
        #expect(story.held.memory.entries.allSatisfy { $0.value.bars.samples.isEmpty })
        story.bar(44)
        story.pass(100)
        #expect(story.held.memory.entries.map(\.value.bars.samples) == [[44]])
        #expect(story.held.memory.entries.map(\.value.hasToggled) == [true])
        let lessons = story.held.lessons
        story.pass(5000)
        #expect(story.held.lessons == lessons)
        // Nor does it while the keyboard is not seen.
        story.bar(60)
        story.pass(50)
        story.hide()
        story.pass(500)
        #expect(story.held.memory.entries.map(\.value.bars.samples) == [[44]])
    }

    @Test func followDoesAsTheBarDoes() {
        var story = HeldStory(.follow)
        story.show()
        story.pass(200)
        story.bar(40)
        story.pass(200)
        story.bar(0)
        story.pass(200)
        #expect(
            story.wills() == ["WillShow bar 0 room 0", "WillChangeFrame bar 40 room 0", "WillChangeFrame bar 0 room 0"])
    }

    @Test func aBarComesAndGoesInMotion() throws {
        var story = HeldStory(.follow)
        story.show()
        story.pass(200)
        _ = story.heard()
        story.bar(40)
        let will = try #require(story.heard().first)
        #expect(will.durationMS == 100 && will.details.reason == .candidates)
        #expect(will.frameBegin == HeldStory.base && will.details.candidateBarHeightBegin == 0)
        story.pass(100)
        #expect(story.heard().map(\.kind) == [.didChangeFrame])
        // As its author announces it.
        story.bar(0, ChangeCause(transition: Transition(durationMS: 250, curve: .easeOutCubic)))
        let announced = try #require(story.heard().first)
        #expect(announced.durationMS == 250 && announced.details.curve == .easeOutCubic)
        #expect(announced.details.candidateBarHeightBegin == 40 && announced.details.reason == .candidates)
        // Interrupted, from where it is.
        story.pass(50)
        story.bar(40)
        let back = try #require(story.heard().first)
        #expect(back.frameBegin == announced.motion.frame(at: story.now * 1000))
        story.pass(1000)
        #expect(story.heard().map(\.kind) == [.didChangeFrame])
        story.bar(0, fast)
        #expect(story.heard().map(\.kind) == [.willChangeFrame, .didChangeFrame])
    }

    @Test func aPopupThatGrowsInTwoStepsMovesOnce() throws {
        var story = HeldStory()
        story.show()
        story.pass(200)
        story.popup(34)
        story.pass(4)
        story.popup(64)
        story.pass(33)
        #expect(story.wills() == ["WillShow bar 0 room 0"])
        story.pass(1)
        let will = try #require(story.heard().first)
        #expect(will.details.roomBelowCaret == 64 && will.details.reason == .candidates && will.durationMS == 100)
        #expect(will.frameEnd == HeldStory.base && will.frameBegin == HeldStory.base)
        story.pass(200)
        story.popup(0)
        story.pass(200)
        story.popup(64)
        story.pass(200)
        story.popup(0)
        #expect(story.state.details.roomBelowCaret == 64 && story.state.details.isCandidateBarReserved)
        story.hide()
        #expect(story.wills() == ["WillHide bar 0 room 0"])
        story.pass(500)
        story.show()
        #expect(story.wills() == ["WillShow bar 0 room 64 reserved"])
    }

    @Test func aPopupThatNeverRestsIsTakenAsItIs() {
        var story = HeldStory()
        story.show()
        story.pass(200)
        _ = story.wills()
        for step in 1...20 {
            story.popup(30 + Double(step))
            story.pass(20)
        }
        #expect(story.wills().count >= 2)
        story.pass(34)
        #expect(story.state.details.roomBelowCaret == 50)
    }

    @Test func aPopupThatIsThereWhenTheKeyboardComesIsTakenAtOnce() {
        var story = HeldStory()
        story.popup(64)
        story.pass(20)
        #expect(story.wills().isEmpty && story.held.session == nil)
        story.show()
        #expect(story.wills() == ["WillShow bar 0 room 64"])
    }

    @Test func rowsThatNobodySeesAreEstimated() {
        let table = CandidateTable(rows: 2, pageSize: 5, layout: .horizontal)
        var story = HeldStory()
        story.show()
        story.pass(200)
        story.change { $0.candidates = CandidateSight(table: table) }
        story.pass(200)
        #expect(story.wills() == ["WillShow bar 0 room 0", "WillChangeFrame bar 0 room 64 estimated"])
        story.change { $0.candidates = nil }
        story.pass(200)
        #expect(story.state.details.isEstimated && story.state.details.roomBelowCaret == 64)
        story.hide()
        #expect(!story.state.details.isEstimated)
        // A window with the same table teaches how high a row is.
        story.pass(500)
        story.show()
        story.popup(58, table: table)
        story.pass(200)
        #expect(!story.state.details.isEstimated)
        #expect(story.held.memory.entries.contains { $0.key.table != nil && $0.value.rowHeight == 29 })
        var other = HeldStory(memory: story.held.memory)
        other.show()
        other.use(CandidatePolicies(general: .follow))
        other.change { $0.candidates = CandidateSight(table: table) }
        other.pass(200)
        #expect(other.state.details.roomBelowCaret == 58 && other.state.details.isEstimated)
        // A page that nobody would believe is cut off, and half the output is the most.
        other.change { $0.candidates = CandidateSight(table: CandidateTable(rows: .max, pageSize: 0, layout: .system)) }
        other.pass(200)
        #expect(other.state.details.roomBelowCaret == 400)
    }

    @Test func anotherEngineEndsTheSession() throws {
        var story = HeldStory()
        story.type(bar: 40)
        story.show()
        story.pass(200)
        _ = story.heard()
        story.change { $0.engine = "ibus:xkb:us::eng" }
        let will = try #require(story.heard().first)
        #expect(will.kind == .willChangeFrame && will.details.reason == .engine && will.durationMS == 100)
        #expect(will.candidateBarHeight == 0 && will.frameEnd == HeldStory.base)
        #expect(!will.details.isCandidateBarReserved)
        story.pass(300)
        // And back: what was learned of it is kept free again.
        story.change { $0.engine = "ibus:libpinyin" }
        #expect(story.wills() == ["WillChangeFrame bar 40 room 0 reserved"])
        story.pass(300)
        // The input method is gone.
        story.change { $0.engine = "" }
        #expect(story.wills() == ["WillChangeFrame bar 0 room 0"])
    }

    @Test func anEngineThatBecomesKnownTakesNothingAway() {
        var story = HeldStory(engine: "")
        story.show()
        story.pass(200)
        story.bar(40)
        story.pass(200)
        story.bar(0)
        story.pass(200)
        story.change { $0.engine = "ibus" }
        story.change { $0.engine = "ibus:libpinyin" }
        story.pass(200)
        #expect(story.wills() == ["WillShow bar 0 room 0", "WillChangeFrame bar 40 room 0"])
        #expect(story.held.session?.engine == "ibus:libpinyin")
        #expect(story.held.memory.entries.contains { $0.key.engine == "ibus:libpinyin" && $0.value.hasToggled })
    }

    @Test func hopsWithinTheGraceEndNothing() {
        var story = HeldStory(keyboard: "wvkbd")
        story.show()
        story.pass(200)
        story.bar(40)
        story.pass(200)
        story.bar(0)
        story.pass(200)
        for _ in 0..<3 {
            story.hide()
            story.pass(30)
            story.show()
            story.pass(200)
        }
        #expect(story.state.candidateBarHeight == 40)
        #expect(story.wills() == ["WillShow bar 0 room 0", "WillChangeFrame bar 40 room 0"])
        // Longer than the grace is an end.
        story.hide()
        story.pass(60)
        #expect(story.held.session == nil)
    }

    @Test func nothingStaysOfAKeyboardThatGoes() {
        var story = HeldStory(.sticky)
        func wide(_ story: inout HeldStory) {
            story.show()
            story.pass(200)
            story.bar(40)
            story.popup(64)
            story.pass(200)
            story.bar(0)
            story.popup(0)
            story.pass(200)
            #expect(story.state.candidateBarHeight == 40 && story.state.details.roomBelowCaret == 64)
            _ = story.wills()
        }
        wide(&story)
        // Its owner leaves.
        story.change { $0.isPresent = false }
        #expect(story.wills() == ["WillHide bar 0 room 0"])
        story.pass(300)
        story.change { $0.isPresent = true }
        #expect(story.wills() == ["WillShow bar 0 room 0"])
        wide(&story)
        // Another keyboard takes its place.
        story.change { $0.origin = "wvkbd" }
        story.pass(300)
        #expect(story.wills() == ["WillChangeFrame bar 0 room 0"])
        // It moves to another output.
        wide(&story)
        story.change { facts in
            facts.output = "two"
            facts.frame = .rect(HeldStory.base.moved(dx: 1280))
        }
        #expect(story.wills() == ["WillHide bar 0 room 0", "WillShow bar 0 room 0"])
        // A window covers it.
        wide(&story)
        story.change { $0.isOccluded = true }
        story.pass(300)
        story.change { $0.isOccluded = false }
        story.pass(300)
        #expect(story.wills() == ["WillHide bar 0 room 0", "WillShow bar 0 room 0"])
    }

    @Test func aKeyboardThatSlidesOffTheScreenTakesItsBarAlong() {
        var story = HeldStory(.sticky)
        story.show()
        story.pass(200)
        story.bar(40)
        story.pass(200)
        story.bar(0)
        story.pass(200)
        _ = story.wills()
        story.change { $0.frame = .rect(HeldStory.base.moved(dy: 260)) }
        story.pass(100)
        #expect(story.wills() == ["WillHide bar 0 room 0"])
    }

    @Test func policiesActAtOnce() {
        var story = HeldStory(.sticky)
        story.type(bar: 40)
        _ = story.wills()
        story.show()
        story.pass(300)
        story.use(CandidatePolicies(general: .sticky, engines: ["ibus:libpinyin": .reserve]))
        story.pass(300)
        story.use(CandidatePolicies(general: .reserve, engines: ["ibus:libpinyin": .follow]))
        story.pass(300)
        story.use(CandidatePolicies(general: .reserve, engines: ["ibus:anthy": .follow]))
        story.pass(300)
        #expect(
            story.wills() == [
                "WillShow bar 0 room 0", "WillChangeFrame bar 40 room 0 reserved", "WillChangeFrame bar 0 room 0",
                "WillChangeFrame bar 40 room 0 reserved",
            ])
    }

    @Test func aBarInsideTheFrame() {
        var story = HeldStory(.sticky)
        story.show()
        story.pass(200)
        // The frame grows with it: frame and bar stay as they were said.
        story.bar(40)
        story.pass(200)
        story.bar(0)
        story.pass(200)
        #expect(story.state.frameEnd == HeldStory.base.extendedUpwards(by: 40))
        story.hide()
        story.pass(500)
        story.show()
        story.pass(200)
        _ = story.wills()
        // It stands in a part of the frame that stays: nothing is put on top of that.
        story.change(fast) { $0.candidateBarHeight = 40 }
        story.pass(200)
        story.change(fast) { $0.candidateBarHeight = 0 }
        story.pass(200)
        #expect(story.state.frameEnd == HeldStory.base && story.state.candidateBarHeight == 40)
        #expect(story.wills() == ["WillChangeFrame bar 40 room 0"])
        #expect(story.held.memory.entries.allSatisfy { $0.value.bars.samples.isEmpty })
    }

    /// A keyboard that slides in without a word: its learned end has the bar that is kept free now, not that of then.
    @Test func theEndOfALearnedSlideHasItsBar() {
        let key = LearnedFrames.Key(keyboard: "cellkeys", output: HeldStory.one)
        let slid = LearnedFrames([
            .init(key: key, value: .init(frame: HeldStory.base, durationMS: 200, curve: .linear))
        ])
        var story = HeldStory(.reserve, keyboard: "cellkeys", learned: slid)
        story.type(bar: 40)
        _ = story.wills()
        story.change { facts in
            facts.isFlagged = true
            facts.frame = .rect(HeldStory.base.moved(dy: 200))
        }
        #expect(story.state.frameEnd == HeldStory.base.extendedUpwards(by: 40))
        #expect(story.wills() == ["WillShow bar 40 room 0 reserved estimated"])
        for step in 1...10 {
            story.pass(20)
            story.change { $0.frame = .rect(HeldStory.base.moved(dy: 200 - 20 * Double(step))) }
        }
        story.pass(500)
        #expect(story.wills().isEmpty)
        #expect(!story.state.details.isEstimated)
        #expect(story.held.timeline.learned[key]?.frame == HeldStory.base)
    }

    @Test func theRoomIsAtMostHalfTheOutput() {
        var story = HeldStory()
        story.show()
        story.change { $0.roomBelowCaret = 1000 }
        #expect(story.state.details.roomBelowCaret == 400)
    }
}
