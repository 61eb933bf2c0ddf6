public import HeadroomCore

/// The plugin contract as a test that runs: plays whole lives of a keyboard with a world, on a clock of its own, without
/// a bus, and says where the world does not keep ``World``'s contract.
///
/// ```swift
/// #expect(Rehearsal.breaches { output in MyApplication(filling: output) } == [])
/// ```
///
/// Every scene begins with an application of its own. What an application cannot do, by its own word, is not played.
public enum Rehearsal {
    /// Where a world broke the contract.
    public struct Breach: Sendable, Hashable, CustomStringConvertible {
        public let scene: Scene
        /// When, in ms since the scene began.
        public let time: Double
        public let what: String

        public var description: String { "\(scene.rawValue), \(time) ms: \(what)" }
    }

    /// What is played.
    public enum Scene: String, Sendable, Hashable, CaseIterable {
        /// The keyboard shows and hides.
        case show
        /// It is on its way already when it is heard of.
        case join
        /// It shows and hides without any motion.
        case atOnce = "at once"
        /// The user wants less motion.
        case reducedMotion = "reduced motion"
        /// Everything is told twice.
        case twice
        /// It turns back on its way, and again.
        case reversal
        /// Its candidate bar comes and goes.
        case candidates
        /// The focus goes up and down while it is shown.
        case focusMoves = "focus moves"
        /// Its user types.
        case typing
        /// Its user scrolls away.
        case userScrolls = "user scrolls"
        /// The window loses the focus and gets it back.
        case focusLost = "focus lost"
        /// It shows on another output.
        case otherOutput = "other output"
        /// It floats.
        case floating
        /// The output is turned.
        case turned
        /// Another plugin takes the application over while things move, and gives it back.
        case revoked
        /// The daemon takes no report.
        case denied
        /// The daemon goes for good.
        case daemonGone = "daemon gone"
        /// Another daemon takes the place of one that was killed.
        case daemonRestarted = "daemon restarted"
        /// The plugin is killed while the keyboard is shown, and comes back.
        case killed
    }

    /// Plays `scenes` with applications that `make` makes for the output it is given.
    ///
    /// - Returns: all breaches; none: the world keeps the contract as far as this sees.
    public static func breaches(
        playing scenes: [Scene] = Scene.allCases, with make: (Output) -> any RehearsedApplication
    ) -> [Breach] {
        scenes.flatMap { scene in
            let stage = Stage(scene, make(Stage.landscape))
            stage.play()
            return stage.breaches
        }
    }
}
