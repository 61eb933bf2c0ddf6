import DesktopSupport
import HeadroomCore
import HeadroomObserving
import ObserverX11
import Support
import Testing

/// The observer on a real X server: windows.
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

    /// Frames of window managers move with what is in them, and tell the root alone.
    @Test func aFrameThatMovesTakesTheKeyboardAlong() throws {
        let scene = try XScene()
        scene.recorder.start()
        try scene.waitUntilActive()
        let client = try scene.client()
        try client.tell("make a 0 0 600 200 class=xvkbd,XVkbd")
        try client.tell("wrap a 50 60")
        try client.tell("map a")
        try scene.wait(frame: Rect(x: 50, y: 60, width: 600, height: 200))
        try client.tell("move a-frame 300 400")
        try scene.wait(frame: Rect(x: 300, y: 400, width: 600, height: 200))
        // What its frame hides of it is not seen, as when it is shaded.
        try client.tell("move a 10 20")
        try scene.wait(frame: Rect(x: 310, y: 420, width: 590, height: 180))
        try client.tell("unmap a-frame")
        try scene.wait(frame: nil)
        try client.tell("map a-frame")
        try scene.wait(frame: Rect(x: 310, y: 420, width: 590, height: 180))
        try client.tell("resize a-frame 600 25")
        try scene.wait(frame: nil)
        try client.tell("resize a-frame 700 300")
        try scene.wait(frame: Rect(x: 310, y: 420, width: 600, height: 200))
        try client.tell("destroy a")
        try scene.wait("it to be gone") { scene.witness == nil }
    }

    @Test func theInputShapeIsTheKeyboard() throws {
        let scene = try XScene()
        scene.recorder.start()
        try scene.waitUntilActive()
        let client = try scene.client()
        try client.tell("make m 0 0 1280 800 class=maliit-keyboard,maliit-keyboard type=INPUT unmanaged")
        try client.tell("shape m input 0,449,1280,351")
        try client.tell("map m")
        try scene.wait(frame: Rect(x: 0, y: 449, width: 1280, height: 351))
        #expect(scene.witness?.placement == .docked)
        // A pressed key's bubble, and the row of candidates above the keys.
        try client.tell("shape m input 100,400,60,49;0,449,1280,351")
        try client.tell("shape m input 0,410,1280,390")
        try scene.wait(frame: Rect(x: 0, y: 410, width: 1280, height: 390))
        #expect(!scene.frames.contains(Rect(x: 0, y: 400, width: 1280, height: 400)))
        // It shrinks before it goes.
        try client.tell("shape m input 0,761,1280,39")
        try scene.wait(frame: nil)
        try client.tell("unmap m")
        try client.tell("shape m input none")
        try client.tell("map m")
        try client.tell("shape m input 0,600,1280,200")
        try scene.wait(frame: Rect(x: 0, y: 600, width: 1280, height: 200))
    }

    @Test func qtsKeyboardIsAnApplicationsWindowThatTakesPointersBelow() throws {
        let scene = try XScene()
        scene.recorder.start()
        try scene.waitUntilActive()
        let client = try scene.client()
        try client.tell("make app 100 100 400 300 class=editor,Editor unmanaged")
        try client.tell("map app")
        // Other windows of this type: without a frame, all over the screen, and one that lets all pointers through.
        try client.tell("make frameless 100 100 400 300 class=editor,Editor type=OVERRIDE unmanaged")
        try client.tell("make veil 0 0 1280 800 class=editor,Editor type=OVERRIDE unmanaged")
        try client.tell("make glass 0 0 1280 800 class=editor,Editor type=OVERRIDE unmanaged")
        try client.tell("shape glass input none")
        for window in ["frameless", "veil", "glass"] { try client.tell("map \(window)") }
        try client.tell("make vk 0 0 1280 800 class=editor,Editor type=OVERRIDE unmanaged")
        try client.tell("shape vk input 0,400,1280,400")
        try client.tell("map vk")
        try scene.wait(frame: Rect(x: 0, y: 400, width: 1280, height: 400))
        #expect(scene.witness?.name == "qtvirtualkeyboard")
        #expect(scene.frames == [Rect(x: 0, y: 400, width: 1280, height: 400)])
        #expect(scene.witness?.candidateBarHeight == 0)
        // The row of candidates above its keys.
        try client.tell("shape vk input 0,357,1280,443")
        try scene.wait(frame: Rect(x: 0, y: 357, width: 1280, height: 443))
        #expect(scene.witness?.candidateBarHeight == 43)
        #expect(scene.witness?.isCandidateBarIncluded == true)
        try client.tell("unmap vk")
        try scene.wait(frame: nil)
    }

    /// Docking makes Onboard a new window; helpers, dialogs and what is beyond the screen are no keyboard.
    @Test func windowsOfOneProcessAreOneKeyboard() throws {
        let scene = try XScene()
        scene.recorder.start()
        try scene.waitUntilActive()
        let client = try scene.client()
        try client.tell("make icon 10 10 20 20 class=onboard,Onboard unmanaged")
        try client.tell("make dialog 0 0 900 700 class=onboard,Onboard type=DIALOG unmanaged")
        try client.tell("make a 100 50 700 205 class=onboard,Onboard unmanaged")
        for window in ["icon", "dialog", "a"] { try client.tell("map \(window)") }
        try scene.wait(frame: Rect(x: 100, y: 50, width: 700, height: 205))
        let reports = scene.recorder.reports.count
        try client.tell("destroy a")
        try client.tell("make b 0 810 1280 205 class=onboard,Onboard type=DOCK unmanaged")
        try client.tell("map b")
        try client.tell("move b 0 595")
        try scene.wait(frame: Rect(x: 0, y: 595, width: 1280, height: 205))
        #expect(scene.witness?.placement == .docked)
        let since = scene.recorder.reports.dropFirst(reports).map { $0.facts?.keyboard }
        #expect(since.allSatisfy { $0?.isPresent == true })
        try client.tell("move b 0 800")
        try scene.wait("it to be beyond the screen") {
            scene.witness?.frame == FrameKnowledge.none && scene.witness?.isVisible == true
        }
        try client.tell("unmap b")
        try scene.wait("it to be hidden") { scene.witness?.isVisible == false }
        #expect(scene.witness?.isPresent == true)
    }

    @Test func ofSeveralTheOneShownLast() throws {
        let scene = try XScene()
        scene.recorder.start()
        try scene.waitUntilActive()
        let client = try scene.client()
        try client.tell("make a 0 600 1280 200 class=svkbd,svkbd unmanaged")
        try client.tell("make b 100 100 600 200 class=xvkbd,XVkbd unmanaged")
        try client.tell("map a")
        try scene.wait(frame: Rect(x: 0, y: 600, width: 1280, height: 200))
        try client.tell("map b")
        try scene.wait(frame: Rect(x: 100, y: 100, width: 600, height: 200))
        try client.tell("unmap b")
        try scene.wait(frame: Rect(x: 0, y: 600, width: 1280, height: 200))
        #expect(scene.witness?.name == "svkbd")
    }

    /// What the user calls keyboards, before and after the program is there.
    @Test func moreClasses() throws {
        let scene = try XScene()
        scene.recorder.start()
        try scene.waitUntilActive()
        let client = try scene.client()
        try client.tell("make a 0 500 1280 300 class=my,My-Keys unmanaged")
        try client.tell("map a")
        scene.observer.learn(windowClasses: ["My-Keys"])
        try scene.wait(frame: Rect(x: 0, y: 500, width: 1280, height: 300))
        #expect(scene.witness?.name == "My-Keys")
        scene.observer.learn(windowClasses: [])
        try scene.wait("it to be none") { scene.witness == nil }
        scene.observer.learn(windowClasses: ["my"])
        try scene.wait(frame: Rect(x: 0, y: 500, width: 1280, height: 300))
    }

    /// A title or a class that comes after the window was mapped.
    @Test func aWindowThatSaysLateWhatItIs() throws {
        let scene = try XScene()
        scene.recorder.start()
        try scene.waitUntilActive()
        let client = try scene.client()
        try client.tell("make a 0 500 1280 300 unmanaged")
        try client.tell("map a")
        try client.tell("flood 10")
        try client.tell("class a svkbd,svkbd")
        try scene.wait(frame: Rect(x: 0, y: 500, width: 1280, height: 300))
    }

    @Test func manyWindowsTakeNoKeyboardAway() throws {
        let scene = try XScene()
        scene.recorder.start()
        try scene.waitUntilActive()
        let client = try scene.client()
        try client.tell("make a 0 500 1280 300 class=svkbd,svkbd unmanaged")
        try client.tell("map a")
        try scene.wait(frame: Rect(x: 0, y: 500, width: 1280, height: 300))
        try client.tell("flood 3000")
        try client.tell("move a 0 600")
        try scene.wait(frame: Rect(x: 0, y: 600, width: 1280, height: 200))
        client.teller.process.kill()
        try scene.wait("it to be gone") { scene.witness == nil }
    }
}
