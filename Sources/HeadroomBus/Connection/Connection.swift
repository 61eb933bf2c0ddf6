/// A private connection to a message bus, in a loop. Nothing in it ever waits.
///
/// It outlives its socket: after a disconnect ``open()`` connects anew, and subscriptions, name watches, name requests,
/// a monitor's rules and exported objects are set up again, in the order in which they were made.
package final class Connection {
    package enum State: Sendable, Hashable {
        /// Not opened yet, closed, or lost.
        case closed
        /// Open; the bus has not said hello yet. What is sent now follows the greeting.
        case connecting
        /// The bus gave this connection its unique name.
        case connected
        /// The bus made it a monitor: it receives what its rules select and can send nothing more.
        case monitoring
    }

    package let loop: EventLoop
    /// Where the next ``open()`` connects to.
    package var address: BusAddress
    package internal(set) var state = State.closed
    /// The name that the bus gave this connection; nil unless connected.
    package private(set) var uniqueName: BusName?

    /// Called each time the bus has given a unique name.
    package var onConnected: (() -> Void)?
    /// Called when the connection is lost or was never made, not after ``close()``.
    package var onDisconnected: ((BusError) -> Void)?
    /// Called when the bus says that a well-known name is ours now.
    package var onNameAcquired: ((BusName) -> Void)?
    /// Called when the bus says that a well-known name is ours no longer.
    package var onNameLost: ((BusName) -> Void)?

    /// How many bytes may wait for a bus that reads nothing before it counts as gone. (chosen: days of notifications, and no
    /// more than a desktop can spare)
    package var unsentLimit = 32 << 20

    private var transport: Transport?
    var calls = CallTable()
    var subscriptions = SubscriptionTable()
    var names = NameTable()
    var credentials = CredentialsTable()
    var objects = ObjectTree()
    var monitor: Monitor?
    private var deadlines: Timer?

    package init(loop: EventLoop, address: BusAddress) {
        self.loop = loop
        self.address = address
    }

    deinit {
        transport?.close()
        let ended = calls.takeAll()
        guard !ended.isEmpty else { return }
        loop.later {
            for call in ended { call.end(.failure(BusError(.busGone, "the connection was let go of"))) }
        }
    }

    // MARK: - Opening and closing

    /// Connects to the socket and starts the greeting; returns at once. Does nothing unless closed.
    ///
    /// - Throws: ``BusError/Code/busGone`` if nobody listens at the address.
    package func open() throws(BusError) {
        guard state == .closed else { return }
        if deadlines == nil { deadlines = try loop.timer { [unowned self] in endOverdue() } }
        let address = try address.resolved()
        transport = try Transport(loop: loop, address: address) { [unowned self] message in receive(message) }
        state = .connecting
        let hello = try Message.toBus("Hello")
        start(hello, timeout: Self.greetingTime, isGreeting: true) { [weak self] result in self?.greeted(result) }
        resumeSubscriptions()
        resumeNames()
        resumeMonitor()
    }

    private func greeted(_ result: borrowing Result<Message, BusError>) {
        do throws(BusError) {
            switch result {
            case .success(let reply):
                uniqueName = try reply.read { reader throws(BusError) in try BusName(try reader.text()) }
            case .failure(let error):
                throw error
            }
        } catch {
            return lose(error)
        }
        state = .connected
        for outgoing in calls.takeWaiting() { transmit(outgoing) }
        onConnected?()
    }

    /// Closes the connection. Calls under way end with ``BusError/Code/busGone`` in the next turn.
    package func close() {
        guard state != .closed else { return }
        tearDown(BusError(.busGone, "the connection was closed"))
    }

    /// What becomes of a connection whose socket or greeting failed.
    private func lose(_ error: BusError) {
        guard state != .closed else { return }
        tearDown(error)
        loop.later { [weak self] in self?.onDisconnected?(error) }
    }

    private func tearDown(_ error: BusError) {
        state = .closed
        uniqueName = nil
        transport?.close()
        transport = nil
        deadlines?.disarm()
        let gone = error.code == .busGone ? error : BusError(.busGone, error.message)
        let ended = calls.takeAll()
        loop.later {
            for call in ended { call.end(.failure(gone)) }
        }
        forgetNames()
        credentials = CredentialsTable()
    }

    // MARK: - Sending

    /// Sends a message without waiting for an answer; a call is marked so that none comes.
    ///
    /// - Throws: ``BusError/Code/busGone`` if closed, or if more waits unsent than ``unsentLimit``;
    ///   ``BusError/Code/refused`` for a monitor.
    package func send(_ message: borrowing Message) throws(BusError) {
        message.wantNoReply()
        try checkSending()
        guard state == .connected, let transport else {
            return calls.waiting.append(Outgoing(message: message.retained(), call: nil))
        }
        _ = try transport.send(message)
    }

    /// Sends a call. `ended` is called exactly once, never before this returns, unless the call is cancelled: with
    /// the reply, or with an error whose code is ``BusError/Code/remote``, ``BusError/Code/timeout``,
    /// ``BusError/Code/peerGone``, ``BusError/Code/busGone``, or that of a failure to send.
    ///
    /// The timeout is in microseconds, from now; `UInt64.max` for none.
    @discardableResult
    package func call(
        _ message: borrowing Message, timeout: UInt64 = 25_000_000, _ ended: @escaping PendingCall.End
    ) -> PendingCall {
        start(message, timeout: timeout, isGreeting: false, ended)
    }

    @discardableResult
    private func start(
        _ message: borrowing Message, timeout: UInt64, isGreeting: Bool, _ ended: @escaping PendingCall.End
    ) -> PendingCall {
        let (sum, isOver) = loop.now.addingReportingOverflow(timeout)
        let call = calls.make(self, deadline: isOver ? .max : sum, ended)
        do throws(BusError) {
            try checkSending()
            guard message.kind == .call else { throw BusError(.refused, "only calls are answered") }
        } catch {
            loop.later { call.end(.failure(error)) }
            return call
        }
        let outgoing = Outgoing(message: message.retained(), call: call)
        if isGreeting || state == .connected { transmit(outgoing) } else { calls.waiting.append(outgoing) }
        if call.isPending, call.deadline < deadlines?.deadline ?? .max { deadlines?.arm(at: call.deadline) }
        return call
    }

    private func checkSending() throws(BusError) {
        switch state {
        case .closed: throw BusError(.busGone, "the connection is closed")
        case .monitoring: throw BusError(.refused, "a monitor cannot send")
        case .connecting, .connected: break
        }
        guard let transport, transport.unsent > unsentLimit else { return }
        let error = BusError(.busGone, "the bus reads nothing any more")
        lose(error)
        throw error
    }

    private func transmit(_ outgoing: Outgoing) {
        guard let transport else { return }
        guard let call = outgoing.call else {
            _ = try? transport.send(outgoing.message)
            return
        }
        guard call.isPending else { return }
        do throws(BusError) {
            call.serial = try transport.send(outgoing.message)
            calls.bySerial[call.serial] = call
        } catch {
            loop.later { call.end(.failure(error)) }
        }
    }

    func forget(_ call: PendingCall) {
        calls.forget(call)
        if calls.isEmpty { deadlines?.disarm() }
    }

    private func endOverdue() {
        for call in calls.takeOverdue(loop.now) {
            call.end(.failure(BusError(.timeout, "no answer in time")))
        }
        if let next = calls.earliestDeadline { deadlines?.arm(at: next) }
    }

    // MARK: - Receiving

    private func receive(_ message: consuming Message) {
        if message.isDisconnection { return lose(BusError(.busGone, "the bus went away")) }
        if state == .monitoring { return overhear(message) }
        guard isOurs(message) else { return deliver(message) }
        switch message.kind {
        case .call:
            // A bus that lets bystanders have calls, too, names nobody as their destination; nobody waits for an answer.
            if message.destination == nil, !message.wantsReply { return deliver(message) }
            receiveCall(message)
        case .reply, .error:
            guard let call = calls.take(message.replySerial) else { return }
            if calls.isEmpty { deadlines?.disarm() }
            if message.kind == .error {
                call.end(.failure(message.asError))
            } else {
                call.end(.success(message))
            }
        case .signal:
            receiveNameSignal(message)
            deliver(message)
        case nil:
            return
        }
    }

    /// Whether the message is for this connection, or for everybody; not if it was only overheard.
    private func isOurs(_ message: borrowing Message) -> Bool {
        guard let destination = message.destination, let uniqueName else { return true }
        return destination.equals(uniqueName.text) || names.isRequested(destination)
    }

    /// How long the bus may take to say hello, in microseconds. (chosen: libdbus's default for any call)
    private static let greetingTime: UInt64 = 25_000_000
}
