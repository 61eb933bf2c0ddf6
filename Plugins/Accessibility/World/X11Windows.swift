import HeadroomBus
import HeadroomCore
import HeadroomDesktop

/// Where windows are on an X server, by the processes that they belong to.
final class X11Windows: WindowSource, X11Listener {
    /// Called when the window that was found last may be elsewhere, or in another state.
    var onChange: (() -> Void)?
    private var link: X11Link?
    private var connection: X11Connection?
    /// Who waits for an answer.
    private var asking: [UInt64: (SeenWindow?) -> Void] = [:]
    private var number: UInt64 = 0
    /// The window that was found last.
    private var followed: UInt32?

    /// How many windows are looked through.
    private static let mostWindows = 256

    /// Connects to the server that the environment names, if it names one.
    init(_ loop: EventLoop, environment variable: (String) -> String?) {
        guard let address = X11Address(environment: variable) else { return }
        let link = X11Link(
            loop: loop, address: address, listener: self,
            connected: { [weak self] in self?.connection = $0 }, waiting: { _ in })
        self.link = link
        link.start()
    }

    /// The active window if it is the process's, else the first of its windows.
    func windows(of process: UInt32, _ answer: @escaping (Windows) -> Void) {
        guard let connection else { return answer(.onScreen(nil)) }
        number += 1
        let number = number
        asking[number] = { answer(.onScreen($0)) }
        connection.property(.activeWindow, of: connection.root) { [self] active in
            let active: [UInt32] = (active?.words ?? []).prefix(1).filter { $0 != 0 }
            connection.property(.clientList, of: connection.root, words: UInt32(Self.mostWindows)) { [self] list in
                look(through: active + (list?.words ?? []), for: process, number)
            }
        }
        connection.flush()
    }

    private func look(through windows: [UInt32], for process: UInt32, _ number: UInt64) {
        guard let connection, let window = windows.first else { return end(number, nil) }
        connection.process(of: window) { [self] owner in
            guard let owner, Program.isSame(owner, process) else {
                return look(through: Array(windows.dropFirst()), for: process, number)
            }
            look(at: window, number)
        }
    }

    private func look(at window: UInt32, _ number: UInt64) {
        guard let connection else { return end(number, nil) }
        var found = SeenWindow(content: .zero)
        // How much is a shadow that its toolkit draws: left, right, top, bottom.
        var shadow = [0.0, 0, 0, 0]
        connection.property(.gtkFrameExtents, of: window) { property in
            guard let extents = property?.words, extents.count == 4, extents.allSatisfy({ $0 < 1000 }) else { return }
            shadow = extents.map(Double.init)
        }
        connection.property(.state, of: window) { property in
            let states = Set((property?.words ?? []).compactMap { connection.atom($0) })
            if states.isSuperset(of: [.stateMaximizedVertical, .stateMaximizedHorizontal]) {
                found.states.append("maximized")
            }
            if states.contains(.stateFullscreen) { found.states.append("fullscreen") }
            if found.states.isEmpty { found.states = ["floating"] }
        }
        var room: Rect?
        connection.property(.workArea, of: connection.root) { property in
            guard let area = property?.words.prefix(4).map(Double.init), area.count == 4 else { return }
            room = Rect(x: area[0], y: area[1], width: area[2], height: area[3])
        }
        var origin: Point?
        connection.origin(of: window) { origin = $0 }
        connection.geometry(of: window) { [self] geometry in
            guard let origin, let geometry else { return end(number, nil) }
            follow(window)
            found.content = Rect(
                left: origin.x + shadow[0], top: origin.y + shadow[2], right: origin.x + geometry.width - shadow[1],
                bottom: origin.y + geometry.height - shadow[3])
            // GTK 4 makes its windows as low as what is left beside a keyboard. One that fills that is as good as maximised; one
            // that still hangs over the keyboard is not.
            if let room, found.states == ["floating"], found.content.bottom <= room.bottom,
                (0..<Self.lowered).contains(room.height - found.content.height)
            {
                found.states = ["maximized"]
            }
            end(number, found)
        }
    }

    /// By how much less than the room a window that was made lower for it is lower, in pixels: whole units of its toolkit.
    private static let lowered = 3.0

    private func end(_ number: UInt64, _ window: SeenWindow?) { asking.removeValue(forKey: number)?(window) }

    private func follow(_ window: UInt32) {
        guard let connection, window != followed else { return }
        if let followed { connection.select([], of: followed) }
        followed = window
        connection.select([.life, .properties], of: window)
    }

    // MARK: X11Listener

    func x11(_ connection: X11Connection, event: X11Event) {
        switch event {
        case .configured(let window) where window == followed: onChange?()
        case .property(let window, let atom) where window == followed && connection.atom(atom) == .state: onChange?()
        case .configured, .property, .created, .destroyed, .mapped, .unmapped, .reparented, .shaped, .outputs: break
        }
    }

    func x11Settled(_ connection: X11Connection) {}

    func x11(_ connection: X11Connection, ended error: X11Error) {
        self.connection = nil
        followed = nil
        let waiting = asking
        asking = [:]
        for answer in waiting.values { answer(nil) }
        link?.lost(error)
    }
}
