import HeadroomCore
import Support
import Testing

/// What C is answered is what the core library says, to the last bit.
@Suite("Agreement with the core library", .timeLimit(.minutes(10)))
struct AgreementTests {
    private static let output = Output(name: "A-1", frame: Rect(x: 0, y: 0, width: 1280, height: 800))

    @Test("scenes solved once, and whole sessions", arguments: 1...4 as ClosedRange<UInt64>)
    func stories(seed: UInt64) throws {
        var random = Generator(state: seed)
        var commands: [String] = []
        var expected: [String] = []
        for _ in 0..<100 {
            let scene = Self.scene(&random)
            let options = AvoidanceOptions(margin: Double.random(in: 0...30, using: &random))
            commands.append(Self.begin(scene, options))
            let keyboard = Self.keyboard(&random)
            commands.append("solve \(Self.words(keyboard))")
            expected.append(Self.solved(scene, options, keyboard))
            var session = AvoidanceSession(scene: scene, options: options)
            var time: UInt64 = 1_000_000
            for _ in 0..<12 {
                time += UInt64.random(in: 0...300_000, using: &random)
                let event = Event.random(&random)
                commands.append(event.command(at: time))
                expected.append(Self.line(event.happen(in: &session, at: time), session, at: time))
            }
        }
        let folder = try CProgram.folder()
        let program = try CProgram.build("\(CProgram.programs)/agree.c", in: folder)
        try folder.write(commands.joined(separator: "\n"), to: "commands")
        let answers = try CProgram.run(["sh", "-c", "exec \"$0\" <\"$1\"", program, "\(folder.path)/commands"])
            .split(separator: "\n").map(String.init)
        #expect(answers.count == expected.count)
        let first = zip(answers, expected).enumerated().first { !Self.areSame($1.0, $1.1) }
        #expect(first == nil, "\(String(describing: first)) after \(commands.joined(separator: "\n").suffix(2000))")
        #expect(Set(answers).count > 500, "they are not all the same")
    }

    // MARK: Scenes

    private static func rect(_ random: inout Generator, in bounds: Rect) -> Rect {
        let width = Double.random(in: 1...bounds.width, using: &random)
        let height = Double.random(in: 1...bounds.height, using: &random)
        return Rect(
            x: .random(in: 0...(bounds.width - width), using: &random),
            y: .random(in: 0...(bounds.height - height), using: &random), width: width, height: height)
    }

    private static func scene(_ random: inout Generator) -> Scene {
        let hasScroll = Bool.random(using: &random)
        var scene = Scene(outputs: [output])
        if !hasScroll || .random(using: &random) { scene.container = rect(&random, in: output.frame) }
        if hasScroll {
            scene.scroll = ScrollArea(
                frame: rect(&random, in: output.frame), contentHeight: .random(in: 100...3000, using: &random),
                offset: .random(in: 0...200, using: &random), insetTop: .random(in: 0...30, using: &random),
                insetBottom: .random(in: 0...30, using: &random), automaticInset: .random(in: 0...30, using: &random))
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                scene.inner.append(
                    InnerScroll(
                        frame: rect(&random, in: Rect(x: 0, y: 0, width: 800, height: 900)),
                        contentHeight: .random(in: 100...2000, using: &random),
                        offset: .random(in: 0...100, using: &random)))
            }
        }
        if Int.random(in: 0..<8, using: &random) > 0 {
            scene.target = Target(field: rect(&random, in: Rect(x: 0, y: 0, width: 900, height: 1200)))
        }
        return scene
    }

    private static func keyboard(_ random: inout Generator) -> KeyboardReport {
        let height = Double.random(in: 100...500, using: &random)
        return KeyboardReport(
            .frame(Rect(x: 0, y: 800 - height, width: 1280, height: height)),
            candidateBar: .init(height: Bool.random(using: &random) ? 44 : 0, isIncluded: false))
    }

    // MARK: Words of agree.c

    static func words(_ rect: Rect) -> String { "\(rect.x) \(rect.y) \(rect.width) \(rect.height)" }

    static func words(_ keyboard: KeyboardReport) -> String {
        guard case .frame(let frame) = keyboard.extent else { return "" }
        return "\(words(frame)) \(keyboard.candidateBar.height)"
    }

    private static func begin(_ scene: Scene, _ options: AvoidanceOptions) -> String {
        var line = "begin \(words(output.frame)) \(options.margin)"
        line += scene.container.map { " 1 \(words($0))" } ?? " 0"
        if let scroll = scene.scroll {
            line += " 1 \(words(scroll.frame)) \(scroll.contentHeight) \(scroll.offset) \(scroll.insetTop)"
            line += " \(scroll.insetBottom) \(scroll.automaticInset)"
        } else {
            line += " 0"
        }
        line += " \(scene.inner.count)"
        for view in scene.inner { line += " \(words(view.frame)) \(view.contentHeight) \(view.offset)" }
        return line + (scene.target?.field.map { " 1 \(words($0))" } ?? " 0")
    }

    private static func line(_ adjustment: Adjustment, isCommand: Bool) -> String {
        "\(adjustment.shift) \(adjustment.windowShift) \(adjustment.offset) \(adjustment.insetBottom) "
            + "\(adjustment.remainder) \(adjustment.covered) \(isCommand ? 1 : 0)"
    }

    private static func solved(_ scene: Scene, _ options: AvoidanceOptions, _ keyboard: KeyboardReport) -> String {
        var solved = scene
        var hold = BarHold()
        let cover = Cover(keyboard, on: scene.outputs, content: scene.place, hold: &hold)
        let answer = solved.avoid(cover, options: options)
        let untouched = AvoidanceSession(scene: scene, options: options).adjustment
        let line = line(answer, isCommand: answer.differs(from: untouched) || solved.inner != scene.inner)
        return ([line] + solved.inner.map { "\($0.offset)" }).joined(separator: " ")
    }

    private static func line(_ change: AvoidanceChange, _ session: AvoidanceSession, at time: UInt64) -> String {
        let report = session.report
        let outcomes: [Outcome] = [.notNeeded, .clear, .partial, .impossible, .restored]
        let words: [String] = [
            line(change.adjustment, isCommand: change.isCommand), "\(session.shiftMotion.value(at: time + 20_000))",
            "\(session.offsetMotion.value(at: time + 20_000))",
            "\(outcomes.firstIndex(of: report.outcome) ?? -1)", "\(report.shift.y)", "\(report.residual)",
            "\(report.parts.inset)", "\(report.parts.scroll)", "\(report.parts.root)",
            "\(session.deadline.map { Int($0 - time) } ?? -1)", "\(change.holdUntil.map { Int($0 - time) } ?? -1)",
        ]
        return (words + session.scene.inner.map { "\($0.offset)" }).joined(separator: " ")
    }

    private static func areSame(_ one: String, _ other: String) -> Bool {
        one.split(separator: " ").map { Double($0) } == other.split(separator: " ").map { Double($0) }
    }

    // MARK: Events

    private enum Event {
        case show(KeyboardReport), hide(graceMS: UInt32), focus(Rect), caret(Rect), scroll(Double), move(Rect)
        case turn(Rect), advance

        static func random(_ random: inout Generator) -> Event {
            let target = rect(&random, in: Rect(x: 0, y: 0, width: 900, height: 1200))
            switch Int.random(in: 0..<10, using: &random) {
            case 0...2: return .show(keyboard(&random))
            case 3: return .hide(graceMS: Bool.random(using: &random) ? 60 : 0)
            case 4: return .focus(target)
            case 5: return .caret(target)
            case 6: return .scroll(.random(in: 0...600, using: &random))
            case 7: return .move(rect(&random, in: output.frame))
            case 8:
                return .turn(Bool.random(using: &random) ? output.frame : Rect(x: 0, y: 0, width: 800, height: 1280))
            default: return .advance
            }
        }

        func command(at time: UInt64) -> String {
            switch self {
            case .show(let keyboard): "show \(time) 50 \(words(keyboard))"
            case .hide(let graceMS): "hide \(time) 50 \(graceMS)"
            case .focus(let rect): "focus \(time) 50 \(words(rect))"
            case .caret(let rect): "caret \(time) 50 \(words(rect))"
            case .scroll(let offset): "scroll \(time) 50 \(offset)"
            case .move(let rect): "move \(time) 50 \(words(rect))"
            case .turn(let rect): "turn \(time) 50 \(words(rect))"
            case .advance: "advance \(time) 50"
            }
        }

        func happen(in session: inout AvoidanceSession, at time: UInt64) -> AvoidanceChange {
            let pace = ShiftMotion.Pace(milliseconds: 50, curve: .android)
            switch self {
            case .show(let keyboard): return session.keyboard(keyboard, at: time, pace: pace)
            case .hide(let graceMS): return session.hide(at: time, pace: pace, graceMS: graceMS)
            case .focus(let rect): return session.focus(Target(caret: rect), at: time, pace: pace)
            case .caret(let rect): return session.caret(Target(caret: rect), at: time, pace: pace)
            case .scroll(let offset): return session.userScrolled(to: offset, at: time)
            case .move(let rect): return session.windowChanged(WindowChange(container: rect), at: time, pace: pace)
            case .turn(let rect):
                return session.outputsChanged(to: [Output(name: "A-1", frame: rect)], at: time, pace: pace)
            case .advance: return session.advance(to: time)
            }
        }
    }
}

/// The same numbers for the same beginning, everywhere.
private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }
}
