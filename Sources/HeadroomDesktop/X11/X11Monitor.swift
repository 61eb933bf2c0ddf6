package import HeadroomCore

/// What a server has told of one monitor (pure).
package struct X11Monitor: Sendable, Hashable {
    /// Its own name: that of its connector, or what `xrandr --setmonitor` was given.
    package var name: String
    /// The connectors that show it.
    package var connectors: [String]
    /// In the root window.
    package var frame: Rect
    package var isPrimary: Bool
    /// RandR's bits of how its picture is turned.
    package var rotation: UInt32

    package init(name: String, connectors: [String], frame: Rect, isPrimary: Bool, rotation: UInt32) {
        self.name = name
        self.connectors = connectors
        self.frame = frame
        self.isPrimary = isPrimary
        self.rotation = rotation
    }

    /// How many monitors and connectors are believed.
    package static let most = 64

    /// As outputs. X11 has one space for all, whose unit is the pixel of its root window.
    package static func outputs(_ monitors: [X11Monitor]) -> [Output] {
        let names = monitors.map(\.name)
        return monitors.enumerated().compactMap { index, monitor in
            guard !monitor.frame.isEmpty, !monitor.name.isEmpty, names.firstIndex(of: monitor.name) == index else {
                return nil
            }
            // What several monitors share, or another is called, means none of them.
            let aliases = monitor.connectors.filter { connector in
                !names.contains(connector) && monitors.count { $0.connectors.contains(connector) } == 1
            }
            return Output(
                name: monitor.name, frame: monitor.frame, transform: transform(monitor.rotation),
                deviceFrame: monitor.frame, aliases: aliases, isPrimary: monitor.isPrimary)
        }
    }

    /// RandR turns counterclockwise as `wl_output` does, and reflects before it turns.
    static func transform(_ rotation: UInt32) -> Transform {
        var quarters = [1: 0, 2: 1, 4: 2, 8: 3][rotation & 0xf] ?? 0
        var isFlipped = rotation & 0x10 != 0
        if rotation & 0x20 != 0 {
            // Upside down is mirrored and turned by half.
            isFlipped.toggle()
            quarters = (quarters + 2) % 4
        }
        let turns: [Transform] =
            isFlipped
            ? [.flipped, .flipped90, .flipped180, .flipped270] : [.normal, .rotated90, .rotated180, .rotated270]
        return turns[quarters]
    }
}
