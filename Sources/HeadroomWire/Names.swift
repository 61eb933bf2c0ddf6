package import HeadroomBus

/// The names of the contract (section 1).
package enum Names {
    package static let bus: BusName = "org.headroom.Headroom1"
    package static let path: ObjectPath = "/org/headroom/Headroom1"
    package static let keyboard: InterfaceName = "org.headroom.Headroom1.Keyboard"
    package static let provider: InterfaceName = "org.headroom.Headroom1.Provider"
    package static let avoidance: InterfaceName = "org.headroom.Headroom1.Avoidance"

    /// The XML of the contract: what the daemon's object answers to Introspect.
    package static var introspection: [UInt8] { PackageResources.org_headroom_Headroom1_xml }

    /// The version of the programs: what `--version` prints.
    package static let release = "0.1.0"

    /// The version of the interfaces that this code speaks: what their property `Version` says.
    package static let version: UInt32 = 1

    /// The errors of the contract (section 5).
    package enum Errors {
        package static let invalidArgument: ErrorName = "org.headroom.Headroom1.Error.InvalidArgument"
        package static let unknownOutput: ErrorName = "org.headroom.Headroom1.Error.UnknownOutput"
        package static let unknownPlugin: ErrorName = "org.headroom.Headroom1.Error.UnknownPlugin"
        package static let unknownSerial: ErrorName = "org.headroom.Headroom1.Error.UnknownSerial"
        package static let notClaimed: ErrorName = "org.headroom.Headroom1.Error.NotClaimed"
        package static let notSupported: ErrorName = "org.headroom.Headroom1.Error.NotSupported"
        package static let limitExceeded: ErrorName = "org.headroom.Headroom1.Error.LimitExceeded"
        /// What sandboxed callers get where they may not call; a standard error.
        package static let accessDenied: ErrorName = "org.freedesktop.DBus.Error.AccessDenied"
    }

    /// The members of the Keyboard interface; its signals are ``HeadroomCore/Notification/Kind/member``.
    package enum Keyboard {
        package static let getState: MemberName = "GetState"
        package static let show: MemberName = "Show"
        package static let hide: MemberName = "Hide"
        package static let listObservers: MemberName = "ListObservers"
        package static let listBeliefs: MemberName = "ListBeliefs"
        package static let listCandidates: MemberName = "ListCandidates"
    }

    /// The members of the Provider interface.
    package enum Provider {
        package static let publish: MemberName = "Publish"
        package static let publishText: MemberName = "PublishText"
        package static let withdraw: MemberName = "Withdraw"
        package static let showRequested: MemberName = "ShowRequested"
        package static let hideRequested: MemberName = "HideRequested"
        package static let moveRequested: MemberName = "MoveRequested"
    }

    /// The members of the Avoidance interface.
    package enum Avoidance {
        package static let register: MemberName = "Register"
        package static let unregister: MemberName = "Unregister"
        package static let claim: MemberName = "Claim"
        package static let release: MemberName = "Release"
        package static let report: MemberName = "Report"
        package static let watch: MemberName = "Watch"
        package static let listPlugins: MemberName = "ListPlugins"
        package static let listClaims: MemberName = "ListClaims"
        package static let listReports: MemberName = "ListReports"
        package static let claimRevoked: MemberName = "ClaimRevoked"
        package static let claimGranted: MemberName = "ClaimGranted"
        package static let reported: MemberName = "Reported"
        package static let claimsChanged: MemberName = "ClaimsChanged"
    }
}

/// The signatures of what members carry, in and out.
package enum Signatures {
    /// The eight arguments of a notification.
    package static let notification: Signature = "ts(dddd)(dddd)ddua{sv}"
    /// What GetState answers: the phase, and the eight.
    package static let state: Signature = "sts(dddd)(dddd)ddua{sv}"
    /// What ListObservers answers.
    package static let observers: Signature = "a(ssa{sv})"
    /// What ListBeliefs answers.
    package static let beliefs: Signature = "a(sssa{sv})"
    /// What ListCandidates answers.
    package static let candidates: Signature = "a(sa{sv})"
    /// The property Outputs.
    package static let outputs: Signature = "a(s(dddd)a{sv})"
    package static let options: Signature = "a{sv}"
    package static let text: Signature = "s"
    package static let believed: Signature = "b"
    package static let rect: Signature = "(dddd)"
    package static let rects: Signature = "a(dddd)"
    /// What ShowRequested and HideRequested carry: the provider's name, and options.
    package static let request: Signature = "sa{sv}"
    /// What MoveRequested carries: the provider's name, what to keep free, and options.
    package static let moveRequest: Signature = "s(dddd)a{sv}"

    // The Avoidance interface.

    /// Register: name, kind and options in; the plugin's number, its own subject and whether that is active out.
    package static let registration: Signature = "ssa{sv}"
    package static let registered: Signature = "tsb"
    /// A plugin's number.
    package static let plugin: Signature = "t"
    /// Claim: the plugin, processes and options in; a subject each and whether it is active out.
    package static let claim: Signature = "taua{sv}"
    package static let claimed: Signature = "a(sb)"
    package static let release: Signature = "tas"
    /// The six arguments of Report and Reported.
    package static let report: Signature = "ttss(dd)a{sv}"
    package static let watch: Signature = "b"
    package static let plugins: Signature = "a(tssa{sv})"
    package static let claims: Signature = "a(sta{sv})"
    package static let reports: Signature = "a(ttss(dd)a{sv})"
    package static let claimRevoked: Signature = "tsu"
    package static let claimGranted: Signature = "ts"
    package static let claimsChanged: Signature = "a(st)as"
}
