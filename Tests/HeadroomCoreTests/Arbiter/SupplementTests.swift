import HeadroomCore
import Testing

/// What stands beside a keyboard: bar, room, engine, placement.
@Suite struct SupplementTests {
    private let frame = Rect(x: 0, y: 540, width: 1280, height: 260)
    private let ibus = Source.observer("IBus")

    private func desk(_ alter: (inout KeyboardWitness) -> Void) -> Desk {
        var desk = Desk()
        desk.says(Desk.layers, Desk.areas())
        var witness = KeyboardWitness(name: "simulated", isVisible: true, frame: .rect(frame))
        alter(&witness)
        desk.says(Desk.provider(), Facts(keyboard: witness))
        return desk
    }

    /// A bar outside the frame extends it, one inside is labelled (rules B1 and G2).
    @Test func bars() {
        let outside = desk { $0.candidateBarHeight = 40 }
        #expect(outside.answer.frame == .rect(Rect(x: 0, y: 500, width: 1280, height: 300)))
        #expect(outside.answer.candidateBarHeight == 40)
        #expect(outside.belief(.frame)?.because == ["candidate-bar"])
        let inside = desk {
            $0.candidateBarHeight = 40
            $0.isCandidateBarIncluded = true
        }
        #expect(inside.answer.frame == .rect(frame))
        #expect(inside.answer.candidateBarHeight == 40)
        let tooHigh = desk {
            $0.candidateBarHeight = 4000
            $0.isCandidateBarIncluded = true
        }
        #expect(tooHigh.answer.candidateBarHeight == 260)
    }

    /// Engine, bar and room from a source that speaks of nothing else; a keyboard's own word comes first.
    @Test func supplements() {
        var said = KeyboardWitness(name: "", candidateBarHeight: 30, roomBelowCaret: 48, engine: "ibus:libpinyin")
        var bare = desk { _ in }
        bare.says(ibus, Facts(keyboard: said))
        #expect(bare.answer.engine == "ibus:libpinyin")
        #expect(bare.answer.roomBelowCaret == 48)
        #expect(bare.answer.frame == .rect(frame.extendedUpwards(by: 30)))
        #expect(bare.answer.origin == "simulated")
        for field in [Arbiter.Field.engine, .room, .candidateBar] {
            #expect(bare.belief(field)?.source == ibus)
            #expect(bare.belief(field)?.because.contains("supplement") == true, "\(field)")
        }
        #expect(bare.belief(.visible)?.source == Desk.provider())
        bare.says(ibus, nil)
        #expect(bare.answer.engine.isEmpty && bare.answer.roomBelowCaret == 0 && bare.answer.frame == .rect(frame))

        var full = desk {
            $0.engine = "own"
            $0.roomBelowCaret = 0
            $0.candidateBarHeight = 0
        }
        full.says(ibus, Facts(keyboard: said))
        #expect(full.answer.engine == "own" && full.answer.roomBelowCaret == 0)
        #expect(full.answer.frame == .rect(frame))

        // A supplement alone is no keyboard, also if it is there first.
        var alone = Desk()
        said.candidateBarHeight = nil
        alone.says(ibus, Facts(keyboard: said))
        #expect(!alone.isSeen && alone.answer.origin.isEmpty)
    }

    /// Rule G3 where nobody says how it is placed.
    @Test func placementByEdge() {
        #expect(desk { _ in }.answer.placement == .docked)
        #expect(desk { $0.frame = .rect(frame.moved(dy: -16)) }.answer.placement == .docked)
        let lifted = desk { $0.frame = .rect(frame.moved(dy: -100)) }
        #expect(lifted.answer.placement == .floating)
        #expect(desk { $0.placement = .split }.answer.placement == .split)

        var desk = lifted
        var panelled = Desk.areas()
        panelled.outputs?[0].workArea = Rect(x: 0, y: 0, width: 1280, height: 710)
        desk.says(Desk.layers, panelled)
        #expect(desk.answer.placement == .docked)

        // Nobody knows outputs: docked (contract, section 3).
        var blind = Desk()
        blind.says(Desk.provider(), Desk.framed(frame.moved(dy: -100)))
        #expect(blind.answer.placement == .docked && blind.isSeen)
    }

    /// Outputs only a provider knows serve where nobody else sees any.
    @Test func outputsOfAProvider() {
        var witness = KeyboardWitness(name: "simulated", isVisible: true, frame: .rect(frame), output: "eDP-1")
        witness.outputFrame = Rect(x: 0, y: 0, width: 1280, height: 800)
        var desk = Desk()
        desk.says(Desk.provider(), Facts(keyboard: witness))
        #expect(desk.arbiter.outputs == [Output(name: "eDP-1", frame: Rect(x: 0, y: 0, width: 1280, height: 800))])
        desk.says(Desk.layers, Desk.areas())
        #expect(desk.arbiter.outputs == [Desk.one])
        desk.says(Desk.layers, nil)
        desk.says(Desk.provider(), nil)
        #expect(desk.arbiter.outputs.isEmpty)
    }
}
