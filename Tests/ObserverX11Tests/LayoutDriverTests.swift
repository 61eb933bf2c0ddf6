import DesktopSupport
import HeadroomCore
import HeadroomObserving
import Support
import Testing

/// The observer on a real X server: monitors, panels, what windows cover.
@Suite struct LayoutDriverTests {
    static let screen = Rect(x: 0, y: 0, width: 1280, height: 800)

    @Test func monitorsComeAndGo() throws {
        let scene = try XScene()
        scene.recorder.start()
        try scene.waitUntilActive()
        #expect(scene.outputs == ["screen": LayoutDriverTests.screen])
        try scene.run("xrandr", "--setmonitor", "left", "640/170x800/210+0+0", "screen")
        try scene.run("xrandr", "--setmonitor", "*right", "640/170x800/210+640+0", "none")
        try scene.wait("two monitors") { scene.outputs.count == 2 }
        #expect(
            scene.outputs == [
                "left": Rect(x: 0, y: 0, width: 640, height: 800), "right": Rect(x: 640, y: 0, width: 640, height: 800),
            ])
        let all = try #require(scene.recorder.facts?.outputs)
        #expect(all.named("screen")?.name == "left")
        #expect(all.first { $0.name == "right" }?.isPrimary == true)
        #expect(all.allSatisfy { $0.deviceFrame == $0.frame && $0.scale == 1 })

        let client = try scene.client()
        try client.tell("make a 640 500 640 300 class=svkbd,svkbd unmanaged")
        try client.tell("map a")
        try scene.wait(frame: Rect(x: 640, y: 500, width: 640, height: 300))
        #expect(scene.witness?.placement == .docked)
        #expect(scene.witness?.output == "right")
        try scene.run("xrandr", "--delmonitor", "left")
        try scene.run("xrandr", "--delmonitor", "right")
        try scene.wait("one monitor") { scene.outputs == ["screen": LayoutDriverTests.screen] }
        try scene.wait("it to float") { scene.witness?.placement == .floating }
    }

    @Test func aModeIsChanged() throws {
        let scene = try XScene()
        scene.recorder.start()
        try scene.waitUntilActive()
        try scene.run(
            "xrandr", "--newmode", "small", "63.5", "1024", "1072", "1176", "1328", "768", "771", "775", "798")
        try scene.run("xrandr", "--addmode", "screen", "small")
        try scene.run("xrandr", "--output", "screen", "--mode", "small")
        let small = Rect(x: 0, y: 0, width: 1024, height: 768)
        try scene.wait("the mode") { scene.outputs == ["screen": small] && scene.area()?.usable == small }
    }

    /// On a server that can turn its screen, as Xvfb and Xorg's driver for no card cannot.
    @Test func theScreenIsTurned() throws {
        let host = try XScene(screen: "1400x1400x24")
        let scene = try XScene(screen: "1280x800", in: host)
        scene.recorder.start()
        try scene.waitUntilActive()
        let client = try scene.client()
        try client.tell("make a 0 500 1280 300 class=svkbd,svkbd unmanaged")
        try client.tell("map a")
        try scene.wait(frame: Rect(x: 0, y: 500, width: 1280, height: 300))
        for (way, transform, size) in [
            ("left", Transform.rotated90, Size(width: 800, height: 1280)), ("inverted", .rotated180, wide),
            ("right", .rotated270, Size(width: 800, height: 1280)), ("normal", .normal, wide),
        ] {
            try scene.run("xrandr", "--orientation", way)
            let screen = Rect(x: 0, y: 0, width: size.width, height: size.height)
            try scene.wait("\(way)") {
                guard let output = scene.recorder.facts?.outputs?.first else { return false }
                return output.transform == transform && output.frame == screen && output.deviceFrame == screen
            }
            // The same window, as far as the turned screen has it; and at its new bottom.
            try scene.wait(frame: Rect(x: 0, y: 500, width: min(size.width, 1280), height: 300))
            try client.tell("move a 0 \(Int(size.height) - 300)")
            try scene.wait(frame: Rect(x: 0, y: size.height - 300, width: min(size.width, 1280), height: 300))
            #expect(scene.witness?.placement == .docked)
            try client.tell("move a 0 500")
        }
    }

    private var wide: Size { LayoutDriverTests.screen.size }

    @Test func panelsAndAKeyboardUnderAWindowManager() throws {
        let scene = try XScene(windowManager: true)
        scene.recorder.start()
        try scene.waitUntilActive()
        let client = try scene.client()
        try client.tell("make p 0 0 1280 30 class=panel,Panel type=DOCK strut=0,0,30,0,0,0,0,0,0,1279,0,0")
        try client.tell("map p")
        let workArea = Rect(x: 0, y: 30, width: 1280, height: 770)
        try scene.wait("the panel's strut") { scene.workArea == workArea && scene.area()?.usable == workArea }
        #expect(scene.area()?.compositorAvoids == ["maximized"])

        // A keyboard that slides in, and says where it stands when it is there.
        try client.tell("make k 0 800 1280 200 class=onboard,Onboard type=DOCK")
        try client.tell("map k")
        try scene.wait("it to be mapped") { scene.witness?.isVisible == true }
        try client.tell("move k 0 700")
        try scene.wait(frame: Rect(x: 0, y: 700, width: 1280, height: 100))
        #expect(scene.area()?.usable == workArea)
        try client.tell("move k 0 600")
        try client.tell("strut k 0,0,0,200,0,0,0,0,0,0,0,1279")
        let above = Rect(x: 0, y: 30, width: 1280, height: 570)
        try scene.wait("both to be kept free") { scene.area()?.usable == above }
        #expect(scene.frame == Rect(x: 0, y: 600, width: 1280, height: 200))
        #expect(scene.workArea == workArea)
        try client.tell("delete k _NET_WM_STRUT_PARTIAL")
        try client.tell("unmap k")
        try scene.wait("the keyboard's part to be free") {
            scene.area()?.usable == workArea && scene.witness?.isVisible == false
        }

        // From the second time on it is foretold.
        try client.tell("move k 0 800")
        try client.tell("map k")
        try client.tell("move k 0 750")
        try scene.wait(frame: Rect(x: 0, y: 750, width: 1280, height: 50))
        #expect(scene.area()?.usable == above)
        #expect(scene.recorder.reports.allSatisfy { $0.facts?.outputs?.first?.workArea?.bottom == 800 })
        try client.tell("destroy p")
        try scene.wait("no panel") { scene.workArea == LayoutDriverTests.screen }
    }

    /// matchbox-keyboard's strut is chance; openbox takes it at its word.
    @Test func whatAWindowManagerMakesOfAWrongStrut() throws {
        let scene = try XScene(windowManager: true)
        scene.recorder.start()
        try scene.waitUntilActive()
        let client = try scene.client()
        try client.tell(
            "make k 0 480 1280 320 title=Keyboard strut=0,480,0,0,0,0,10,81318144,0,4067167312,4067167456,1")
        try client.tell("map k")
        try scene.wait("it to be seen") { scene.frame != nil }
        #expect(scene.witness?.name == "matchbox-keyboard")
        try scene.wait("what openbox makes of it") {
            scene.area()?.usable == Rect(x: 0, y: 0, width: 800, height: 800)
        }
        #expect(scene.workArea == LayoutDriverTests.screen)
    }

    @Test func withoutAWindowManagerNobodyKeepsClear() throws {
        let scene = try XScene()
        scene.recorder.start()
        try scene.waitUntilActive()
        let client = try scene.client()
        try client.tell("make k 0 600 1280 200 class=onboard,Onboard type=DOCK strut=0,0,0,200,0,0,0,0,0,0,0,1279")
        try client.tell("map k")
        try scene.wait(frame: Rect(x: 0, y: 600, width: 1280, height: 200))
        #expect(scene.area()?.usable == LayoutDriverTests.screen)
        #expect(scene.area()?.compositorAvoids == [])
    }

    @Test func aFullscreenWindowAboveTheKeyboardCoversIt() throws {
        let scene = try XScene(windowManager: true)
        scene.recorder.start()
        try scene.waitUntilActive()
        let client = try scene.client()
        try client.tell("make k 0 600 1280 200 class=onboard,Onboard type=DOCK strut=0,0,0,200,0,0,0,0,0,0,0,1279")
        try client.tell("map k")
        try scene.wait(frame: Rect(x: 0, y: 600, width: 1280, height: 200))
        try client.tell("make f 0 0 300 300 class=film,Film focus")
        try client.tell("atoms f _NET_WM_STATE _NET_WM_STATE_FULLSCREEN")
        try client.tell("map f")
        try scene.wait("the keyboard to be covered") { scene.area()?.isFullscreen == true }
        try client.tell("unmap f")
        try scene.wait("the keyboard to be free") { scene.area()?.isFullscreen == false }
    }
}
