internal import HeadroomBus
internal import HeadroomCore
internal import HeadroomDesktop

/// Drives the machine of one output: keeps its surfaces and its timer.
final class OutputProbe {
    private(set) var machine: OutputMachine
    private let output: OpaquePointer
    private let tools: ProbeTools
    private let loop: EventLoop
    private let changed: () -> Void
    private var surfaces: [Marker: ProbeSurface] = [:]
    private var timer: Timer?

    /// Makes nothing before ``begin()``. `frame` is the output in the global space, `output` its `wl_output`; `changed` is
    /// called when the machine's reading is new.
    ///
    /// - Throws: if the loop gives no timer.
    init(
        frame: Rect, output: OpaquePointer, tools: ProbeTools, loop: EventLoop, changed: @escaping () -> Void
    ) throws(BusError) {
        machine = OutputMachine(frame: frame)
        self.output = output
        self.tools = tools
        self.loop = loop
        self.changed = changed
        timer = try loop.timer { [weak self] in self?.due() }
    }

    func begin() { perform(machine.begin(at: loop.now)) }

    /// Takes all surfaces back.
    func end() {
        timer = nil
        for surface in surfaces.values { surface.destroy() }
        surfaces = [:]
    }

    func move(to frame: Rect) { perform(machine.outputChanged(frame: frame, at: loop.now)) }

    /// All events that had arrived are handled.
    func settle() { perform(machine.batchEnded(at: loop.now)) }

    private func due() {
        perform(machine.passed(loop.now))
        tools.connection.flush()
    }

    private func perform(_ actions: [OutputMachine.Action]) {
        for action in actions {
            switch action {
            case .create(let marker): surfaces[marker] = make(marker)
            case .destroy(let marker): surfaces.removeValue(forKey: marker)?.destroy()
            case .locate(let marker): surfaces[marker]?.locate()
            case .publish: changed()
            }
        }
        guard let timer else { return }
        if let deadline = machine.deadline { timer.arm(at: deadline) } else { timer.disarm() }
    }

    private func make(_ marker: Marker) -> ProbeSurface? {
        ProbeSurface(
            marker, on: output, tools: tools,
            configured: { [weak self] width, height in
                guard let self else { return }
                machine.configured(marker, width: width, height: height, at: loop.now)
            },
            closed: { [weak self] in
                guard let self else { return }
                perform(machine.lost(marker, at: loop.now))
            },
            located: { [weak self] x, y in
                guard let self else { return }
                perform(machine.located(marker, x: x, y: y, at: loop.now))
            })
    }
}
