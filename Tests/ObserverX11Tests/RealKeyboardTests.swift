import DesktopSupport
import Foundation
import HeadroomBus
import HeadroomCore
import HeadroomObserving
import Support
import Testing

/// Real keyboards, shown and hidden again and again: what is reported is where their windows are, none of it lost, none
/// doubled.
@Suite(.serialized) struct RealKeyboardTests {
    /// How often each is shown; more in the long run.
    static let cycles = ProcessInfo.processInfo.environment["HEADROOM_LONG"] == nil ? 20 : 100

    /// Shows and hides the keyboard of this name, and compares each time with the windows' tree; `truth` is how its window
    /// is known to the client that looks on.
    static func cycle(
        _ scene: XScene, _ name: String, truth: String, show: () throws -> Void, hide: () throws -> Void
    ) throws {
        let onlooker = try scene.client()
        var last: Rect?
        for _ in 0..<cycles {
            let before = scene.recorder.reports.count
            try show()
            try scene.wait("\(name) to be shown") { scene.frame != nil }
            var place = try onlooker.truth(truth)
            while place != scene.frame {
                // Between the two looks it may have moved.
                try scene.pass(milliseconds: 20)
                place = try onlooker.truth(truth)
            }
            #expect(scene.witness?.name == name)
            last = place
            try hide()
            try scene.wait("\(name) to be hidden") { scene.witness?.isVisible != true }
            #expect(try onlooker.truth(truth) == nil)
            let flags = scene.recorder.reports.dropFirst(before).map { $0.facts?.keyboard?.isVisible ?? false }
            #expect(flags.split(separator: false).count == 1, "\(flags)")
        }
        #expect(last != nil)
    }

    @Test func maliit() throws {
        let scene = try XScene(windowManager: true)
        scene.recorder.start()
        try scene.waitUntilActive()
        // maliit-keyboard 2.3 does not make the folder that it listens in.
        try FileManager.default.createDirectory(atPath: "/tmp/maliit-server", withIntermediateDirectories: true)
        try scene.start("maliit-keyboard")
        try scene.wait("maliit to own its name") { scene.isOwned("org.maliit.server") }
        let app = try scene.app("entry-qt.py", environment: ["QT_IM_MODULE": "Maliit"])
        try RealKeyboardTests.cycle(
            scene, "maliit", truth: "maliit-keyboard", show: { try app.tell("focus") }, hide: { try app.tell("blur") })
        #expect(scene.frames.allSatisfy { $0.bottom == 800 && $0.width == 1280 })
    }

    @Test func qtVirtualKeyboard() throws {
        let scene = try XScene(windowManager: true)
        scene.recorder.start()
        try scene.waitUntilActive()
        let app = try scene.app("entry-qt.py", environment: ["QT_IM_MODULE": "qtvirtualkeyboard"])
        try RealKeyboardTests.cycle(
            scene, "qtvirtualkeyboard", truth: "entry-qt.py unmanaged", show: { try app.tell("focus") },
            hide: { try app.tell("blur") })
        app.process.kill()
        try scene.wait("it to be gone") { scene.witness == nil }
    }

    @Test func xvkbd() throws {
        let scene = try XScene(windowManager: true)
        scene.recorder.start()
        try scene.waitUntilActive()
        var xvkbd: Teller?
        try RealKeyboardTests.cycle(
            scene, "xvkbd", truth: "xvkbd",
            show: { xvkbd = try scene.start("xvkbd", ["-geometry", "1000x240+100+600"]) },
            hide: { xvkbd?.process.kill() })
    }

    @Test func matchbox() throws {
        let scene = try XScene(windowManager: true)
        scene.recorder.start()
        try scene.waitUntilActive()
        let client = try scene.client()
        try scene.start("matchbox-keyboard", ["--daemon"])
        // Sent too early, or right after one another, its commands are lost.
        func ask(_ command: Int, until isDone: () -> Bool) throws {
            for _ in 0..<200 where !isDone() {
                try client.tell("message _MB_IM_INVOKER_COMMAND \(command)")
                for _ in 0..<15 where !isDone() { try scene.pass(milliseconds: 20) }
            }
        }
        try RealKeyboardTests.cycle(
            scene, "matchbox-keyboard", truth: "titled Keyboard",
            show: { try ask(1) { scene.frame != nil } }, hide: { try ask(2) { scene.frame == nil } })
    }
}
