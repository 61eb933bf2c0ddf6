import AccessibilityPlugin
import Foundation
import HeadroomBus
import HeadroomClient
import HeadroomCore
import Support

/// A private bus with the real daemon, a keyboard that a test plays, the plugin, and a scripted application.
final class Ground {
    static let output = Output(name: "TEST-1", frame: Rect(x: 0, y: 0, width: 1280, height: 800))
    static let frame = Rect(x: 0, y: 480, width: 1280, height: 320)

    let loop: EventLoop
    let toolkit: ScriptedToolkit
    let plugin: AccessibilityPlugin
    private let bus: PrivateBus
    private let folder: TemporaryFolder
    private let client: Client
    private let daemon: ChildProcess
    private let keyboard: Provider
    private let subscription: KeyboardSubscription

    /// Everything is there, and the plugin listens.
    ///
    /// `isFocused`: the focus is in the field already, and the application has told so before. `knowsWindows`: whether
    /// anybody knows where windows are.
    init(_ fault: ScriptedToolkit.Fault? = nil, isFocused: Bool = false, knowsWindows: Bool = true) throws {
        loop = try EventLoop()
        bus = try PrivateBus()
        folder = try TemporaryFolder()
        toolkit = try ScriptedToolkit(bus, loop)
        toolkit.fault = fault
        toolkit.hasFocus = isFocused
        let variables = [
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "HOME": folder.path, "XDG_CONFIG_HOME": folder.path,
            "XDG_STATE_HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": "", "DISPLAY": "",
            "SWAYSOCK": "", "NOTIFY_SOCKET": "", "XDG_CURRENT_DESKTOP": "",
        ]
        daemon = try ChildProcess(try BuiltProgram.path("headroomd"), ["--verbose"], environment: variables)
        client = try Client(bus: .at(bus.address), loop: loop)
        keyboard = client.provider(name: "played")
        subscription = try client.subscribe { _ in }
        // On Wayland it is the compositor that knows, and there is none.
        let known = variables.merging(knowsWindows ? [:] : ["WAYLAND_DISPLAY": "nobody"]) { $1 }
        plugin = try AccessibilityPlugin(try Client(bus: .at(bus.address), loop: loop)) { known[$0] }
        var isListening = false
        plugin.onListening = { isListening = true }
        plugin.start()
        try wait("the daemon and the plugin") { client.daemon != nil && isListening }
    }

    deinit { daemon.kill() }

    func wait(_ what: String, until isDone: () -> Bool) throws {
        try loop.wait(what, log: "\(toolkit.sets) \(toolkit.asked.sorted()) \(daemon.log)", until: isDone)
    }

    /// The field on a connection of its own.
    func embed() throws -> ScriptedPage { try ScriptedPage(bus, loop, in: toolkit) }

    /// A plugin of the application's own; `granted` is called as soon as it may move things. It is active when this returns.
    func ownPlugin(_ kind: Plugin.Kind, granted: @escaping () -> Void = {}) throws -> Plugin {
        let plugin = client.plugin(name: "own", kind: kind)
        plugin.onUpdate = { if case .active = $0 { granted() } }
        try wait("the application's own plugin to be active") { plugin.isActive() }
        return plugin
    }

    /// Writes headroom.conf.
    func configure(_ text: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/headroom", withIntermediateDirectories: true)
        try text.write(toFile: "\(folder.path)/headroom/headroom.conf", atomically: true, encoding: .utf8)
    }

    /// `height`: how much higher than usual it is.
    func show(_ milliseconds: UInt32 = 100, higherBy height: Double = 0) throws {
        var frame = Self.frame
        frame.y -= height
        frame.height += height
        try publish(isVisible: true, frame, milliseconds)
    }

    func hide(_ milliseconds: UInt32 = 100) throws { try publish(isVisible: false, Self.frame, milliseconds) }

    private func publish(isVisible: Bool, _ frame: Rect, _ milliseconds: UInt32) throws {
        var publication = Publication()
        publication.isVisible = isVisible
        publication.output = Self.output.name
        publication.outputFrame = Self.output.frame
        publication.frame = frame
        publication.transition = Transition(durationMS: milliseconds, curve: .easeOutCubic)
        var answer: Result<Bool, ClientError>?
        keyboard.publish(publication) { answer = $0 }
        try wait("the keyboard's word to be taken") { answer != nil }
        _ = try answer?.get()
    }

    /// Waits until the keyboard is where its life is to be.
    func wait(for phase: Phase) throws {
        try wait("the keyboard to be \(phase)") { subscription.state?.phase == phase }
    }

    /// Lets so much time pass.
    func pass(microseconds: UInt64) throws {
        var isOver = false
        let timer = try loop.timer { isOver = true }
        timer.arm(after: microseconds)
        try wait("time to pass") { isOver }
    }

    /// What the daemon lists.
    func lists() throws -> AvoidanceState {
        var answer: Result<AvoidanceState, ClientError>?
        client.avoidance { answer = $0 }
        try wait("the lists") { answer != nil }
        return try answer?.get() ?? AvoidanceState()
    }

    /// Asks the daemon for its lists until they are as they should be.
    ///
    /// - Returns: the last report, if there is one.
    @discardableResult
    func waitForLists(_ what: String, until isDone: (AvoidanceState) -> Bool) throws -> PluginReport? {
        var last = AvoidanceState()
        for _ in 0..<2000 {
            last = try lists()
            if isDone(last) { return last.reports.first?.report }
            // The daemon answers 200 calls a second.
            try pass(microseconds: 15_000)
        }
        throw TestFailure("waited for \(what): \(last.reports) \(toolkit.sets) \(daemon.log)")
    }
}
