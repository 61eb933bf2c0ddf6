import HeadroomBus
import HeadroomCore
import HeadroomDaemon
import Support
import Testing

/// Candidates at the caret as observers see them, through the daemon (rule B1).
@Suite(.notes, .withLog)
struct InputMethodTests {
    private let stage: Stage
    private let daemon: Daemon
    private let subscriber: Subscriber
    private let bus = ScriptedObserver("IBus")
    private let windows = ScriptedObserver("X11")
    private let caret = Rect(x: 222, y: 133, width: 1, height: 32)
    private let popup = Rect(x: 222, y: 167, width: 327, height: 64)

    init() throws {
        stage = try Stage(isEmpty: true)
        daemon = try stage.serve([bus, windows])
        subscriber = try stage.subscriber()
        let keyboard = KeyboardWitness(
            name: "onboard", isVisible: true, frame: .rect(Rect(x: 0, y: 540, width: 1280, height: 260)))
        windows.see(
            Facts(
                keyboard: keyboard, outputs: [Output(name: "DP-1", frame: Rect(x: 0, y: 0, width: 1280, height: 800))]))
        try subscriber.expect("WillShow", "DidShow")
    }

    private func see(_ observer: ScriptedObserver, _ witness: CandidateWitness?) {
        var facts = Facts(candidates: witness.map { [$0] } ?? [])
        if observer.name == "X11" {
            facts.keyboard = KeyboardWitness(
                name: "onboard", isVisible: true, frame: .rect(Rect(x: 0, y: 540, width: 1280, height: 260)))
            facts.outputs = [Output(name: "DP-1", frame: Rect(x: 0, y: 0, width: 1280, height: 800))]
        }
        observer.see(facts)
    }

    @Test("window, caret and engine come from different observers, and make one room")
    func room() throws {
        see(bus, CandidateWitness(framework: "ibus", engine: "libpinyin", caret: caret))
        try stage.wait("the engine") { subscriber.properties["Engine"] == "ibus:libpinyin" }
        see(windows, CandidateWitness(framework: "ibus", isShown: true, since: stage.now, popup: popup))
        let told = try subscriber.expect("WillChangeFrame", "DidChangeFrame")
        #expect(told[0].details["room-below-caret"] == .double(66) && told[0].reason == "candidates")
        #expect(told[0].engine == "ibus:libpinyin")
        let beliefs = try subscriber.beliefs()
        #expect(beliefs["engine"] == "observer IBus (engine-of-input-method)")
        #expect(beliefs["room-below-caret"] == "observer X11 (room-of-popup)")
        #expect(try subscriber.candidates().map(\.engine) == ["ibus:libpinyin"])
        // It goes and comes with every word.
        see(windows, CandidateWitness(framework: "ibus", isShown: false, since: stage.now))
        see(windows, CandidateWitness(framework: "ibus", isShown: true, since: stage.now, popup: popup))
        try subscriber.expectNothing()
    }

    @Test("an input method that ends leaves no room behind, nor does another engine")
    func ends() throws {
        for end in ["killed", "switched"] {
            see(bus, CandidateWitness(framework: "ibus", engine: "libpinyin", caret: caret))
            see(windows, CandidateWitness(framework: "ibus", isShown: true, since: stage.now, popup: popup))
            try subscriber.expect("WillChangeFrame", "DidChangeFrame")
            see(windows, CandidateWitness(framework: "ibus", isShown: false, since: stage.now))
            if end == "killed" { see(windows, nil) }
            see(bus, end == "killed" ? nil : CandidateWitness(framework: "ibus", engine: "xkb:us::eng"))
            let told = try subscriber.expect("WillChangeFrame", "DidChangeFrame")
            #expect(told[0].details["room-below-caret"] == nil && told[0].reason == "engine", "\(end)")
            #expect(told[0].details["candidate-bar-reserved"] == nil)
        }
    }

    @Test("rows whose window nobody sees ask for an estimated room")
    func rows() throws {
        see(
            bus,
            CandidateWitness(
                framework: "ibus", engine: "libpinyin", isShown: true, since: stage.now,
                table: CandidateTable(rows: 2, pageSize: 5, layout: .horizontal)))
        let told = try subscriber.expect("WillChangeFrame", "DidChangeFrame")
        #expect(told[0].details["room-below-caret"] == .double(64) && told[0].details["estimated"] == true)
    }
}
