import HeadroomBus

/// The D-Bus interface of Onboard, the keyboard of many X11 desktops.
///
/// It knows visibility and nothing of geometry. `Visible` becomes true before the window is mapped, and false after it
/// has slid out. The name is D-Bus-activatable: any call that may start its owner would put a keyboard on the screen.
enum OnboardNames {
    static let bus: BusName = "org.onboard.Onboard"
    static let path: ObjectPath = "/org/onboard/Onboard/Keyboard"
    static let interface: InterfaceName = "org.onboard.Onboard.Keyboard"
    static let show: MemberName = "Show"
    static let hide: MemberName = "Hide"
    static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
    static let propertiesChanged: MemberName = "PropertiesChanged"
    static let get: MemberName = "Get"
    /// The keyboard's name, here and for whoever sees its window.
    static let keyboard = "onboard"
}
