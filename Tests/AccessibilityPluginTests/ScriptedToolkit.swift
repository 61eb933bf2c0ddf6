import HeadroomBus
import HeadroomCore
import Support

/// An application with one window, a list in a pane, and a field in it, as toolkits tell of such a thing; and the launcher and
/// the registry of its accessibility bus, which is the bus it is on.
final class ScriptedToolkit {
    enum Fault: CaseIterable {
        /// Answers nothing.
        case hangs
        /// Takes values and moves nothing.
        case deadBar
        /// Takes no values.
        case stuckBar
        /// Loses some of what is set, as GTK 4 does while it moves by itself.
        case forgetful
        /// Scrolls by rows of 20 pixels.
        case rows
        /// Says for the first time that the field is nowhere.
        case lateField
        /// Says always that the field is off the screen.
        case offScreen
        /// Its objects are each other's parents.
        case loop
        /// Numbers that cannot be.
        case impossible
        /// Other types than it should.
        case wrongTypes
        /// The way up never ends.
        case endless
    }

    static let field = Rect(x: 110, y: 0, width: 300, height: 30)

    let connection: Connection
    var window = Rect(x: 100, y: 50, width: 400, height: 700)
    var view = Rect(x: 100, y: 100, width: 400, height: 600)
    var contentHeight = 2000.0
    /// Where the focused field is in the content, or the line with the caret.
    var fieldY = 540.0
    /// Which of its two fields has the focus, or had it last, and where the other one is.
    private var focused = "/a/field"
    private var otherY = 0.0
    /// Whether the field is a text area that fills the content.
    var isArea = false
    /// Whether it is a browser: the content is a page, without a scroll bar.
    var isBrowser = false
    /// What the page keeps in front of its fields, on the screen.
    var footer: Rect?
    /// Whether the field is fixed in the page.
    var isFixed = false
    /// Whether it does not know of its footer what stands at a place until it was asked for that once, as Chromium.
    var guessesFirst = false
    private var guessed: Set<Rect> = []
    /// Whether it keeps to itself which states its field has, until ``tellStates()``.
    var keepsStates = false
    private var kept: [Kept] = []
    /// By how much too high it says that its field is, as it was before something: until a value is set.
    var lag = 0.0
    /// How far the content is scrolled, in pixels.
    private(set) var offset = 0.0
    /// The bar's value, in its unit.
    private(set) var value = 0.0
    /// Every value that was set.
    private(set) var sets: [Double] = []
    var fault: Fault?
    /// Whether the field has the focus.
    var hasFocus = false
    private(set) var registered: [String] = []
    private(set) var asked: Set<String> = []
    /// Which properties were asked for.
    private(set) var properties: Set<String> = []
    private var isLate = true
    private var objects: [ExportedObject] = []
    private var taken: [DeferredInvocation] = []
    private let address: String

    init(_ bus: PrivateBus, _ loop: EventLoop) throws {
        address = bus.address
        connection = try bus.connect(loop)
        for path in ["/org/a11y/bus", "/org/a11y/atspi/registry", "/org/a11y/atspi/accessible/root"] {
            try export(path)
        }
        for name in ["app", "frame", "view", "list", "field", "other", "bar", "footer", "button"] {
            try export("/a/\(name)")
        }
        for index in 0..<100 { try export("/a/level\(index)") }
        for name in ["org.a11y.Bus", "org.a11y.atspi.Registry"] as [BusName] {
            var isOurs = false
            connection.requestName(name) { _ in isOurs = true }
            try loop.wait("the name \(name)") { isOurs }
        }
    }

    private func export(_ path: String) throws {
        let object = try connection.export(try ObjectPath(path), introspection: Array("<node/>".utf8))
        object.gate = { [unowned self] call in receive(call) }
        objects.append(object)
    }

    // MARK: Its user

    /// Puts the focus on a field at this place of the content. `isOther`: on the other one than before, to which it scrolls
    /// before it tells of that, as GTK 4.
    func focus(at y: Double, isOther: Bool = false) throws {
        if isOther {
            otherY = fieldY
            focused = focused == "/a/field" ? "/a/other" : "/a/field"
        }
        if isOther { set(max(offset, y + Self.field.height - view.height)) }
        fieldY = y
        hasFocus = true
        try emit("org.a11y.atspi.Event.Object", "StateChanged", [.string("focused"), 1, 0])
    }

    /// It ends.
    func leave() { connection.close() }

    func unfocus() throws {
        hasFocus = false
        try emit("org.a11y.atspi.Event.Object", "StateChanged", [.string("focused"), 0, 0])
    }

    func scroll(to value: Double) { set(value) }

    /// Its window gets another place, and what is in it with it.
    func fill(_ frame: Rect) {
        window = frame
        view = Rect(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
        set(offset)
    }

    private func emit(_ interface: InterfaceName, _ member: MemberName, _ numbers: [Value]) throws {
        let arguments = numbers + [.variant(0), .dictionary([:])]
        try connection.send(
            try Message.signal(try ObjectPath(focused), interface, member, "siiva{sv}") { writer throws(BusError) in
                for argument in arguments { try argument.write(to: &writer) }
            })
    }

    // MARK: Its scroll bar

    private var unit: Double { fault == .rows ? 20 : 1 }
    private var maximum: Double { (contentHeight - view.height) / unit }

    private func set(_ wanted: Double) {
        if fault == .stuckBar || (fault == .forgetful && (3...8).contains(sets.count)) { return }
        value = min(max(0, wanted), maximum)
        if fault == .rows { value.round() }
        if fault != .deadBar { offset = value * unit }
    }

    // MARK: Its answers

    private func receive(_ call: consuming Invocation) {
        let message = call.message.retained()
        let member = message.member.map { String($0) } ?? ""
        let path = message.path.map { String($0) } ?? ""
        let arguments = (try? message.read { reader throws(BusError) in try Value.all(&reader) }) ?? []
        asked.insert(member)
        // Answered here by hand; dropped, it would be answered by itself.
        taken.append(call.later())
        if fault == .hangs, path.hasPrefix("/a/") { return }
        if keepsStates, member == "GetState", path == focused { return kept.append(Kept(message)) }
        connection.answer(message, with: answer(path, member, arguments))
    }

    /// Which states its field has is told to whoever has asked for them, and from now on.
    func tellStates() {
        keepsStates = false
        for call in kept { connection.answer(call.message, with: answer(focused, "GetState", [])) }
        kept = []
    }

    /// A question that is not answered yet.
    private final class Kept {
        let message: Message

        init(_ message: consuming Message) { self.message = message }
    }

    /// What one of its objects answers; nil: it knows no such method.
    func answer(_ path: String, _ member: String, _ arguments: [Value]) -> [Value]? {
        switch (member, arguments.first) {
        case ("GetAddress", _): return [.string(address)]
        case ("RegisterEvent", .string(let event)):
            registered.append(event)
            return []
        case ("GetExtents", _): return [fault == .wrongTypes ? .string("here") : extents(path)]
        case ("GetCharacterExtents", _):
            let caret = seenField
            return isArea ? [.int32(Int32(caret.x)), .int32(Int32(caret.y)), 1, .int32(Int32(caret.height))] : nil
        case ("GetRole", _):
            return [.uint32(path == "/a/bar" ? 48 : isBrowser && path == "/a/view" ? 95 : 20)]
        case ("GetChildAtIndex", _): return [reference("/a/list")]
        case ("ScrollToPoint", _):
            guard arguments.count == 3, case .int32(let y) = arguments[2] else { return nil }
            // It says yes to what it does not do.
            if !(isFixed && path == "/a/field") { set(offset + place(path).y - Double(y)) }
            return [.bool(true)]
        case ("GetAccessibleAtPoint", .int32(let x)):
            guard arguments.count == 3, case .int32(let y) = arguments[1] else { return nil }
            let point = Rect(x: Double(x), y: Double(y), width: 1, height: 1)
            if guessesFirst, guessed.insert(point).inserted { return [reference("/a/field")] }
            return [reference(footer.map { !$0.intersection(point).isEmpty } == true ? "/a/button" : "/a/field")]
        case ("GetState", _): return [.array("u", [.uint32(states(path)), .uint32(0)])]
        case ("GetChildren", _): return [.array("(so)", children(path).map(reference))]
        case ("GetAttributes", _): return [.array("s", [])]
        case ("Set", _):
            guard arguments.count == 3, case .variant(.double(let value)) = arguments[2], path == "/a/bar" else {
                return nil
            }
            sets.append(value)
            lag = 0
            set(value)
            return []
        case ("Get", _):
            guard arguments.count == 2, case .string(let name) = arguments[1] else { return nil }
            properties.insert(name)
            return property(path, name).map { [.variant($0)] }
        default: return nil
        }
    }

    private func property(_ path: String, _ name: String) -> Value? {
        switch name {
        case "Parent": return reference(parent(path))
        case "ChildCount": return .int32(Int32(children(path).count))
        case "ToolkitName": return .string(isBrowser ? "Chromium" : "gtk")
        case "CaretOffset", "CharacterCount": return isArea ? 7 : nil
        case "Name": return .string("scripted")
        case "CurrentValue" where path == "/a/bar": return .double(fault == .impossible ? .nan : value)
        case "MaximumValue" where path == "/a/bar": return .double(maximum)
        default: return nil
        }
    }

    private func states(_ path: String) -> UInt32 {
        switch path {
        case "/a/frame": 1 << 1
        case "/a/field", "/a/other":
            1 << 7 | (hasFocus && path == focused ? 1 << 12 : 0) | (isArea ? 1 << 17 : 0)
        default: 0
        }
    }

    private func parent(_ path: String) -> String {
        switch path {
        case "/a/field" where fault == .endless: "/a/level0"
        case _ where path.hasPrefix("/a/level"): "/a/level\((Int(path.dropFirst(8)) ?? 0) + 1)"
        case "/a/button": "/a/footer"
        case "/a/field", "/a/other", "/a/bar", "/a/list", "/a/footer": "/a/view"
        case "/a/view": "/a/frame"
        case "/a/frame": fault == .loop ? "/a/view" : "/org/a11y/atspi/accessible/root"
        default: "/org/a11y/atspi/null"
        }
    }

    private func children(_ path: String) -> [String] {
        switch path {
        case "/org/a11y/atspi/accessible/root": ["/a/app"]
        case "/a/app": ["/a/frame"]
        case "/a/frame": ["/a/view"]
        case "/a/view": isBrowser ? ["/a/list", "/a/field"] : ["/a/field", "/a/bar"]
        default: []
        }
    }

    private func reference(_ path: String) -> Value {
        .structure([.string(connection.uniqueName?.text ?? ""), .path(path)])
    }

    private func extents(_ path: String) -> Value {
        func value(_ rect: Rect) -> Value {
            .structure([rect.x, rect.y, rect.width, rect.height].map { .int32(Int32($0)) })
        }
        switch path {
        case "/a/frame", "/a/view", "/a/list", "/a/bar", "/a/footer", "/a/button": return value(place(path))
        default:
            if fault == .lateField, isLate {
                isLate = false
                return .structure([-1, -1, -1, -1])
            }
            if fault == .offScreen { return .structure([.int32(.min), .int32(.min), 300, 30]) }
            let seen = seenField.moved(dy: -lag)
            return value(isArea ? view : path == focused ? seen : seen.moved(dy: otherY - fieldY))
        }
    }

    private func place(_ path: String) -> Rect {
        switch path {
        case "/a/frame": window
        case "/a/view": view
        case "/a/list": Rect(x: view.x, y: view.y - offset, width: view.width, height: contentHeight)
        case "/a/bar": Rect(x: view.right - 10, y: view.y, width: 10, height: view.height)
        case "/a/footer": footer ?? .zero
        case "/a/button": footer.map { Rect(x: $0.x + 20, y: $0.y + 10, width: 100, height: $0.height - 20) } ?? .zero
        default: seenField
        }
    }

    /// Where the field is on the screen.
    var seenField: Rect { Self.field.moved(dy: view.y + fieldY - (isFixed ? 0 : offset)) }
}

extension Connection {
    /// Answers a call with these values; nil: that there is no such method.
    func answer(_ call: borrowing Message, with values: [Value]?) {
        guard let values else {
            let error = try? Message.error(to: call, "org.freedesktop.DBus.Error.UnknownMethod", "no such method")
            if let error { try? send(error) }
            return
        }
        let signature = Signature(stringLiteral: values.map(\.signature).joined())
        let reply = try? Message.reply(to: call, signature) { writer throws(BusError) in
            for value in values { try value.write(to: &writer) }
        }
        if let reply { try? send(reply) }
    }
}
