internal import CWayland
internal import HeadroomBus
internal import HeadroomCore
internal import HeadroomDesktop

/// All that is looked at on one connection to a compositor.
final class LayerShellSession {
    private let connection: WaylandConnection
    private let loop: EventLoop
    private let changed: () -> Void
    /// Whether the compositor has told all that it offers.
    private(set) var isComplete = false
    private var tools: ProbeTools?
    private var outputs: WaylandOutputs?
    private var toplevels: ToplevelWatch?
    private var probes: [UInt32: OutputProbe] = [:]

    /// Looks at nothing before ``begin(_:)``; `changed` is called when ``facts`` or ``missing`` may be others.
    init(_ connection: WaylandConnection, loop: EventLoop, changed: @escaping () -> Void) {
        self.connection = connection
        self.loop = loop
        self.changed = changed
        outputs = WaylandOutputs(connection) { [weak self] in self?.outputsChanged() }
    }

    /// What the compositor would have to offer for anything to be seen, and does not; empty if it offers all.
    var missing: [String] { LayerShellNames.needed.filter { connection.global($0) == nil } }

    /// Whether no output is left of which a first look could come.
    var hasGivenUp: Bool { !probes.isEmpty && probes.values.allSatisfy(\.machine.hasGivenUp) }

    /// Whether any output can be read.
    var isReading: Bool { probes.values.contains { !$0.machine.isBlind } }

    /// Whether the compositor has any output.
    var hasOutputs: Bool { outputs?.entries.isEmpty == false }

    /// What is known now.
    var facts: Facts {
        let entries = outputs?.entries ?? []
        let covered = toplevels?.table.covered ?? []
        let areas = entries.compactMap { entry -> OutputArea? in
            guard let output = entry.output, let reading = probes[entry.global]?.machine.reading else { return nil }
            return reading.area(named: output.name, isFullscreen: covered.contains(entry.global))
        }
        return Facts(areas: areas, outputs: entries.compactMap(\.output))
    }

    // MARK: - What the compositor offers

    /// The compositor has told all that it offers.
    func begin(_ globals: [WaylandGlobal]) {
        isComplete = true
        for global in globals { take(global) }
    }

    func take(_ global: WaylandGlobal) {
        if tools == nil { tools = makeTools() }
        if toplevels == nil, global.interface == LayerShellNames.toplevelManager {
            toplevels = ToplevelWatch(
                global, on: connection,
                outputNumber: { [weak self] handle in
                    self?.outputs?.entries.first { $0.handle == handle }?.global
                },
                changed: { [weak self] in self?.changed() })
        }
        outputs?.take(global)
        outputsChanged()
    }

    func drop(_ global: WaylandGlobal) {
        probes.removeValue(forKey: global.name)?.end()
        outputs?.drop(global)
        changed()
    }

    /// All events that had arrived are handled.
    func settle() {
        for probe in probes.values { probe.settle() }
    }

    func end() {
        for probe in probes.values { probe.end() }
        probes = [:]
        toplevels = nil
        outputs = nil
        tools = nil
    }

    private func makeTools() -> ProbeTools? {
        guard let registry = connection.registryHandle, let compositor = connection.global(LayerShellNames.compositor),
            let shell = connection.global(LayerShellNames.layerShell),
            let base = connection.global(LayerShellNames.wmBase)
        else { return nil }
        let display = connection.display
        guard
            let compositorObject = WaylandObject(
                hr_bind_compositor(
                    registry, compositor.name, min(compositor.version, LayerShellNames.compositorVersion)), on: display),
            let shellObject = WaylandObject(
                hr_bind_layer_shell(registry, shell.name, min(shell.version, LayerShellNames.layerShellVersion)),
                on: display, end: hr_layer_shell_destroy),
            let baseObject = WaylandObject(
                hr_bind_wm_base(registry, base.name, LayerShellNames.wmBaseVersion), on: display,
                end: hr_wm_base_destroy,
                received: { event in if event.opcode == 0 { hr_wm_base_pong(event.target, event.uint(0)) } })
        else { return nil }
        return ProbeTools(
            connection: connection, compositor: compositorObject, layerShell: shellObject, wmBase: baseObject)
    }

    private func outputsChanged() {
        guard let tools, let outputs else { return changed() }
        for entry in outputs.entries {
            guard let output = entry.output else { continue }
            if let probe = probes[entry.global] {
                probe.move(to: output.frame)
                // Without a timer there is no probe; the next change tries again.
            } else if let probe = try? OutputProbe(
                frame: output.frame, output: entry.handle, tools: tools, loop: loop,
                changed: { [weak self] in self?.changed() })
            {
                probes[entry.global] = probe
                probe.begin()
            }
        }
        changed()
    }
}

extension OutputMachine.Reading {
    /// As the facts have it.
    func area(named name: String, isFullscreen: Bool) -> OutputArea {
        OutputArea(
            output: name, usable: usable,
            strips: strips.map {
                ReservedStrip(
                    frame: $0.frame(on: frame), edge: $0.edge, since: $0.since, changed: $0.changed,
                    isWhole: $0.isWhole)
            },
            isFullscreen: isFullscreen,
            // Compositors with layer shell lay tiled and maximised windows out in what is left.
            compositorAvoids: ["maximized", "tiled"])
    }
}
