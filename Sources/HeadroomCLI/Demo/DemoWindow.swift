import HeadroomBus
import HeadroomClient
import HeadroomCore

/// A window of GTK's on the user's display, in a program of its own that keeps it clear of the keyboard itself.
final class DemoWindow: DemoSubject {
    var onReady: () -> Void = {}
    var onPutBack: () -> Void = {}
    var onFailed: (Failure) -> Void = { _ in }
    private(set) var isReady = false
    private(set) var hasMoved = false

    private let client: Client
    private let environment: [String]?
    private let program: String
    private var child: Child?
    private var childWatch: ProcessWatch?
    private var watch: AvoidanceWatch?

    static let programName = "headroom-gtk4-form"

    /// `program` is the path of ``programName``; `environment` is what it lives in, nil: what we do.
    init(_ client: Client, _ program: String, environment: [String]?) {
        self.client = client
        self.program = program
        // A bus of our own has no accessibility, which GTK would ask for in vain.
        self.environment = environment.map { $0 + ["GTK_A11Y=none"] }
        watch = client.watchAvoidance { [weak self] update in self?.told(update) }
    }

    /// It is started only now, when nothing that it reports can be missed.
    func daemonCame() {
        guard child == nil else { return }
        do throws(Failure) {
            let child = try Child(program, ["--fullscreen"], environment: environment)
            self.child = child
            childWatch = try Failure.mapped { () throws(BusError) in
                try ProcessWatch(loop: client.loop, pid: child.pid) { [weak self] in
                    self?.onFailed(Failure("\(DemoWindow.programName) ended"))
                }
            }
        } catch {
            onFailed(error)
        }
    }

    func begin(on output: Rect) {}

    func end() {
        watch?.cancel()
        childWatch?.cancel()
        child?.end()
    }

    private func told(_ update: AvoidanceWatch.Update) {
        switch update {
        // It comes with the focus: before that nothing would be moved.
        case .claimsChanged(let added, _):
            guard !added.isEmpty, !isReady else { return }
            isReady = true
            onReady()
        case .reported(let state):
            Terminal.complain("# \(state.line)")
            hasMoved = state.report.saysMoved
            if !hasMoved { onPutBack() }
        }
    }
}
