import HeadroomCore
import HeadroomWire

/// What happens in `headroom demo`: a pinyin keyboard shows, its candidate bar comes and goes, it hides.
struct Story {
    struct Scene {
        /// When it begins, in ms since the first.
        let time: UInt64
        let title: String
        let update: ProviderUpdate
    }

    static let provider = "pinyin-keyboard"
    /// The output of a desktop that has none.
    static let usualSize = Rect(x: 0, y: 0, width: 1280, height: 800)
    let scenes: [Scene]
    /// The output on which it happens, in the global space.
    let output: Rect

    /// - Parameter outputs: what the daemon knows; where it knows none, the keyboard brings one of 1280x800.
    init(outputs: [Output]) {
        let output = outputs.first(where: \.isPrimary) ?? outputs.first
        let size = output?.frame ?? Story.usualSize
        self.output = size
        let height = (size.height * 0.325).rounded()
        var keyboard = ProviderState()
        keyboard.output = output?.name ?? "DEMO-1"
        keyboard.outputFrame = output == nil ? size : nil
        keyboard.frame = Rect(x: 0, y: size.height - height, width: size.width, height: height)
        keyboard.engine = "ibus:libpinyin"
        keyboard.isVisible = true
        var withBar = ProviderState()
        withBar.candidateBarHeight = 44
        var withoutBar = ProviderState()
        withoutBar.candidateBarHeight = 0
        var hidden = ProviderState()
        hidden.isVisible = false
        scenes = [
            Self.scene(0, "a field is touched: the pinyin keyboard slides in", keyboard, motion: 250),
            Self.scene(1400, "\"ni hao\" is typed: the candidate bar comes", withBar, motion: 120),
            Self.scene(2800, "the first candidate is taken: the bar goes", withoutBar, motion: 120),
            Self.scene(4200, "the keyboard is closed", hidden, motion: 250),
        ]
    }

    private static func scene(_ time: UInt64, _ title: String, _ state: ProviderState, motion: UInt32) -> Scene {
        var update = ProviderUpdate(name: provider)
        update.state = state
        update.cause.transition = Transition(durationMS: motion, curve: .easeOutCubic)
        return Scene(time: time, title: title, update: update)
    }
}
