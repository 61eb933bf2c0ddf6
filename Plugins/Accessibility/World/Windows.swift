import HeadroomCore

/// A window as whoever places windows knows it.
struct SeenWindow: Hashable, Sendable {
    /// What its application draws, without shadows and without what is put around it, in logical pixels of the global
    /// space.
    var content: Rect
    /// As ``Measurement/windowStates``.
    var states: [String] = []
    /// The output that it is on; empty: the one that it lies on.
    var output = ""
    /// Device pixels per logical pixel there, where applications may answer in either; nil: that is seen by the sizes.
    var outputScale: Double?
    /// Whether it is only what the application's window may be: if it is, it has just this size.
    var isGuess = false
}

/// What the windows of a process are, and who says so.
enum Windows: Hashable, Sendable {
    /// It is one of these; with more than one, the one that has the size that the application says. None: nobody knows.
    ///
    /// Its application knows no place but in its own surface, as all do on Wayland.
    case surfaces([SeenWindow])
    /// Its application says itself where on the screen it is, where its toolkit can. Nil: it is not seen there.
    case onScreen(SeenWindow?)
}

/// Who knows where windows are.
protocol WindowSource: AnyObject {
    /// Called when windows may be elsewhere, or in another state, as far as that is told at all.
    var onChange: (() -> Void)? { get set }

    /// `answer` is called once, before this returns or later.
    func windows(of process: UInt32, _ answer: @escaping (Windows) -> Void)
}
