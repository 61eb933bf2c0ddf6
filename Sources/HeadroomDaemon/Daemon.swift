package import HeadroomBus
package import HeadroomConfig
import HeadroomCore
package import HeadroomObserving
import HeadroomWire

/// The daemon, put together: observers and providers, pipeline, publisher, and its life on the bus.
package final class Daemon {
    package let loop: EventLoop
    let bus: Connection
    let publisher: Publisher
    let roster: Roster
    /// What the bus calls; it holds on to the daemon until it is removed.
    private let object: ExportedObject
    private let pipeline: Pipeline
    private let peers: Peers
    private let providers: Providers
    private let claims: Claims
    private let store: LearnedStore
    private let configuration: Configuration
    private var settings = Settings()
    private let observers: [any KeyboardObserver]
    private let log: Log
    /// Runs while something learned is not written yet.
    private var saving: Timer?
    /// Whether frames were learned that are not written yet.
    private var hasLearnedFrames = false
    /// How much of what was learned of candidates is written.
    private var lessonsWritten: UInt64 = 0

    /// Puts a daemon together, which does nothing yet. `observers` are all there are, in the order in which they are
    /// listed; in `stateFolder` is kept what was learned, nil keeps it nowhere.
    ///
    /// - Throws: if the loop gives no timers.
    package init(
        loop: EventLoop, address: BusAddress, observers: [any KeyboardObserver], configuration: Configuration,
        stateFolder: String?, log: Log
    ) throws(BusError) {
        self.loop = loop
        self.observers = observers
        self.configuration = configuration
        self.log = log
        bus = Connection(loop: loop, address: address)
        store = LearnedStore(folder: stateFolder, log: log)
        pipeline = try Pipeline(loop: loop, learned: store.readFrames(), memory: store.readCandidates())
        object = try bus.export(Names.path, introspection: Names.introspection)
        publisher = Publisher(pipeline, on: object, log: log)
        peers = Peers(bus: bus)
        providers = Providers(loop: loop, bus: bus, pipeline: pipeline, peers: peers, log: log)
        claims = try Claims(loop: loop, bus: bus, peers: peers, log: log)
        roster = Roster(loop: loop, bus: bus, pipeline: pipeline, log: log)
        try object.add(KeyboardInterface.table, for: self)
        try object.add(Providers.table, for: providers)
        try object.add(AvoidanceInterface.table, for: claims)
        object.gate = { [peers] call in peers.admit(call) }
        saving = try loop.timer { [weak self] in
            self?.write()
        }
        claims.newestSerial = { [pipeline] in pipeline.held.timeline.state.notification.serial }
        pipeline.onActions = { [weak self] actions in self?.carryOut(actions) }
        pipeline.onOutputs = { [weak self] in self?.loop.later { self?.providers.placeAnew() } }
        pipeline.graces = { [weak self] origin, habits in self?.grace(origin, habits) ?? habits.graceMS }
        pipeline.isAsking = { [weak self] in self?.roster.isAsking ?? false }
        roster.onAvailability = { [weak self] in
            guard let self else { return }
            publisher.isWatching = roster.isWatching
        }
    }

    // MARK: Life

    /// Reads the configuration and starts the observers it does not disable; again on SIGHUP. What is wrong with it is
    /// said, and the old value kept.
    package func configure() {
        let (settings, complaints) = configuration.read(keeping: settings)
        for complaint in complaints { log.warning("\(complaint)") }
        self.settings = settings
        peers.allowsSandboxed = settings.allowsSandboxedProviders
        pipeline.apply(settings.candidatePolicies)
        for observer in observers {
            observer.learn(windowClasses: settings.x11Classes)
            observer.learn(disabled: settings.disabledObservers)
        }
        roster.apply(observers, disabled: settings.disabledObservers)
    }

    /// The name is ours: what happens from now on is heard.
    func beginPublishing() { publisher.isPublishing = true }

    /// The name is somebody else's: nothing that this daemon sees is news any more.
    func stopPublishing() {
        publisher.isPublishing = false
        save()
        roster.stop()
    }

    /// Takes over what the daemon before this one published last, until somebody says otherwise, at most 2 s.
    func inherit(_ state: PublishedState, outputs: [Output]) {
        pipeline.inherit(state.phase, state.notification, outputs: outputs)
        publisher.adopt(state)
        let keyboard = state.phase.isVisible ? Daemon.witness(of: state.notification, at: loop.now) : nil
        pipeline.update(Daemon.predecessor, Facts(keyboard: keyboard, outputs: outputs.isEmpty ? nil : outputs))
    }

    /// What was inherited holds no longer by itself.
    func endInheritance() { pipeline.update(Daemon.predecessor, nil) }

    private static let predecessor = Source(kind: .inherited, name: Source.inheritedName)

    /// Hides whatever is shown and stops watching; the bus is still there.
    func shutDown() {
        pipeline.shutDown()
        stopPublishing()
    }

    /// Lets go of the bus and of everything that holds on to it; nothing happens any more.
    package func end() {
        object.remove()
        bus.close()
    }

    private static func witness(of notification: Notification, at now: UInt64) -> KeyboardWitness {
        let details = notification.details
        var witness = KeyboardWitness(name: details.origin)
        witness.isVisible = true
        witness.since = now
        witness.frame = .rect(notification.frameEnd)
        witness.knowledge = details.isEstimated ? .computed : .measured
        witness.output = notification.output.isEmpty ? nil : notification.output
        witness.placement = details.placement
        witness.candidateBarHeight = notification.candidateBarHeight
        witness.isCandidateBarIncluded = true
        witness.roomBelowCaret = details.roomBelowCaret
        witness.engine = details.engine
        witness.regions = details.regions
        return witness
    }

    // MARK: What happens

    private func carryOut(_ actions: [Timeline.Action]) {
        for action in actions {
            switch action {
            case .notify(let notification): publisher.publish(notification)
            case .learn: hasLearnedFrames = true
            }
        }
        publisher.publishQuietChanges()
        // Written once things have calmed down: a disk is slow, and a notification waits for nothing.
        if hasLearnedFrames || pipeline.held.lessons != lessonsWritten, saving?.deadline == nil {
            saving?.arm(after: Daemon.savingTime)
        }
    }

    private static let savingTime: UInt64 = 1_000_000

    private func save() {
        guard saving?.deadline != nil else { return }
        saving?.disarm()
        write()
    }

    /// Writes what was learned since the last time.
    private func write() {
        let lessons = pipeline.held.lessons
        store.write(
            hasLearnedFrames ? pipeline.held.timeline.learned : nil,
            lessons != lessonsWritten ? pipeline.held.memory : nil)
        hasLearnedFrames = false
        lessonsWritten = lessons
    }

    /// The grace that the configuration sets for a keyboard; `default` is for those that nobody knows (rule T7).
    private func grace(_ origin: String, _ habits: Habits) -> UInt32 {
        if let own = settings.originGraces[origin] { return own }
        return habits == .unknown ? settings.grace ?? habits.graceMS : habits.graceMS
    }

    /// What ListBeliefs answers.
    var beliefs: [BeliefListing] { pipeline.arbiter.beliefs().map { BeliefListing($0) } }

    /// What ListCandidates answers.
    var candidates: [CandidateListing] {
        CandidateReport(
            held: pipeline.held, running: pipeline.arbiter.engines, settings: settings, path: configuration.path
        ).listing
    }

    func request(toShow: Bool) -> Bool {
        for source in pipeline.arbiter.candidates(toShow: toShow) {
            let isTaken =
                switch source.kind {
                case .provider: providers.request(source, toShow: toShow)
                case .observer: roster.request(source.name, toShow: toShow)
                case .inherited: false
                }
            guard isTaken else { continue }
            if !toShow { pipeline.expectHide() }
            return true
        }
        return false
    }
}
