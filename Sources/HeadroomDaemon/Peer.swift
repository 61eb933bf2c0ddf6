import HeadroomBus
import HeadroomWire

/// A connection that called the daemon: how often it calls, who is behind it, and what waits for that.
final class Peer {
    /// A number of its own, for the sources of its providers.
    let number: UInt64
    let name: BusName
    var calls = RateLimiter(Limits.calls)
    var requests = RateLimiter(Limits.requests)
    /// Tells when it leaves the bus.
    var watch: NameWatch?
    private var acquaintance = Acquaintance.unasked

    private enum Acquaintance {
        /// It has not called anything for which one must know it.
        case unasked
        /// Its credentials were asked for; its calls wait, in order.
        case asked([Waiting])
        /// `process`: nil if even the bus does not know it.
        case known(process: UInt32?, isSandboxed: Bool)
    }

    private struct Waiting {
        let call: DeferredInvocation
        let needsTrust: Bool
    }

    init(number: UInt64, name: BusName) {
        self.number = number
        self.name = name
    }

    /// Its process; nil while that is not known.
    var process: UInt32? {
        if case .known(let process, _) = acquaintance { process } else { nil }
    }

    /// Whether it lives in a sandbox, as far as is known. A peer of which even the bus does not know the process is
    /// somebody else's machine or namespace, and is trusted as little.
    var isSandboxed: Bool {
        if case .known(_, let isSandboxed) = acquaintance { isSandboxed } else { true }
    }

    /// Lets `call` on, holds it until it is known who calls, or refuses it if it `needsTrust` and has none.
    func admit(_ call: consuming Invocation, needsTrust: Bool, allowsSandboxed: @escaping () -> Bool) {
        switch acquaintance {
        case .known(_, let isSandboxed):
            if needsTrust, isSandboxed, !allowsSandboxed() { call.fail(Peer.denied) } else { call.proceed() }
        case .asked(let waiting):
            acquaintance = .asked(waiting + [Waiting(call: call.later(), needsTrust: needsTrust)])
        case .unasked:
            let connection = call.connection
            acquaintance = .asked([Waiting(call: call.later(), needsTrust: needsTrust)])
            connection.credentials(of: name) { [weak self] answer in
                self?.learn(answer, allowsSandboxed: allowsSandboxed)
            }
        }
    }

    /// The bus told who it is.
    private func learn(_ answer: Result<Credentials, BusError>, allowsSandboxed: () -> Bool) {
        guard case .asked(let waiting) = acquaintance else { return }
        let process = (try? answer.get())?.pid
        acquaintance = .known(process: process, isSandboxed: process.map { Sandbox.holds(ProcessFiles($0)) } ?? true)
        for each in waiting {
            if each.needsTrust, isSandboxed, !allowsSandboxed() {
                each.call.fail(Peer.denied)
            } else {
                each.call.proceed()
            }
        }
    }

    static let denied = BusError(
        name: Names.Errors.accessDenied,
        "a sandboxed program may look at keyboards and move things in itself, no more; "
            + "[access] sandboxed-providers=true allows it")
}
