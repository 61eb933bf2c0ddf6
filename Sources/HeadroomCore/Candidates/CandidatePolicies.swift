/// Which policy holds for which engine (rule B3; `[candidates]` in headroom.conf).
public struct CandidatePolicies: Sendable, Hashable {
    /// For engines that have none of their own.
    public var general: BarHold.Policy
    /// By the engine's name, as in the `engine` detail.
    public var engines: [String: BarHold.Policy]

    public init(general: BarHold.Policy = .auto, engines: [String: BarHold.Policy] = [:]) {
        self.general = general
        self.engines = engines
    }

    public func policy(of engine: String) -> BarHold.Policy {
        engines.isEmpty ? general : engines[engine] ?? general
    }

    /// Whether `engine` has a policy of its own.
    public func isOwn(_ engine: String) -> Bool { engines[engine] != nil }
}
