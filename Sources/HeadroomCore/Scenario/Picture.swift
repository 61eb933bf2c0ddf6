/// A scenario as a drawing, one frame a moment: the outputs, what may be moved, the keyboard, and the field with and
/// without the adjustment.
///
/// ``svg`` is a file of its own. Every frame is an `svg` element with `data-step`, the number of its event (0: before
/// the first), whose units are the logical pixels of the global space; every rectangle in it has `data-what`.
public struct Picture: Sendable {
    public let id: String
    let frames: [PictureFrame]
    /// How many moments there are, those that are not drawn included.
    public let steps: Int

    /// How many moments are drawn at most (chosen: what a page can show).
    public static let mostFrames = 48

    /// A picture of the moments that ``ScenarioStep/all(in:file:line:)`` gives.
    public init(id: String, steps: [ScenarioStep]) {
        self.id = id
        self.steps = steps.count
        frames = steps.prefix(Picture.mostFrames).map(\.frame)
    }

    init(_ scenario: ScenarioCase) {
        switch scenario.input {
        case .session(let session):
            self.init(id: scenario.id, steps: SessionRun(session).steps())
        case .popups(let popups):
            self.init(id: scenario.id, frames: popups.frames())
        case .timeline(let timeline):
            self.init(id: scenario.id, frames: TimelineRun(timeline).frames())
        }
    }

    private init(id: String, frames: [PictureFrame]) {
        self.id = id
        steps = frames.count
        self.frames = Array(frames.prefix(Picture.mostFrames))
    }

    /// The picture as a file.
    public var svg: String { PictureWriter(self).written() }
}
