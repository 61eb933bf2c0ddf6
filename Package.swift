// swift-tools-version: 6.2
// Headroom builds with the Swift toolchain and C libraries from the distribution, nothing else.
// What an optional C library is missing for is left out, and said; see `left out` below.
// SwiftPM caches the manifest's answer: after installing a library build once with `--manifest-cache none`.
import Foundation
import PackageDescription

// MARK: - C libraries

/// Whether pkg-config knows the library. Looks where Debian, Fedora, Arch and `PKG_CONFIG_PATH` keep `.pc` files.
func found(_ library: String) -> Bool {
    let files = FileManager.default
    let listed = (Context.environment["PKG_CONFIG_PATH"] ?? "").split(separator: ":").map(String.init)
    let multiarch = (try? files.contentsOfDirectory(atPath: "/usr/lib")) ?? []
    let folders =
        listed + ["/usr/lib64/pkgconfig", "/usr/share/pkgconfig", "/usr/local/lib/pkgconfig", "/usr/lib/pkgconfig"]
        + multiarch.map { "/usr/lib/\($0)/pkgconfig" }
    return folders.contains { files.fileExists(atPath: "\($0)/\(library).pc") }
}

/// `HEADROOM_WITHOUT=wayland,…` leaves an optional library out although it is installed.
let unwanted = Set((Context.environment["HEADROOM_WITHOUT"] ?? "").split(separator: ",").map(String.init))
let hasWayland = found("wayland-client") && !unwanted.contains("wayland")

let hasX11 = ["xcb", "xcb-randr", "xcb-shape"].allSatisfy(found) && !unwanted.contains("x11")

/// Says what is left out, and for want of what.
func warn(_ what: String, _ packages: String) {
    FileHandle.standardError.write(Data("\(what) is left out: \(packages) missing or unwanted\n".utf8))
}

if !hasWayland { warn("the layer-shell observer", "libwayland-dev is") }
if !hasX11 { warn("the X11 observer", "libxcb1-dev, libxcb-randr0-dev or libxcb-shape0-dev is") }

/// What pkg-config says a library needs. Left to itself SwiftPM asks the same, and warns at each build of what it does not
/// pass on, such as GTK's `-pthread`.
func flags(_ library: String) -> [String] {
    guard found(library) else { return [] }
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["pkg-config", "--cflags", "--libs", library]
    process.standardOutput = output
    guard (try? process.run()) != nil else { return [] }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(whereSeparator: \.isWhitespace).map(String.init)
}

let gtk4 = unwanted.contains("gtk4") ? [] : flags("gtk4")
let gtk4Headers = gtk4.filter { $0.hasPrefix("-I") }
let gtk4Libraries = gtk4.filter { $0.hasPrefix("-l") }.map { LinkerSetting.linkedLibrary(String($0.dropFirst(2))) }
let gtk4InC = [CSetting.unsafeFlags(gtk4Headers)]
let gtk4InSwift = [SwiftSetting.unsafeFlags(gtk4Headers.flatMap { ["-Xcc", $0] })]
let hasGTK4 = !gtk4Headers.isEmpty
if !hasGTK4 { warn("the plugin for GTK 4", "libgtk-4-dev or pkg-config is") }

// MARK: - Targets, floor by floor

var targets: [Target] = [
    // Floor 0: C only.
    .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CInih", pkgConfig: "inih", providers: [.apt(["libinih-dev"])]),
    .target(name: "CHeadroom"),

    // Floor 1: the core library, the bus.
    .target(name: "HeadroomCore"),
    .target(name: "HeadroomBus", dependencies: ["CDBus", "CSystemd"]),

    // Floor 2: the wire, the configuration.
    .target(
        name: "HeadroomWire", dependencies: ["HeadroomCore", "HeadroomBus"],
        resources: [.embedInCode("Interfaces/org.headroom.Headroom1.xml")]),
    .target(name: "HeadroomConfig", dependencies: ["HeadroomCore", "CInih"]),

    // Floor 3: the observers that need only the bus; clients.
    .target(name: "HeadroomObserving", dependencies: ["HeadroomCore", "HeadroomBus", "HeadroomConfig"]),
    .target(name: "HeadroomClient", dependencies: ["HeadroomCore", "HeadroomBus", "HeadroomWire"]),

    // Floor 4: what plugins stand on.
    .target(name: "HeadroomPluginKit", dependencies: ["HeadroomClient", "HeadroomConfig", "HeadroomCore"]),

    // Floor 4: the library for C, with all of Swift in it and only its own names to be seen. It stays once loaded, as what
    // Swift registers for threads cannot be taken back.
    .target(
        name: "HeadroomC", dependencies: ["CHeadroom", "HeadroomClient", "HeadroomWire", "HeadroomCore"],
        exclude: ["headroom.map", "Examples"],
        linkerSettings: [
            .unsafeFlags(
                ["-static-stdlib"]
                    + [
                        "-soname=libheadroom.so.1", "-znodelete",
                        "--version-script=\(Context.packageDirectory)/Sources/HeadroomC/headroom.map",
                    ].flatMap { ["-Xlinker", $0] })
        ]),

    // Floor 5 and 6: composition, commands, programs.
    .target(
        name: "HeadroomDaemon",
        dependencies: ["HeadroomCore", "HeadroomBus", "HeadroomWire", "HeadroomConfig", "HeadroomObserving"]),
    .target(
        name: "HeadroomCLI",
        dependencies: [
            "HeadroomPluginKit", "HeadroomClient", "HeadroomCore", "HeadroomWire", "HeadroomBus", "HeadroomConfig",
        ]),
    .executableTarget(name: "headroom", dependencies: ["HeadroomCLI"]),
    .executableTarget(
        name: "headroomd",
        dependencies: ["HeadroomDaemon", "HeadroomObserving", "HeadroomWire", "HeadroomBus", "HeadroomConfig"]
            + (hasWayland ? ["ObserverLayerShell"] : []) + (hasX11 ? ["ObserverX11"] : []),
        exclude: ["call.order"],
        swiftSettings: (hasWayland ? [.define("LAYER_SHELL")] : []) + (hasX11 ? [.define("X11")] : [])),

    // Plugins.
    .executableTarget(
        name: "headroom-example", dependencies: ["HeadroomPluginKit", "HeadroomClient", "HeadroomCore"],
        path: "Plugins/Example", exclude: ["README.md"]),

    // Tests.
    .target(name: "Support", dependencies: ["HeadroomBus"], path: "Tests/Support"),
    .testTarget(name: "LayoutTests", path: "Tests/LayoutTests"),
    .testTarget(
        name: "PackagingTests",
        dependencies: ["headroomd", "headroom"] + (hasX11 ? ["headroom-accessibility"] : []),
        swiftSettings: hasGTK4 ? [.define("GTK4")] : []),
    .target(name: "CAllocationCount", path: "Tests/CAllocationCount"),
    .testTarget(
        name: "HeadroomCoreTests", dependencies: ["HeadroomCore", "CAllocationCount"], resources: [.copy("Cases")]),
    .testTarget(name: "HeadroomConfigTests", dependencies: ["HeadroomConfig", "HeadroomCore"]),
    .testTarget(name: "HeadroomBusTests", dependencies: ["HeadroomBus", "Support"]),
    .testTarget(
        name: "HeadroomDaemonTests",
        dependencies: [
            "HeadroomDaemon", "HeadroomObserving", "HeadroomWire", "HeadroomCore", "HeadroomBus", "HeadroomConfig",
            "Support", "headroomd", "scripted-peer",
        ]),
    .testTarget(
        name: "HeadroomObservingTests", dependencies: ["HeadroomObserving", "HeadroomCore", "HeadroomBus", "Support"],
        resources: [.copy("Fixtures")]),
    .executableTarget(name: "scripted-peer", dependencies: ["HeadroomBus"], path: "Tests/ScriptedPeer"),
    .executableTarget(
        name: "observer-watch", dependencies: ["HeadroomObserving", "HeadroomCore", "HeadroomBus"],
        path: "Tests/ObserverWatch"),
    .testTarget(name: "HeadroomWireTests", dependencies: ["HeadroomWire", "HeadroomCore", "HeadroomBus"]),
    .testTarget(
        name: "HeadroomClientTests",
        dependencies: [
            "HeadroomClient", "HeadroomDaemon", "HeadroomWire", "HeadroomCore", "HeadroomBus", "Support", "headroomd",
        ]),
    .testTarget(
        name: "HeadroomPluginKitTests",
        dependencies: [
            "HeadroomPluginKit", "HeadroomClient", "HeadroomConfig", "HeadroomCore", "HeadroomBus", "Support",
            "headroomd", "headroom", "scripted-plugin",
        ]),
    .executableTarget(
        name: "scripted-plugin", dependencies: ["HeadroomPluginKit", "HeadroomClient", "HeadroomCore"],
        path: "Tests/ScriptedPlugin"),
    .testTarget(
        name: "ExampleTests",
        dependencies: [
            "headroom-example", "HeadroomPluginKit", "HeadroomClient", "HeadroomCore", "HeadroomBus", "Support",
            "headroomd", "headroom",
        ]),
    .testTarget(
        name: "HeadroomCTests",
        dependencies: ["HeadroomClient", "HeadroomCore", "HeadroomBus", "Support", "headroom", "headroomd"],
        exclude: ["Programs"]),
    .testTarget(
        name: "HeadroomCLITests",
        dependencies: [
            "HeadroomCLI", "HeadroomClient", "HeadroomWire", "HeadroomCore", "HeadroomBus", "HeadroomConfig", "Support",
            "headroom", "headroomd",
        ]),
    .executableTarget(name: "notes-service", dependencies: ["HeadroomBus"], path: "Tests/BusExample/Service"),
    .executableTarget(name: "notes", dependencies: ["HeadroomBus"], path: "Tests/BusExample/Client"),
    .testTarget(
        name: "BusExampleTests", dependencies: ["HeadroomBus", "Support", "notes-service", "notes"],
        path: "Tests/BusExample/Tests"),

    // The benchmark, and its floor in C.
    .executableTarget(name: "headroom-twin", dependencies: ["CDBus", "CSystemd"], path: "Tests/Bench/Twin"),
    .executableTarget(name: "headroom-order", path: "Tests/Bench/Order"),
    .executableTarget(
        name: "headroom-bench", dependencies: ["HeadroomCore", "HeadroomBus", "Support", "CAllocationCount"],
        path: "Tests/Bench/Driver"),
]

if hasWayland || hasX11 {
    // What either windowing system needs; the folder of the one that is not there is left out.
    let missing = (hasWayland ? [] : ["Wayland"]) + (hasX11 ? [] : ["X11"])
    targets += [
        .target(
            name: "HeadroomDesktop",
            dependencies: ["HeadroomCore", "HeadroomBus"] + (hasWayland ? ["CWayland"] : [])
                + (hasX11 ? ["CXCB"] : []),
            exclude: missing),
        .target(
            name: "DesktopSupport",
            dependencies: ["Support", "HeadroomClient", "HeadroomObserving", "HeadroomCore", "HeadroomBus"],
            path: "Tests/Desktop/Support"),
        .testTarget(
            name: "HeadroomDesktopTests", dependencies: ["HeadroomDesktop", "HeadroomCore", "HeadroomBus", "Support"],
            exclude: missing),
    ]
}

if hasX11 {
    targets += [
        .systemLibrary(
            name: "CXCB", pkgConfig: "xcb",
            providers: [.apt(["libxcb1-dev", "libxcb-randr0-dev", "libxcb-shape0-dev"])]),
        .target(
            name: "ObserverX11", dependencies: ["HeadroomObserving", "HeadroomDesktop", "HeadroomCore", "HeadroomBus"]),
        .testTarget(
            name: "ObserverX11Tests",
            dependencies: [
                "ObserverX11", "HeadroomDesktop", "HeadroomObserving", "HeadroomCore", "HeadroomBus", "Support",
                "DesktopSupport", "headroomd",
            ],
            resources: [.copy("Fixtures")]),
    ]
}

if hasX11 {
    // What plugins need of a desktop.
    targets += [
        .target(
            name: "AccessibilityPlugin",
            dependencies: ["HeadroomPluginKit", "HeadroomClient", "HeadroomDesktop", "HeadroomCore", "HeadroomBus"],
            path: "Plugins/Accessibility"),
        .executableTarget(
            name: "headroom-accessibility",
            dependencies: ["AccessibilityPlugin", "HeadroomPluginKit", "HeadroomClient"]),
        .testTarget(
            name: "AccessibilityPluginTests",
            dependencies: [
                "AccessibilityPlugin", "HeadroomPluginKit", "HeadroomClient", "HeadroomWire", "HeadroomCore",
                "HeadroomBus",
                "Support", "headroomd",
            ]),
    ]
}

if hasWayland {
    targets += [
        .target(name: "CWayland", linkerSettings: [.linkedLibrary("wayland-client")]),
        .target(
            name: "ObserverLayerShell",
            dependencies: ["HeadroomObserving", "HeadroomDesktop", "HeadroomCore", "HeadroomBus", "CWayland"]),
        .testTarget(
            name: "ObserverLayerShellTests",
            dependencies: [
                "ObserverLayerShell", "HeadroomDesktop", "HeadroomObserving", "HeadroomCore", "HeadroomBus", "Support",
                "DesktopSupport",
            ],
            resources: [.copy("Fixtures")]),
        .testTarget(
            name: "DesktopTests",
            dependencies: [
                "DesktopSupport", "ObserverLayerShell", "HeadroomObserving", "HeadroomCore", "HeadroomBus", "Support",
                "headroomd", "headroom", "observer-watch",
            ] + (hasX11 ? ["headroom-accessibility"] : []),
            path: "Tests/Desktop", exclude: ["Apps", "Support"]),
    ]
}

if hasGTK4 {
    // The plugin for GTK 4 programs: a library as HeadroomC is, for the program to load.
    targets += [
        .systemLibrary(name: "CGTK4", providers: [.apt(["libgtk-4-dev"])]),
        .target(name: "CHeadroomGTK4", dependencies: ["CHeadroom", "CGTK4"], cSettings: gtk4InC),
        .target(
            name: "HeadroomGTK4",
            dependencies: [
                "CHeadroomGTK4", "CGTK4", "HeadroomPluginKit", "HeadroomClient", "HeadroomCore",
            ],
            path: "Plugins/GTK4", exclude: ["headroom-gtk4.map", "Example", "README.md"], swiftSettings: gtk4InSwift,
            linkerSettings: gtk4Libraries + [
                .unsafeFlags(
                    ["-static-stdlib"]
                        + [
                            "-soname=libheadroom-gtk4.so.1", "-znodelete",
                            "--version-script=\(Context.packageDirectory)/Plugins/GTK4/headroom-gtk4.map",
                        ].flatMap { ["-Xlinker", $0] })
            ]),
        // An example in C, for the demonstration.
        .executableTarget(
            name: "headroom-gtk4-form", dependencies: ["HeadroomGTK4", "CHeadroomGTK4", "CHeadroom", "CGTK4"],
            path: "Plugins/GTK4/Example/Registration", cSettings: gtk4InC, linkerSettings: gtk4Libraries),
        .executableTarget(
            name: "gtk4-rehearsal",
            dependencies: ["HeadroomGTK4", "CGTK4", "HeadroomPluginKit", "HeadroomClient", "HeadroomCore"],
            path: "Tests/GTK4", swiftSettings: gtk4InSwift, linkerSettings: gtk4Libraries),
    ]
}

// MARK: - Settings, the same for every Swift target

for target in targets where target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .swiftLanguageMode(.v6),
            .treatAllWarnings(as: .error),
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
        ]
}

let package = Package(
    name: "headroom",
    products: (hasGTK4 ? [.library(name: "HeadroomGTK4", type: .dynamic, targets: ["HeadroomGTK4"])] : []) + [
        // A program is called headroom already; the scripts in systemd/ give the library for C its name.
        .library(name: "HeadroomC", type: .dynamic, targets: ["HeadroomC"]),
        // What plugins in packages of their own use; it brings the client and the core library with it.
        .library(name: "HeadroomPluginKit", targets: ["HeadroomPluginKit", "HeadroomClient", "HeadroomCore"]),
    ],
    targets: targets)
