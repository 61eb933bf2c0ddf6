import HeadroomBus
import HeadroomCore
import HeadroomDesktop

/// Where windows are on sway, by its tree.
///
/// It tells when windows come, go, or change their state; of those that are dragged about it tells nothing, and they are
/// found when something else has them looked for.
final class SwayWindows: WindowSource, SwayListener {
    var onChange: (() -> Void)?
    private var link: SwayLink?
    /// As they were when they were looked at last because of a change.
    private var last: [SwayWindow]?

    init(_ loop: EventLoop, _ address: SwayAddress) {
        link = SwayLink(loop: loop, address: address, listener: self)
    }

    func windows(of process: UInt32, _ answer: @escaping (Windows) -> Void) {
        guard let connection = link?.connection else { return answer(.surfaces([])) }
        connection.windows { windows in
            let own = (windows ?? []).filter { $0.isVisible && Program.isSame($0.process, process) }
            let focused = own.filter(\.isFocused)
            answer(.surfaces((focused.isEmpty ? own : focused).map(SeenWindow.init)))
        }
    }

    // MARK: SwayListener

    func swayChanged(_ connection: SwayConnection) {
        connection.windows { [weak self] windows in
            guard let self, let windows, windows != last else { return }
            last = windows
            onChange?()
        }
    }

    func sway(_ connection: SwayConnection, ended error: SwayError) { link?.lost() }
}

extension SeenWindow {
    fileprivate init(_ window: SwayWindow) {
        self.init(
            content: window.content, states: [window.state], output: window.output, outputScale: window.scale)
    }
}
