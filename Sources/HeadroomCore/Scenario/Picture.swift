/// A scenario as a drawing, one frame a moment: the outputs, what may be moved, the keyboard, and the field with and
/// without the adjustment.
///
/// ``svg`` is a file of its own. Every frame is an `svg` element whose units are the logical pixels of the global space.
/// Every rectangle in it says in `data-what` what it is, and in `data-step` the number of its event: 0 is the moment
/// before the first. Of `queries` and `timeline` scenarios the queries and the notifications are counted, from 1.
public struct Picture: Sendable {
    public let id: String
    let frames: [PictureFrame]
    /// The number of the first frame: 0 is the moment before any event.
    let firstNumber: Int
    /// How many moments there are, those that are not drawn included.
    public let steps: Int

    /// How many moments are drawn at most (chosen: what a page can show).
    public static let mostFrames = 48

    /// A picture of the moments that ``ScenarioStep/all(in:file:line:)`` gives.
    public init(id: String, steps: [ScenarioStep]) {
        self.id = id
        self.steps = steps.count
        firstNumber = 0
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
        firstNumber = 1
        self.frames = Array(frames.prefix(Picture.mostFrames))
    }

    /// The picture as a file.
    public var svg: String { PictureWriter(self).written() }
}
