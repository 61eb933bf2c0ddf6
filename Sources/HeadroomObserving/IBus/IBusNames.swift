import HeadroomBus

/// The D-Bus interfaces of IBus, on a bus of its own.
///
/// That bus hands every message that somebody has a rule for to him as well, calls between others too: keys, preedit and
/// committed text go over it. So there is no rule here but by member, and none for anything that holds what is typed.
enum IBusNames {
    /// Its name on the session bus, where nothing is behind it: it comes and goes with the daemon. It is D-Bus-activatable.
    static let beacon: BusName = "org.freedesktop.IBus"

    static let bus: BusName = "org.freedesktop.IBus"
    static let path: ObjectPath = "/org/freedesktop/IBus"
    static let interface: InterfaceName = "org.freedesktop.IBus"
    static let globalEngineChanged: MemberName = "GlobalEngineChanged"
    static let getGlobalEngine: MemberName = "GetGlobalEngine"

    /// The panel's. The daemon calls it and its emoji extension alike; one of the two calls is enough.
    static let panelPath: ObjectPath = "/org/freedesktop/IBus/Panel"
    static let panel: InterfaceName = "org.freedesktop.IBus.Panel"
    static let setCursorLocation: MemberName = "SetCursorLocation"
    static let setCursorLocationRelative: MemberName = "SetCursorLocationRelative"
    static let updateLookupTable: MemberName = "UpdateLookupTable"
    static let showLookupTable: MemberName = "ShowLookupTable"
    static let hideLookupTable: MemberName = "HideLookupTable"

    /// What candidates of its engines go by, here and for whoever sees their window.
    static let framework = "ibus"

    /// All that is asked for on IBus's bus. A table holds all candidates as text, up to 100 KB a key: it is asked for only
    /// where nobody sees their window.
    static func rules(tables: Bool) -> [MatchRule] {
        [MatchRule(path: path, interface: interface, member: globalEngineChanged)]
            + ([setCursorLocation, setCursorLocationRelative]
            + (tables ? [updateLookupTable, showLookupTable, hideLookupTable] : [])).map {
                MatchRule(.call, path: panelPath, interface: panel, member: $0)
            }
    }
}
