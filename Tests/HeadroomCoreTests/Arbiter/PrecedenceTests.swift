import HeadroomCore
import Testing

/// Who is believed when several speak (contract, section 3), and why.
@Suite struct PrecedenceTests {
    private let a = Rect(x: 0, y: 540, width: 1280, height: 260)
    private let b = Rect(x: 0, y: 480, width: 1280, height: 320)
    private let screen = Desk.areas()

    private func desk(_ says: [(Source, Facts)]) -> Desk {
        var desk = Desk()
        desk.says(Desk.layers, screen)
        for (source, var facts) in says {
            // Each observer sees a keyboard of its own.
            if source.kind == .observer, facts.keyboard?.name == "simulated" { facts.keyboard?.name = source.name }
            desk.says(source, facts)
        }
        return desk
    }

    /// Two keyboards of which `winner` is believed because of one decider alone: if that did not speak, the other one
    /// would be. The scene in which they are equal in this shows it: there `loser` wins.
    private func expect(
        _ reason: String, winner: (Source, Facts), loser: (Source, Facts), equalled: (Source, Facts),
        _ location: SourceLocation = #_sourceLocation
    ) {
        for order in [[winner, loser], [loser, winner]] {
            let desk = desk(order)
            #expect(desk.belief(.frame)?.source == winner.0, sourceLocation: location)
            #expect(desk.belief(.frame)?.because.contains(reason) == true, sourceLocation: location)
            #expect(desk.arbiter.chosen == winner.0, sourceLocation: location)
        }
        let other = desk([equalled, loser])
        #expect(other.belief(.frame)?.source == loser.0, sourceLocation: location)
    }

    @Test func theOneThatIsSeen() {
        expect(
            "visible-first",
            winner: (.observer("Onboard"), Desk.framed(a, since: 10, knowledge: .computed)),
            loser: (Desk.provider(), Desk.framed(b, since: 20, isVisible: false)),
            equalled: (.observer("Onboard"), Desk.framed(a, since: 10, isVisible: false, knowledge: .computed)))
    }

    @Test func measuredBeforeLearnedBeforeComputed() {
        let loser = (Desk.provider(), Desk.framed(b, since: 20, knowledge: .learned))
        expect(
            "measured-first", winner: (.observer("Onboard"), Desk.framed(a, since: 10)), loser: loser,
            equalled: (.observer("Onboard"), Desk.framed(a, since: 10, knowledge: .learned)))
        expect(
            "measured-first", winner: (.observer("Onboard"), Desk.framed(a, since: 10, knowledge: .learned)),
            loser: (Desk.provider(), Desk.framed(b, since: 20, knowledge: .computed)),
            equalled: (.observer("Onboard"), Desk.framed(a, since: 10, knowledge: .computed)))
        #expect(!desk([loser]).answer.isMeasured)
        // A frame that nobody knows comes last.
        let unknown = Facts(keyboard: KeyboardWitness(name: "x", isVisible: true, since: 30_000, frame: .unknown))
        expect(
            "measured-first", winner: (.observer("Onboard"), Desk.framed(a, since: 10, knowledge: .computed)),
            loser: (Desk.provider(), unknown),
            equalled: (
                .observer("Onboard"),
                Facts(keyboard: KeyboardWitness(name: "y", isVisible: true, since: 10_000, frame: .unknown))
            ))
    }

    @Test func aProviderBeforeAnObserver() {
        expect(
            "provider-first", winner: (Desk.provider(), Desk.framed(a, since: 10)),
            loser: (.observer("Onboard"), Desk.framed(b, since: 20)),
            equalled: (.observer("Gnome"), Desk.framed(a, since: 10)))
    }

    @Test func theProviderThatBecameVisibleLast() {
        expect(
            "latest-to-show", winner: (Desk.provider(2), Desk.framed(a, since: 20)),
            loser: (Desk.provider(1), Desk.framed(b, since: 10)),
            equalled: (Desk.provider(2), Desk.framed(a, since: 10)))
    }

    /// Equal in everything: the first by name, then by connection, whoever came first.
    @Test func equalsByName() {
        let one = (Desk.provider(1, "a"), Desk.framed(a))
        let other = (Desk.provider(1, "b"), Desk.framed(b))
        let second = (Desk.provider(2, "a"), Desk.framed(b))
        for order in [[one, other, second], [second, other, one], [other, second, one]] {
            let desk = desk(order)
            #expect(desk.answer.frame == .rect(a))
            #expect(desk.belief(.frame)?.because == ["by-name"])
        }
    }

    /// An off-screen window is nothing that is seen, whatever it says of itself.
    @Test func anOffScreenWindowComesLast() {
        expect(
            "visible-first", winner: (.observer("Onboard"), Desk.framed(a, since: 10, knowledge: .computed)),
            loser: (Desk.provider(), Desk.framed(b.moved(dy: 330), since: 20)),
            equalled: (.observer("Onboard"), Desk.framed(a.moved(dy: 330), since: 10, knowledge: .computed)))
    }

    /// Where several deciders agree no single one is missed: then the first that decides is the reason.
    @Test func decidersThatAgree() {
        let winner = (Desk.provider(), Desk.framed(a, since: 20))
        let loser = (Source.observer("Onboard"), Desk.framed(b, since: 10, knowledge: .computed))
        for order in [[winner, loser], [loser, winner]] {
            #expect(desk(order).belief(.frame)?.because == ["measured-first"])
            #expect(desk(order).belief(.visible)?.because == ["measured-first"])
        }
        // Without the first the next one is missed.
        let equalled = (Source.observer("Onboard"), Desk.framed(b, since: 10))
        #expect(desk([equalled, winner]).belief(.frame)?.because == ["provider-first"])
    }

    /// With nobody to be chosen from, no decider is a reason.
    @Test func aloneNobodyDecides() {
        let desk = desk([(Desk.provider(), Desk.framed(a))])
        #expect(desk.belief(.frame)?.because == [])
        #expect(desk.belief(.visible)?.because == [])
        #expect(desk.belief(.placement)?.because == ["placement"])
    }

    /// If none is seen the one that went last stays the one that is spoken of.
    @Test func theOneThatWentLast() {
        expect(
            "latest-to-hide", winner: (.observer("Onboard"), Desk.framed(a, since: 20, isVisible: false)),
            loser: (Desk.provider(), Desk.framed(b, since: 10, isVisible: false)),
            equalled: (.observer("Onboard"), Desk.framed(a, since: 10, isVisible: false)))
    }

    // MARK: Coming and going

    /// Rule T6 knows a lost owner only if nobody else's keyboard is shown then.
    @Test func aProviderDies() {
        var alone = desk([(Desk.provider(), Desk.framed(a))])
        #expect(alone.isSeen)
        #expect(!alone.says(Desk.provider(), nil).isPresent)

        var hidden = desk([(Desk.osk, Desk.flag(false, since: 5)), (Desk.provider(), Desk.framed(a, since: 10))])
        #expect(hidden.isSeen && hidden.answer.origin == "simulated")
        hidden.says(Desk.provider(), nil)
        #expect(!hidden.isSeen && !hidden.answer.isPresent)
        // What the other does afterwards is its own.
        hidden.says(Desk.layers, Desk.areas([(a, 50)]))
        hidden.says(Desk.osk, Desk.flag(true, since: 52))
        #expect(hidden.isSeen && hidden.answer.origin == "squeekboard")
        hidden.says(Desk.osk, Desk.flag(false, since: 60))
        #expect(hidden.answer.isPresent)

        var visible = desk([
            (.observer("Onboard"), Desk.framed(b, since: 5, name: "onboard")),
            (Desk.provider(), Desk.framed(a, since: 10)),
        ])
        #expect(visible.answer.frame == .rect(a))
        visible.says(Desk.provider(), nil)
        #expect(visible.isSeen && visible.answer.frame == .rect(b) && visible.answer.origin == "onboard")
    }

    /// An owner that leaves the bus and is still spoken of, as absent.
    @Test func anObserverLosesTheOwner() {
        var desk = Desk()
        desk.says(Desk.osk, Desk.flag(true, since: 5))
        #expect(desk.isSeen)
        desk.says(Desk.osk, Desk.flag(false, since: 9, isPresent: false))
        #expect(!desk.answer.isPresent)
    }

    /// A source that knows a frame and nothing of visibility lends it to a keyboard that knows no frame.
    @Test func aBorrowedFrame() {
        let lender = Source.observer("Window")
        let lent = Facts(keyboard: KeyboardWitness(name: "input panel", frame: .rect(a), knowledge: .computed))
        for isLast in [true, false] {
            var desk = Desk()
            if !isLast { desk.says(lender, lent) }
            desk.says(Desk.osk, Desk.flag(true, since: 5))
            if isLast { desk.says(lender, lent) }
            #expect(desk.isSeen && desk.answer.frame == .rect(a) && !desk.answer.isMeasured)
            #expect(desk.answer.origin == "squeekboard")
            #expect(desk.belief(.frame)?.source == lender && desk.belief(.visible)?.source == Desk.osk)
            #expect(desk.belief(.frame)?.because.contains("borrowed-frame") == true)
            desk.says(Desk.osk, Desk.flag(false, since: 9))
            #expect(!desk.isSeen)
        }
    }

    /// What the daemon before this one said holds until somebody speaks of the same keyboard.
    @Test func inheritedState() {
        let inherited = Source(kind: .inherited, name: "before")
        var desk = desk([(inherited, Desk.framed(a, knowledge: .learned, name: "squeekboard"))])
        #expect(desk.isSeen && desk.answer.origin == Source.inheritedName)
        // Another keyboard that is not shown contradicts nothing.
        desk.says(.observer("Onboard"), Desk.framed(b, isVisible: false, name: "onboard"))
        #expect(desk.isSeen && desk.answer.frame == .rect(a))
        desk.says(Desk.osk, Desk.flag(false, since: 3))
        #expect(!desk.isSeen)
        #expect(desk.arbiter.chosen == Desk.osk)
        // Visible still, and measured now.
        desk.says(Desk.layers, Desk.areas([(b, 0)]))
        desk.says(Desk.osk, Desk.flag(true, since: 3))
        #expect(desk.isSeen && desk.answer.frame == .rect(b) && desk.answer.isMeasured)
        // The daemon forgets it after a while.
        desk.says(inherited, nil)
        #expect(desk.isSeen && desk.answer.frame == .rect(b))
    }

    @Test func whoCanBeAsked() {
        var desk = desk([(Desk.osk, Desk.flag(false, since: 5)), (Desk.provider(), Desk.framed(a, since: 10))])
        #expect(desk.answer.canShow && desk.answer.canHide)
        #expect(desk.arbiter.candidates(toShow: true) == [Desk.osk])
        var able = Desk.framed(a, since: 10)
        able.keyboard?.canHide = true
        desk.says(Desk.provider(), able)
        #expect(desk.arbiter.candidates(toShow: false) == [Desk.provider(), Desk.osk])
        #expect(desk.arbiter.candidates(toShow: true) == [Desk.osk])
        desk.says(Desk.osk, nil)
        #expect(!desk.answer.canShow && desk.answer.canHide)
    }
}
