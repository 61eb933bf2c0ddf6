/// Which outputs an active fullscreen window covers (pure). Windows and outputs go by what the driver calls them.
struct ToplevelTable: Sendable, Hashable {
    private struct Window: Sendable, Hashable {
        var outputs: Set<UInt32> = []
        var isActivated = false
        var isFullscreen = false
    }

    /// What was told of each window.
    private var told: [Int: Window] = [:]
    /// The outputs of the windows that cover any.
    private var covering: [Int: Set<UInt32>] = [:]

    /// The outputs that are covered.
    var covered: Set<UInt32> { covering.values.reduce(into: []) { $0.formUnion($1) } }

    /// A window is there; nothing is known of it yet.
    mutating func opened(_ window: Int) { told[window] = Window() }

    mutating func entered(_ window: Int, output: UInt32) { told[window]?.outputs.insert(output) }

    mutating func left(_ window: Int, output: UInt32) { told[window]?.outputs.remove(output) }

    mutating func state(_ window: Int, isActivated: Bool, isFullscreen: Bool) {
        told[window]?.isActivated = isActivated
        told[window]?.isFullscreen = isFullscreen
    }

    /// What was told of the window counts now.
    mutating func done(_ window: Int) {
        guard let now = told[window] else { return }
        covering[window] = now.isActivated && now.isFullscreen ? now.outputs : nil
    }

    mutating func closed(_ window: Int) {
        told[window] = nil
        covering[window] = nil
    }
}
