import HeadroomCore

/// How far the way to IBus's bus has been gone. Times are µs of CLOCK_MONOTONIC.
///
/// Nothing here gives up: who is there may wake up. What is tried again is tried ever more rarely.
struct IBusApproach: Sendable, Hashable {
    private(set) var state = State.nowhere
    /// The time to call ``advance(to:)``.
    private(set) var nextDeadline: UInt64?
    /// How often in a row it was tried in vain.
    private var failures: UInt32 = 0

    enum State: Sendable, Hashable {
        /// There is no bus to go to.
        case nowhere
        /// Its socket was asked whether somebody answers there.
        case knocking(IBusAddress)
        /// Nothing has answered for a while; it is waited for on.
        case silent(IBusAddress)
        /// It is awake, and a connection is being made.
        case opening(IBusAddress)
        /// The connection stands, since then.
        case inside(IBusAddress, since: UInt64)
        /// It did not let us in, or threw us out, and why; it is tried again.
        case resting(IBusAddress, String)
    }

    /// What there is to do.
    enum Action: Sendable, Hashable {
        /// Let go of knock and connection, and of all that is known of them.
        case leave
        case knock(IBusAddress)
        case open(IBusAddress)
        /// Whether it watches, or why it does not, is to be told anew.
        case tell
    }

    /// How long it may take to answer before that is told, in ms; usually it takes 1. (chosen)
    static let patience: UInt32 = 1000
    /// The first wait before it is tried again, and the longest, in ms. (chosen)
    static let rests: ClosedRange<UInt32> = 50...30_000
    /// A connection that stood for so long was a good one, in ms. (chosen)
    static let goodLife: UInt32 = 10_000

    /// The bus to go to; nil: there is none.
    var address: IBusAddress? {
        switch state {
        case .nowhere: nil
        case .knocking(let address), .silent(let address), .opening(let address), .inside(let address, _),
            .resting(let address, _):
            address
        }
    }

    /// There is reason to believe that the bus is here; nil: that there is none. What is on its way there goes on.
    mutating func found(_ address: IBusAddress?, at time: UInt64) -> [Action] {
        switch state {
        case .nowhere: if address == nil { return [.tell] }
        case .knocking, .silent, .opening, .inside: if address == self.address { return [] }
        case .resting: break
        }
        failures = 0
        guard let address else {
            state = .nowhere
            nextDeadline = nil
            return [.leave, .tell]
        }
        return [.leave] + knock(address, at: time)
    }

    private mutating func knock(_ address: IBusAddress, at time: UInt64) -> [Action] {
        state = .knocking(address)
        nextDeadline = time.advanced(byMilliseconds: Self.patience)
        return [.knock(address)]
    }

    /// The socket answered.
    mutating func answered(_ answer: IBusKnock.Answer, at time: UInt64) -> [Action] {
        switch state {
        case .knocking(let address), .silent(let address):
            switch answer {
            case .welcome:
                state = .opening(address)
                nextDeadline = time.advanced(byMilliseconds: Self.patience)
                return [.open(address)]
            case .refused(let why):
                return rest(address, why, at: time)
            }
        case .nowhere, .opening, .inside, .resting:
            return []
        }
    }

    /// The connection stands.
    mutating func opened(at time: UInt64) -> [Action] {
        guard case .opening(let address) = state else { return [] }
        state = .inside(address, since: time)
        nextDeadline = nil
        return [.tell]
    }

    /// The connection was lost, or could not be made.
    mutating func lost(_ why: String, at time: UInt64) -> [Action] {
        switch state {
        case .inside(let address, let since):
            if time >= since.advanced(byMilliseconds: Self.goodLife) { failures = 0 }
            return rest(address, why, at: time)
        case .opening(let address):
            return rest(address, why, at: time)
        case .nowhere, .knocking, .silent, .resting:
            return []
        }
    }

    private mutating func rest(_ address: IBusAddress, _ why: String, at time: UInt64) -> [Action] {
        state = .resting(address, why)
        nextDeadline = time.advanced(
            byMilliseconds: min(Self.rests.lowerBound << min(failures, 16), Self.rests.upperBound))
        failures += 1
        return [.leave, .tell]
    }

    /// Time passes.
    mutating func advance(to time: UInt64) -> [Action] {
        guard let deadline = nextDeadline, deadline <= time else { return [] }
        nextDeadline = nil
        switch state {
        case .knocking(let address):
            state = .silent(address)
            return [.tell]
        case .opening(let address):
            return rest(address, "it does not answer", at: time)
        case .resting(let address, _):
            return knock(address, at: time)
        case .nowhere, .silent, .inside:
            return []
        }
    }
}
