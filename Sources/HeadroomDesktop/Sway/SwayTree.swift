package import HeadroomCore

/// A window as sway's tree has it.
package struct SwayWindow: Sendable, Hashable {
    /// The process that its client is.
    package var process: UInt32
    /// What its client draws, without shadows and without what sway draws around it, in logical pixels of the global space.
    package var content: Rect
    /// `tiled`, `floating` or `fullscreen`.
    package var state: String
    /// The output that it is on.
    package var output: String
    /// Device pixels per logical pixel of that output.
    package var scale: Double
    /// Whether it has the keyboard's focus.
    package var isFocused: Bool
    /// Whether it can be seen: its workspace is shown.
    package var isVisible: Bool
}

extension SwayWindow {
    /// How deep trees may nest; a split within a split takes two levels. (chosen)
    private static let deepest = 128
    /// How many windows are looked at. (chosen)
    private static let most = 1024

    /// All windows of the answer to `GET_TREE`; nil if it is none.
    package static func all(inTree json: [UInt8]) -> [SwayWindow]? {
        guard let root = try? JSONReader.read(json, deepest: deepest), case .object = root else { return nil }
        var windows: [SwayWindow] = []
        collect(root, in: Surroundings(), into: &windows)
        return windows
    }

    /// What a window takes from the nodes that it lies in.
    private struct Surroundings {
        var output = ""
        var scale = 1.0
        var isFloating = false
        var isFullscreen = false
    }

    private static func collect(_ node: JSONValue, in around: Surroundings, into windows: inout [SwayWindow]) {
        guard windows.count < most else { return }
        var around = around
        switch node["type"] {
        case .string("output")?:
            if case .string(let name)? = node["name"] { around.output = name }
            // What is in the scratchpad is on an output that is none.
            if around.output.hasPrefix("__") { return }
            if let scale = node["scale"]?.asNumber, scale.isFinite, scale > 0 { around.scale = scale }
        case .string("floating_con")?: around.isFloating = true
        case _: break
        }
        if let mode = node["fullscreen_mode"]?.asNumber, mode > 0, node["type"] != .string("workspace") {
            around.isFullscreen = true
        }
        if let window = SwayWindow(node, in: around) { windows.append(window) }
        for key in ["nodes", "floating_nodes"] {
            guard case .array(let children)? = node[key] else { continue }
            for child in children { collect(child, in: around, into: &windows) }
        }
    }

    /// Nil: the node is no window, or has numbers that cannot be.
    private init?(_ node: JSONValue, in around: Surroundings) {
        guard let number = node["pid"]?.asNumber, let process = UInt32(exactly: number), process > 0,
            let frame = node["rect"].flatMap(Rect.init(sway:)),
            let inside = node["window_rect"].flatMap(Rect.init(sway:))
        else { return nil }
        self.process = process
        content = Rect(x: frame.x + inside.x, y: frame.y + inside.y, width: inside.width, height: inside.height)
        state = around.isFullscreen ? "fullscreen" : around.isFloating ? "floating" : "tiled"
        output = around.output
        scale = around.scale
        isFocused = node["focused"] == .bool(true)
        isVisible = node["visible"] == .bool(true)
    }
}

extension Rect {
    /// `{"x": …, "y": …, "width": …, "height": …}`; nil for anything else.
    fileprivate init?(sway value: JSONValue) {
        guard let x = value["x"]?.asNumber, let y = value["y"]?.asNumber, let width = value["width"]?.asNumber,
            let height = value["height"]?.asNumber
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
        guard isBelievable else { return nil }
    }
}
