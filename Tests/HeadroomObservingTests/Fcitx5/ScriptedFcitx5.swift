import HeadroomBus
import Support

/// A peer that is fcitx5 to whoever asks it, of a version with or without on-screen keyboards.
final class ScriptedFcitx5 {
    let connection: Connection
    private let loop: EventLoop
    private var objects: [ExportedObject] = []
    /// What `CurrentInputMethod` answers; nil: nothing at all, until ``answerAll()``.
    var engine: Value? = "keyboard-us"
    /// Whether the on-screen keyboard is shown.
    private(set) var isShown = false
    /// Whether requests to show and to hide are answered.
    var answersRequests = true
    /// All calls so far, as `PATH MEMBER`.
    private(set) var calls: [String] = []
    /// Whether all calls were made so that the bus starts nothing for them.
    private(set) var neverStarts = true
    /// The contexts that programs have, by path, with the program.
    private(set) var contexts: [String: BusName] = [:]
    /// What programs said they are.
    private(set) var programs: [[Value]] = []
    private var unanswered: [(DeferredInvocation, String)] = []
    private var answered: [DeferredInvocation] = []
    private var contextsMade = 0

    static let name: BusName = "org.fcitx.Fcitx5"
    static let keyboard: BusName = "org.fcitx.Fcitx5.VirtualKeyboard"

    init(_ bus: PrivateBus, _ loop: EventLoop, hasVirtualKeyboard: Bool = true) throws {
        self.loop = loop
        connection = try bus.connect(loop)
        var paths: [ObjectPath] = ["/controller", "/org/freedesktop/portal/inputmethod"]
        if hasVirtualKeyboard { paths.append("/virtualkeyboard") }
        for path in paths { try export(path) }
    }

    private func export(_ path: ObjectPath) throws {
        let object = try connection.export(path, introspection: Array("<node/>".utf8))
        object.gate = { [weak self] call in self?.receive(call) }
        objects.append(object)
    }

    func own() throws {
        var reply: NameReply?
        connection.requestName(Self.name, [.doNotQueue]) { result in reply = try? result.get() }
        try loop.wait("the name") { reply != nil }
    }

    // MARK: - Calls

    private func receive(_ call: consuming Invocation) {
        let path = call.message.path.map { String($0) } ?? ""
        let member = call.message.member.map { String($0) } ?? ""
        calls.append("\(path) \(member)")
        if call.message.autoStarts { neverStarts = false }
        switch member {
        case "Introspect": return call.proceed()
        case "CurrentInputMethod":
            guard let engine else { return unanswered.append((call.later(), member)) }
            answer(call.message, [engine])
        case "CreateInputContext": create(call.message)
        case "IsVirtualKeyboardVisible": answer(call.message, [.bool(isShown)])
        case "DestroyIC": contexts[path] = nil
        case "ShowVirtualKeyboard", "HideVirtualKeyboard":
            guard answersRequests else { return unanswered.append((call.later(), member)) }
            answer(call.message, [])
        case _: return call.fail("org.freedesktop.DBus.Error.UnknownMethod", member)
        }
        // It was answered in a way of its own.
        answered.append(call.later())
    }

    private func answer(_ call: borrowing Message, _ values: [Value]) {
        let signature = Signature(stringLiteral: values.map(\.signature).joined())
        guard call.wantsReply,
            let reply = try? Message.reply(
                to: call, signature,
                body: { writer throws(BusError) in for value in values { try value.write(to: &writer) } })
        else { return }
        try? connection.send(reply)
    }

    private func create(_ call: borrowing Message) {
        contextsMade += 1
        let path = "/org/freedesktop/portal/inputcontext/\(contextsMade)"
        programs.append(
            (try? call.read { reader throws(BusError) in
                var values: [Value] = []
                while reader.hasNext { values.append(try Value(&reader)) }
                return values
            }) ?? [])
        contexts[path] = call.sender.flatMap { try? BusName($0) }
        try? export(ObjectPath(stringLiteral: path))
        answer(call, [.path(path), .array("y", Array(repeating: .byte(0), count: 16))])
    }

    /// Answers what was left unanswered.
    func answerAll() {
        answersRequests = true
        for (call, member) in unanswered {
            guard member == "CurrentInputMethod" else {
                call.reply()
                continue
            }
            call.fail("org.freedesktop.DBus.Error.Failed", "too late")
        }
        unanswered = []
    }

    /// How often it was asked for the engine.
    var questions: Int { calls.count { $0 == "/controller CurrentInputMethod" } }

    // MARK: - What it says

    /// The keyboard is shown or hidden: it tells every context so.
    func show(_ isShown: Bool) throws {
        self.isShown = isShown
        for (path, program) in contexts {
            try signal(
                path, "org.fcitx.Fcitx.InputContext1", "VirtualKeyboardVisibilityChanged", .bool(isShown), to: program)
        }
    }

    /// Any signal.
    func signal(
        _ path: String, _ interface: String, _ member: String, _ arguments: Value..., to destination: BusName? = nil
    ) throws {
        let recorded = BusMonitorText.Recorded(
            sender: "", path: path, interface: interface, member: member, arguments: arguments)
        try connection.send(recorded.signal(to: destination))
    }

    /// It tells a program that another engine is in use.
    func tellEngine(_ program: BusName) throws {
        try signal(
            "/org/freedesktop/portal/inputcontext/77", "org.fcitx.Fcitx.InputContext1", "CurrentIM", "Pinyin", "pinyin",
            "zh_CN", to: program)
    }
}
