package import HeadroomBus
import HeadroomCore
import HeadroomWire

/// The daemon's time in office: how it comes to own its name, and how it leaves (contract, section 1).
package final class Tenure {
    private let daemon: Daemon
    private let replaces: Bool
    private let log: Log
    private var stage = Stage.connecting
    private var watch: NameWatch?
    /// The daemon to be replaced, until the name is ours.
    private var predecessor: Predecessor?
    private var patience: Timer?
    private var inheritance: Timer?

    private enum Stage {
        /// The bus has not answered yet.
        case connecting
        /// The daemon that is to be replaced is asked what it published.
        case asking
        /// The observers look around, so that the first GetState is true.
        case looking
        /// The name is asked for.
        case requesting
        /// The name is ours.
        case serving
        /// It ends; nothing more is begun.
        case leaving
    }

    /// How long observers are waited for before the name is asked for, in µs.
    private static let patienceTime: UInt64 = 500_000
    /// How long an answer of the daemon to be replaced is waited for, in µs.
    private static let askingTime: UInt64 = 500_000
    /// How long what was inherited holds by itself, in µs.
    private static let inheritanceTime: UInt64 = 2_000_000

    package init(_ daemon: Daemon, replaces: Bool, log: Log) throws(BusError) {
        self.daemon = daemon
        self.replaces = replaces
        self.log = log
        patience = try daemon.loop.timer { [weak self] in self?.runOutOfPatience() }
        inheritance = try daemon.loop.timer { [weak daemon] in daemon?.endInheritance() }
    }

    /// Connects and goes on by itself.
    package func begin() throws(BusError) {
        daemon.bus.onDisconnected = { [weak self] error in self?.lose(bus: error) }
        daemon.bus.onNameLost = { [weak self] name in self?.lose(name) }
        try daemon.bus.open()
        watch = daemon.bus.watchName(Names.bus) { [weak self] owner in self?.learn(owner: owner) }
    }

    // MARK: Coming

    private func learn(owner: BusName?) {
        guard case .connecting = stage, daemon.bus.state == .connected else { return }
        guard let owner, owner != daemon.bus.uniqueName else { return look() }
        guard replaces else { return refuse(owner) }
        stage = .asking
        ask(owner)
    }

    /// Another daemon serves already: says which, and ends.
    private func refuse(_ owner: BusName) {
        stage = .leaving
        daemon.bus.credentials(of: owner) { [self] answer in
            let process = (try? answer.get().pid).map { "pid \($0)" } ?? owner.text
            log.warning("already running: \(process); --replace takes its place")
            daemon.loop.quit(1)
        }
    }

    /// Asks the daemon to be replaced what it published. What it does not answer is not inherited.
    private func ask(_ owner: BusName) {
        predecessor = Predecessor(owner, on: daemon.bus)
        predecessor?.ask(timeout: Tenure.askingTime) { [weak self] in
            guard let self, case .asking = stage else { return }
            inherit()
            look()
        }
    }

    /// Takes over what the daemon to be replaced published last, if that is news.
    private func inherit() {
        guard let predecessor, let state = predecessor.takeNews() else { return }
        daemon.inherit(state, outputs: predecessor.outputs)
    }

    private func look() {
        stage = .looking
        patience?.arm(after: Tenure.patienceTime)
        daemon.roster.onAllAnswered = { [weak self] in self?.request() }
        daemon.configure()
    }

    private func runOutOfPatience() {
        switch stage {
        case .looking: request()
        case .leaving: daemon.loop.quit(0)
        case .connecting, .asking, .requesting, .serving: break
        }
    }

    private func request() {
        guard case .looking = stage else { return }
        stage = .requesting
        patience?.disarm()
        daemon.roster.onAllAnswered = nil
        var flags: NameFlags = [.allowReplacement, .doNotQueue]
        if replaces { flags.insert(.replaceExisting) }
        daemon.bus.requestName(Names.bus, flags) { [weak self] answer in self?.take(answer) }
    }

    private func take(_ answer: Result<NameReply, BusError>) {
        guard case .requesting = stage else { return }
        switch answer {
        case .success(.primaryOwner), .success(.alreadyOwner):
            serve()
        case .success(.exists), .success(.inQueue):
            if let owner = watch?.owner { return refuse(owner) }
            log.warning("\(Names.bus.text) is taken")
            stage = .leaving
            daemon.loop.quit(1)
        case .failure(let error):
            log.warning("\(Names.bus.text) cannot be owned: \(error.message)")
            stage = .leaving
            daemon.loop.quit(1)
        }
    }

    private func serve() {
        stage = .serving
        // What it said before the name was ours came before the answer to our request.
        inherit()
        predecessor = nil
        daemon.beginPublishing()
        inheritance?.arm(after: Tenure.inheritanceTime)
        _ = ServiceManager.notify("READY=1")
        log.detail("serving as \(Names.bus.text)")
    }

    // MARK: Leaving

    /// SIGTERM: hides what is shown, gives the name back, and ends.
    package func leave() {
        switch stage {
        case .serving:
            stage = .leaving
            _ = ServiceManager.notify("STOPPING=1")
            daemon.shutDown()
            // The answer comes after everything sent before it has left; a bus that never answers is not waited for.
            patience?.arm(after: Tenure.patienceTime)
            daemon.bus.releaseName(Names.bus) { [weak self] _ in self?.daemon.loop.quit(0) }
        case .connecting, .asking, .looking, .requesting:
            stage = .leaving
            daemon.loop.quit(0)
        case .leaving:
            break
        }
    }

    /// Another daemon took the name with `--replace`: it knows all, and goes on where this one stopped.
    private func lose(_ name: BusName) {
        guard name == Names.bus, case .serving = stage else { return }
        stage = .leaving
        log.detail("replaced by another headroomd")
        daemon.stopPublishing()
        daemon.loop.quit(0)
    }

    private func lose(bus error: BusError) {
        if case .leaving = stage { return daemon.loop.quit(0) }
        let word = if case .connecting = stage { "cannot be reached" } else { "is gone" }
        log.warning("the session bus \(word): \(error.message)")
        stage = .leaving
        daemon.loop.quit(1)
    }
}
