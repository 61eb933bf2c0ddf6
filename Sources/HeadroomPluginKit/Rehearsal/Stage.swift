import HeadroomClient
import HeadroomCore

extension Rehearsal {
    /// One scene: the machine, the application, a clock, and a daemon that says yes.
    final class Stage {
        static let landscape = Output(name: "STAGE-1", frame: Rect(x: 0, y: 0, width: 1280, height: 800))
        static let portrait = Output(name: "STAGE-1", frame: Rect(x: 0, y: 0, width: 800, height: 1280))

        let scene: Scene
        let application: any RehearsedApplication
        private(set) var breaches: [Breach] = []
        var mover: Mover
        private(set) var now: UInt64 = Stage.start
        /// Every position that the world was told.
        private(set) var positions: [Position] = []
        /// Those that were taken.
        private(set) var reports: [PluginReport] = []
        /// What the machine would have written down.
        private(set) var moved: Moved?
        /// Whether the daemon takes reports of what is about to be moved.
        var isTaken = true
        var output = Stage.landscape
        private var serial: UInt64 = 0
        private var waiting: [Mover.Action] = []

        private static let start: UInt64 = 1_000_000_000
        /// How exactly a world has to do what it is told, in logical pixels. (chosen: a pixel, as rule S6)
        static let tolerance = 1.0

        init(_ scene: Scene, _ application: any RehearsedApplication) {
            self.scene = scene
            self.application = application
            mover = Mover(options: application.world.options, frames: application.world.frames)
            carryOut(mover.keyboard(.current(state(isPresent: true)), at: now))
            carryOut(mover.claim(true, at: now))
        }

        func complain(_ what: String) {
            breaches.append(Breach(scene: scene, time: Double(now - Stage.start) / 1000, what: what))
        }

        func expect(_ isRight: Bool, _ what: @autoclosure () -> String) { if !isRight { complain(what()) } }

        // MARK: What happens

        /// A keyboard of so much of the output's height, docked.
        func frame(_ share: Double) -> Rect {
            let height = (output.frame.height * share).rounded()
            return Rect(
                x: output.frame.x, y: output.frame.bottom - height, width: output.frame.width, height: height)
        }

        var hiddenFrame: Rect { frame(0.4).moved(dy: frame(0.4).height) }

        /// The notification that tells of a keyboard on its way to `end`.
        func notification(
            _ kind: Notification.Kind, from begin: Rect, to end: Rect, milliseconds: UInt32, startedAgo: UInt64 = 0,
            placement: Placement = .docked, on name: String? = nil
        ) -> Notification {
            serial += 1
            let bar = max(0, end.height - frame(0.4).height)
            return Notification(
                kind: kind, serial: serial, output: name ?? output.name, frameBegin: begin, frameEnd: end,
                bottomInset: end.intersection(output.frame).height, candidateBarHeight: min(bar, end.height),
                durationMS: milliseconds,
                details: Notification.Details(
                    startTime: now - startedAgo, curve: .easeOutCubic, placement: placement,
                    outputFrame: name == nil ? output.frame : nil))
        }

        func tell(_ notification: Notification) { carryOut(mover.keyboard(.notification(notification), at: now)) }

        /// The keyboard begins to show.
        func willShow(_ milliseconds: UInt32 = 250, startedAgo: UInt64 = 0) {
            tell(
                notification(
                    .willShow, from: hiddenFrame, to: frame(0.4), milliseconds: milliseconds, startedAgo: startedAgo))
        }

        func didShow() { tell(notification(.didShow, from: frame(0.4), to: frame(0.4), milliseconds: 0)) }

        func willHide(_ milliseconds: UInt32 = 250) {
            tell(notification(.willHide, from: frame(0.4), to: hiddenFrame, milliseconds: milliseconds))
        }

        /// How things stand while no keyboard is shown.
        func state(isPresent: Bool) -> KeyboardState {
            KeyboardState(
                isDaemonPresent: isPresent, phase: .hidden,
                notification: notification(.didHide, from: hiddenFrame, to: hiddenFrame, milliseconds: 0),
                properties: KeyboardProperties(outputs: [output]))
        }

        func happened(_ causes: Mover.Causes) { carryOut(mover.world(causes, at: now)) }

        /// Time passes, and all that is due happens.
        func wait(_ milliseconds: UInt64) {
            let end = now + milliseconds * 1000
            while let due = next, due <= end {
                now = max(now, due)
                if isOwnFrame(due) { carryOut(mover.frame(at: now)) }
                carryOut(mover.advance(to: now))
            }
            now = end
            carryOut(mover.advance(to: now))
        }

        /// When something happens: what the machine asks for, and a frame of a world that has a clock for them.
        private var next: UInt64? {
            let frame = mover.isGliding && mover.frames == .own ? now + FramePace.usual : nil
            return [mover.nextDeadline, frame].compactMap { $0 }.min()
        }

        private func isOwnFrame(_ due: UInt64) -> Bool {
            mover.frames == .own && mover.isGliding && mover.nextDeadline != due
        }

        // MARK: What is done

        func carryOut(_ actions: [Mover.Action]) {
            waiting += actions
            while !waiting.isEmpty {
                let action = waiting.removeFirst()
                switch action {
                case .measure(let number):
                    guard let measurement = measure() else { continue }
                    waiting += mover.measured(measurement, number: number, at: now)
                case .apply(let position): apply(position)
                case .report(let report, let number):
                    if isTaken || number == nil { reports.append(report) }
                    guard let number else { continue }
                    waiting +=
                        isTaken
                        ? mover.permitted(number, at: now) : mover.denied(number, isForGood: false, at: now)
                case .remember(let moved): self.moved = moved
                case .forget: moved = nil
                }
                if let problem = mover.brokenInvariant(), waiting.isEmpty { complain("the machine: \(problem)") }
            }
        }

        private func apply(_ position: Position) {
            positions.append(position)
            application.world.apply(position)
            // What is left of other views is not looked at any more.
            guard let first = measure(), first.content == position.content else { return }
            expect(
                !first.position.differs(from: position, by: Stage.tolerance),
                "was told \(position.values), and measures \(first.position.values)")
            // What is set is set: once more makes no difference.
            application.world.apply(position)
            expect(measure() == first, "the same position once more moves things")
        }

        /// What the world says; it must say it at once or when it is waited for, and once.
        func measure() -> Measurement? {
            var answers: [Measurement?] = []
            application.world.measure { answers.append($0) }
            application.settle()
            guard answers.count == 1 else {
                complain("answers \(answers.count) times what it measured")
                return nil
            }
            guard let measurement = answers[0] else {
                complain("sees nothing although there is something")
                return nil
            }
            expect(measurement.isAcceptable, "measures impossible numbers: \(measurement)")
            return measurement
        }
    }
}
