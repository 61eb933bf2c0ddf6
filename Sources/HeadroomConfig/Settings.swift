package import HeadroomCore

/// What headroom.conf says, every value present: what the file leaves out has its default.
package struct Settings: Sendable, Hashable {
    /// `[candidates] policy`: how the height of the candidate bar is held where no engine has its own (rule B3).
    package var candidatePolicy = BarHold.Policy.auto
    /// `[candidates:ENGINE] policy`, by the engine's name as in the `engine` detail, for example `ibus:libpinyin`.
    package var enginePolicies: [String: BarHold.Policy] = [:]
    /// `[grace] default`, in milliseconds: for keyboards of no known kind; nil leaves it as it is (rule T7).
    package var grace: UInt32?
    /// `[grace] ORIGIN`, in milliseconds, by the name in the `origin` detail.
    package var originGraces: [String: UInt32] = [:]
    /// `[observers] disable`: the observers that are not started, by their names in `ListObservers`.
    package var disabledObservers: [String] = []
    /// `[keyboards] x11-classes`: window classes that are keyboards, beside those that are known.
    package var x11Classes: [String] = []
    /// `[access] sandboxed-providers`: whether sandboxed programs may be providers and plugins of any kind.
    package var allowsSandboxedProviders = false
    /// `[apps] ignore`: applications in which plugins move nothing.
    package var ignoredApps: [String] = []
    /// `[motion] reduced`: whether plugins move at once instead of gliding.
    package var reducedMotion = ReducedMotion.auto

    /// On which line of the file the value of a key stands, by `[section] key`; of a list the first. What keeps its old
    /// value has none.
    package var lines: [String: Int] = [:]

    package init() {}

    /// Which policy holds for which engine.
    package var candidatePolicies: CandidatePolicies {
        CandidatePolicies(general: candidatePolicy, engines: enginePolicies)
    }
}

/// Whether motion is left out.
package enum ReducedMotion: String, Sendable, Hashable, CaseIterable {
    /// As the desktop's own setting says.
    case auto
    case yes
    case no
}
