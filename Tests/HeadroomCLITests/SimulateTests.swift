import HeadroomCore
import HeadroomWire
import Testing

@testable import HeadroomCLI

/// What `headroom simulate` makes of its options and scripts.
@Suite("Simulating")
struct SimulateTests {
    private func keyboard(_ words: String...) throws -> SimulatedKeyboard {
        try SimulatedKeyboard(try Arguments(words[...], for: .simulate))
    }

    private let outputs = [
        Output(name: "DP-1", frame: Rect(x: 0, y: 0, width: 1920, height: 1080)),
        Output(
            name: "eDP-1", frame: Rect(x: 1920, y: 100, width: 1280, height: 800), aliases: ["XW-1"], isPrimary: true),
    ]

    @Test("options become what is published")
    func options() throws {
        let keyboard = try keyboard(
            "--frame", "0,540,1280,260", "--output", "eDP-1", "--candidate-bar", "44", "--bar-included", "--engine",
            "ibus:libpinyin", "--placement", "split", "--duration", "100", "--curve", "cubic-bezier:0.2,0,0,1",
            "--name", "mine")
        let shown = try keyboard.showing(on: [])
        #expect(keyboard.name == "mine")
        #expect(shown.state.isVisible == true)
        #expect(shown.state.frame == Rect(x: 0, y: 540, width: 1280, height: 260))
        #expect(shown.state.output == "eDP-1")
        #expect(shown.state.candidateBarHeight == 44)
        #expect(shown.state.isCandidateBarIncluded == true)
        #expect(shown.state.engine == "ibus:libpinyin")
        #expect(shown.state.placement == .split)
        #expect(shown.state.canShow == true)
        #expect(shown.state.canHide == true)
        #expect(shown.cause.transition == Transition(durationMS: 100, curve: .android))
        #expect(keyboard.hiding.state.isVisible == false)
        #expect(keyboard.hiding.cause.transition == Transition(durationMS: 100, curve: .android))
    }

    @Test("without a frame it is the lower third of the output meant")
    func lowerThird() throws {
        // No output is named, so the frame is global.
        let primary = try keyboard().showing(on: outputs)
        #expect(primary.state.frame == Rect(x: 1920, y: 633, width: 1280, height: 267))
        #expect(primary.state.output == nil)
        #expect(
            try keyboard("--output", "DP-1").showing(on: outputs).state.frame
                == Rect(x: 0, y: 720, width: 1920, height: 360))
        #expect(
            try keyboard("--output", "XW-1").showing(on: outputs).state.frame
                == Rect(x: 0, y: 533, width: 1280, height: 267))
        for outputs in [[], outputs] {
            let failure = #expect(throws: Failure.self) { try keyboard("--output", "HDMI-9").showing(on: outputs) }
            #expect(failure?.code == 2)
            #expect(failure?.message.contains("--frame") == true)
        }
        #expect(throws: Failure.self) { try keyboard().showing(on: []) }
    }

    @Test("curves by their names", arguments: [("linear", Curve.linear), ("spring:3,1000,109.545", .uiKit)])
    func curves(_ text: String, _ curve: Curve) throws {
        #expect(try keyboard("--frame=0,0,1,1", "--curve", text).hiding.cause.transition?.curve == curve)
    }

    @Test(
        "curves that are none are refused",
        arguments: ["bounce", "linear:1", "cubic-bezier", "cubic-bezier:1,2,3", "cubic-bezier:1,2,3,x", "spring:0,1,1"])
    func wrongCurves(_ text: String) {
        let failure = #expect(throws: Failure.self) { try keyboard("--curve", text) }
        #expect(failure?.code == 2)
    }

    @Test(
        "other values that nobody could publish are refused",
        arguments: [
            ["--duration", "10001"], ["--duration", "-1"], ["--duration", "1.5"], ["--candidate-bar", "-1"],
            ["--frame", "0,0,-1,1"],
        ])
    func wrongValues(_ words: [String]) {
        let failure = #expect(throws: Failure.self) {
            try SimulatedKeyboard(try Arguments(words[...], for: .simulate))
        }
        #expect(failure?.code == 2)
    }

    @Test("a script is lines of times and texts")
    func script() throws {
        let steps = try Step.all(
            in: """
                # a comment

                0 visible=true;frame=0,540,1280,260;duration-ms=250
                  400\tcandidate-bar-height=44\r
                400 engine=ibus:libpinyin
                """, file: "story")
        #expect(steps.map(\.time) == [0, 400, 400])
        #expect(steps[0].update.state.frame == Rect(x: 0, y: 540, width: 1280, height: 260))
        #expect(steps[0].update.cause.transition?.durationMS == 250)
        #expect(steps[1].update.state.candidateBarHeight == 44)
        #expect(steps[2].update.state.engine == "ibus:libpinyin")
    }

    @Test(
        "a wrong line is named",
        arguments: [
            ("0 visible=true\nx visible=true", "story:2"), ("0 visible=perhaps", "story:1: visible"),
            ("5 visible=true\n4 visible=false", "story:2"), ("0", "story:1"), ("-1 visible=true", "story:1"),
            ("\n\n0 visible", "story:3"), ("0 name=other", "story:1: name"), ("# nothing\n", "story"),
            ("90000000 visible=true", "story:1"),
        ])
    func wrongScripts(_ text: String, _ place: String) {
        let failure = #expect(throws: Failure.self) { try Step.all(in: text, file: "story") }
        #expect(failure?.code == 1)
        #expect(failure?.message.contains(place) == true, "\(failure?.message ?? "")")
    }
}
