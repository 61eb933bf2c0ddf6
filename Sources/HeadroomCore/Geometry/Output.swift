/// One screen as the desktop lays it out.
///
/// All rectangles but ``deviceFrame`` are in the global space, in logical pixels.
public struct Output: Sendable, Hashable {
    /// The connector's name as the compositor or RandR gives it, for example `eDP-1`.
    public var name: String
    /// Where the output lies in the global space.
    public var frame: Rect
    /// Device pixels per logical pixel.
    public var scale: Double
    /// How the picture is turned on the panel.
    public var transform: Transform
    /// What panels and docks leave free, the keyboard not counted; nil if nobody knows.
    public var workArea: Rect?
    /// Where the output lies in device pixels (X11, and what XWayland programs see); nil if nobody knows.
    public var deviceFrame: Rect?
    /// Other names of the same screen, such as XWayland's.
    public var aliases: [String]
    /// Whether the desktop calls it the primary one.
    public var isPrimary: Bool

    public init(
        name: String, frame: Rect, scale: Double = 1, transform: Transform = .normal, workArea: Rect? = nil,
        deviceFrame: Rect? = nil, aliases: [String] = [], isPrimary: Bool = false
    ) {
        self.name = name
        self.frame = frame
        self.scale = scale
        self.transform = transform
        self.workArea = workArea
        self.deviceFrame = deviceFrame
        self.aliases = aliases
        self.isPrimary = isPrimary
    }

    /// Whether this is the output that `name` means: its name or one of its aliases.
    public func answers(to name: String) -> Bool { self.name == name || aliases.contains(name) }

    public var orientation: Orientation { frame.width > frame.height ? .landscape : .portrait }

    /// The same rectangle, given relative to this output's top left corner, in the global space.
    public func global(_ relative: Rect) -> Rect { relative.moved(dx: frame.x, dy: frame.y) }

    /// The same rectangle, given in the global space, relative to this output's top left corner.
    public func relative(_ global: Rect) -> Rect { global.moved(dx: -frame.x, dy: -frame.y) }

    /// A rectangle of device pixels in the global space (rule D4); as it is where the device frame is unknown.
    public func logical(device rect: Rect) -> Rect {
        guard let deviceFrame, scale > 0 else { return rect }
        return Rect(
            x: (rect.x - deviceFrame.x) / scale + frame.x, y: (rect.y - deviceFrame.y) / scale + frame.y,
            width: rect.width / scale, height: rect.height / scale)
    }
}

/// How an output's picture is turned, in the words of `wl_output.transform`.
public enum Transform: String, Sendable, Hashable, CaseIterable {
    case normal
    case rotated90 = "90"
    case rotated180 = "180"
    case rotated270 = "270"
    case flipped
    case flipped90 = "flipped-90"
    case flipped180 = "flipped-180"
    case flipped270 = "flipped-270"
}

public enum Orientation: String, Sendable, Hashable, CaseIterable {
    /// Wider than high.
    case landscape
    /// At least as high as wide.
    case portrait
}

extension [Output] {
    /// The output on which `rect` lies: the one with which it shares the largest area; at a tie the one whose origin
    /// has the smaller y, then the smaller x (rule D3). Nil if it shares nothing with any.
    public func holding(_ rect: Rect) -> Output? {
        index(holding: rect).map { self[$0] }
    }

    /// The output that `name` means, by its name before by an alias.
    public func named(_ name: String) -> Output? {
        first { $0.name == name } ?? first { $0.answers(to: name) }
    }
}
