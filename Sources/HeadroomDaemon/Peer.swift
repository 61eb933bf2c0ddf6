import HeadroomBus
import HeadroomWire

/// A connection that called the daemon: how often it calls, whether it is trusted, and what waits for that.
final class Peer {
    /// A number of its own, for the sources of its providers.
    let number: UInt64
    let name: BusName
    var calls = RateLimiter(Limits.calls)
    var requests = RateLimiter(Limits.requests)
    /// Tells when it leaves the bus.
    var watch: NameWatch?
    private(set) var trust = Trust.unasked

    enum Trust {
        /// It has not called anything that needs trust.
        case unasked
        /// Its credentials were asked for; its calls wait, in order.
        case asked([DeferredInvocation])
        /// It may say where keyboards are.
        case given
        /// It lives in a sandbox.
        case refused
    }

    init(number: UInt64, name: BusName) {
        self.number = number
        self.name = name
    }

    /// Lets `call` on, holds it until it is known who calls, or refuses it.
    func admit(_ call: consuming Invocation, allowsSandboxed: @escaping () -> Bool) {
        switch trust {
        case .given:
            call.proceed()
        case .refused:
            if allowsSandboxed() { call.proceed() } else { call.fail(Peer.denied) }
        case .asked(let waiting):
            trust = .asked(waiting + [call.later()])
        case .unasked:
            let connection = call.connection
            trust = .asked([call.later()])
            connection.credentials(of: name) { [weak self] answer in
                self?.learn(answer, allowsSandboxed: allowsSandboxed)
            }
        }
    }

    /// The bus told who it is. A peer of which even the bus does not know the process is somebody else's machine or
    /// namespace, and is not trusted.
    private func learn(_ answer: Result<Credentials, BusError>, allowsSandboxed: () -> Bool) {
        guard case .asked(let waiting) = trust else { return }
        let isTrusted =
            switch answer {
            case .success(let credentials): credentials.pid.map { !Sandbox.holds(process: $0) } ?? false
            case .failure: false
            }
        trust = isTrusted ? .given : .refused
        for call in waiting {
            if isTrusted || allowsSandboxed() { call.proceed() } else { call.fail(Peer.denied) }
        }
    }

    private static let denied = BusError(
        name: Names.Errors.accessDenied,
        "a sandboxed program may not say where the keyboard is; [access] sandboxed-providers=true allows it")
}
