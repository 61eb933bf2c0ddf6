public import HeadroomCore

/// What a plugin has to bring: the part of one application that it can move things in.
///
/// A world keeps no books. It says what is there, sets what it is told to, and reports what the user and the application
/// do; what was there before, where things go, on which curve, when they may and when they have to go back is the
/// kit's. ``Rehearsal`` holds a world to this contract without a keyboard, a bus or a clock.
///
/// Everything is called on the thread of the plugin's client.
public protocol World: AnyObject {
    /// By what names users may know the application, for `[apps] ignore`: its program, its application id.
    var names: [String] { get }

    /// What is moved, by a name that still means it when this program is killed and comes back; nil: it ends with this
    /// program. With a name the kit remembers what it moved, and puts it back when it comes again.
    var lastingName: String? { get }

    /// What the owner of the content wishes.
    var options: AvoidanceOptions { get }

    /// How often it is told a new position while things glide.
    var frames: FramePace { get }

    /// Whether the world knows by itself that its user wants less motion; nil: the desktop's settings decide.
    var prefersReducedMotion: Bool? { get }

    /// Says what is there now, with all that was set in it. `answer` is called once, before this returns or later. Nil:
    /// nothing here could be moved. Where something could be, but nobody can say where it is, that is
    /// ``Measurement/unplaced(hasFocus:)``.
    ///
    /// Measuring changes nothing.
    func measure(_ answer: @escaping (Measurement?) -> Void)

    /// Puts everything there, at once. The values are absolute; what they were before does not matter. What is measured
    /// from now on has them in it.
    ///
    /// It may be about views that are not those measured last, and go back. What both have is left to the latter then, which
    /// are told of it too.
    func apply(_ position: Position)
}

extension World {
    public var lastingName: String? { nil }
    public var options: AvoidanceOptions { AvoidanceOptions() }
    public var frames: FramePace { .every(FramePace.usual) }
    public var prefersReducedMotion: Bool? { nil }
}

/// How often a world is told a new position while things glide.
public enum FramePace: Sendable, Hashable {
    /// Every so many µs.
    case every(UInt64)
    /// The world has a clock for frames, and calls ``Engagement/frame()`` on each while ``Engagement/isGliding``.
    case own
    /// Not at all: things go to their end at once.
    case none

    /// 60 times a second, in µs.
    public static let usual: UInt64 = 16_667
}
