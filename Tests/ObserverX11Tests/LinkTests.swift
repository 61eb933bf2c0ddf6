import DesktopSupport
import Glibc
import HeadroomBus
import HeadroomCore
import HeadroomObserving
import ObserverX11
import Support
import Testing

/// The observer without a server, with one that comes later, and with one that goes.
@Suite struct LinkTests {
    @Test(arguments: [
        [:], ["DISPLAY": ""], ["DISPLAY": "nonsense"], ["DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"],
    ])
    func notInThisSession(_ environment: [String: String]) throws {
        let bus = try PrivateBus()
        let scene = try LoopScene(bus, environment)
        scene.recorder.start()
        guard case .unavailable(let why)? = scene.recorder.availability else {
            Issue.record("\(scene.recorder.availabilities)")
            return
        }
        #expect(!why.isEmpty)
        #expect(scene.recorder.reports.isEmpty)
    }

    @Test func aServerThatGoesAndComesBack() throws {
        let scene = try XScene()
        scene.recorder.start()
        try scene.waitUntilActive()
        let client = try scene.client()
        try client.tell("make a 0 500 1280 300 class=svkbd,svkbd unmanaged")
        try client.tell("map a")
        try scene.wait(frame: Rect(x: 0, y: 500, width: 1280, height: 300))
        for _ in 0..<3 {
            scene.killServer()
            try scene.wait("the server to be missed") {
                scene.recorder.facts == nil && scene.recorder.availability?.word == "waiting"
            }
            try scene.restartServer()
            try scene.waitUntilActive()
        }
        let other = try scene.client()
        try other.tell("make b 0 600 1280 200 class=svkbd,svkbd unmanaged")
        try other.tell("map b")
        try scene.wait(frame: Rect(x: 0, y: 600, width: 1280, height: 200))
    }

    @Test func aServerThatComesLater() throws {
        let scene = try XScene()
        scene.killServer()
        try scene.removeSocket()
        scene.recorder.start()
        try scene.wait("to be waiting") { scene.recorder.availability?.word == "waiting" }
        #expect(scene.recorder.availability?.reason.contains(scene.display) == true)
        try scene.restartServer()
        try scene.waitUntilActive()
        // Stopped, it says nothing more, and can be started again.
        scene.recorder.stop()
        let reports = scene.recorder.reports.count
        scene.killServer()
        try scene.pass(milliseconds: 100)
        #expect(scene.recorder.reports.count == reports)
        try scene.restartServer()
        scene.recorder.start()
        try scene.wait("to be active again") { scene.recorder.reports.count > reports }
    }

    /// A server that does not answer keeps nobody waiting.
    @Test func aServerThatIsStopped() throws {
        let scene = try XScene()
        let server = try #require(scene.server)
        server.send(SIGSTOP)
        let before = scene.loop.now
        scene.recorder.start()
        #expect(scene.loop.now - before < 1_000_000)
        try scene.wait("that to be said") { scene.recorder.availability?.word == "waiting" }
        scene.recorder.stop()
        scene.recorder.start()
        server.send(SIGCONT)
        try scene.waitUntilActive()
    }
}

/// An observer in an environment, without any server.
private struct LoopScene {
    let recorder: FactsRecorder

    init(_ bus: PrivateBus, _ environment: [String: String]) throws {
        let loop = try EventLoop()
        recorder = FactsRecorder(X11Observer { environment[$0] }, loop: loop, bus: try bus.connect(loop))
    }
}
