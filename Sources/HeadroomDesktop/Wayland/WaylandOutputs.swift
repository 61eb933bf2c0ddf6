internal import CWayland
package import HeadroomCore

/// The outputs of a compositor, as they are now.
package final class WaylandOutputs {
    /// An output and its object.
    package struct Entry {
        /// The global's number in the registry.
        package let global: UInt32
        /// The `wl_output`.
        package let handle: OpaquePointer
        /// Nil until the compositor has told enough.
        package var output: Output? { source.description.output }

        fileprivate let source: Source
    }

    fileprivate final class Source {
        var description: OutputDescription
        var object: WaylandObject?
        var logical: WaylandObject?

        init(_ description: OutputDescription) { self.description = description }
    }

    private let connection: WaylandConnection
    private let changed: () -> Void
    private var manager: WaylandObject?
    /// In the order in which the compositor offered them.
    package private(set) var entries: [Entry] = []

    /// How many outputs are followed.
    package static let most = 64

    /// Begins with none; `changed` is called when an output that is described came, went or changed.
    package init(_ connection: WaylandConnection, changed: @escaping () -> Void) {
        self.connection = connection
        self.changed = changed
    }

    /// The outputs that the compositor has described.
    package var outputs: [Output] { entries.compactMap(\.output) }

    /// How many events were not believed.
    package var refused: Int { entries.reduce(0) { $0 + $1.source.description.refused } }

    /// Takes note of what the compositor offers: outputs, and the manager that tells their logical frames.
    package func take(_ global: WaylandGlobal) {
        switch global.interface {
        case "wl_output": add(global)
        case "zxdg_output_manager_v1": bindManager(global)
        default: return
        }
    }

    /// Takes note of what it offers no more.
    package func drop(_ global: WaylandGlobal) {
        guard let index = entries.firstIndex(where: { $0.global == global.name }) else { return }
        let entry = entries.remove(at: index)
        entry.source.logical?.destroy()
        entry.source.object?.destroy()
        if entry.output != nil { changed() }
    }

    private func bindManager(_ global: WaylandGlobal) {
        guard manager == nil, let registry = connection.registryHandle else { return }
        let handle = hr_bind_xdg_output_manager(registry, global.name, min(global.version, 3))
        manager = WaylandObject(handle, on: connection.display, end: hr_xdg_output_manager_destroy)
        for entry in entries { describeLogically(entry.source) }
    }

    private func add(_ global: WaylandGlobal) {
        guard let registry = connection.registryHandle, entries.count < WaylandOutputs.most,
            !entries.contains(where: { $0.global == global.name })
        else { return }
        let source = Source(OutputDescription(name: "output-\(global.name)", hasLogicalFrame: false))
        let handle = hr_bind_output(registry, global.name, min(global.version, 4))
        let version = min(global.version, 4)
        source.object = WaylandObject(handle, on: connection.display, end: hr_output_release) {
            [weak self, weak source] event in
            guard let source else { return }
            switch event.opcode {
            case 0: source.description.geometry(x: event.int(0), y: event.int(1), transform: event.int(7))
            case 1 where event.uint(0) & 1 != 0: source.description.mode(width: event.int(1), height: event.int(2))
            case 2: self?.done(source)
            case 3: source.description.scale(event.int(0))
            case 4: source.description.name(event.string(0))
            default: return
            }
            if version < 2 { self?.done(source) }
        }
        guard let object = source.object else { return }
        entries.append(Entry(global: global.name, handle: object.handle, source: source))
        describeLogically(source)
    }

    private func describeLogically(_ source: Source) {
        guard let manager, let object = source.object, source.logical == nil else { return }
        source.description.hasLogicalFrame = true
        let handle = hr_xdg_output_manager_get(manager.handle, object.handle)
        source.logical = WaylandObject(handle, on: connection.display, end: hr_xdg_output_destroy) {
            [weak self, weak source] event in
            guard let source else { return }
            switch event.opcode {
            case 0: source.description.logicalPosition(x: event.int(0), y: event.int(1))
            case 1: source.description.logicalSize(width: event.int(0), height: event.int(1))
            // From version 3 on wl_output.done ends both; a compositor that sends this one too does no harm.
            case 2: self?.done(source)
            case 3: source.description.name(event.string(0))
            default: return
            }
        }
    }

    private func done(_ source: Source) {
        if source.description.done() { changed() }
    }
}
