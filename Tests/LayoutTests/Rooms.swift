/// A room of the house: a target, and what it may import of the others and of the system.
struct Room {
    let floor: Int
    let imports: Set<String>
    let system: Set<String>

    init(_ floor: Int, _ imports: Set<String>, system: Set<String> = ["Glibc", "Synchronization"]) {
        self.floor = floor
        self.imports = imports
        self.system = system
    }

    /// Who may import whom. Imports go downwards only, never sideways; no room may have the whole of Foundation.
    static let all: [String: Room] = [
        "CDBus": Room(0, []), "CSystemd": Room(0, []), "CInih": Room(0, []), "CXCB": Room(0, []),
        "CWayland": Room(0, []), "CGTK4": Room(0, []), "CHeadroom": Room(0, []),
        "CHeadroomGTK4": Room(0, []),
        "HeadroomCore": Room(1, [], system: []),
        "HeadroomBus": Room(1, ["CDBus", "CSystemd"]),
        "HeadroomWire": Room(2, ["HeadroomCore", "HeadroomBus"]),
        "HeadroomConfig": Room(2, ["HeadroomCore", "CInih"]),
        "HeadroomDesktop": Room(2, ["HeadroomCore", "HeadroomBus", "CXCB", "CWayland"]),
        "HeadroomObserving": Room(3, ["HeadroomCore", "HeadroomBus", "HeadroomConfig"]),
        "ObserverX11": Room(4, ["HeadroomObserving", "HeadroomDesktop", "HeadroomCore", "HeadroomBus", "CXCB"]),
        "ObserverLayerShell": Room(
            4, ["HeadroomObserving", "HeadroomDesktop", "HeadroomCore", "HeadroomBus", "CWayland"]),
        "HeadroomClient": Room(
            3, ["HeadroomCore", "HeadroomBus", "HeadroomWire"], system: ["Glibc", "Synchronization", "Dispatch"]),
        "HeadroomDaemon": Room(
            5, ["HeadroomCore", "HeadroomBus", "HeadroomWire", "HeadroomConfig", "HeadroomObserving"]),
        "HeadroomPluginKit": Room(4, ["HeadroomClient", "HeadroomConfig", "HeadroomCore"]),
        "HeadroomC": Room(4, ["CHeadroom", "HeadroomClient", "HeadroomWire", "HeadroomCore"]),
        "HeadroomCLI": Room(
            5,
            [
                "HeadroomPluginKit", "HeadroomClient", "HeadroomCore", "HeadroomWire", "HeadroomBus", "HeadroomConfig",
            ],
            system: ["Glibc", "Synchronization", "FoundationEssentials"]),
        "headroomd": Room(
            6,
            [
                "HeadroomDaemon", "HeadroomObserving", "ObserverX11", "ObserverLayerShell", "HeadroomWire",
                "HeadroomCore",
                "HeadroomBus", "HeadroomConfig",
            ]),
        "headroom": Room(6, ["HeadroomCLI"]),
        "AccessibilityPlugin": plugin,
        "headroom-accessibility": Room(6, ["AccessibilityPlugin", "HeadroomPluginKit", "HeadroomClient"]),
    ]

    /// A plugin, `Plugins/<Name>`; the C module of its own world is the one that `cModules` gives it.
    static let plugin = Room(
        5, ["HeadroomPluginKit", "HeadroomClient", "HeadroomDesktop", "HeadroomCore", "HeadroomBus"])

    /// The C modules, each with the only rooms that import it, anywhere in the tree.
    static let cModules: [String: Set<String>] = [
        "CDBus": ["HeadroomBus"], "CSystemd": ["HeadroomBus"], "CInih": ["HeadroomConfig"],
        "CXCB": ["HeadroomDesktop", "ObserverX11"], "CWayland": ["HeadroomDesktop", "ObserverLayerShell"],
        "CGTK4": ["GTK4"], "CHeadroom": ["HeadroomC"], "CHeadroomGTK4": ["GTK4"],
    ]
}
