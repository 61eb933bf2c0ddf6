import HeadroomCore

/// Every section and key of headroom.conf (contract, section 7). What is not here is an error in the file.
let knownKeys: [KnownKey] = [
    KnownKey(.exactly("candidates"), .exactly("policy"), { _ in \.candidatePolicy }, Values.choice),
    KnownKey(.word(after: "candidates:"), .exactly("policy"), { \.enginePolicies[$0] }) {
        value throws(WrongValue) -> BarHold.Policy? in try Values.choice(value)
    },
    KnownKey(.exactly("grace"), .exactly("default"), { _ in \.grace }, Values.milliseconds),
    KnownKey(.exactly("grace"), .word(after: ""), { \.originGraces[$0] }, Values.milliseconds),
    KnownKey(list: "observers", "disable", { \.disabledObservers }, among: \.observers),
    KnownKey(list: "keyboards", "x11-classes", { \.x11Classes }),
    KnownKey(
        .exactly("access"), .exactly("sandboxed-providers"), { _ in \.allowsSandboxedProviders }, Values.flag),
    KnownKey(list: "apps", "ignore", { \.ignoredApps }),
    KnownKey(.exactly("motion"), .exactly("reduced"), { _ in \.reducedMotion }, Values.choice),
]
