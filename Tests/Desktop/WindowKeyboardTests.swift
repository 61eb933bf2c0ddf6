import DesktopSupport
import Foundation
import Glibc
import HeadroomBus
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// `headroomd` with real keyboards that nothing but their windows tells of, on Xvfb and openbox: what `dbus-monitor`
    /// shows is what the window tree shows, again and again, none of it lost, none doubled.
    @Suite(.serialized) struct WindowKeyboardTests {
        /// A desktop, a daemon that looks at it, and a client that looks at it by itself.
        struct Scene {
            let desktop: XDesktop
            let story: Story
            let onlooker: Teller

            init() throws {
                desktop = try XDesktop()
                story = try Story(desktop)
                onlooker = try desktop.python("window.py")
            }

            /// Where a keyboard's window takes pointers on the screen; nil: nowhere.
            func truth(_ what: String) throws -> Rect? {
                onlooker.process.write("truth \(what)\n")
                let line = try onlooker.wait(for: "the truth") { $0.hasPrefix("truth ") }
                let numbers = line.split(separator: " ").compactMap { Double($0) }
                return numbers.count == 4
                    ? Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]) : nil
            }

            /// Shows and hides the keyboard of this name, and compares each time with the windows' tree; `truth` is how
            /// its window is known there.
            ///
            /// - Returns: all that was told.
            @discardableResult
            func cycle(
                _ name: String, truth what: String, docked: Bool, show: () throws -> Void, hide: () throws -> Void
            ) throws -> [Told] {
                var all: [Told] = []
                for round in 0..<Rounds.cycles {
                    let label = "\(name), round \(round)"
                    try show()
                    var told = try story.wait(for: "DidShow") { $0.contains { $0.member == "DidShow" } }
                    // Where a window manager puts a window it may move it once more.
                    while try told.last?.end != truth(what) {
                        told += try story.wait(for: "where it is") { !$0.isEmpty }
                    }
                    let shown = try #require(told.last)
                    #expect(shown.details["origin"] == name, "\(label)")
                    #expect(shown.details["placement"] == (docked ? "docked" : "floating"), "\(label)")
                    #expect(shown.bottomInset == (docked ? shown.end.height : 0), "\(label)")
                    try hide()
                    told += try story.wait(for: "DidHide") { $0.last?.member == "DidHide" }
                    #expect(try truth(what) == nil, "\(label)")
                    for member in ["WillShow", "WillHide", "DidHide"] {
                        #expect(told.count { $0.member == member } == 1, "\(label): \(told.map(\.member))")
                    }
                    #expect(try story.pending().isEmpty, "\(label)")
                    all += told
                }
                return all
            }
        }

        static let qt = ["QT_QPA_PLATFORM": "xcb"]

        /// An application with a field, on this input method.
        static func app(_ scene: Scene, _ method: String) throws -> Teller {
            let teller = try scene.desktop.start(
                "/usr/bin/python3", ["\(scene.desktop.programs)/entry-qt.py"],
                environment: qt.merging(["QT_IM_MODULE": method]) { $1 })
            try teller.wait(for: "ready")
            return teller
        }

        /// Its window covers the screen; it shrinks to a row before it goes, which is no frame of the keyboard.
        @Test func maliit() throws {
            let scene = try Scene()
            // maliit-keyboard 2.3 does not make the folder that it listens in.
            try FileManager.default.createDirectory(atPath: "/tmp/maliit-server", withIntermediateDirectories: true)
            chmod("/tmp/maliit-server", 0o777)
            var isOwned = false
            let watch = scene.desktop.bus.watchName("org.maliit.server") { isOwned = $0 != nil }
            defer { watch.cancel() }
            let maliit = try scene.desktop.start("maliit-keyboard", environment: Self.qt)
            try scene.desktop.loop.wait("maliit", log: maliit.process.log) { isOwned }
            let app = try Self.app(scene, "Maliit")
            let told = try scene.cycle(
                "maliit", truth: "maliit-keyboard", docked: true, show: { try app.tell("focus") },
                hide: { try app.tell("blur") })
            #expect(told.allSatisfy { $0.end.height > 100 })
            try app.tell("focus")
            try scene.story.next("WillShow")
            try scene.story.next("DidShow")
            maliit.process.kill()
            try scene.story.next("WillHide")
            try scene.story.next("DidHide")
        }

        /// It is inside the application, and goes with it.
        @Test func qtVirtualKeyboard() throws {
            let scene = try Scene()
            let app = try Self.app(scene, "qtvirtualkeyboard")
            try scene.cycle(
                "qtvirtualkeyboard", truth: "entry-qt.py unmanaged", docked: true, show: { try app.tell("focus") },
                hide: { try app.tell("blur") })
            try app.tell("focus")
            try scene.story.next("WillShow")
            try scene.story.next("DidShow")
            app.process.kill()
            try scene.story.next("WillHide")
            try scene.story.next("DidHide")
        }

        /// It is shown by being started and hidden by being killed, and hangs over the edge of the screen.
        @Test func xvkbd() throws {
            let scene = try Scene()
            var xvkbd: Teller?
            try scene.cycle(
                "xvkbd", truth: "xvkbd", docked: false,
                show: { xvkbd = try scene.desktop.start("xvkbd", ["-geometry", "1000x240+100+600"]) },
                hide: { xvkbd?.process.kill() })
        }

        /// It says of no class, and its strut is chance.
        @Test func matchbox() throws {
            let scene = try Scene()
            let client = try scene.desktop.python("window.py")
            try scene.desktop.start("matchbox-keyboard", ["--daemon"])
            // Sent too early, or right after one another, its commands are lost.
            func ask(_ command: Int, toShow: Bool) throws {
                for attempt in 0..<3000 {
                    let isShown = try scene.desktop.published().phase != "hidden"
                    if isShown == toShow { return }
                    if attempt % 15 == 0 { try client.tell("message _MB_IM_INVOKER_COMMAND \(command)") }
                    try scene.desktop.pass(microseconds: 20_000)
                }
                throw TestFailure("matchbox-keyboard does not obey\n\(scene.story.log)")
            }
            try scene.cycle(
                "matchbox-keyboard", truth: "titled Keyboard", docked: false, show: { try ask(1, toShow: true) },
                hide: { try ask(2, toShow: false) })
        }
    }
}
