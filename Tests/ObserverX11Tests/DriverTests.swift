import DesktopSupport
import HeadroomCore
import HeadroomObserving
import Support
import Testing

/// The observer on a real X server.
@Suite struct DriverTests {
    @Test func aKeyboardThatIsThereIsSeenFromTheFirstReport() throws {
        let scene = try XScene()
        let client = try scene.client()
        try client.tell("make a 0 500 1280 300 class=svkbd,svkbd unmanaged")
        try client.tell("map a")
        scene.recorder.start()
        try scene.waitUntilActive()
        let first = try #require(scene.recorder.reports.first?.facts)
        #expect(first.keyboard?.name == "svkbd")
        #expect(first.keyboard?.frame == .rect(Rect(x: 0, y: 500, width: 1280, height: 300)))
        #expect(first.keyboard?.placement == .docked)
        #expect(first.outputs?.map(\.frame) == [Rect(x: 0, y: 0, width: 1280, height: 800)])
    }

    @Test(arguments: [false, true]) func xvkbdComesMovesAndGoes(windowManager: Bool) throws {
        let scene = try XScene(windowManager: windowManager)
        scene.recorder.start()
        try scene.waitUntilActive()
        #expect(scene.witness == nil)
        let xvkbd = try scene.start("xvkbd", ["-geometry", "600x180+100+200"])
        try scene.wait("xvkbd to be seen") { scene.frame?.size == Size(width: 600, height: 180) }
        #expect(scene.witness?.name == "xvkbd")
        #expect(scene.witness?.placement == .floating)
        xvkbd.process.kill()
        try scene.wait("xvkbd to be gone") { scene.witness == nil }
    }
}
