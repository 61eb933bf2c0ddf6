import HeadroomCore
import Testing

/// What is remembered of candidates, and for how long (rule B2).
@Suite struct LearnedCandidatesTests {
    private func key(
        _ engine: String = "ibus:libpinyin", output: String = "one", table: LearnedCandidates.Key.Shape? = nil
    ) -> LearnedCandidates.Key {
        LearnedCandidates.Key(
            engine: engine, keyboard: "squeekboard", output: output, orientation: .landscape, scale: 1, table: table)
    }

    private func value(room: Double) -> LearnedCandidates.Value { .init(rooms: LearnedHeights([room])) }

    @Test func heightsAreAHighQuantileAndTheLast() {
        #expect(LearnedHeights().expected == 0)
        var heights = LearnedHeights([36])
        #expect((heights.high, heights.last, heights.expected) == (36, 36, 36))
        heights.note(44)
        heights.note(40)
        #expect((heights.high, heights.last, heights.expected) == (44, 40, 44))
        // One that stood alone among many is no expectation, unless it was the last.
        heights = LearnedHeights(Array(repeating: 36, count: 15) + [300])
        #expect((heights.high, heights.expected) == (36, 300))
        heights.note(36)
        #expect(heights.expected == 36)
        #expect(heights.samples.count == LearnedHeights.capacity)
        #expect(LearnedHeights(Array(repeating: 1, count: 40)).samples.count == LearnedHeights.capacity)
        // Two among sixteen are.
        heights.note(300)
        heights.note(36)
        #expect(heights.expected == 300)
    }

    @Test func whatIsNotUsedGoesFirst() {
        var memory = LearnedCandidates()
        for index in 0..<LearnedCandidates.capacity { memory[key("\(index)")] = value(room: Double(index)) }
        #expect(memory.use(key("0")) == value(room: 0))
        memory[key("new")] = value(room: 7)
        #expect(memory.entries.count == LearnedCandidates.capacity)
        #expect(memory[key("0")] != nil && memory[key("1")] == nil && memory[key("2")] != nil)
        memory[key("0")] = nil
        #expect(memory.use(key("0")) == nil)
        #expect(memory.entries.count == LearnedCandidates.capacity - 1)
    }

    @Test func aTableThatIsNotKnownYetIsTheLastOne() {
        let (five, nine) = (
            LearnedCandidates.Key.Shape(pageSize: 5, layout: .horizontal),
            LearnedCandidates.Key.Shape(pageSize: 9, layout: .vertical)
        )
        var memory = LearnedCandidates()
        memory[key(table: nine)] = value(room: 280)
        memory[key(table: five)] = value(room: 64)
        memory[key(output: "two")] = value(room: 9)
        memory[key("fcitx5:pinyin")] = value(room: 31)
        #expect(memory.use(key()) == value(room: 64))
        #expect(memory.use(key(table: nine)) == value(room: 280))
        #expect(memory.use(key()) == value(room: 280))
        #expect(memory.use(key(table: .init(pageSize: 3, layout: .system))) == value(room: 280))
        #expect(memory.use(key("ibus:anthy")) == nil)
    }
}
