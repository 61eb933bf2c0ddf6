import HeadroomCore
import HeadroomDaemon
import Support
import Testing

/// How the daemon starts its observers, waits for them, and stops them.
@Suite(.notes, .withLog)
struct ObserverLifeTests {
    @Test("it serves when every observer has answered, or when one does not")
    func silent() throws {
        let stage = try Stage(isEmpty: true)
        let silent = ScriptedObserver("Silent", nil)
        try stage.serve([silent])
        let subscriber = try stage.subscriber()
        let listed = try subscriber.observers()
        #expect(listed.map(\.name) == ["Silent"])
        #expect(listed.map(\.availability) == ["waiting"])
        #expect(try subscriber.all()["Watching"] == false)
    }

    @Test("a first GetState is true: what observers saw before the name was ours is known")
    func truth() throws {
        let stage = try Stage(isEmpty: true)
        try stage.serve([Eager()])
        let state = try stage.subscriber().state()
        #expect(["showing", "shown"].contains(state.phase))
        #expect(state.told.end == [0, 500, 1280, 300])
        #expect(state.told.origin == "eager")
    }

    @Test("a disabled one is not started, and stopped when it is disabled later; its keyboard goes with it")
    func disabled() throws {
        let stage = try Stage(configuration: "[observers]\ndisable=Second\n", isEmpty: true)
        let first = ScriptedObserver("First")
        let second = ScriptedObserver("Second")
        let daemon = try stage.serve([first, second])
        #expect(first.starts == 1)
        #expect(second.starts == 0)
        let subscriber = try stage.subscriber()
        let listed = try subscriber.observers()
        #expect(listed.map(\.availability) == ["waiting", "unavailable"])
        #expect(listed[1].details["why"] == "disabled in headroom.conf")
        first.see(
            Facts(
                keyboard: KeyboardWitness(
                    name: "observed", isVisible: true, since: stage.now,
                    frame: .rect(Rect(x: 0, y: 500, width: 1280, height: 300)))))
        try subscriber.rest(at: "shown")

        try stage.configure("[observers]\ndisable=First\n")
        daemon.configure()
        #expect(first.host == nil)
        #expect(second.starts == 1)
        let told = try subscriber.expect("WillHide", "DidHide")
        #expect(told[0].reason == "provider-lost")
        #expect(try subscriber.all()["Watching"] == false)
        // What it still says is heard no more.
        first.see(nil)
        try subscriber.expectNothing()
    }

    @Test("it is told which window classes the user calls keyboards, and again when that changes")
    func windowClasses() throws {
        let stage = try Stage(configuration: "[keyboards]\nx11-classes=My-Keys, other\n", isEmpty: true)
        let observer = ScriptedObserver("Only")
        let daemon = try stage.serve([observer])
        #expect(observer.classes == ["My-Keys", "other"])
        let tooMany = (0..<300).map { "x11-classes=c\($0)\n" }.joined()
        try stage.configure("[keyboards]\n\(tooMany)")
        daemon.configure()
        #expect(observer.classes == ["My-Keys", "other"])
        try stage.configure("[keyboards]\nx11-classes=third\n")
        daemon.configure()
        #expect(observer.classes == ["third"])
    }
}
