internal import CWayland
package import HeadroomBus

/// What a compositor offers.
package struct WaylandGlobal: Sendable, Hashable {
    /// Its number in the registry.
    package let name: UInt32
    package let interface: String
    package let version: UInt32
}

/// Hears of one connection to a compositor.
package protocol WaylandListener: AnyObject {
    /// The compositor has told all that it offers.
    func wayland(_ connection: WaylandConnection, offers globals: [WaylandGlobal])
    /// It offers one thing more.
    func wayland(_ connection: WaylandConnection, added global: WaylandGlobal)
    /// It offers one thing less.
    func wayland(_ connection: WaylandConnection, removed global: WaylandGlobal)
    /// All events that had arrived are handled.
    func waylandSettled(_ connection: WaylandConnection)
    /// It ended. Nothing more is heard of it.
    func wayland(_ connection: WaylandConnection, ended error: WaylandError)
}

/// One connection to a compositor, on the loop. It never blocks, and ends at most once.
package final class WaylandConnection {
    package let display: WaylandDisplay
    /// What is offered now; complete once the listener heard of it.
    package private(set) var globals: [UInt32: WaylandGlobal] = [:]
    package private(set) var isOpen = true
    private weak var listener: (any WaylandListener)?
    private var watch: FDWatch?
    private var registry: WaylandObject?
    private var firstSync: WaylandObject?

    /// - Throws: ``WaylandError`` if nobody listens there, or the loop cannot watch the socket.
    package init(loop: EventLoop, address: WaylandAddress, listener: any WaylandListener) throws(WaylandError) {
        display = try WaylandDisplay(fd: address.connect())
        self.listener = listener
        do throws(BusError) {
            watch = try loop.watch(display.fd) { [weak self] events in self?.ready(events) }
        } catch {
            throw WaylandError(.system, error.message)
        }
        registry = WaylandObject(
            hr_display_get_registry(display.handle), on: display,
            received: { [weak self] event in self?.registered(event) })
        firstSync = WaylandObject(
            hr_display_sync(display.handle), on: display, received: { [weak self] _ in self?.synced() })
        flush()
    }

    /// Closes it. The listener hears nothing more.
    package func close() {
        isOpen = false
        // Ended before the descriptor is closed, also where this runs inside of its handler.
        watch?.cancel()
        watch = nil
        firstSync = nil
        registry = nil
        globals = [:]
    }

    /// The registry's `wl_proxy`, for binding what ``globals`` lists; nil once closed.
    package var registryHandle: OpaquePointer? { registry?.handle }

    /// The first thing offered under this interface's name.
    package func global(_ interface: String) -> WaylandGlobal? {
        globals.values.filter { $0.interface == interface }.min { $0.name < $1.name }
    }

    /// Sends what has gathered. To be called after requests made outside of an event's handler.
    package func flush() {
        guard isOpen else { return }
        do throws(WaylandError) {
            watch?.events = try display.flush() ? [.readable, .writable] : .readable
        } catch {
            fail(error)
        }
    }

    // MARK: - Events

    private func ready(_ events: IOEvents) {
        if !events.isDisjoint(with: [.readable, .hangup, .error]) {
            do throws(WaylandError) {
                try display.receive()
            } catch {
                return fail(error)
            }
            if isOpen { listener?.waylandSettled(self) }
        }
        flush()
    }

    private func fail(_ error: WaylandError) {
        guard isOpen else { return }
        close()
        listener?.wayland(self, ended: error)
    }

    private func registered(_ event: WaylandEvent) {
        guard isOpen else { return }
        switch event.opcode {
        case 0:
            let global = WaylandGlobal(name: event.uint(0), interface: event.string(1), version: event.uint(2))
            globals[global.name] = global
            if firstSync == nil { listener?.wayland(self, added: global) }
        case 1:
            guard let global = globals.removeValue(forKey: event.uint(0)) else { return }
            if firstSync == nil { listener?.wayland(self, removed: global) }
        default: return
        }
    }

    private func synced() {
        firstSync = nil
        guard isOpen else { return }
        listener?.wayland(self, offers: globals.values.sorted { $0.name < $1.name })
    }
}
