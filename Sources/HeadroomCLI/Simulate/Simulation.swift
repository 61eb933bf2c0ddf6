internal import Glibc
import HeadroomBus
import HeadroomClient
import HeadroomCore
import HeadroomWire

/// A simulated keyboard at work: shows or plays its script, waits for its end, hides.
final class Simulation {
    private let keyboard: SimulatedKeyboard
    private let session: Session
    private let provider: Provider
    /// For how long it shows, in µs; nil: until Enter.
    private let showTime: UInt64?
    private var outputs: [Output] = []
    private var subscription: KeyboardSubscription?
    private var steps: ArraySlice<Step> = []
    private var start: UInt64 = 0
    private var timer: HeadroomBus.Timer?
    private var input: FDWatch?
    private var stage = Stage.beginning

    private enum Stage {
        /// Until it is known whether there is a daemon.
        case beginning
        /// While steps of the script are to come.
        case playing
        /// Until Enter, or the time is over.
        case waiting
        /// From hiding until the daemon has heard it, and then until it is hidden.
        case ending(isHeard: Bool)
    }

    init(_ keyboard: SimulatedKeyboard, seconds: Double?) throws(Failure) {
        self.keyboard = keyboard
        showTime = seconds.map { UInt64($0 * 1e6) }
        session = try Session()
        provider = session.client.provider(name: keyboard.name)
        steps = keyboard.steps?[...] ?? []
        timer = try Failure.mapped { () throws(BusError) in
            try session.client.loop.timer { [unowned self] in timeIsOver() }
        }
        provider.onRequest = { [unowned self] request in answer(request) }
        subscription = try session.subscribe { [unowned self] update in follow(update) }
        try session.onInterruption { [unowned self] in end() }
    }

    func run() throws(Failure) -> Int32 { try session.run() }

    // MARK: The daemon

    private func follow(_ update: KeyboardUpdate) {
        switch update {
        case .current(let state):
            outputs = state.properties.outputs
            guard case .beginning = stage else { return }
            guard state.isDaemonPresent else { return session.fail(.noDaemon) }
            begin()
        case .properties(let properties): outputs = properties.outputs
        case .notification: break
        }
        leaveIfHidden()
    }

    /// A keyboard does what it is asked to, if it can.
    private func answer(_ request: Provider.Request) {
        switch request {
        case .show:
            Terminal.line("asked to show")
            show()
        case .hide:
            Terminal.line("asked to hide")
            say(keyboard.hiding)
        case .move(let keepFree, let output):
            Terminal.line("asked to keep \(keepFree.plain) free\(output.isEmpty ? "" : " on \(output.clean)")")
        }
    }

    // MARK: Its life

    private func begin() {
        start = session.client.loop.now
        if steps.isEmpty {
            show()
            wait()
        } else {
            stage = .playing
            play()
        }
    }

    private func show() {
        do throws(Failure) {
            let update = try keyboard.showing(on: outputs)
            say(update) { believed in
                let frame = update.state.frame.map { " at \($0.plain)" } ?? ""
                Terminal.line("shown\(frame); \(believed ? "believed" : "another keyboard is believed")")
            }
        } catch {
            session.fail(error)
        }
    }

    /// Says all steps that are due.
    private func play() {
        while let step = steps.first {
            let due = start + step.time * 1000
            guard due <= session.client.loop.now else {
                timer?.arm(at: due)
                return
            }
            steps = steps.dropFirst()
            say(step.update) { believed in
                Terminal.line("step at \(step.time) ms; \(believed ? "believed" : "another keyboard is believed")")
            }
        }
        wait()
    }

    private func wait() {
        stage = .waiting
        if let showTime {
            timer?.arm(after: showTime)
            return
        }
        Terminal.line("Enter hides it and ends")
        do throws(BusError) {
            input = try session.client.loop.watch(STDIN_FILENO, .readable) { [unowned self] _ in readInput() }
        } catch {
            // A file or /dev/null as input has its end already, and cannot be waited for.
            end()
        }
    }

    private func readInput() {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count <= 0 || bytes.prefix(count).contains(UInt8(ascii: "\n")) { end() }
    }

    private func timeIsOver() {
        switch stage {
        case .playing: play()
        case .waiting: end()
        case .ending: session.end()
        case .beginning: return
        }
    }

    /// Hides, and leaves when that is done: leaving at once would cut the motion short. Asked again, it leaves at once.
    private func end() {
        if case .ending = stage { return session.end() }
        stage = .ending(isHeard: false)
        input = nil
        // Another keyboard may be shown for ever.
        timer?.arm(after: UInt64(keyboard.durationMS) * 1000 + Simulation.patience)
        say(keyboard.hiding) { [unowned self] _ in
            stage = .ending(isHeard: true)
            leaveIfHidden()
        }
    }

    /// How long after its motion it waits to be hidden, in µs. (chosen: more than any grace, rule T7)
    private static let patience: UInt64 = 1_000_000

    /// Before the daemon has heard of the hide, hidden is what it was before the show.
    private func leaveIfHidden() {
        if case .ending(isHeard: true) = stage, subscription?.state?.phase == .hidden { session.end() }
    }

    private func say(_ update: ProviderUpdate, _ said: @escaping (Bool) -> Void = { _ in }) {
        provider.publish(named(update)) { [session] answer in
            switch answer {
            case .success(let believed): said(believed)
            case .failure(let error) where error.code == .noDaemon: Terminal.line("no daemon; it will be told again")
            case .failure(let error): session.fail(Failure(error))
            }
        }
    }

    private func named(_ update: ProviderUpdate) -> ProviderUpdate {
        var update = update
        update.name = keyboard.name
        return update
    }
}
