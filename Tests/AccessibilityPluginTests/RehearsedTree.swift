import HeadroomBus
import HeadroomClient
import HeadroomCore
import HeadroomPluginKit
import Support

@testable import AccessibilityPlugin

/// An application that is rehearsed as the plugin has it: seen, and moved, over an accessibility bus.
final class RehearsedTree: RehearsedApplication {
    private let loop: EventLoop
    private let bus: PrivateBus
    private let client: Client
    private let toolkit: ScriptedToolkit
    private let application: Application
    private var lineage: Lineage?

    /// Its window has to be turned to an output first. `isArea`: one with a text area, whose caret is kept in sight, rather than
    /// a list.
    ///
    /// - Throws: if its bus does not start.
    init(isArea: Bool) throws {
        loop = try EventLoop()
        bus = try PrivateBus()
        toolkit = try ScriptedToolkit(bus, loop)
        toolkit.isArea = isArea
        client = try Client(bus: .at(bus.address), loop: loop)
        let tree = try AccessibilityBus(client)
        application = try Application(
            tree, names: ["rehearsed"], lastingName: "rehearsed",
            place: WindowPlace(tree, .gtk3, process: 1, source: X11Windows(loop) { _ in nil }))
        world = RehearsedWorld(application)
        var isConnected = false
        tree.onConnected = { isConnected = true }
        tree.start()
        try loop.wait("the accessibility bus") { isConnected }
        let owner = toolkit.connection.uniqueName ?? ":1.0"
        var answer: Lineage??
        _ = Climb(tree, from: Accessible(owner: owner, path: "/a/field")) { answer = .some($0) }
        try loop.wait("what the field lies in") { answer != nil }
        lineage = answer ?? nil
    }

    var fault: ScriptedToolkit.Fault? {
        get { toolkit.fault }
        set { toolkit.fault = newValue }
    }

    let world: any World

    private func focus(at y: Double) {
        toolkit.fieldY = y
        guard let lineage else { return }
        application.focusChanged(to: Application.Focus(lineage: lineage, isMultiLine: toolkit.isArea))
    }

    func focusLow() { focus(at: toolkit.view.height - 60) }
    func focusHigh() { focus(at: 40) }

    func type() -> Bool {
        guard toolkit.isArea, let lineage else { return false }
        toolkit.fieldY += 20
        application.caretMoved(in: lineage.field)
        return true
    }

    func giveFocus(_ hasFocus: Bool) { application.windowChanged(isActive: hasFocus) }

    func scroll(by distance: Double) -> Bool {
        toolkit.scroll(to: toolkit.value + distance)
        return true
    }

    func turn(to output: Output) -> Bool {
        toolkit.fill(output.frame)
        focusLow()
        return true
    }

    var seen: [Double] { [toolkit.offset, toolkit.seenField.y, toolkit.view.y, toolkit.view.height] }

    func settle() {
        guard let world = world as? RehearsedWorld else { return }
        try? loop.wait("the application's answer", seconds: 20) { world.open == 0 }
    }
}

/// The world as it is, and whether it still owes an answer.
private final class RehearsedWorld: World {
    private let application: Application
    private(set) var open = 0

    init(_ application: Application) { self.application = application }

    var names: [String] { application.names }
    var lastingName: String? { application.lastingName }
    var options: AvoidanceOptions { application.options }

    func measure(_ answer: @escaping (Measurement?) -> Void) {
        open += 1
        application.measure { [self] measurement in
            open -= 1
            answer(measurement)
        }
    }

    func apply(_ position: Position) { application.apply(position) }
}
