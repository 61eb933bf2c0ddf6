import Foundation
import HeadroomBus
import HeadroomCore
import HeadroomObserving
import Support
import Testing

/// The observer of fcitx5 on either bus, with an fcitx5 that does what it is told.
struct Fcitx5ObserverTests {
    private final class Scene {
        let bus: PrivateBus
        let loop: EventLoop
        let host: ScriptedHost
        let fcitx5: ScriptedFcitx5
        let observer: Fcitx5Observer
        /// A program that speaks to fcitx5.
        let program: Connection
        private var peers: [AnyObject] = []

        init(
            _ kind: PrivateBus.Program = .daemon, hasVirtualKeyboard: Bool = true, denied: String = "",
            isWayland: Bool = false
        ) throws {
            observer = Fcitx5Observer(isWayland: isWayland)
            bus = try PrivateBus(kind, service: "org.fcitx.Fcitx5", denied: denied)
            loop = try EventLoop()
            host = try ScriptedHost(bus, loop)
            fcitx5 = try ScriptedFcitx5(bus, loop, hasVirtualKeyboard: hasVirtualKeyboard)
            program = try bus.connect(loop)
        }

        var facts: Facts? { host.facts.last ?? nil }
        var witness: CandidateWitness? { facts?.candidates?.first }

        func wait(_ what: String, until isDone: () -> Bool) throws {
            do { try loop.wait(what, until: isDone) } catch {
                throw TestFailure("\(error): \(host.facts.suffix(3)), \(host.availability), \(fcitx5.calls.suffix(20))")
            }
        }

        /// Everything that was sent has arrived.
        func settle() throws {
            try fcitx5.connection.settle()
            try host.bus.settle()
        }

        /// fcitx5 is there, with this engine, and is known.
        func begin(_ engine: Value = "keyboard-us") throws {
            fcitx5.engine = engine
            try fcitx5.own()
            observer.start(host)
            try wait("fcitx5 to be known") { witness != nil && host.availability.last?.isActive == true }
        }

        /// Waits until it has been quiet for longer than one question follows another.
        func waitUntilCalm() throws {
            var last = -1
            while last != fcitx5.questions {
                last = fcitx5.questions
                var isOver = false
                let timer = try loop.timer { isOver = true }
                timer.arm(after: 200_000)
                try wait("calm") { isOver }
            }
        }

        /// The engine changes, and `hint` is all that tells.
        func change(to engine: String, _ hint: () throws -> Void) throws {
            try waitUntilCalm()
            fcitx5.engine = .string(engine)
            try hint()
            try wait(engine) { witness?.engine == engine }
        }

        /// The program that shows fcitx5's keyboard.
        @discardableResult
        func keyboard() throws -> ScriptedInputMethod {
            let keyboard = try ScriptedInputMethod(bus, loop, owning: ScriptedFcitx5.keyboard)
            peers.append(keyboard)
            return keyboard
        }

        /// Another fcitx5.
        func nextFcitx5() throws -> ScriptedFcitx5 {
            let next = try ScriptedFcitx5(bus, loop)
            peers.append(next)
            return next
        }
    }

    @Test("nobody owns the name: waiting, with the reason, and fcitx5 is not started for it")
    func nobody() throws {
        let scene = try Scene()
        scene.observer.start(scene.host)
        try scene.wait("an availability") { !scene.host.availability.isEmpty }
        #expect(scene.host.availability.map(\.word) == ["waiting"])
        #expect(scene.host.availability.last?.reason.contains("org.fcitx.Fcitx5") == true)
        #expect(!scene.observer.show() && !scene.observer.hide())
        try scene.settle()
        #expect(scene.host.facts.compactMap { $0 } == [])
        #expect(!FileManager.default.fileExists(atPath: scene.bus.startedFile))
    }

    @Test("the engine, whichever way a change is hinted at", arguments: PrivateBus.Program.allCases)
    func engine(_ kind: PrivateBus.Program) throws {
        let scene = try Scene(kind)
        try scene.begin()
        #expect(scene.witness == CandidateWitness(framework: "fcitx5", engine: "keyboard-us"))
        #expect(scene.facts?.keyboard == nil)
        #expect(scene.host.availability.last == .active)
        let program = try #require(scene.program.uniqueName)
        try scene.change(to: "pinyin") { try scene.fcitx5.tellEngine(program) }
        try scene.change(to: "wubi") {
            try scene.fcitx5.signal("/StatusNotifierItem", "org.kde.StatusNotifierItem", "NewIcon")
        }
        try scene.change(to: "anthy") {
            try scene.fcitx5.signal(
                "/kimpanel", "org.kde.kimpanel.inputmethod", "UpdateProperty",
                "/Fcitx/im:Anthy:fcitx-anthy::menu,label=あ")
        }
        try scene.change(to: "hangul") {
            try scene.fcitx5.signal("/controller", "org.fcitx.Fcitx.Controller1", "InputMethodGroupsChanged")
        }
        try scene.waitUntilCalm()
        let questions = scene.fcitx5.questions
        scene.observer.hint(of: "ibus")
        try scene.waitUntilCalm()
        #expect(scene.fcitx5.questions == questions, "that is nothing of fcitx5's")
        try scene.change(to: "rime") { scene.observer.hint(of: "fcitx5") }
        #expect(scene.fcitx5.neverStarts)
    }

    @Test("another program's icon is no hint")
    func otherIcon() throws {
        let scene = try Scene()
        try scene.begin()
        try scene.waitUntilCalm()
        let questions = scene.fcitx5.questions
        for _ in 0..<3 {
            let sender = try ChildProcess(
                "dbus-send",
                [
                    "--bus=\(scene.bus.address)", "--type=signal", "/StatusNotifierItem",
                    "org.kde.StatusNotifierItem.NewIcon",
                ])
            #expect(try sender.waitForExit() == 0)
        }
        try scene.settle()
        try scene.waitUntilCalm()
        #expect(scene.fcitx5.questions == questions)
    }

    @Test(
        "ten thousand hints at once make few questions, and the last answer holds",
        arguments: PrivateBus.Program.allCases)
    func flood(_ kind: PrivateBus.Program) throws {
        let scene = try Scene(kind)
        try scene.begin()
        try scene.waitUntilCalm()
        let start = scene.loop.now
        let questions = scene.fcitx5.questions
        let program = try #require(scene.program.uniqueName)
        for number in 0..<2500 {
            try scene.fcitx5.tellEngine(program)
            try scene.fcitx5.signal("/StatusNotifierItem", "org.kde.StatusNotifierItem", "NewIcon")
            try scene.fcitx5.signal("/kimpanel", "org.kde.kimpanel.inputmethod", "UpdateProperty", "/Fcitx/im:")
            try scene.fcitx5.signal("/controller", "org.fcitx.Fcitx.Controller1", "InputMethodGroupsChanged")
            if number.isMultiple(of: 20) { try scene.settle() }
        }
        scene.fcitx5.engine = "pinyin"
        try scene.fcitx5.tellEngine(program)
        try scene.wait("the last one") { scene.witness?.engine == "pinyin" }
        try scene.waitUntilCalm()
        let allowed = 2 + (scene.loop.now - start) / 50_000
        #expect(scene.fcitx5.questions - questions <= Int(allowed))
    }

    @Test(
        "an answer that names no engine: fcitx5 is there, and heard when it names one",
        arguments: [
            "", "two words", 1, .double(1), .variant("pinyin"), .string(String(repeating: "n", count: 100_000)),
        ]
            as [Value])
    func wrongAnswer(_ answer: Value) throws {
        let scene = try Scene()
        try scene.begin(answer)
        #expect(scene.witness == CandidateWitness(framework: "fcitx5"))
        try scene.change(to: "pinyin") { try scene.fcitx5.tellEngine(try #require(scene.program.uniqueName)) }
    }

    @Test("fcitx5 is killed and started anew: gone at once, and known again", arguments: PrivateBus.Program.allCases)
    func restart(_ kind: PrivateBus.Program) throws {
        let scene = try Scene(kind)
        try scene.begin("pinyin")
        scene.fcitx5.connection.close()
        try scene.wait("nothing") {
            scene.host.facts.last == .some(nil) && scene.host.availability.last?.word == "waiting"
        }
        let next = try scene.nextFcitx5()
        try next.own()
        try scene.wait("the next one") { scene.witness?.engine == "keyboard-us" }
        #expect(scene.host.availability.last == .active)
    }

    @Test("fcitx5 is stopped: it is said, and all is well when it goes on")
    func stopped() throws {
        let scene = try Scene()
        scene.fcitx5.engine = nil
        try scene.fcitx5.own()
        scene.observer.start(scene.host)
        try scene.wait("the end of patience") { scene.host.availability.last?.reason == "fcitx5 does not answer" }
        #expect(scene.fcitx5.questions == 1)
        scene.fcitx5.engine = "pinyin"
        scene.fcitx5.answerAll()
        // The late answer was an error; whoever was told of engines meanwhile knocked.
        try scene.wait("pinyin") { scene.witness?.engine == "pinyin" }
        #expect(scene.host.availability.last == .active)
    }

    @Test("older than 5.1: no context is made, and it is said that the keyboard is not seen")
    func old() throws {
        let scene = try Scene(hasVirtualKeyboard: false)
        try scene.begin("pinyin")
        try scene.wait("its age") { scene.host.availability.last?.reason.contains("older than 5.1") == true }
        #expect(scene.host.availability.last?.word == "active")
        try scene.keyboard()
        try scene.settle()
        #expect(!scene.observer.show())
        #expect(!scene.fcitx5.calls.contains { $0.contains("CreateInputContext") })
        #expect(scene.facts?.keyboard == nil)
    }

    @Test("its keyboard is followed by a context that never gets the focus", arguments: PrivateBus.Program.allCases)
    func keyboard(_ kind: PrivateBus.Program) throws {
        let scene = try Scene(kind)
        try scene.begin("pinyin")
        #expect(scene.fcitx5.contexts.isEmpty)
        let keyboard = try scene.keyboard()
        try scene.wait("the keyboard, hidden") { scene.facts?.keyboard?.isVisible == false }
        #expect(scene.facts?.keyboard?.name == "fcitx5-virtualkeyboard")
        #expect(scene.facts?.keyboard?.frame == nil)
        #expect(scene.fcitx5.programs == [[.array("(ss)", [.structure(["program", "headroomd"])])]])
        // As recorded from 5.1.12: eight times shown and hidden.
        var seen: [Bool] = []
        for number in 0..<16 {
            let before = scene.host.facts.count
            try scene.fcitx5.show(number.isMultiple(of: 2))
            try scene.wait("a change") { scene.host.facts.count > before }
            seen.append(scene.facts?.keyboard?.isVisible ?? false)
        }
        #expect(seen == (0..<16).map { $0.isMultiple(of: 2) })
        #expect(scene.witness?.engine == "pinyin")
        keyboard.connection.close()
        try scene.wait("no keyboard") { scene.facts?.keyboard == nil }
        try scene.wait("no context") { scene.fcitx5.contexts.isEmpty }
        let said = Set(
            scene.fcitx5.calls.filter { $0.contains("/inputcontext/") }.compactMap { $0.split(separator: " ").last })
        #expect(said == ["IsVirtualKeyboardVisible", "DestroyIC"])
        #expect(scene.fcitx5.neverStarts)
    }

    @Test("a keyboard that is shown already; fcitx5 dies with it on the screen")
    func shownAlready() throws {
        let scene = try Scene()
        try scene.keyboard()
        try scene.fcitx5.show(true)
        try scene.begin()
        try scene.wait("the keyboard, shown") { scene.facts?.keyboard?.isVisible == true }
        scene.fcitx5.connection.close()
        try scene.wait("nothing") { scene.host.facts.last == .some(nil) }
        #expect(!scene.observer.hide())
    }

    @Test("show and hide are asked for one after the other, and change nothing until fcitx5 says so")
    func requests() throws {
        let scene = try Scene()
        try scene.begin()
        try scene.keyboard()
        try scene.wait("the keyboard") { scene.facts?.keyboard != nil }
        #expect(scene.observer.show() && scene.observer.hide())
        try scene.wait("both") { scene.fcitx5.calls.last == "/virtualkeyboard HideVirtualKeyboard" }
        #expect(scene.fcitx5.calls.contains("/virtualkeyboard ShowVirtualKeyboard"))
        #expect(scene.facts?.keyboard?.isVisible == false)
        try scene.settle()
        scene.fcitx5.answersRequests = false
        for _ in 0..<5 { #expect(scene.observer.show() && scene.observer.hide()) }
        try scene.wait("the end of patience") { scene.host.availability.last?.word == "waiting" }
        #expect(!scene.observer.show())
        #expect(scene.facts?.keyboard?.canShow == false)
        scene.fcitx5.answerAll()
        try scene.wait("its answer") { scene.host.availability.last == .active }
        #expect(scene.observer.show())
    }

    @Test("stop: the context is destroyed and nothing is heard any more; start: all is found again")
    func stop() throws {
        let scene = try Scene()
        try scene.begin()
        try scene.keyboard()
        try scene.wait("the keyboard") { scene.facts?.keyboard != nil }
        scene.observer.stop()
        try scene.wait("no context") { scene.fcitx5.contexts.isEmpty }
        let reports = scene.host.facts.count
        try scene.fcitx5.show(true)
        try scene.fcitx5.tellEngine(try #require(scene.program.uniqueName))
        try scene.settle()
        #expect(scene.host.facts.count == reports)
        scene.observer.start(scene.host)
        try scene.wait("the keyboard, shown") { scene.facts?.keyboard?.isVisible == true }
    }

    @Test("stopped before fcitx5 has made the context: it is destroyed all the same")
    func stoppedTooEarly() throws {
        let scene = try Scene()
        try scene.begin()
        try scene.keyboard()
        while scene.fcitx5.contexts.isEmpty { try scene.loop.turn(timeout: 1_000_000) }
        scene.observer.stop()
        try scene.wait("no context") { scene.fcitx5.contexts.isEmpty }
    }

    @Test("a bus that lets nobody overhear: the engine is asked for by the other hints, and it is said")
    func refused() throws {
        let scene = try Scene(denied: "send_interface=\"org.freedesktop.DBus.Monitoring\"")
        try scene.begin()
        try scene.wait("the refusal") { scene.host.availability.last?.reason.contains("overhear") == true }
        try scene.change(to: "pinyin") {
            try scene.fcitx5.signal("/StatusNotifierItem", "org.kde.StatusNotifierItem", "NewIcon")
        }
    }

    @Test("the caret, as programs tell it fcitx5, and not in a Wayland session", arguments: PrivateBus.Program.allCases)
    func caret(_ kind: PrivateBus.Program) throws {
        for isWayland in [false, true] {
            let scene = try Scene(kind, isWayland: isWayland)
            try scene.begin()
            // Once it knows of another engine, its monitor hears what is said.
            try scene.change(to: "pinyin") { try scene.fcitx5.tellEngine(try #require(scene.program.uniqueName)) }
            func call(_ member: MemberName, _ values: [Int32]) throws {
                let signature = Signature(stringLiteral: String(repeating: "i", count: values.count))
                try scene.program.send(
                    Message.call(
                        ScriptedFcitx5.name, "/org/freedesktop/portal/inputcontext/77",
                        "org.fcitx.Fcitx.InputContext1", member, signature
                    ) { writer throws(BusError) in for value in values { try writer.int32(value) } })
            }
            try call("SetCursorRect", [222, 133, 0, 32])
            try call("SetCursorRect", [222, 133, 0, -32])
            try call("ProcessKeyEvent", [97])
            try scene.change(to: "wubi") { try scene.fcitx5.tellEngine(try #require(scene.program.uniqueName)) }
            #expect(scene.witness?.caret == (isWayland ? nil : Rect(x: 222, y: 133, width: 0, height: 32)))
            try call("FocusOut", [])
            try scene.wait("no caret") { scene.witness?.caret == nil }
        }
    }

    @Test("hostile signals are passed over")
    func hostile() throws {
        let scene = try Scene()
        try scene.begin("pinyin")
        try scene.keyboard()
        try scene.wait("the keyboard") { scene.facts?.keyboard != nil }
        let (path, program) = try #require(scene.fcitx5.contexts.first)
        let interface = "org.fcitx.Fcitx.InputContext1"
        let member = "VirtualKeyboardVisibilityChanged"
        try scene.fcitx5.signal(path, interface, member, "true", to: program)
        try scene.fcitx5.signal(path, interface, member, to: program)
        try scene.fcitx5.signal(path, interface, member, Value.bool(true).nested(20), to: program)
        try scene.fcitx5.signal("/other", interface, member, true, to: program)
        let stranger = try scene.nextFcitx5()
        try stranger.signal(path, interface, member, true, to: program)
        try stranger.connection.settle()
        try scene.settle()
        #expect(scene.facts?.keyboard?.isVisible == false)
        try scene.fcitx5.show(true)
        try scene.wait("shown") { scene.facts?.keyboard?.isVisible == true }
    }
}
