import HeadroomBus

/// What is called what on the two buses (at-spi2-core 2.46).
enum AccessibilityNames {
    // On the session bus.
    static let launcher: BusName = "org.a11y.Bus"
    static let launcherPath: ObjectPath = "/org/a11y/bus"
    static let launcherInterface: InterfaceName = "org.a11y.Bus"

    // On the accessibility bus.
    static let registry: BusName = "org.a11y.atspi.Registry"
    static let registryPath: ObjectPath = "/org/a11y/atspi/registry"
    static let registryInterface: InterfaceName = "org.a11y.atspi.Registry"
    /// Where an application itself is, and the registry as the root of all.
    static let root: ObjectPath = "/org/a11y/atspi/accessible/root"
    /// What stands for no object.
    static let null: ObjectPath = "/org/a11y/atspi/null"

    static let accessible: InterfaceName = "org.a11y.atspi.Accessible"
    static let application: InterfaceName = "org.a11y.atspi.Application"
    static let component: InterfaceName = "org.a11y.atspi.Component"
    static let text: InterfaceName = "org.a11y.atspi.Text"
    static let value: InterfaceName = "org.a11y.atspi.Value"
    static let properties: InterfaceName = "org.freedesktop.DBus.Properties"

    static let objectEvents: InterfaceName = "org.a11y.atspi.Event.Object"
    static let windowEvents: InterfaceName = "org.a11y.atspi.Event.Window"

    /// What applications are asked to tell. Some tell it only if somebody has asked.
    static let events = [
        "object:state-changed:focused", "object:text-caret-moved", "window:activate", "window:deactivate",
    ]
}

/// The roles that the way to what scrolls leads through, by their numbers, which no language changes.
enum Role {
    static let filler: UInt32 = 20
    static let panel: UInt32 = 39
    static let scrollBar: UInt32 = 48
    /// A page of a browser.
    static let documentWeb: UInt32 = 95
}

/// The states of an object (`AtspiStateType`).
struct StateSet: Hashable, Sendable {
    /// One bit a state.
    let bits: UInt64

    var isActive: Bool { has(1) }
    /// All toolkits say this of text fields.
    var isEditable: Bool { has(7) }
    var isFocused: Bool { has(12) }
    /// All toolkits say this of text areas.
    var isMultiLine: Bool { has(17) }

    private func has(_ state: UInt64) -> Bool { bits >> state & 1 == 1 }
}

/// An object of an application.
struct Accessible: Hashable, Sendable {
    let owner: BusName
    let path: ObjectPath

    /// Whether it stands for nothing, or for a whole application.
    var isNobody: Bool { path == AccessibilityNames.null || path == AccessibilityNames.root }

    /// A number by which it is known from run to run; the bus gives no name twice.
    func hashed(from seed: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
        (owner.text + path.text).utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}

/// Which corner coordinates are counted from (`AtspiCoordType`).
enum Space: UInt32, Sendable {
    case screen = 0
    case window = 1
}
