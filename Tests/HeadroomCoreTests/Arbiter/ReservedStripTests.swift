import HeadroomCore
import Testing

/// A keyboard that says only that it is visible, and a compositor that says only what is reserved.
@Suite struct ReservedStripTests {
    /// On sway the strip comes 5 to 10 ms before squeekboard says so; on phoc up to 116 ms after.
    @Test(arguments: [1000, 1008, 890, 884] as [UInt64])
    func theStripThatCameWithTheFlag(_ flagged: UInt64) {
        var desk = Desk()
        desk.says(Desk.layers, Desk.areas())
        if flagged < 1000 {
            desk.says(Desk.osk, Desk.flag(true, since: flagged))
            #expect(desk.answer.frame == .none && !desk.isSeen)
            desk.says(Desk.layers, Desk.areas([(Desk.strip, 1000)]))
        } else {
            desk.says(Desk.layers, Desk.areas([(Desk.strip, 1000)]))
            #expect(!desk.isSeen)
            desk.says(Desk.osk, Desk.flag(true, since: flagged))
        }
        #expect(desk.isSeen)
        #expect(desk.answer.frame == .rect(Desk.strip))
        #expect(desk.answer.isMeasured)
        #expect(desk.answer.output == "one")
        #expect(desk.answer.placement == .docked)
        #expect(desk.answer.usable == Rect(x: 0, y: 0, width: 1280, height: 540))
        #expect(desk.answer.compositorAvoids == ["maximized", "tiled"])
        #expect(desk.answer.origin == "squeekboard" && desk.answer.habits.movesInOneStep)
        #expect(desk.belief(.frame)?.source == Desk.layers)
        #expect(desk.belief(.visible)?.source == Desk.osk)
    }

    /// Without anybody who sees frames the flag alone shows a keyboard somewhere.
    @Test func noCompositorIsWatched() {
        var desk = Desk()
        desk.says(Desk.osk, Desk.flag(true, since: 5))
        #expect(desk.isSeen && desk.answer.frame == .unknown)
    }

    /// A `Visible` that nobody took back is not a keyboard, and a panel that comes later is not its frame.
    @Test func aStaleFlagAndALaterPanel() {
        var desk = Desk()
        desk.says(Desk.osk, Desk.flag(true, since: 1000))
        desk.says(Desk.layers, Desk.areas())
        #expect(!desk.isSeen)
        desk.says(Desk.layers, Desk.areas([(Rect(x: 0, y: 760, width: 1280, height: 40), 9000)]))
        #expect(!desk.isSeen && desk.answer.frame == .none)
    }

    /// A panel is never a keyboard: with none there, and beside one.
    @Test func panels() {
        let panel = (frame: Rect(x: 0, y: 760, width: 1280, height: 40), since: 100 as UInt64)
        var desk = Desk()
        desk.says(Desk.layers, Desk.areas([panel]))
        #expect(!desk.answer.isPresent && !desk.isSeen && desk.answer.origin.isEmpty)
        desk.says(Desk.osk, Desk.flag(false, since: 0))
        #expect(!desk.isSeen)
        let keyboard = (frame: Rect(x: 0, y: 500, width: 1280, height: 260), since: 5000 as UInt64)
        desk.says(Desk.layers, Desk.areas([panel, keyboard]))
        desk.says(Desk.osk, Desk.flag(true, since: 5006))
        #expect(desk.answer.frame == .rect(keyboard.frame))
        desk.says(Desk.osk, Desk.flag(false, since: 7000))
        desk.says(Desk.layers, Desk.areas([panel]))
        #expect(!desk.isSeen)
        #expect(desk.answer.frame == .none)
    }

    /// A keyboard that hides and keeps its zone for a while covers nothing, and is found again when it comes back.
    @Test func aHiddenKeyboardsZone() {
        var desk = Desk()
        desk.says(Desk.layers, Desk.areas([(Desk.strip, 1000)]))
        desk.says(Desk.osk, Desk.flag(true, since: 1005))
        #expect(desk.isSeen)
        desk.says(Desk.osk, Desk.flag(false, since: 4000))
        #expect(!desk.isSeen && desk.answer.frame == .none)
        #expect(desk.answer.isPresent && !desk.answer.isFlagged)
        // Maximised windows will be laid out where the zone is now.
        #expect(desk.answer.usable == Desk.one.frame)
        desk.says(Desk.osk, Desk.flag(true, since: 9000))
        #expect(desk.isSeen && desk.answer.frame == .rect(Desk.strip))
        // The zone of a keyboard that never showed is not one either.
        var other = Desk()
        other.says(Desk.osk, Desk.flag(false, since: 1000))
        other.says(Desk.layers, Desk.areas([(Desk.strip, 1000)]))
        #expect(!other.isSeen && other.answer.frame == .none)
    }

    /// It keeps being its strip while it grows, slides and shrinks.
    @Test func aStripThatGrows() {
        var desk = Desk()
        desk.says(Desk.layers, Desk.areas([(Desk.strip, 1000)]))
        desk.says(Desk.osk, Desk.flag(true, since: 1005))
        for height in [300.0, 210, 60, 260] {
            let frame = Rect(x: 0, y: 800 - height, width: 1280, height: height)
            desk.says(Desk.layers, Desk.areas([(frame, 1000)]), at: 60_000)
            #expect(desk.answer.frame == .rect(frame))
        }
        // A strip that came at another time is another's, also in its place.
        desk.says(Desk.layers, Desk.areas([(Desk.strip, 60_000)]), at: 60_000)
        #expect(desk.answer.frame == .none)
    }

    /// What was reserved before anybody looked may hold panels too: it is all there is to go by, and no measurement.
    @Test func aStripBeforeTheStart() {
        var desk = Desk()
        desk.says(Desk.osk, Desk.flag(true, since: 1000))
        desk.says(Desk.layers, Desk.areas([(Desk.strip, 1100)], isWhole: false))
        #expect(desk.isSeen && desk.answer.frame == .rect(Desk.strip))
        #expect(!desk.answer.isMeasured)
        // A whole one is preferred, whichever is nearer.
        var other = Desk()
        other.says(Desk.osk, Desk.flag(true, since: 1000))
        var facts = Desk.areas([(Rect(x: 0, y: 740, width: 1280, height: 60), 1000)], isWhole: false)
        let whole = Desk.areas([(Desk.strip, 1200)]).areas?.first?.strips ?? []
        facts.areas?[0].strips += whole
        other.says(Desk.layers, facts)
        #expect(other.answer.frame == .rect(Desk.strip) && other.answer.isMeasured)
    }

    /// The daemon starts under a keyboard above a bar. The union is all there is to go by until the keyboard is hidden;
    /// what stays then is the bar, and no later show stands on it.
    @Test func whatStaysIsNoKeyboard() {
        let union = Rect(x: 0, y: 500, width: 1280, height: 300)
        let bar = Rect(x: 0, y: 760, width: 1280, height: 40)
        var desk = Desk()
        desk.says(Desk.layers, Desk.areas([(union, 1000)], isWhole: false))
        desk.says(Desk.osk, Desk.flag(true, since: 1010))
        #expect(desk.isSeen && desk.answer.frame == .rect(union))
        desk.says(Desk.layers, Desk.areas([(bar, 1000)], isWhole: false))
        desk.says(Desk.osk, Desk.flag(false, since: 1200))
        desk.says(Desk.osk, Desk.flag(true, since: 1250))
        #expect(!desk.isSeen, "the bar is not taken for the keyboard that is about to come")
        var both = Desk.areas([(bar, 1000)], isWhole: false)
        both.areas?[0].strips += Desk.areas([(Desk.strip, 1260)]).areas?.first?.strips ?? []
        desk.says(Desk.layers, both)
        #expect(desk.answer.frame == .rect(Desk.strip) && desk.answer.isMeasured)
    }

    /// A keyboard that was hidden when the daemon came shows at once: a bar that was there is not its strip.
    @Test func aShowRightAfterTheStart() {
        let bar = Rect(x: 0, y: 760, width: 1280, height: 40)
        var desk = Desk()
        desk.says(Desk.osk, Desk.flag(false, since: 1000))
        desk.says(Desk.layers, Desk.areas([(bar, 1005)], isWhole: false))
        desk.says(Desk.osk, Desk.flag(true, since: 1100))
        #expect(!desk.isSeen)
    }

    /// Outputs that change lay everything out anew: the strip appears anew, the flag stands.
    @Test func rotation() {
        var desk = Desk()
        desk.says(Desk.layers, Desk.areas([(Desk.strip, 1000)]))
        desk.says(Desk.osk, Desk.flag(true, since: 1005))
        var turned = Desk.one
        turned.frame = Rect(x: 0, y: 0, width: 800, height: 1280)
        desk.says(Desk.layers, Desk.areas(outputs: [turned]), at: 50_000)
        #expect(desk.answer.frame == .none)
        let strip = Rect(x: 0, y: 1070, width: 800, height: 210)
        desk.says(Desk.layers, Desk.areas([(strip, 50_060)], outputs: [turned]), at: 50_060)
        #expect(desk.isSeen && desk.answer.frame == .rect(strip))
        // A panel that comes long after is not it.
        var late = Desk()
        late.says(Desk.layers, Desk.areas())
        late.says(Desk.osk, Desk.flag(true, since: 1005))
        late.says(Desk.layers, Desk.areas(outputs: [turned]), at: 50_000)
        late.says(Desk.layers, Desk.areas([(strip, 53_000)], outputs: [turned]), at: 53_000)
        #expect(!late.isSeen)
    }

    @Test func twoOutputs() {
        let there = Rect(x: 1280, y: 540, width: 1280, height: 260)
        let panel = Rect(x: 0, y: 760, width: 1280, height: 40)
        var desk = Desk()
        let outputs = [Desk.one, Desk.two]
        desk.says(Desk.layers, Desk.areas([(panel, 100)], outputs: outputs))
        desk.says(Desk.layers, Desk.areas([(panel, 100), (there, 5000)], outputs: outputs))
        desk.says(Desk.osk, Desk.flag(true, since: 5004))
        #expect(desk.answer.output == "two" && desk.answer.frame == .rect(there))
        #expect(desk.answer.usable == Rect(x: 1280, y: 0, width: 1280, height: 540))
        // A keyboard that names its output is not looked for on another.
        var named = Desk()
        named.says(Desk.layers, Desk.areas([(there, 5000)], outputs: outputs))
        var facts = Desk.flag(true, since: 5004)
        facts.keyboard?.output = "one"
        named.says(Desk.osk, facts)
        #expect(named.answer.frame == .none)
    }

    /// Fullscreen windows are painted over what is reserved, and over nothing else.
    @Test func fullscreen() {
        var desk = Desk()
        desk.says(Desk.layers, Desk.areas([(Desk.strip, 1000)]))
        desk.says(Desk.osk, Desk.flag(true, since: 1005))
        desk.says(Desk.layers, Desk.areas([(Desk.strip, 1000)], isFullscreen: true))
        #expect(desk.answer.isOccluded && desk.answer.isFlagged && desk.answer.frame == .rect(Desk.strip))
        #expect(!desk.isSeen)
        #expect(desk.belief(.occluded)?.because == ["reserved-strip", "fullscreen-occludes"])
        desk.says(Desk.layers, Desk.areas([(Desk.strip, 1000)]))
        #expect(desk.isSeen)
        // A keyboard whose frame comes from itself is not known to be under it.
        var own = Desk()
        own.says(Desk.layers, Desk.areas(isFullscreen: true))
        own.says(Desk.provider(), Desk.framed(Desk.strip))
        #expect(own.isSeen)
        // Nor is one on another output.
        var two = Desk()
        let there = Rect(x: 1280, y: 540, width: 1280, height: 260)
        var facts = Desk.areas([(there, 1000)], outputs: [Desk.one, Desk.two])
        facts.areas?[0].isFullscreen = true
        two.says(Desk.layers, facts)
        two.says(Desk.osk, Desk.flag(true, since: 1005))
        #expect(two.isSeen && two.answer.output == "two")
    }
}
