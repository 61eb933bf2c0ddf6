internal import Glibc
import HeadroomBus
import HeadroomClient
import HeadroomConfig

/// The demonstration at work: brings daemon and printer up, tells the story, takes them down.
final class Demo {
    private let surroundings: PrivateSession?
    private let session: Session
    private let provider: Provider
    private let printer: SignalPrinter
    private let subject: any DemoSubject
    private var subscription: KeyboardSubscription?
    private var daemon: Child?
    private var daemonWatch: ProcessWatch?
    private var scenes: ArraySlice<Story.Scene> = []
    private var start: UInt64 = 0
    private var next: HeadroomBus.Timer?
    private var limit: HeadroomBus.Timer?
    private var stage = Stage.preparing(isPrinterReady: false)

    private enum Stage {
        /// Until there is a daemon with the plugin, and no signal can be missed.
        case preparing(isPrinterReady: Bool)
        /// While the story is told.
        case telling
        /// From the last scene until its end is printed.
        case closing
        /// From then until the plugin has put everything back.
        case leaving
    }

    /// How long the daemon may take to come, in µs. (chosen)
    private static let patience: UInt64 = 20_000_000

    /// On the bus of `surroundings`, or else the session's; with a window of GTK's on the user's display, or else a form of
    /// which only the demonstration knows.
    init(in surroundings: PrivateSession?, hasWindow: Bool, seconds: Double?) throws(Failure) {
        self.surroundings = surroundings
        session = try Session(bus: surroundings.map { .at($0.address) } ?? .session)
        provider = session.client.provider(name: Story.provider)
        subject =
            hasWindow
            ? DemoWindow(
                session.client, try Demo.programBeside(DemoWindow.programName), environment: surroundings?.environment)
            : try DemoPlugin(session.client, environment: surroundings.map { $0.variable } ?? Places.environment)
        let loop = session.client.loop
        printer = try SignalPrinter(surroundings?.address, in: loop)
        next = try Failure.mapped { () throws(BusError) in try loop.timer { [unowned self] in turnPage() } }
        next?.arm(after: Demo.patience)
        if let seconds {
            limit = try Failure.mapped { () throws(BusError) in try loop.timer { [session] in session.end() } }
            limit?.arm(after: UInt64(seconds * 1e6))
        }
        printer.onReady = { [unowned self] in
            guard case .preparing = stage else { return }
            stage = .preparing(isPrinterReady: true)
            begin()
        }
        subject.onReady = { [unowned self] in begin() }
        subject.onFailed = { [session] failure in session.fail(failure) }
        subject.onPutBack = { [unowned self] in if case .leaving = stage { session.end() } }
        printer.onFailed = { [session] failure in session.fail(failure) }
        printer.onPrinted = { [unowned self] member in
            guard case .closing = stage, member == "DidHide" else { return }
            guard subject.hasMoved else { return session.end() }
            stage = .leaving
            next?.arm(after: Demo.patience)
        }
        subscription = try session.subscribe { [unowned self] update in
            guard case .current(let state) = update else { return }
            guard state.isDaemonPresent else { return startDaemon() }
            subject.daemonCame()
            begin()
        }
    }

    func run() throws(Failure) -> Int32 {
        try session.onInterruption { [session] in session.end(1) }
        defer { takeDown() }
        return try session.run()
    }

    /// Ends all that was started; the bus comes last.
    private func takeDown() {
        subscription?.cancel()
        subject.end()
        daemonWatch?.cancel()
        daemon?.end()
        printer.end()
    }

    // MARK: The daemon

    private func startDaemon() {
        guard daemon == nil else { return }
        do throws(Failure) {
            let child = try Child(try Demo.programBeside("headroomd"), [], environment: surroundings?.environment)
            daemon = child
            daemonWatch = try Failure.mapped { () throws(BusError) in
                try ProcessWatch(loop: session.client.loop, pid: child.pid) { [session] in
                    session.fail(Failure("headroomd ended"))
                }
            }
        } catch {
            session.fail(error)
        }
    }

    /// The path of a program that lies where this one does.
    private static func programBeside(_ name: String) throws(Failure) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &bytes, bytes.count)
        let own = String(decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let slash = own.lastIndex(of: "/") else { throw Failure("nobody knows where this program lies") }
        let path = "\(own[..<slash])/\(name)"
        guard access(path, X_OK) == 0 else { throw Failure("\(path): \(String(cString: strerror(errno)))") }
        return path
    }

    // MARK: The story

    /// Begins if everything is there.
    private func begin() {
        guard case .preparing(isPrinterReady: true) = stage, subject.isReady, let state = subscription?.state,
            state.isDaemonPresent
        else { return }
        stage = .telling
        let story = Story(outputs: state.properties.outputs)
        subject.begin(on: story.output)
        scenes = story.scenes[...]
        start = session.client.loop.now
        turnPage()
    }

    /// Tells what is due.
    private func turnPage() {
        switch stage {
        case .preparing:
            let isDaemonPresent = subscription?.state?.isDaemonPresent == true
            return session.fail(
                Failure(isDaemonPresent ? "the window does not get the focus" : "headroomd does not come"))
        case .leaving: return session.fail(Failure("the plugin puts nothing back"))
        case .telling, .closing: break
        }
        while let scene = scenes.first {
            let due = start + scene.time * 1000
            guard due <= session.client.loop.now else {
                next?.arm(at: due)
                return
            }
            scenes = scenes.dropFirst()
            Terminal.complain("# \(scene.title)")
            if scenes.isEmpty { stage = .closing }
            provider.publish(scene.update) { [session] answer in
                if case .failure(let error) = answer { session.fail(Failure(error)) }
            }
        }
    }
}
