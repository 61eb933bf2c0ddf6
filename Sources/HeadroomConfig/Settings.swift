/// What headroom.conf says, every value present: what the file leaves out has its default.
package struct Settings: Sendable, Hashable {
    /// `[candidates] policy`: how the height of the candidate bar is held where no engine has its own (rule B3).
    package var candidatePolicy = CandidatePolicy.auto
    /// `[candidates:ENGINE] policy`, by the engine's name as in the `engine` detail, for example `ibus:libpinyin`.
    package var enginePolicies: [String: CandidatePolicy] = [:]
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

    package init() {}

    /// The policy for `engine`: its own, else the general one.
    package func candidatePolicy(of engine: String) -> CandidatePolicy { enginePolicies[engine] ?? candidatePolicy }
}

/// How the height of a candidate bar is held while it comes and goes (rule B3).
package enum CandidatePolicy: String, Sendable, Hashable, CaseIterable {
    /// `reserve` once an engine was seen toggling, else `sticky`.
    case auto
    /// The bar's height as it is.
    case follow
    /// Grows at once, falls when the session ends.
    case sticky
    /// The learned height from the first notification on.
    case reserve
}

/// Whether motion is left out.
package enum ReducedMotion: String, Sendable, Hashable, CaseIterable {
    /// As the desktop's own setting says.
    case auto
    case yes
    case no
}
