import DesktopSupport
import HeadroomCore
import HeadroomObserving
import ObserverX11
import Support
import Testing

/// The observer on a real X server: windows of candidates.
@Suite struct CandidateDriverTests {
    static let frame = Rect(x: 235, y: 165, width: 311, height: 64)
    static let ibus = "class=ibus-ui-gtk3,Ibus-ui-gtk3 type=NORMAL"

    /// A server, an observer that looks, and a client with IBus's window.
    static func begin() throws -> (scene: XScene, client: XClient) {
        let scene = try XScene()
        scene.recorder.start()
        try scene.waitUntilActive()
        let client = try scene.client()
        try client.tell("make a 235 165 311 64 \(ibus) unmanaged")
        return (scene, client)
    }

    @Test func oneWindowComesChangesAndGoes() throws {
        let (scene, client) = try Self.begin()
        #expect(scene.candidates == [])
        for _ in 0..<3 {
            try client.tell("map a")
            try scene.wait(popup: Self.frame)
            try client.tell("place a 300 200 200 64")
            try scene.wait(popup: Rect(x: 300, y: 200, width: 200, height: 64))
            try client.tell("unmap a")
            try scene.wait(popup: nil)
            #expect(scene.candidates?.first?.isShown == false)
            try client.tell("place a 235 165 311 64")
        }
        #expect(scene.witness == nil)
    }

    @Test func thereBeforeTheObserver() throws {
        let scene = try XScene()
        let client = try scene.client()
        try client.tell("make a 100 100 300 31 class=fcitx,fcitx type=POPUP_MENU unmanaged")
        try client.tell("title a Fcitx5 Input Window")
        try client.tell("map a")
        scene.recorder.start()
        try scene.wait(popup: Rect(x: 100, y: 100, width: 300, height: 31))
        #expect(scene.candidates?.map(\.framework) == ["fcitx5"])
    }

    /// What belongs to the same program, and what looks the same in others.
    @Test func whatIsNone() throws {
        let (scene, client) = try Self.begin()
        try client.tell("make switcher 600 400 136 81 \(Self.ibus) unmanaged")
        try client.tell("atoms switcher _NET_WM_STATE _NET_WM_STATE_MODAL")
        try client.tell("make measured -1000 -1000 136 81 \(Self.ibus) unmanaged")
        try client.tell("make tooltip 222 165 30 31 \(Self.ibus) unmanaged")
        try client.tell("make managed 0 0 900 700 \(Self.ibus)")
        try client.tell("make menu 0 0 300 300 class=gedit,Gedit type=POPUP_MENU unmanaged")
        for window in ["switcher", "measured", "tooltip", "managed", "menu"] { try client.tell("map \(window)") }
        try client.tell("map a")
        try scene.wait(popup: Self.frame)
        #expect(scene.popups == [Self.frame])
    }

    /// fcitx5 shows the name of the engine that is switched to where candidates stand: that is hinted at. Keys are not.
    @Test func anotherEngine() throws {
        let scene = try XScene()
        var hints: [String] = []
        scene.observer.onHintOfEngine = { hints.append($0) }
        scene.recorder.start()
        try scene.waitUntilActive()
        let client = try scene.client()
        try client.tell("make a 100 100 300 31 class=fcitx,fcitx type=POPUP_MENU unmanaged")
        try client.tell("title a Fcitx5 Input Window")
        try client.tell("map a")
        try scene.wait(popup: Rect(x: 100, y: 100, width: 300, height: 31))
        let before = hints.count
        #expect(before > 0 && Set(hints) == ["fcitx5"])
        for width in [340, 300, 332] as [Double] {
            try client.tell("place a 100 100 \(Int(width)) 31")
            try scene.wait(popup: Rect(x: 100, y: 100, width: width, height: 31))
        }
        #expect(hints.count == before)
        try client.tell("place a 100 100 27 31")
        try scene.wait(popup: nil)
        try scene.wait("a hint") { hints.count > before }
    }

    /// Whoever owned the window is killed, or the server is.
    @Test(arguments: [false, true]) func nothingIsLeft(killsServer: Bool) throws {
        let (scene, client) = try Self.begin()
        try client.tell("map a")
        try scene.wait(popup: Self.frame)
        if killsServer {
            scene.killServer()
            try scene.wait("nothing to be known") { scene.recorder.facts == nil }
            try scene.removeSocket()
            try scene.restartServer()
            try scene.wait("the new server's facts") { scene.recorder.facts != nil }
        } else {
            client.teller.process.kill()
        }
        try scene.wait("no input method to be there") { scene.candidates == [] }
    }

    /// It is destroyed while it is shown, and the next one takes its place.
    @Test func anotherWindow() throws {
        let (scene, client) = try Self.begin()
        try client.tell("map a")
        try scene.wait(popup: Self.frame)
        try client.tell("destroy a")
        try scene.wait("no input method to be there") { scene.candidates == [] }
        try client.tell("make b 10 20 300 64 \(Self.ibus) unmanaged")
        try client.tell("map b")
        try scene.wait(popup: Rect(x: 10, y: 20, width: 300, height: 64))
    }
}

extension XScene {
    var candidates: [CandidateWitness]? { recorder.facts?.candidates }

    /// All places where candidates were seen, one after the other.
    var popups: [Rect] { recorder.reports.compactMap { $0.facts?.candidates?.first?.popup } }

    func wait(popup: Rect?) throws {
        try wait("candidates at \(String(describing: popup))") {
            candidates?.contains { $0.isShown == (popup != nil) && $0.popup == popup } == true
        }
    }
}
