import HeadroomBus

/// The D-Bus interface of the phosh family's keyboards: squeekboard, stevia, phosh-osk-stub.
///
/// It knows visibility and nothing of geometry. Its `GetVisible` is declared and answers UnknownMethod: the property is
/// read. The name must never be owned by anybody but a keyboard: phosh takes its owner for one.
enum OSK0Names {
    static let bus: BusName = "sm.puri.OSK0"
    static let path: ObjectPath = "/sm/puri/OSK0"
    static let interface: InterfaceName = "sm.puri.OSK0"
    static let setVisible: MemberName = "SetVisible"
    static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
    static let propertiesChanged: MemberName = "PropertiesChanged"
    static let get: MemberName = "Get"
}
