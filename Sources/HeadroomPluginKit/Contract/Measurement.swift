public import HeadroomCore

/// What a world sees when it looks.
public struct Measurement: Sendable, Hashable {
    /// What may be moved, where it stands now: frames as they are on the screen, offsets and insets as they are set. Leave
    /// `outputs` empty to have them as the daemon knows them.
    public var scene: Scene
    /// Which views these are. Another number, and what was moved in the views of the old one is put back there: first, or
    /// with ``FramePace/own`` in one movement with what these do.
    public var content: UInt64
    /// By what each scroll view is known, innermost first, the outermost last; empty: by ``content`` alone. What is shared
    /// by two contents is not put back between them.
    public var views: [UInt64] = []
    /// By how much the container stands higher in ``scene`` because of ``Position/shift``, as it is in force now.
    public var shift: Double
    /// By how much the window stands higher because of ``Position/windowShift``.
    public var windowShift: Double
    /// Whether a window of the application has the keyboard focus. Without it nothing is moved.
    public var hasFocus: Bool
    /// The output that the window is on; empty: the one that the scene lies on.
    public var output: String
    /// The states that the window is in: `maximized`, `tiled`, `floating`, `fullscreen`.
    public var windowStates: [String]
    /// Where the window stands; nil: nobody says. One in a state that compositors keep clear, and that ends above the keyboard, is
    /// kept clear of it, whether that has been told or not.
    public var windowFrame: Rect?

    /// What the owner of this content wishes; nil: ``World/options``.
    public var options: AvoidanceOptions?
    /// The height of what stands on the keyboard's top edge besides, such as a toolbar of the application, in logical
    /// pixels (rule G2).
    public var accessoryHeight = 0.0
    /// How long things take, in ms, when they follow the user rather than the keyboard, which is not moving then. (chosen:
    /// GNOME's)
    public var followMS: UInt32 = 150

    /// Whether it is known where all of it is. If not, ``scene`` means nothing: nothing is moved, what was goes back, and the
    /// daemon is told that the target may be covered and nobody knows.
    public private(set) var isPlaced = true

    /// Whether the world has just noticed, by looking, that its user scrolled; where it hears of that it says so with
    /// ``Engagement/userScrolled()``.
    public var isScrolled = false

    /// Whether the innermost scroll view is a text's own, which its application scrolls to the caret. Where that has put it, it
    /// stays when all goes back; what it has scrolled else is only another place to go on from.
    public var scrollsToCaret = false

    public init(
        _ scene: Scene, content: UInt64 = 0, shift: Double = 0, windowShift: Double = 0, hasFocus: Bool = true,
        output: String = "", windowStates: [String] = []
    ) {
        self.scene = scene
        self.content = content
        self.shift = shift
        self.windowShift = windowShift
        self.hasFocus = hasFocus
        self.output = output
        self.windowStates = windowStates
    }

    /// There is something that its user types in, but nobody can say where.
    public static func unplaced(hasFocus: Bool) -> Measurement {
        var measurement = Measurement(Scene(outputs: []), hasFocus: hasFocus)
        measurement.isPlaced = false
        return measurement
    }

    /// Whether all of its numbers are possible. What is not is as nothing (rule G1); a bad target only counts as none.
    public var isAcceptable: Bool {
        func isPossible(_ value: Double) -> Bool { abs(value) <= ScrollArea.farthest }
        return scene.container?.isValid != false && scene.window?.isValid != false
            && scene.parentOrigin.isFinite && scene.scroll?.isAcceptable != false
            && scene.outputs.allSatisfy(\.frame.isValid)
            && scene.inner.allSatisfy { $0.frame.isValid && isPossible($0.contentHeight) && isPossible($0.offset) }
            && isPossible(shift) && isPossible(windowShift) && isPossible(accessoryHeight)
    }

    /// Where everything is set.
    var position: Position {
        Position(
            content: content, shift: shift, windowShift: windowShift, offset: scene.scroll?.offset ?? 0,
            insetBottom: scene.scroll?.insetBottom ?? 0, inner: scene.inner.map(\.offset))
    }
}
