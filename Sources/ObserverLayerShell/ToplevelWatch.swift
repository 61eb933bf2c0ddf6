internal import CWayland
internal import HeadroomDesktop

/// Drives the table of toplevel windows. Titles and names of programs are not kept.
final class ToplevelWatch {
    private(set) var table = ToplevelTable()
    private let connection: WaylandConnection
    private let outputNumber: (OpaquePointer) -> UInt32?
    private let changed: () -> Void
    private var manager: WaylandObject?
    private var windows: [Int: WaylandObject] = [:]
    private var lastNumber = 0

    /// How many windows are followed; a compositor that tells of more is not believed.
    private static let mostWindows = 4096

    /// `outputNumber` gives the number of a `wl_output`'s global; `changed` is called when the covered outputs are others.
    init(
        _ global: WaylandGlobal, on connection: WaylandConnection, outputNumber: @escaping (OpaquePointer) -> UInt32?,
        changed: @escaping () -> Void
    ) {
        self.connection = connection
        self.outputNumber = outputNumber
        self.changed = changed
        guard let registry = connection.registryHandle else { return }
        let version = min(global.version, LayerShellNames.toplevelManagerVersion)
        manager = WaylandObject(
            hr_bind_toplevel_manager(registry, global.name, version), on: connection.display,
            received: { [weak self] event in if event.opcode == 0 { self?.opened(event.object(0)) } })
    }

    private func opened(_ handle: OpaquePointer?) {
        lastNumber += 1
        let number = lastNumber
        let window = WaylandObject(
            handle, on: connection.display, end: hr_toplevel_destroy,
            received: { [weak self] event in self?.told(of: number, event) })
        guard let window, windows.count < ToplevelWatch.mostWindows else { return }
        windows[number] = window
        table.opened(number)
    }

    private func told(of window: Int, _ event: WaylandEvent) {
        let before = table.covered
        switch LayerShellDecoder.toplevel(event) {
        case .entered(let output): if let number = outputNumber(output) { table.entered(window, output: number) }
        case .left(let output): if let number = outputNumber(output) { table.left(window, output: number) }
        case .state(let isActivated, let isFullscreen):
            table.state(window, isActivated: isActivated, isFullscreen: isFullscreen)
        case .done: table.done(window)
        case .closed:
            table.closed(window)
            windows.removeValue(forKey: window)?.destroy()
        case nil: return
        }
        if table.covered != before { changed() }
    }
}
