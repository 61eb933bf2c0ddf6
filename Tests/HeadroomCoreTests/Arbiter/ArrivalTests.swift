import HeadroomCore
import Testing

/// What conflicting witnesses say in any order, up to 300 ms late, ends in the same published state; and what Onboard's
/// two witnesses say is one Will a show and one a hide, whoever of them is late.
@Suite struct ArrivalTests {
    private typealias Word = (source: Source, facts: Facts?)

    private static let bus = Source.observer("Onboard")
    private static let windows = Source.observer("X11")
    private static let docked = Rect(x: 0, y: 595, width: 1280, height: 205)
    private static let offScreen = Rect(x: 0, y: 810, width: 1280, height: 205)

    private static func word(_ isVisible: Bool, since: UInt64 = 0) -> Facts {
        Desk.flag(isVisible, since: since, name: "onboard")
    }

    /// X11 sees a window of Onboard, on the screen or off it, or one that is unmapped (nil).
    private static func window(_ frame: Rect?, since: UInt64 = 0, placement: Placement = .docked) -> Facts {
        var facts = Desk.areas()
        facts.keyboard = KeyboardWitness(
            name: "onboard", isVisible: frame != nil, since: since * 1000,
            frame: frame.map(FrameKnowledge.rect) ?? FrameKnowledge.none, placement: placement)
        return facts
    }

    // MARK: Any order

    /// Up to six words of two to four witnesses, in every order that leaves each witness its own order.
    ///
    /// Measured frames only: of one nobody measured what was said before stands (rule T5), on purpose.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func everyOrderEndsTheSame(seed: UInt64) {
        var dice = Dice(seed: seed)
        let voices = ArrivalTests.voices(&dice)
        var first: Published?
        for order in ArrivalTests.interleavings(voices) {
            var published = Published()
            var time: UInt64 = 1300
            for word in order {
                published.says(word.source, word.facts, at: time)
                time += .random(in: 0...(300 / UInt64(order.count)), using: &dice)
            }
            published.rests(until: 60_000)
            if let first {
                #expect(published.state == first.state, "\(order)")
                #expect(published.desk.arbiter.chosen == first.desk.arbiter.chosen, "\(order)")
                guard published.state == first.state else { return }
            } else {
                first = published
            }
        }
    }

    /// What each of some witnesses says, one after the other; stamped within 300 ms.
    private static func voices(_ dice: inout Dice) -> [[Word]] {
        func since() -> UInt64 { .random(in: 1000...1300, using: &dice) }
        func frame() -> Rect {
            [docked, offScreen, docked.moved(dy: -100), Rect(x: 300, y: 200, width: 500, height: 260)]
                .randomElement(using: &dice) ?? docked
        }
        // A keyboard that leaves keeps its strip from others, so where there is one nobody leaves.
        let strip: (frame: Rect, since: UInt64)? =
            Bool.random(using: &dice) ? (Desk.strip, since()) : nil
        let bus: [Word] = (0..<Int.random(in: 1...2, using: &dice)).map { _ in
            (
                ArrivalTests.bus,
                strip == nil && .random(in: 0..<8, using: &dice) == 0
                    ? nil : word(.random(using: &dice), since: since())
            )
        }
        let windows: [Word] = (0..<Int.random(in: 1...2, using: &dice)).map { _ in
            switch Int.random(in: 0..<6, using: &dice) {
            case 0: (ArrivalTests.windows, window(nil, since: since()))
            case 1: (ArrivalTests.windows, Desk.areas())
            default: (ArrivalTests.windows, window(frame(), since: since()))
            }
        }
        var voices = [bus, windows]
        if Bool.random(using: &dice) {
            var said = KeyboardWitness(
                name: Bool.random(using: &dice) ? "onboard" : "simulated", isVisible: .random(using: &dice),
                since: since() * 1000)
            if Bool.random(using: &dice) { said.isVisible = nil }
            if Bool.random(using: &dice) { said.frame = .rect(frame()) }
            if Bool.random(using: &dice) { said.candidateBarHeight = 40 }
            if Bool.random(using: &dice) { said.placement = .floating }
            if Bool.random(using: &dice) { said.engine = "ibus:libpinyin" }
            voices.append([(Desk.provider(1, said.name), Facts(keyboard: said))])
        }
        if Bool.random(using: &dice) {
            voices.append([(Desk.layers, Desk.areas(strip.map { [$0] } ?? []))])
            if voices.count < 4 { voices.append([(Desk.osk, Desk.flag(.random(using: &dice), since: since()))]) }
        }
        return voices
    }

    /// All ways to shuffle `voices` that leave each its own order.
    private static func interleavings(_ voices: [[Word]]) -> [[Word]] {
        let open = voices.indices.filter { !voices[$0].isEmpty }
        guard !open.isEmpty else { return [[]] }
        return open.flatMap { index in
            var rest = voices
            let first = rest[index].removeFirst()
            return interleavings(rest).map { [first] + $0 }
        }
    }

    // MARK: Onboard

    /// By how many ms the bus is later than the windows, or earlier.
    private static let lags = Array(stride(from: -300 as Int64, through: 300, by: 4))

    /// Plays what both say, each word at its time; the bus by `lag` later. Returns what was published from `start` on.
    private func play(
        _ words: [(time: Int64, source: Source, facts: Facts)], lag: Int64, on published: inout Published,
        from start: Int64
    ) -> [Notification] {
        let before = published.notifications.count
        let late = words.enumerated().map { (index, word) in
            (index: index, time: start + 300 + word.time + (word.source == ArrivalTests.bus ? lag : 0), word: word)
        }
        for each in late.sorted(by: { ($0.time, $0.index) < ($1.time, $1.index) }) {
            published.says(each.word.source, each.word.facts, at: UInt64(each.time))
        }
        published.rests(until: UInt64(start + 5000))
        return Array(published.notifications[before...])
    }

    private func stage(learned: LearnedFrames = LearnedFrames()) -> Published {
        var published = Published(learned: learned)
        published.says(ArrivalTests.windows, Desk.areas(), at: 1)
        published.says(ArrivalTests.bus, ArrivalTests.word(false), at: 2)
        return published
    }

    /// Floating: shown and hidden in one step; the word comes 5 ms before the window, and goes with it.
    @Test func aFloatingWindow() {
        let place = Rect(x: 100, y: 50, width: 700, height: 205)
        for lag in ArrivalTests.lags {
            var published = stage()
            let shown = play(
                [
                    (0, ArrivalTests.bus, ArrivalTests.word(true)),
                    (5, ArrivalTests.windows, ArrivalTests.window(place, placement: .floating)),
                ], lag: lag, on: &published, from: 1000)
            #expect(shown.map(\.kind) == [.willShow, .didShow], "\(lag)")
            #expect(shown.last?.frameEnd == place)
            let hidden = play(
                [
                    (0, ArrivalTests.bus, ArrivalTests.word(false)),
                    (1, ArrivalTests.windows, ArrivalTests.window(nil)),
                ], lag: lag, on: &published, from: 10_000)
            #expect(hidden.map(\.kind) == [.willHide, .didHide], "\(lag)")
        }
    }

    /// Docked: the word, the window off the screen, a slide of 12 places in 245 ms; back the same way, and then the word.
    /// From the second time on a slide is one Will and one Did.
    @Test func aSlide() {
        let places = (0...11).map { index in
            ArrivalTests.docked.moved(dy: 205 - Double(index + 1) / 12 * 205)
        }
        var show: [(Int64, Source, Facts)] = [
            (0, ArrivalTests.bus, ArrivalTests.word(true)),
            (4, ArrivalTests.windows, ArrivalTests.window(ArrivalTests.offScreen)),
        ]
        var hide: [(Int64, Source, Facts)] = []
        for (index, place) in places.enumerated() {
            show.append((25 + Int64(index) * 20, ArrivalTests.windows, ArrivalTests.window(place)))
        }
        for (index, place) in places.dropLast().reversed().enumerated() {
            hide.append((20 + Int64(index) * 20, ArrivalTests.windows, ArrivalTests.window(place)))
        }
        hide += [
            (247, ArrivalTests.windows, ArrivalTests.window(ArrivalTests.offScreen)),
            (268, ArrivalTests.bus, ArrivalTests.word(false)),
            (268, ArrivalTests.windows, ArrivalTests.window(nil)),
        ]
        var first = stage()
        _ = play(show, lag: 0, on: &first, from: 1000)
        _ = play(hide, lag: 0, on: &first, from: 10_000)
        let learned = first.timeline.learned
        for lag in ArrivalTests.lags {
            var published = stage(learned: learned)
            let shown = play(show, lag: lag, on: &published, from: 1000)
            #expect(shown.map(\.kind) == [.willShow, .didShow], "\(lag)")
            #expect(shown.last?.frameEnd == ArrivalTests.docked)
            let hidden = play(hide, lag: lag, on: &published, from: 10_000)
            #expect(hidden.map(\.kind) == [.willHide, .didHide], "\(lag)")
        }
    }

    /// Another dock is another window, up to 47 ms later; the word stands.
    @Test func aDockChange() {
        let top = Rect(x: 0, y: 0, width: 1280, height: 205)
        for gone in [ArrivalTests.window(nil), Desk.areas()] {
            var published = stage()
            _ = play(
                [
                    (0, ArrivalTests.bus, ArrivalTests.word(true)),
                    (5, ArrivalTests.windows, ArrivalTests.window(ArrivalTests.docked)),
                ], lag: 0, on: &published, from: 1000)
            let moved = play(
                [(9, ArrivalTests.windows, gone), (56, ArrivalTests.windows, ArrivalTests.window(top))], lag: 0,
                on: &published, from: 10_000)
            #expect(moved.map(\.kind).filter { $0 == .willHide || $0 == .didHide }.isEmpty)
            #expect(published.state.end == top)
        }
    }

    /// Killed: one hide, whoever notices first, and nothing is left.
    @Test func killed() {
        for lag in ArrivalTests.lags {
            var published = stage()
            _ = play(
                [
                    (0, ArrivalTests.bus, ArrivalTests.word(true)),
                    (5, ArrivalTests.windows, ArrivalTests.window(ArrivalTests.docked)),
                ], lag: 0, on: &published, from: 1000)
            let killed = play(
                [(0, ArrivalTests.bus, Facts()), (0, ArrivalTests.windows, Desk.areas())], lag: lag, on: &published,
                from: 10_000)
            #expect(killed.map(\.kind) == [.willHide, .didHide], "\(lag)")
        }
    }

    /// Toggled at any pace, each word up to 300 ms late: the end is what both said last.
    @Test(arguments: 0..<300 as Range<UInt64>)
    func toggled(seed: UInt64) {
        var dice = Dice(seed: seed)
        var published = stage()
        var words: [(time: Int64, source: Source, facts: Facts)] = []
        var time: Int64 = 0
        for _ in 0..<Int.random(in: 2...6, using: &dice) {
            let isShown = Bool.random(using: &dice)
            let place = [ArrivalTests.docked, ArrivalTests.offScreen, nil].randomElement(using: &dice) ?? nil
            words.append((time, ArrivalTests.bus, ArrivalTests.word(isShown, since: UInt64(time))))
            words.append((time + .random(in: 0...268, using: &dice), ArrivalTests.windows, ArrivalTests.window(place)))
            time += .random(in: 270...600, using: &dice)
        }
        _ = play(words, lag: .random(in: -300...300, using: &dice), on: &published, from: 1000)
        let isMeant = words.last { $0.source == ArrivalTests.bus }?.facts.keyboard?.isVisible == true
        let window = words.last { $0.source == ArrivalTests.windows }?.facts.keyboard?.frame
        #expect(published.state.phase == (isMeant && window == .rect(ArrivalTests.docked) ? .shown : .hidden))
        let shows = published.notifications.filter { $0.details.reason == .visibility }
        for (one, next) in zip(shows, shows.dropFirst()) {
            #expect(one.kind != next.kind || one.kind == .willShow, "seed \(seed)")
        }
    }
}
