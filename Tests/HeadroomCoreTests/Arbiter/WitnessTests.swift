import HeadroomCore
import Testing

/// One keyboard of several witnesses.
@Suite struct WitnessTests {
    private let bus = Source.observer("Onboard")
    private let windows = Source.observer("X11")
    private let docked = Rect(x: 0, y: 595, width: 1280, height: 205)

    /// Onboard's word on the bus.
    private func word(_ isVisible: Bool?, since: UInt64 = 0, isPresent: Bool = true) -> Facts {
        let able = isVisible == nil ? false : true
        return Facts(
            keyboard: KeyboardWitness(
                name: "onboard", isPresent: isPresent, isVisible: isVisible, since: since * 1000, canShow: able,
                canHide: able))
    }

    /// Its window; nil: mapped no more.
    private func window(_ frame: Rect?, since: UInt64 = 0) -> Facts {
        Facts(
            keyboard: KeyboardWitness(
                name: "onboard", isVisible: frame != nil, since: since * 1000,
                frame: frame.map(FrameKnowledge.rect) ?? FrameKnowledge.none, output: "one", placement: .docked),
            areas: Desk.areas().areas, outputs: [Desk.one])
    }

    /// X11 is watched, and there is no window of the keyboard.
    private let nothing = Desk.areas()

    private func desk(_ says: [(Source, Facts?)]) -> Desk {
        var desk = Desk()
        for (source, facts) in says { desk.says(source, facts) }
        return desk
    }

    // MARK: Onboard

    @Test func theFlagFromTheBusTheFrameFromTheWindow() {
        for order in [[(bus, word(true)), (windows, window(docked))], [(windows, window(docked)), (bus, word(true))]] {
            let desk = desk(order)
            #expect(desk.isSeen && desk.answer.frame == .rect(docked) && desk.answer.origin == "onboard")
            #expect(desk.answer.isMeasured && desk.answer.placement == .docked && desk.answer.output == "one")
            #expect(desk.answer.habits == .of(keyboard: "onboard"))
            #expect(desk.belief(.visible)?.source == bus)
            #expect(desk.belief(.frame)?.source == windows && desk.belief(.output)?.source == windows)
            #expect(desk.belief(.placement)?.source == windows)
            #expect(desk.belief(.frame)?.because == ["best-frame"])
            #expect(desk.belief(.placement)?.because == ["same-keyboard", "first-word"])
            #expect(desk.arbiter.candidates(toShow: true) == [bus])
        }
    }

    /// Visible comes up to 30 ms before the window.
    @Test func aFlagWithoutAWindow() {
        #expect(!desk([(windows, nothing), (bus, word(true))]).isSeen)
        #expect(!desk([(windows, window(nil)), (bus, word(true))]).isSeen)
        // The window that was not there is known, not unknown.
        #expect(desk([(windows, nothing), (bus, word(true))]).answer.frame == .none)
        #expect(desk([(windows, window(nil)), (bus, word(true))]).answer.frame == .none)
        // Nobody watches windows: the frame is unknown.
        #expect(desk([(bus, word(true))]).answer.frame == .unknown)
    }

    /// Toggled fast, Onboard leaves a window that it calls hidden, or one off the screen that it calls visible.
    @Test func aWindowThatIsNotMeant() {
        let desk = desk([(windows, window(docked, since: 20)), (bus, word(false, since: 10))])
        #expect(!desk.isSeen && desk.answer.isPresent)
        #expect(desk.belief(.visible)?.because == ["same-keyboard", "own-flag"])
        #expect(!self.desk([(windows, window(docked.moved(dy: 215))), (bus, word(true))]).isSeen)
    }

    /// Killed, or without its name on the bus, it is what its window is; a stopped one says nothing.
    @Test func aWindowAlone() {
        var desk = desk([(windows, window(docked)), (bus, word(true)), (bus, nil)])
        #expect(desk.isSeen && desk.answer.isPresent && desk.arbiter.chosen == windows)
        #expect(desk.belief(.visible)?.source == windows)
        desk.says(bus, word(nil))
        #expect(desk.isSeen)
        desk.says(bus, word(false, isPresent: false))
        #expect(desk.isSeen && desk.answer.isPresent, "who is not there says nothing")
        desk.says(windows, nothing)
        #expect(!desk.isSeen && !desk.answer.isPresent)
    }

    /// Killed: the window first, then the name, or the other way round.
    @Test func killed() {
        let shown: [(Source, Facts?)] = [(windows, window(docked)), (bus, word(true))]
        for gone in [nothing, window(nil)] {
            var desk = desk(shown)
            desk.says(windows, gone)
            #expect(!desk.isSeen && desk.answer.isPresent && desk.answer.isFlagged, "a dock change looks like this")
            desk.says(bus, nil)
            #expect(!desk.isSeen && !desk.answer.isPresent)
        }
        var desk = desk(shown)
        desk.says(bus, nil)
        desk.says(windows, nothing)
        #expect(!desk.isSeen && !desk.answer.isPresent)
    }

    /// A process that ends loses its name and then its windows. Whoever sees windows cannot know that it makes no new one, and
    /// says so a while later; without its name it is over at once.
    @Test func killedNameFirst() {
        var changing = window(nil)
        changing.keyboard?.isVisible = true
        for (time, isPresent) in [(UInt64(48), false), (150, true)] {
            var desk = desk([(windows, window(docked)), (bus, word(true))])
            desk.says(bus, nil, at: 10)
            #expect(desk.isSeen)
            desk.says(windows, changing, at: time)
            #expect(!desk.isSeen && desk.answer.isPresent == isPresent, "\(time)")
        }
        // Another keyboard that leaves says nothing of this one.
        var desk = desk([
            (windows, window(docked)), (.observer("OSK0"), Desk.flag(true, since: 5, name: "squeekboard")),
        ])
        desk.says(.observer("OSK0"), nil, at: 10)
        desk.says(windows, changing, at: 20)
        #expect(!desk.isSeen && desk.answer.isPresent)
    }

    /// A request goes to a witness that can, before another keyboard is asked.
    @Test func requests() {
        let other = Desk.flag(false, since: 1, name: "squeekboard")
        let desk = desk([(windows, window(docked)), (bus, word(false, since: 2)), (.observer("AT"), other)])
        #expect(desk.arbiter.candidates(toShow: true) == [bus, .observer("AT")])
        // One that does not say whether it is visible can be asked, too.
        var able = word(nil)
        able.keyboard?.canHide = true
        let silent = self.desk([(windows, window(docked)), (bus, able), (.observer("AT"), other)])
        #expect(silent.arbiter.candidates(toShow: false) == [bus, .observer("AT")])
    }

    // MARK: Others

    /// A provider comes before observers, and observers fill in what it does not say.
    @Test func aProviderAndItsObservers() {
        let provider = Desk.provider(1, "onboard")
        var said = KeyboardWitness(name: "onboard", engine: "provided")
        said.frame = .rect(docked.moved(dy: -5))
        var desk = desk([(windows, window(docked)), (bus, word(true)), (provider, Facts(keyboard: said))])
        #expect(desk.isSeen && desk.answer.frame == .rect(docked.moved(dy: -5)) && desk.answer.engine == "provided")
        #expect(desk.belief(.visible)?.source == bus && desk.belief(.frame)?.source == provider)
        #expect(desk.belief(.placement)?.source == windows && desk.belief(.output)?.source == windows)
        #expect(desk.arbiter.chosen == provider)

        said.isVisible = false
        said.placement = .floating
        desk.says(provider, Facts(keyboard: said))
        #expect(!desk.isSeen && desk.belief(.visible)?.source == provider)
        #expect(desk.answer.placement == .floating && desk.belief(.placement)?.source == provider)

        said.isVisible = true
        said.knowledge = .computed
        desk.says(provider, Facts(keyboard: said))
        #expect(desk.answer.frame == .rect(docked) && desk.belief(.frame)?.source == windows)
        desk.says(provider, nil)
        #expect(desk.isSeen && desk.arbiter.chosen == bus)
    }

    /// Two providers are two keyboards, whatever they call themselves; observers see what each of them speaks of.
    @Test func twoProvidersOfOneName() {
        let said = Facts(keyboard: KeyboardWitness(name: "onboard", isVisible: true, since: 10))
        let hidden = Facts(keyboard: KeyboardWitness(name: "onboard", isVisible: false, since: 20))
        let desk = desk([
            (windows, window(docked)), (Desk.provider(1, "onboard"), said), (Desk.provider(2, "onboard"), hidden),
        ])
        #expect(desk.isSeen && desk.answer.frame == .rect(docked))
        #expect(desk.arbiter.chosen == Desk.provider(1, "onboard"))
    }

    @Test func whoSeesItBeforeWhoSeesNothing() {
        let other = Source.observer("A window list")
        let desk = desk([(other, window(nil)), (windows, window(docked)), (bus, word(true))])
        #expect(desk.isSeen && desk.belief(.frame)?.source == windows)
    }

    /// Of two that only know the flag the one that changed its mind last.
    @Test func theNewestFlag() {
        let other = Source.observer("Accessibility")
        #expect(!desk([(bus, word(true, since: 10)), (other, word(false, since: 20))]).answer.isFlagged)
        #expect(desk([(bus, word(true, since: 20)), (other, word(false, since: 10))]).answer.isFlagged)
    }

    /// A strip stays its keyboard's when another witness comes and goes.
    @Test func aStripOfSeveralWitnesses() {
        let provider = Desk.provider(1, "squeekboard")
        let said = Facts(keyboard: KeyboardWitness(name: "squeekboard", isVisible: true, since: 9_000_000))
        var desk = desk([(Desk.layers, Desk.areas([(Desk.strip, 1000)])), (Desk.osk, Desk.flag(true, since: 1005))])
        desk.says(provider, said)
        #expect(desk.isSeen && desk.answer.frame == .rect(Desk.strip))
        #expect(desk.arbiter.chosen == provider)
        desk.says(provider, nil)
        #expect(desk.isSeen && desk.answer.frame == .rect(Desk.strip))
        // Whoever came first.
        var other = self.desk([(provider, said), (Desk.layers, Desk.areas([(Desk.strip, 1000)]))])
        #expect(!other.isSeen)
        other.says(Desk.osk, Desk.flag(true, since: 1005))
        #expect(other.isSeen && other.answer.frame == .rect(Desk.strip))
    }
}
