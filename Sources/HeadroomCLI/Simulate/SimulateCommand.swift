import HeadroomCore
import HeadroomWire

extension Command {
    static let simulate = Command(
        "simulate", "be a keyboard that exists only on the bus, for developers",
        details: """
            It shows, waits for Enter (or the end of its input), and hides. Requests to show and hide are followed.

            CURVE is linear, cubic-bezier:X1,Y1,X2,Y2 or spring:MASS,STIFFNESS,DAMPING.
            FILE has a line a step: the time in ms since the start, a space, and a text as PublishText takes it, as in
            `300 frame=0,500,1280,300;duration-ms=150`. Empty lines and those that begin with # are skipped. It is played
            instead of showing at once; after the last step it waits and hides as without.
            """,
        options: [
            Option("frame", "X,Y,W,H", "what it covers, relative to the output; by default its lower third"),
            Option("output", "NAME", "on which output it is"),
            Option("candidate-bar", "H", "the height of its candidate bar"),
            Option("bar-included", "the frame includes the candidate bar"),
            Option("engine", "NAME", "the input method's engine, for example ibus:libpinyin"),
            Option("placement", "WORD", "docked, floating, split, candidates-only or hardware"),
            Option("duration", "MS", "how long its motion takes; 250 by default"),
            Option("curve", "CURVE", "how its motion runs; linear by default"),
            Option("steps", "FILE", "play a script instead of showing at once"),
            Option("for", "SECONDS", "hide after that time instead of at Enter"),
            Option("name", "NAME", "its name among the providers; simulated by default"),
        ]
    ) { arguments throws(Failure) in
        let keyboard = try SimulatedKeyboard(arguments)
        let simulation = try Simulation(keyboard, seconds: arguments.number("for", in: 0...1e6))
        return try simulation.run()
    }
}

/// What is simulated, as the options say.
struct SimulatedKeyboard: Sendable {
    let name: String
    let steps: [Step]?
    private let motion: Transition
    private var shown = ProviderUpdate()
    private let hasFrame: Bool

    init(_ arguments: Arguments) throws(Failure) {
        name = arguments.text("name") ?? "simulated"
        steps = try arguments.text("steps").map { path throws(Failure) in try Step.all(inFile: path) }
        motion = Transition(
            durationMS: UInt32(try arguments.count("duration", in: 0...Int(Limits.durationMS)) ?? 250),
            curve: try arguments.curve("curve"))
        let frame = try arguments.rect("frame")
        hasFrame = frame != nil
        shown.state.frame = frame
        shown.state.output = arguments.text("output")
        shown.state.candidateBarHeight = try arguments.number("candidate-bar", in: 0...Limits.farthest)
        if arguments.has("bar-included") { shown.state.isCandidateBarIncluded = true }
        shown.state.engine = arguments.text("engine")
        shown.state.placement = arguments.text("placement").map(Placement.init)
        shown.state.canShow = true
        shown.state.canHide = true
    }

    /// It shows, with all that is known of it. Where no frame was asked for it is the lower third of one of the
    /// `outputs`; a usage failure if there is none.
    func showing(on outputs: [Output]) throws(Failure) -> ProviderUpdate {
        var update = shown
        if !hasFrame { update.state.frame = try lowerThird(of: outputs) }
        update.state.isVisible = true
        update.cause.transition = motion
        return update
    }

    /// How long its motions take, in ms.
    var durationMS: UInt32 { motion.durationMS }

    var hiding: ProviderUpdate {
        var update = ProviderUpdate()
        update.state.isVisible = false
        update.cause.transition = motion
        return update
    }

    private func lowerThird(of outputs: [Output]) throws(Failure) -> Rect {
        let name = shown.state.output ?? ""
        let known = name.isEmpty ? outputs.first(where: \.isPrimary) ?? outputs.first : outputs.named(name)
        guard let output = known else {
            throw .usage(
                name.isEmpty
                    ? "the daemon knows no output; say with --frame what the keyboard covers"
                    : "\(name.clean): the daemon knows no such output; say with --frame what the keyboard covers")
        }
        let height = (output.frame.height / 3).rounded()
        let frame = Rect(x: 0, y: output.frame.height - height, width: output.frame.width, height: height)
        return name.isEmpty ? output.global(frame) : frame
    }
}

extension Arguments {
    /// A curve: a name, and after a colon its parameters.
    fileprivate func curve(_ option: String) throws(Failure) -> Curve {
        guard let text = text(option) else { return .linear }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let words = parts.count == 2 ? parts[1].split(separator: ",", omittingEmptySubsequences: false) : []
        let curve = Curve(name: String(parts[0]), parameters: words.compactMap { Double($0) })
        guard curve.name == parts[0], curve.parameters.count == words.count else {
            throw .usage("--\(option) must be linear, cubic-bezier:X1,Y1,X2,Y2 or spring:MASS,STIFFNESS,DAMPING")
        }
        return curve
    }
}
