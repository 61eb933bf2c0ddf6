import HeadroomClient
import HeadroomCore

/// Where windows are on a Wayland compositor that tells nobody: only those that fill an output, or all that panels leave of
/// one, can be known, by their size.
final class GuessedWindows: WindowSource {
    var onChange: (() -> Void)?
    private var keyboard: KeyboardSubscription?

    init(_ client: Client) {
        // Without one nothing is known, and nothing moved.
        keyboard = try? client.subscribe { _ in }
    }

    func windows(of process: UInt32, _ answer: @escaping (Windows) -> Void) {
        let state = keyboard?.state
        answer(
            .surfaces(
                GuessedWindows.all(
                    on: state?.properties.outputs ?? [], usable: state?.notification.details.usable)))
    }

    /// All that may be, with what keyboard and panels leave free of an output.

    static func all(on outputs: [Output], usable: Rect?) -> [SeenWindow] {
        var windows: [SeenWindow] = []
        for output in outputs {
            var areas = [output.frame]
            if let area = output.workArea { areas.append(area) }
            if let usable, output.frame.intersection(usable) == usable { areas.append(usable) }
            for area in areas where !windows.contains(where: { $0.content == area }) {
                // Without panels a maximised window is as large as a fullscreen one.
                let states = ["maximized"] + (area == output.frame ? ["fullscreen"] : [])
                windows.append(
                    SeenWindow(
                        content: area, states: states, output: output.name, outputScale: output.scale, isGuess: true))
            }
        }
        return windows
    }
}
