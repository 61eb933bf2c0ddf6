import HeadroomBus

/// The D-Bus interfaces between input methods and the panel of KDE or of a GNOME extension.
///
/// Whoever owns the panel's name shows the candidates: fcitx5 draws no window of its own then, so a bystander must never
/// own it. The input method tells everybody by signals whether something is shown, and the panel alone, by calls, what.
/// (From 5.1 on fcitx5 draws itself for programs on Wayland all the same, and says here that nothing is shown.)
enum KimpanelNames {
    /// The panel's name, and where it is called.
    static let panel: BusName = "org.kde.impanel"
    static let panelPath: ObjectPath = "/org/kde/impanel"
    static let panelInterface: InterfaceName = "org.kde.impanel2"

    /// The input method's name, which it owns while it speaks to a panel.
    static let method: BusName = "org.kde.kimpanel.inputmethod"
    static let methodPath: ObjectPath = "/kimpanel"
    static let methodInterface: InterfaceName = "org.kde.kimpanel.inputmethod"

    /// The signals that are heard: flags, and what the input method's menu entries are called. Those that carry typed text
    /// (`UpdatePreeditText`, `UpdateAux`) are not asked for.
    static let flags: [MemberName] = ["ShowLookupTable", "ShowAux", "ShowPreedit"]
    static let properties: [MemberName] = ["RegisterProperties", "UpdateProperty"]

    /// The calls that are overheard.
    static let calls: [MemberName] = ["SetLookupTable", "SetSpotRect", "SetRelativeSpotRect", "SetRelativeSpotRectV2"]

    /// What the panel's monitor is handed: the calls, and the flags in their order among them.
    static var overheard: [MatchRule] {
        calls.map { MatchRule(.call, path: panelPath, interface: panelInterface, member: $0) }
            + flags.map { MatchRule(path: methodPath, interface: methodInterface, member: $0) }
    }
}
