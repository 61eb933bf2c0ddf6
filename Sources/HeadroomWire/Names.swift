package import HeadroomBus

/// The names of the contract (section 1).
package enum Names {
    package static let bus: BusName = "org.headroom.Headroom1"
    package static let path: ObjectPath = "/org/headroom/Headroom1"
    package static let keyboard: InterfaceName = "org.headroom.Headroom1.Keyboard"
    package static let provider: InterfaceName = "org.headroom.Headroom1.Provider"

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
}
