import HeadroomBus
import HeadroomCore
import Support

/// A compositor that a test plays, over the plain socket: it knows just what the observer needs, lays out newest surface
/// first, and writes down what a client must not do.
final class ScriptedCompositor {
    struct Global {
        var interface: String
        var version: UInt32
    }

    struct Screen {
        var name: String
        var frame: Rect
        /// What programs reserve on it, the newer before the older; each has a thickness of its own.
        var reserved: [(edge: Edge, thickness: Double)] = []
    }

    private enum Kind: Equatable {
        case display, registry, callback, compositor, region, surface, layerShell, wmBase, positioner, outputManager
        case toplevelManager, other
        case output(UInt32), xdgOutput(UInt32)
        case layerSurface(surface: UInt32, output: UInt32)
        case xdgSurface(surface: UInt32)
        case popup(xdgSurface: UInt32)
    }

    private struct Role {
        var layer: UInt32
        var zone: Int32 = 0
        var anchor: UInt32 = 0
        var isCommitted = false
        var serials: Set<UInt32> = []
        /// What is laid out before it, by thickness, as surfaces that came after it are.
        var behind: Set<Double> = []

        /// Whether this reserved thickness is laid out before it.
        func isBehind(_ thickness: Double) -> Bool { zone <= 0 || behind.contains(thickness) }
    }

    let socket: WireSocket
    var globals: [UInt32: Global] = [
        1: Global(interface: "wl_compositor", version: 5), 2: Global(interface: "zwlr_layer_shell_v1", version: 4),
        3: Global(interface: "xdg_wm_base", version: 3), 4: Global(interface: "zxdg_output_manager_v1", version: 3),
        5: Global(interface: "zwlr_foreign_toplevel_manager_v1", version: 3),
    ]
    var screens: [UInt32: Screen] = [:]
    /// Popups are answered at once; otherwise they wait in ``answers``.
    var answersAtOnce = true
    private(set) var answers: [() -> Void] = []
    /// What the client did that it must not do.
    private(set) var offences: [String] = []
    private(set) var pongs: [UInt32] = []
    private(set) var popups = 0
    private var kinds: [UInt32: Kind] = [:]
    private var roles: [UInt32: Role] = [:]
    /// The popup's parent, by the popup.
    private var parents: [UInt32: UInt32] = [:]
    private var lastSerial: UInt32 = 100
    private var lastServerObject: UInt32 = 0xfeff_ffff

    init(_ loop: EventLoop) throws {
        socket = try WireSocket(loop)
        socket.accepted = { [weak self] in
            self?.kinds = [1: .display]
            self?.roles = [:]
            self?.parents = [:]
            self?.answers = []
        }
        socket.received = { [weak self] object, opcode, arguments in self?.take(object, opcode, arguments) }
        screens[10] = Screen(name: "OUT-1", frame: Rect(x: 0, y: 0, width: 360, height: 720))
        try socket.start()
    }

    var environment: [String: String] { ["XDG_RUNTIME_DIR": socket.folder, "WAYLAND_DISPLAY": socket.name] }

    private func objects(_ kind: Kind) -> [UInt32] { kinds.filter { $0.value == kind }.keys.sorted() }

    /// The client's layer surfaces.
    var layerSurfaces: [UInt32] {
        kinds.filter { if case .layerSurface = $0.value { true } else { false } }.keys.sorted()
    }

    /// How many configures the client has not acknowledged.
    var unacknowledged: Int { roles.values.reduce(0) { $0 + $1.serials.count } }

    // MARK: - What happens to the client

    /// Something on a screen changed: everything there is laid out anew.
    func arrange(_ screen: UInt32) {
        for output in objects(.output(screen)) {
            for (object, kind) in kinds.sorted(by: { $0.key < $1.key }) {
                guard case .layerSurface(_, output) = kind, roles[object]?.isCommitted == true else { continue }
                configure(object, on: screen)
            }
        }
    }

    private func configure(_ object: UInt32, on screen: UInt32) {
        let area = area(of: object, on: screen)
        configure(object, width: UInt32(area.width), height: UInt32(area.height))
    }

    func configure(_ object: UInt32, width: UInt32, height: UInt32) {
        lastSerial += 1
        roles[object]?.serials.insert(lastSerial)
        socket.send(object, 0, .uint(lastSerial), .uint(width), .uint(height))
    }

    private func area(of object: UInt32, on screen: UInt32) -> Rect {
        guard let screen = screens[screen] else { return .zero }
        var area = Rect(x: 0, y: 0, width: screen.frame.width, height: screen.frame.height)
        for (edge, thickness) in screen.reserved where roles[object]?.isBehind(thickness) == true {
            switch edge {
            case .top: area = Rect(left: area.left, top: area.top + thickness, right: area.right, bottom: area.bottom)
            case .bottom: area.height -= thickness
            case .left: area = Rect(left: area.left + thickness, top: area.top, right: area.right, bottom: area.bottom)
            case .right: area.width -= thickness
            }
        }
        return area
    }

    /// A keyboard or panel appears in the top layer, or changes; markers that are there already lie behind it.
    func reserve(_ reserved: [(edge: Edge, thickness: Double)], on screen: UInt32 = 10) {
        let before = screens[screen]?.reserved.map(\.thickness) ?? []
        screens[screen]?.reserved = reserved
        for (_, thickness) in reserved where !before.contains(thickness) {
            for object in layerSurfaces { roles[object]?.behind.insert(thickness) }
        }
        arrange(screen)
    }

    /// A surface that reserves takes another size; its place in the order stays.
    func resize(_ old: Double, to new: Double, on screen: UInt32 = 10) {
        guard let index = screens[screen]?.reserved.firstIndex(where: { $0.thickness == old }) else { return }
        screens[screen]?.reserved[index].thickness = new
        for object in layerSurfaces where roles[object]?.behind.remove(old) != nil { roles[object]?.behind.insert(new) }
        arrange(screen)
    }

    func describe(_ screen: UInt32) {
        guard let value = screens[screen] else { return }
        for output in objects(.output(screen)) {
            socket.send(
                output, 0, .int(Int32(value.frame.x)), .int(Int32(value.frame.y)), .int(0), .int(0), .int(0),
                .string("maker"), .string("model"), .int(0))
            socket.send(output, 1, .uint(3), .int(Int32(value.frame.width)), .int(Int32(value.frame.height)), .int(60))
            socket.send(output, 3, .int(1))
            socket.send(output, 4, .string(value.name))
        }
        for logical in objects(.xdgOutput(screen)) {
            socket.send(logical, 0, .int(Int32(value.frame.x)), .int(Int32(value.frame.y)))
            socket.send(logical, 1, .int(Int32(value.frame.width)), .int(Int32(value.frame.height)))
        }
        for output in objects(.output(screen)) { socket.send(output, 2) }
    }

    func offer(_ name: UInt32, _ global: Global) {
        globals[name] = global
        for registry in objects(.registry) {
            socket.send(registry, 0, .uint(name), .string(global.interface), .uint(global.version))
        }
    }

    func plug(_ name: UInt32, _ screen: Screen) {
        screens[name] = screen
        for registry in objects(.registry) { socket.send(registry, 0, .uint(name), .string("wl_output"), .uint(4)) }
    }

    func withdraw(_ name: UInt32) {
        globals[name] = nil
        screens[name] = nil
        for registry in objects(.registry) { socket.send(registry, 1, .uint(name)) }
    }

    func ping(_ serial: UInt32) {
        for base in objects(.wmBase) { socket.send(base, 0, .uint(serial)) }
    }

    func protocolError(_ message: String) { socket.send(1, 0, .uint(1), .uint(3), .string(message)) }

    func close(_ layerSurface: UInt32) { socket.send(layerSurface, 1) }

    /// A toplevel window appears; returns what its events go to.
    func openWindow() -> UInt32 {
        lastServerObject += 1
        for manager in objects(.toplevelManager) { socket.send(manager, 0, .uint(lastServerObject)) }
        kinds[lastServerObject] = .other
        return lastServerObject
    }

    func window(_ window: UInt32, on screen: UInt32, states: [UInt32]) {
        for output in objects(.output(screen)) { socket.send(window, 2, .uint(output)) }
        socket.send(window, 0, .string("a title"))
        socket.send(window, 4, .array(states))
        socket.send(window, 5)
    }

    func answerAll() {
        let due = answers
        answers = []
        for answer in due { answer() }
    }

    // MARK: - What the client asks for

    private func take(_ object: UInt32, _ opcode: UInt16, _ arguments: WireArguments) {
        var arguments = arguments
        guard let kind = kinds[object] else { return offences.append("a request to \(object), which is not there") }
        switch (kind, opcode) {
        case (.display, 0):
            let callback = arguments.uint()
            socket.send(callback, 0, .uint(0))
            delete(callback)
        case (.display, 1):
            let registry = arguments.uint()
            kinds[registry] = .registry
            for (name, global) in globals.sorted(by: { $0.key < $1.key }) {
                socket.send(registry, 0, .uint(name), .string(global.interface), .uint(global.version))
            }
            for name in screens.keys.sorted() {
                socket.send(registry, 0, .uint(name), .string("wl_output"), .uint(4))
            }
        case (.registry, 0): bind(&arguments)
        case (.compositor, 0): kinds[arguments.uint()] = .surface
        case (.compositor, 1): kinds[arguments.uint()] = .region
        case (.surface, 1): offences.append("a buffer was attached")
        case (.surface, 6): commit(object)
        case (.layerShell, 0): getLayerSurface(&arguments)
        case (.layerSurface, 1): roles[object]?.anchor = arguments.uint()
        case (.layerSurface, 2): roles[object]?.zone = arguments.int()
        case (.layerSurface, 4): if arguments.uint() != 0 { offences.append("the keyboard's focus was asked for") }
        case (.layerSurface, 5):
            if parents.values.contains(object) { offences.append("a second popup before the first was answered") }
            parents[arguments.uint()] = object
        case (.layerSurface, 6): roles[object]?.serials.remove(arguments.uint())
        case (.wmBase, 1): kinds[arguments.uint()] = .positioner
        case (.wmBase, 2):
            let new = arguments.uint()
            kinds[new] = .xdgSurface(surface: arguments.uint())
        case (.wmBase, 3): pongs.append(arguments.uint())
        case (.xdgSurface, 2): kinds[arguments.uint()] = .popup(xdgSurface: object)
        case (.outputManager, 1):
            let new = arguments.uint()
            if case .output(let screen) = kinds[arguments.uint()] {
                kinds[new] = .xdgOutput(screen)
                describe(screen)
            }
        case (.layerSurface, 7), (.wmBase, 0), (.outputManager, 0), (.xdgOutput, 0), (.region, 0), (.surface, 0),
            (.positioner, 0), (.xdgSurface, 0), (.popup, 0), (.output, 0), (.layerShell, 1), (.other, 7):
            delete(object)
        default: return
        }
    }

    private func delete(_ object: UInt32) {
        kinds[object] = nil
        roles[object] = nil
        parents[object] = nil
        if object < 0xff00_0000 { socket.send(1, 1, .uint(object)) }
    }

    private func bind(_ arguments: inout WireArguments) {
        let name = arguments.uint()
        let interface = arguments.string()
        _ = arguments.uint()
        let object = arguments.uint()
        switch interface {
        case "wl_compositor": kinds[object] = .compositor
        case "zwlr_layer_shell_v1": kinds[object] = .layerShell
        case "xdg_wm_base": kinds[object] = .wmBase
        case "zxdg_output_manager_v1": kinds[object] = .outputManager
        case "zwlr_foreign_toplevel_manager_v1": kinds[object] = .toplevelManager
        case "wl_output":
            kinds[object] = .output(name)
            describe(name)
        default: offences.append("\(interface) was bound")
        }
    }

    private func getLayerSurface(_ arguments: inout WireArguments) {
        let object = arguments.uint()
        let surface = arguments.uint()
        let output = arguments.uint()
        kinds[object] = .layerSurface(surface: surface, output: output)
        roles[object] = Role(layer: arguments.uint())
    }

    private func commit(_ surface: UInt32) {
        for (object, kind) in kinds {
            switch kind {
            case .layerSurface(surface, let output):
                guard roles[object]?.isCommitted == false, case .output(let screen) = kinds[output] else { continue }
                roles[object]?.isCommitted = true
                if roles[object]?.anchor != 15 { offences.append("a probe at some edges only") }
                configure(object, on: screen)
            case .popup(let xdgSurface):
                guard case .xdgSurface(surface) = kinds[xdgSurface], let parent = parents[object] else { continue }
                popups += 1
                let answer = { [weak self] in
                    guard let self, case .layerSurface(_, let output) = kinds[parent], kinds[object] != nil,
                        case .output(let screen) = kinds[output]
                    else { return }
                    let area = area(of: parent, on: screen)
                    place(object, xdgSurface, x: -Int32(area.x), y: -Int32(area.y))
                }
                if answersAtOnce { answer() } else { answers.append(answer) }
            default: continue
            }
        }
    }

    private func place(_ popup: UInt32, _ xdgSurface: UInt32, x: Int32, y: Int32) {
        lastSerial += 1
        socket.send(popup, 0, .int(x), .int(y), .int(1), .int(1))
        socket.send(xdgSurface, 0, .uint(lastSerial))
    }
}
