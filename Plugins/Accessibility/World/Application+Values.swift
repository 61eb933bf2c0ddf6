import HeadroomCore
import HeadroomPluginKit

extension Application {
    /// What there is to say of a field where nobody says where it is; nil: there is no field.
    var unplaced: Measurement? { focus == nil ? nil : .unplaced(hasFocus: isFocused && isWindowActive) }

    /// A field with the focus.
    struct Focus: Hashable {
        let lineage: Lineage
        let isMultiLine: Bool
    }

    /// What something may still be moved in.
    struct View {
        let content: UInt64
        let panes: [Pane]
        /// How many logical pixels one of the application's is.
        let scale: Double
    }

    /// What was seen of it last.
    struct Known {
        let focus: Focus
        let reading: Reading
        let scene: Scene
        let space: Space
        let place: WindowPlace.Placed
        /// When the look began, in µs.
        let time: UInt64
        /// Whether the user or the application may have changed what is there since.
        var isDisturbed = false
    }

    /// What was thought of bars before something else was learned of them, and where everything was then.
    struct Lesson {
        let focus: Focus
        let before: Reading
        var scales: [Accessible: Survey.Scale] = [:]
        /// Whether things were moved anew because of it.
        var isActedOn = false
    }

    /// What bars were set to.
    struct Told {
        var values: [Accessible: Double] = [:]
        /// When something was wanted of them last, in µs.
        var time: UInt64 = 0
        /// Whether it was seen since what came of it.
        var isVerified = true
    }
}
