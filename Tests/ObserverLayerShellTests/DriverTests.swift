import DesktopSupport
import HeadroomBus
import HeadroomCore
import HeadroomDesktop
import HeadroomObserving
import Support
import Testing

@testable import ObserverLayerShell

/// The real driver against a compositor that the test plays.
@Suite struct DriverTests {
    /// A compositor, and the observer looking at it.
    final class Scene {
        let loop: EventLoop
        let compositor: ScriptedCompositor
        let recorder: FactsRecorder

        init(_ prepare: (ScriptedCompositor) throws -> Void = { _ in }) throws {
            loop = try EventLoop()
            compositor = try ScriptedCompositor(loop)
            try prepare(compositor)
            let environment = compositor.environment
            recorder = FactsRecorder(
                LayerShellObserver { environment[$0] }, loop: loop, bus: Connection(loop: loop, address: .session))
            recorder.start()
        }

        func wait(_ what: String, until isDone: () -> Bool) throws {
            do {
                try loop.wait(what, seconds: 20, until: isDone)
            } catch {
                throw TestFailure("\(error) \(String(describing: recorder.facts)) \(recorder.availabilities)")
            }
        }

        func waitForFirstLook() throws {
            try recorder.wait("a first look", "OUT-1") { _ in true }
            #expect(recorder.availability == .active)
        }

        /// Everything sent so far has been handled, and what that made us send has arrived.
        func settle() throws {
            let before = compositor.pongs.count
            compositor.ping(UInt32(before))
            try wait("a pong") { compositor.pongs.count > before }
        }

        deinit { recorder.stop() }
    }

    static let keyboard = Rect(x: 0, y: 510, width: 360, height: 210)

    @Test func aStripIsExactAndTheClientBehaves() throws {
        let scene = try Scene()
        try scene.waitForFirstLook()
        #expect(scene.recorder.availabilities == [.active], "the first thing said is a look")
        #expect(scene.recorder.area("OUT-1")?.usable == Rect(x: 0, y: 0, width: 360, height: 720))
        for _ in 0..<5 {
            scene.compositor.reserve([(.bottom, 210)])
            try scene.recorder.wait(strips: [DriverTests.keyboard], on: "OUT-1")
            scene.compositor.reserve([])
            try scene.recorder.wait(strips: [], on: "OUT-1")
        }
        try scene.settle()
        #expect(scene.compositor.offences == [])
        #expect(scene.compositor.unacknowledged == 0)
        #expect(scene.compositor.layerSurfaces.count <= 2 * OutputMachine.mostMarkers + 1)
    }

    @Test func aPanelUnderTheKeyboard() throws {
        let scene = try Scene()
        try scene.waitForFirstLook()
        scene.compositor.reserve([(.bottom, 40)])
        try scene.recorder.wait(strips: [Rect(x: 0, y: 680, width: 360, height: 40)], on: "OUT-1")
        scene.compositor.reserve([(.top, 200), (.bottom, 40)])
        try scene.recorder.wait(
            strips: [Rect(x: 0, y: 680, width: 360, height: 40), Rect(x: 0, y: 0, width: 360, height: 200)],
            on: "OUT-1")
        #expect(scene.recorder.area("OUT-1")?.usable == Rect(x: 0, y: 200, width: 360, height: 480))
    }

    @Test func aSecondScreenComesAndGoes() throws {
        let scene = try Scene()
        try scene.waitForFirstLook()
        scene.compositor.plug(
            11, ScriptedCompositor.Screen(name: "OUT-2", frame: Rect(x: 360, y: 0, width: 1280, height: 800)))
        try scene.recorder.wait("the second screen", "OUT-2") { _ in true }
        scene.compositor.reserve([(.bottom, 300)], on: 11)
        try scene.recorder.wait(strips: [Rect(x: 360, y: 500, width: 1280, height: 300)], on: "OUT-2")
        #expect(scene.recorder.area("OUT-1")?.strips == [])
        scene.compositor.withdraw(11)
        try scene.wait("one screen") { scene.recorder.facts?.outputs?.map(\.name) == ["OUT-1"] }
        #expect(scene.recorder.facts?.areas?.map(\.output) == ["OUT-1"])
        try scene.settle()
        #expect(scene.compositor.offences == [])
    }

    /// The screen turns; sizes of before are on the way while its new frame is told already.
    @Test func aTurnIsToldOnceSizesFit() throws {
        let scene = try Scene()
        try scene.waitForFirstLook()
        scene.compositor.reserve([(.bottom, 210)])
        try scene.recorder.wait(strips: [DriverTests.keyboard], on: "OUT-1")
        let since = scene.recorder.area("OUT-1")?.strips.first?.since
        scene.compositor.screens[10]?.frame = Rect(x: 0, y: 0, width: 720, height: 360)
        scene.compositor.describe(10)
        try scene.wait("the frame") { scene.recorder.facts?.outputs?.first?.frame.width == 720 }
        #expect(scene.recorder.area("OUT-1") == nil, "nothing is known until sizes fit")
        scene.compositor.arrange(10)
        scene.compositor.resize(210, to: 180)
        try scene.recorder.wait(strips: [Rect(x: 0, y: 180, width: 720, height: 180)], on: "OUT-1")
        #expect(scene.recorder.area("OUT-1")?.strips.first?.since == since)
        #expect(scene.recorder.availability == .active)
        #expect(scene.recorder.availabilities.count <= 2, "it did not go blind meanwhile")
    }

    @Test func theCompositorDiesAndComesBack() throws {
        let scene = try Scene()
        try scene.waitForFirstLook()
        for round in 1...3 {
            scene.compositor.socket.stop()
            try scene.wait("the loss") { scene.recorder.facts == nil }
            #expect(scene.recorder.availability?.word == "waiting")
            try scene.compositor.socket.start()
            try scene.waitForFirstLook()
            #expect(scene.compositor.socket.clients == round + 1)
        }
    }

    @Test func theSocketAppearsLater() throws {
        let scene = try Scene { $0.socket.stop() }
        #expect(scene.recorder.availability?.word == "waiting")
        try scene.compositor.socket.start()
        try scene.waitForFirstLook()
    }

    @Test func withoutACompositorsNameThereIsNothingToWaitFor() throws {
        let loop = try EventLoop()
        let recorder = FactsRecorder(
            LayerShellObserver { _ in nil }, loop: loop, bus: Connection(loop: loop, address: .session))
        recorder.start()
        #expect(recorder.availability?.word == "unavailable")
    }

    /// The compositor reports an error: it is told, and tried again, but not for ever.
    @Test func protocolErrorsAreTold() throws {
        let scene = try Scene()
        try scene.waitForFirstLook()
        scene.compositor.protocolError("no such thing")
        try scene.wait("the loss") { scene.recorder.facts == nil }
        #expect(scene.recorder.availability?.reason.contains("protocol error 3") == true)
        try scene.waitForFirstLook()

        // One that answers everybody so is left alone at last, until its socket is new.
        scene.compositor.socket.accepted = { [weak compositor = scene.compositor] in
            compositor?.protocolError("go away")
        }
        scene.compositor.protocolError("go away")
        try scene.wait("all tries") { scene.compositor.socket.clients >= Backoff.tries }
        var isQuiet = false
        for _ in 0..<10 where !isQuiet { isQuiet = try !scene.loop.turn(timeout: 4_000_000) }
        #expect(isQuiet)
        #expect(scene.recorder.availability?.reason.contains("protocol error") == true)
    }

    @Test func withoutLayerShellItIsUnavailableUntilItAppears() throws {
        let scene = try Scene { $0.globals[2] = nil }
        try scene.wait("an answer") { scene.recorder.availability?.word == "unavailable" }
        #expect(scene.recorder.availability?.reason.contains("zwlr_layer_shell_v1") == true)
        scene.compositor.offer(2, ScriptedCompositor.Global(interface: "zwlr_layer_shell_v1", version: 1))
        try scene.waitForFirstLook()
    }

    /// Popups that are answered late, or never: no second question meanwhile, and life goes on.
    @Test func lateAnswers() throws {
        let scene = try Scene()
        try scene.waitForFirstLook()
        scene.compositor.answersAtOnce = false
        scene.compositor.reserve([(.bottom, 210)])
        try scene.wait("a question") { !scene.compositor.answers.isEmpty }
        scene.compositor.reserve([(.bottom, 210), (.bottom, 40)])
        try scene.settle()
        #expect(scene.compositor.offences == [])
        #expect(scene.recorder.area("OUT-1")?.strips == [])
        scene.compositor.answersAtOnce = true
        scene.compositor.answerAll()
        try scene.recorder.wait("all of it", "OUT-1") { $0.usable.height == 470 }
        #expect(scene.compositor.offences == [])
    }

    @Test func noAnswersAtAll() throws {
        let scene = try Scene()
        try scene.waitForFirstLook()
        scene.compositor.answersAtOnce = false
        scene.compositor.reserve([(.bottom, 210)])
        try scene.wait("giving up") { scene.recorder.area("OUT-1") == nil }
        #expect(scene.recorder.availability?.word == "waiting")
        scene.compositor.answersAtOnce = true
        scene.compositor.reserve([(.bottom, 211)])
        try scene.recorder.wait("a strip", "OUT-1") { $0.strips.map(\.frame.height) == [211] }
    }

    /// One that never answered anything is waited for only so long, and that is said.
    @Test func noAnswersFromTheStart() throws {
        let scene = try Scene {
            $0.answersAtOnce = false
            $0.screens[10]?.reserved = [(.bottom, 40)]
        }
        try scene.wait("giving up") { scene.recorder.availability?.word == "waiting" }
        #expect(scene.recorder.facts?.areas == [])
    }

    @Test func fullscreenWindows() throws {
        let scene = try Scene()
        try scene.waitForFirstLook()
        let window = scene.compositor.openWindow()
        scene.compositor.window(window, on: 10, states: [2])
        try scene.settle()
        #expect(scene.recorder.area("OUT-1")?.isFullscreen == false)
        scene.compositor.window(window, on: 10, states: [2, 3])
        try scene.recorder.wait("a fullscreen window", "OUT-1") { $0.isFullscreen }
        scene.compositor.window(window, on: 10, states: [3])
        try scene.recorder.wait("another window in front", "OUT-1") { !$0.isFullscreen }
        scene.compositor.window(window, on: 10, states: [0, 1, 2, 3, 4, 77])
        try scene.recorder.wait("a fullscreen window", "OUT-1") { $0.isFullscreen }
        scene.compositor.socket.send(window, 6)
        try scene.recorder.wait("its end", "OUT-1") { !$0.isFullscreen }
    }

    /// Surfaces are taken away one after another: they come back, but not endlessly.
    @Test func closedMarkers() throws {
        let scene = try Scene()
        try scene.waitForFirstLook()
        for surface in scene.compositor.layerSurfaces { scene.compositor.close(surface) }
        try scene.settle()
        try scene.wait("new markers") { scene.compositor.layerSurfaces.count >= 3 }
        scene.compositor.reserve([(.bottom, 210)])
        try scene.recorder.wait("a strip", "OUT-1") { $0.strips.map(\.frame) == [DriverTests.keyboard] }
        #expect(scene.compositor.offences == [])
    }

    @Test func itStopsAndStartsAgain() throws {
        let scene = try Scene()
        try scene.waitForFirstLook()
        scene.recorder.stop()
        try scene.wait("the client to leave") { !scene.compositor.socket.hasClient }
        let reports = scene.recorder.reports.count
        scene.recorder.start()
        try scene.wait("a first look") {
            scene.recorder.reports.count > reports && scene.recorder.facts?.areas?.isEmpty == false
        }
    }
}
