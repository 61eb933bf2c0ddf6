import DesktopSupport
import HeadroomBus
import HeadroomCore
import Support
import Testing

@testable import ObserverLayerShell

/// What no compositor sends: the observer survives it, and looks again when sense returns.
@Suite struct HostileWireTests {
    typealias Scene = DriverTests.Scene

    /// Bytes that are no Wayland end the connection, which is told and tried again.
    @Test(arguments: [
        [UInt8](repeating: 0xff, count: 64), [UInt8](repeating: 0, count: 64),
        // A message of four bytes; one longer than any; an object nobody made; an event that wl_display does not have.
        WireArgument.uint(1).bytes + WireArgument.uint(4 << 16).bytes,
        WireArgument.uint(1).bytes + WireArgument.uint(0xfffc_0000).bytes + [UInt8](repeating: 1, count: 70_000),
        WireArgument.uint(1).bytes + WireArgument.uint(8 << 16 | 9).bytes,
        // A string longer than its message, one without an end, and one cut off.
        WireArgument.uint(2).bytes + WireArgument.uint(20 << 16).bytes + WireArgument.uint(90).bytes
            + WireArgument.uint(1_000_000).bytes + WireArgument.uint(1).bytes,
        WireArgument.uint(2).bytes + WireArgument.uint(24 << 16).bytes + WireArgument.uint(90).bytes
            + WireArgument.blob([65, 65, 65, 65]).bytes + WireArgument.uint(1).bytes,
    ])
    func nonsense(_ bytes: [UInt8]) throws {
        let scene = try Scene()
        try scene.waitForFirstLook()
        scene.compositor.socket.send(bytes: bytes)
        // Some of it waits for more; then the other side goes away.
        scene.compositor.socket.hangUp()
        try scene.wait("the loss") { scene.recorder.facts == nil }
        try scene.waitForFirstLook()
        #expect(scene.compositor.socket.clients == 2)
    }

    @Test func eventsForObjectsThatAreGone() throws {
        let scene = try Scene()
        try scene.waitForFirstLook()
        for object: UInt32 in 2..<200 where !scene.compositor.layerSurfaces.contains(object) && object > 60 {
            scene.compositor.socket.send(object, 0, .uint(1))
        }
        // libwayland passes over what is for nobody.
        try scene.settle()
        scene.compositor.reserve([(.bottom, 210)])
        try scene.recorder.wait(strips: [DriverTests.keyboard], on: "OUT-1")
    }

    @Test func sizesAndPlacesBeyondBelief() throws {
        let scene = try Scene()
        try scene.waitForFirstLook()
        for surface in scene.compositor.layerSurfaces {
            scene.compositor.configure(surface, width: .max, height: .max)
            scene.compositor.configure(surface, width: 0, height: 0)
            scene.compositor.configure(surface, width: 1_000_000, height: 1_000_000)
        }
        try scene.settle()
        #expect(scene.compositor.unacknowledged == 0)
        scene.compositor.reserve([(.bottom, 210)])
        try scene.recorder.wait(strips: [DriverTests.keyboard], on: "OUT-1")
        #expect(scene.recorder.reports.allSatisfy { $0.facts?.areas?.allSatisfy { $0.usable.isBelievable } ?? true })
    }

    @Test func outputsBeyondBelief() throws {
        let scene = try Scene()
        try scene.waitForFirstLook()
        let frames = [
            Rect(x: 0, y: 0, width: 0, height: 0), Rect(x: 0, y: 0, width: -5, height: 10),
            Rect(x: 2e9, y: -2e9, width: 360, height: 720), Rect(x: 0, y: 0, width: 2e9, height: 2e9),
        ]
        for frame in frames {
            scene.compositor.screens[10]?.frame = frame
            scene.compositor.describe(10)
        }
        try scene.settle()
        #expect(scene.recorder.facts?.outputs?.allSatisfy { $0.frame.isBelievable } == true)
        scene.compositor.screens[10]?.frame = Rect(x: 0, y: 0, width: 360, height: 720)
        scene.compositor.screens[10]?.name = String(repeating: "n", count: 4000)
        scene.compositor.describe(10)
        scene.compositor.reserve([(.bottom, 210)])
        try scene.recorder.wait(strips: [DriverTests.keyboard], on: "OUT-1")
    }

    @Test func aFloodOfWindowsAndScreens() throws {
        let scene = try Scene()
        try scene.waitForFirstLook()
        for _ in 0..<5000 { scene.compositor.window(scene.compositor.openWindow(), on: 10, states: [2]) }
        try scene.settle()
        let frame = Rect(x: 0, y: 0, width: 100, height: 100)
        for name: UInt32 in 100..<400 {
            scene.compositor.plug(name, ScriptedCompositor.Screen(name: "OUT-\(name)", frame: frame))
        }
        try scene.settle()
        for name: UInt32 in 100..<400 { scene.compositor.withdraw(name) }
        try scene.wait("one screen again") { scene.recorder.facts?.outputs?.map(\.name) == ["OUT-1"] }
        scene.compositor.reserve([(.bottom, 210)])
        try scene.recorder.wait(strips: [DriverTests.keyboard], on: "OUT-1")
    }
}
