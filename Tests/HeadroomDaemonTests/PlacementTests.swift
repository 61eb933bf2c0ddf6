import Support
import Testing

/// How a keyboard stands, and what that does to frame and inset (contract, section 2; rules G3 and B1).
@Suite(.notes, .withLog)
struct PlacementTests {
    private let stage: Stage
    private let subscriber: Subscriber
    private let provider: Peer

    init() throws {
        stage = try Stage()
        subscriber = try stage.subscriber()
        provider = try stage.provider()
    }

    /// Shows the keyboard, at once, and hides it again: its WillShow and its WillHide.
    private func round(_ changes: [String: Value]) throws -> (shown: Told, hidden: Told) {
        try provider.publish(.docked.with(changes))
        let shown = try subscriber.expect("WillShow", "DidShow")[0]
        try provider.publish(["name": "simulated", "visible": false, "duration-ms": 0, "reason": "user"])
        let hidden = try subscriber.expect("WillHide", "DidHide")[0]
        try provider.withdraw("simulated")
        return (shown, hidden)
    }

    @Test("given nothing, one that ends at the output's bottom is docked, another floats")
    func derived() throws {
        #expect(try round([:]).shown.placement == "docked")
        let near = try round(["frame": .rect(0, 524, 1280, 260)]).shown
        #expect(near.placement == "docked")
        #expect(near.inset == 276)
        let far = try round(["frame": .rect(0, 523, 1280, 260)])
        #expect(far.shown.placement == "floating")
        #expect(far.shown.inset == 0)
    }

    @Test("what is given goes before what it looks like")
    func given() throws {
        #expect(try round(["placement": "floating"]).shown.inset == 0)
        let docked = try round(["placement": "docked", "frame": .rect(0, 300, 1280, 260)]).shown
        #expect(docked.placement == "docked")
        #expect(docked.inset == 500)
    }

    @Test("floating: no inset, and hidden it is zero high at its own place")
    func floating() throws {
        let (shown, hidden) = try round(["frame": .rect(100, 200, 400, 180)])
        #expect(shown.placement == "floating")
        #expect(shown.begin == [100, 200, 400, 0])
        #expect(shown.end == [100, 200, 400, 180])
        #expect(hidden.begin == [100, 200, 400, 180])
        #expect(hidden.end == [100, 200, 400, 0])
    }

    @Test("split: the pieces as regions, relative to the output")
    func split() throws {
        let pieces: Value = .array("(dddd)", [.rect(0, 500, 500, 300), .rect(780, 500, 500, 300)])
        let (shown, hidden) = try round([
            "frame": .rect(0, 500, 1280, 300), "placement": "split", "regions": pieces,
            "output-frame": .rect(300, 100, 1280, 800),
        ])
        #expect(shown.placement == "split")
        #expect(shown.details["regions"] == pieces)
        #expect(shown.inset == 0)
        #expect(hidden.details["regions"] == nil)
    }

    @Test("candidates only, and a hardware keyboard with its bar")
    func candidatesOnly() throws {
        let row: [String: Value] = [
            "frame": .rect(0, 760, 1280, 40), "candidate-bar-height": 40, "candidate-bar-included": true,
        ]
        for placement in ["candidates-only", "hardware"] {
            let shown = try round(row.with(["placement": .string(placement)])).shown
            #expect(shown.placement == placement)
            #expect(shown.end == [0, 760, 1280, 40])
            #expect(shown.bar == 40)
            #expect(shown.inset == 0)
        }
    }

    @Test("a hardware keyboard that covers nothing is nothing to tell")
    func hardware() throws {
        try provider.publish(.docked.with(["placement": "hardware", "frame": .rect(0, 800, 1280, 0)]))
        try subscriber.expectNothing()
        // Also if it gives no frame: what is not there is not estimated.
        try provider.publish(["name": "simulated", "clear": .strings(["frame"])])
        // An estimate would come after 300 ms.
        try provider.publish(["name": "leased", "can-show": true, "lease-ms": 400])
        try stage.wait("the lease to run out") { subscriber.changes(of: "CanShow") == [true, false] }
        try subscriber.expectNothing()
        #expect(try subscriber.state().phase == "hidden")
    }

    @Test("a placement nobody knows is passed on and treated as floating")
    func unknown() throws {
        let (shown, hidden) = try round(["placement": "holographic"])
        #expect(shown.placement == "holographic")
        #expect(shown.inset == 0)
        #expect(hidden.end == [0, 540, 1280, 0])
    }

    @Test("docked at the top, at the side, over everything: no inset; hidden outside its own edge")
    func otherEdges() throws {
        let top = try round(["placement": "docked", "frame": .rect(0, 0, 1280, 200)])
        #expect(top.shown.inset == 0)
        #expect(top.shown.begin == [0, -200, 1280, 200])
        let left = try round(["placement": "docked", "frame": .rect(0, 0, 300, 800)])
        #expect(left.shown.inset == 0)
        #expect(left.hidden.end == [-300, 0, 300, 800])
        let right = try round(["placement": "docked", "frame": .rect(980, 0, 300, 800)])
        #expect(right.hidden.end == [1280, 0, 300, 800])
        let whole = try round(["placement": "docked", "frame": .rect(0, 0, 1280, 800)])
        #expect(whole.shown.inset == 0)
    }

    @Test("a bar outside the frame extends it upwards; one inside does not")
    func bar() throws {
        let outside = try round(["candidate-bar-height": 44]).shown
        #expect(outside.end == [0, 496, 1280, 304])
        #expect(outside.bar == 44)
        #expect(outside.inset == 304)
        #expect(outside.details["candidate-bar-height-begin"] == nil)
        let inside = try round(["candidate-bar-height": 44, "candidate-bar-included": true]).shown
        #expect(inside.end == [0, 540, 1280, 260])
        #expect(inside.bar == 44)
        #expect(inside.inset == 260)
        let higher = try round(["candidate-bar-height": 500, "candidate-bar-included": true]).shown
        #expect(higher.bar == 260, "no bar is higher than what it is a part of")
    }

    @Test("a bar that comes later is a change of the frame")
    func barComes() throws {
        try provider.publish(.docked)
        try subscriber.expect("WillShow", "DidShow")
        try provider.publish(["name": "simulated", "candidate-bar-height": 44, "duration-ms": 0])
        let changed = try subscriber.expect("WillChangeFrame", "DidChangeFrame")[0]
        #expect(changed.reason == "candidates")
        #expect(changed.details["candidate-bar-height-begin"] == 0.0)
        #expect(changed.bar == 44)
        #expect(changed.begin == [0, 540, 1280, 260])
        #expect(changed.end == [0, 496, 1280, 304])
    }

    @Test("room below the caret is told beside the frame")
    func room() throws {
        let shown = try round(["room-below-caret": 120]).shown
        #expect(shown.details["room-below-caret"] == 120.0)
        #expect(shown.end == [0, 540, 1280, 260])
    }

    @Test("docked, undocked: one change with the reason placement")
    func undocked() throws {
        try provider.publish(.docked)
        try subscriber.expect("WillShow", "DidShow")
        try provider.publish(["name": "simulated", "placement": "floating", "duration-ms": 0])
        let changed = try subscriber.expect("WillChangeFrame", "DidChangeFrame")[0]
        #expect(changed.reason == "placement")
        #expect(changed.inset == 0)
    }
}
