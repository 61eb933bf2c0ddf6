import HeadroomBus
import HeadroomConfig
import HeadroomCore

/// Watches IBus on the bus that it has for itself: which engine is in use, where the caret is, and, where nobody sees the
/// window of the candidates, how many rows of them are shown.
///
/// It is never started, and nothing is asked of it but which engine it uses.
package final class IBusObserver: KeyboardObserver {
    package let name = "IBus"
    private let variable: (String) -> String?
    /// Who sees the windows of candidates in this session; nil: nobody.
    private let windowObserver: String?
    /// Whether that one is disabled.
    private var isWindowObserverDisabled = false
    private weak var host: (any ObserverHost)?
    private var signpost: IBusLocation.Signpost?
    /// Where IBus was when it was looked for last.
    private var location: IBusLocation?
    private var approach = IBusApproach()
    /// What is known of an IBus that is connected; nil: none is.
    private var machine: IBusMachine?
    private var beacon: NameWatch?
    private var folder: IBusFolderWatch?
    private var knock: IBusKnock?
    private var connection: Connection?
    private var subscriptions: [Subscription] = []
    private var clock: Timer?
    private var isReportDue = false
    private var saidFacts: Facts?
    private var saidAvailability: Availability?

    /// - Parameters:
    ///   - windowObserver: the observer that sees the windows of an X server; nil: this build has none. As long as it is not
    ///     disabled, no tables are asked for in a session that is X11's.
    ///   - variable: the value of a variable of the environment.
    package init(
        windowObserver: String?, environment variable: @escaping (String) -> String? = Places.environment
    ) {
        self.variable = variable
        func isSet(_ name: String) -> Bool { variable(name).map { !$0.isEmpty } ?? false }
        self.windowObserver = isSet("DISPLAY") && !isSet("WAYLAND_DISPLAY") ? windowObserver : nil
    }

    private var seesTables: Bool { windowObserver == nil || isWindowObserverDisabled }

    package func learn(disabled: [String]) {
        let saw = seesTables
        isWindowObserverDisabled = windowObserver.map(disabled.contains) ?? false
        guard seesTables != saw else { return }
        // Other rules: it goes there anew.
        carryOut(approach.found(nil, at: EventLoop.now))
        look()
    }

    package func start(_ host: any ObserverHost) {
        stop()
        self.host = host
        let signpost = IBusLocation.Signpost(
            environment: variable, sessionBus: try? host.bus.address.resolved())
        guard signpost.fixed != nil || signpost.file != nil else {
            return say(.unavailable("the environment names no display, and so nothing says where IBus's bus is"))
        }
        self.signpost = signpost
        clock = try? host.loop.timer { [weak self] in
            guard let self else { return }
            carryOut(approach.advance(to: EventLoop.now))
        }
        if let file = signpost.file {
            // Where the kernel has no watch left, the beacon alone tells.
            folder = try? IBusFolderWatch(loop: host.loop, folder: file.folder, names: file.names) { [weak self] in
                self?.look()
            }
        }
        beacon = host.bus.watchName(IBusNames.beacon) { [weak self] _ in self?.look() }
        look()
    }

    package func stop() {
        beacon?.cancel()
        (beacon, folder, clock, signpost) = (nil, nil, nil, nil)
        leave()
        approach = IBusApproach()
        host = nil
        (saidFacts, saidAvailability) = (nil, nil)
    }

    // MARK: The way there

    private func look() {
        guard let signpost else { return }
        let location = signpost.look()
        self.location = location
        let address: IBusAddress? =
            switch location {
            case .bus(let address): address
            case .nowhere: nil
            }
        carryOut(approach.found(address, at: EventLoop.now))
    }

    private func carryOut(_ actions: [IBusApproach.Action]) {
        for action in actions {
            switch action {
            case .leave: leave()
            case .knock(let address): begin(knocking: address)
            case .open(let address): open(address)
            case .tell: reportSoon()
            }
        }
        if let deadline = approach.nextDeadline { clock?.arm(at: deadline) } else { clock?.disarm() }
    }

    private func leave() {
        knock = nil
        connection?.close()
        connection = nil
        subscriptions = []
        guard machine != nil else { return }
        machine = nil
        reportSoon()
    }

    private func begin(knocking address: IBusAddress) {
        guard let host else { return }
        knock = IBusKnock(loop: host.loop, address) { [weak self] answer in
            guard let self else { return }
            carryOut(approach.answered(answer, at: EventLoop.now))
        }
    }

    private func open(_ address: IBusAddress) {
        guard let host else { return }
        knock = nil
        let connection = Connection(loop: host.loop, address: address.bus)
        self.connection = connection
        connection.onConnected = { [weak self] in
            guard let self else { return }
            carryOut(approach.opened(at: EventLoop.now))
            machine = IBusMachine(seesTables: seesTables)
            ask()
        }
        connection.onDisconnected = { [weak self] error in self?.lost(error.message) }
        subscriptions = IBusNames.rules(tables: seesTables).map { rule in
            connection.subscribe(rule) { [weak self] message in self?.hear(message) }
        }
        do throws(BusError) { try connection.open() } catch { lost(error.message) }
    }

    private func lost(_ why: String) {
        carryOut(approach.lost(why, at: EventLoop.now))
        // It may have gone, or have come back elsewhere; the same bus is gone to again in its own time.
        guard let signpost, let address = approach.address, signpost.look() != .bus(address) else { return }
        look()
    }

    // MARK: What it says

    private func hear(_ message: borrowing Message) {
        guard machine != nil, let event = IBusDecoder.event(message) else { return }
        machine?.hear(event, at: EventLoop.now)
        reportSoon()
    }

    /// How long IBus may take to say which engine it uses, in µs; usually it takes 1 ms. (chosen)
    private static let patience: UInt64 = 1_000_000

    private func ask() {
        guard
            let question = try? Message.call(
                IBusNames.bus, IBusNames.path, IBusNames.interface, IBusNames.getGlobalEngine)
        else { return }
        connection?.call(question, timeout: Self.patience) { [weak self] result in
            let engine: String? =
                switch result {
                case .success(let reply): IBusDecoder.engine(reply)
                case .failure: nil
                }
            self?.machine?.engineAnswered(engine)
            self?.reportSoon()
        }
    }

    // MARK: Reporting

    /// What changes in one turn of the loop is told in one report.
    private func reportSoon() {
        guard !isReportDue, let host else { return }
        isReportDue = true
        host.loop.later { [weak self] in self?.report() }
    }

    private func report() {
        isReportDue = false
        guard host != nil else { return }
        say(machine?.facts)
        if let availability { say(availability) }
    }

    /// Nil: there is nothing to say yet.
    private var availability: Availability? {
        switch approach.state {
        case .nowhere:
            switch location {
            case .nowhere(let why): .waiting(why)
            case .bus, nil: nil
            }
        case .knocking, .opening: nil
        case .silent: .waiting("IBus does not answer")
        case .resting(_, let why): .waiting("IBus's bus cannot be used: \(why)")
        case .inside: machine?.facts == nil ? nil : .active
        }
    }

    private func say(_ facts: Facts?) {
        guard facts != saidFacts else { return }
        saidFacts = facts
        host?.observer(self, knows: facts)
    }

    private func say(_ availability: Availability) {
        guard availability != saidAvailability else { return }
        saidAvailability = availability
        host?.observer(self, is: availability)
    }
}
