import HeadroomBus
import HeadroomClient
package import HeadroomCore
import Support

/// Content that a plugin would keep in sight: it hears what the daemon tells as every client does, and works out with the
/// solver how far it has to move. Nothing on the desktop moves.
package final class SolvedContent {
    /// One notification and what followed from it.
    package struct Answer: Sendable {
        package var notification: HeadroomCore.Notification
        package var shift: Double
        /// Whether the content had to move.
        package var isCommand: Bool
    }

    /// All notifications so far, each with its answer.
    package private(set) var answers: [Answer] = []
    private var session: AvoidanceSession
    private let client: Client
    private let loop: EventLoop
    private var subscription: KeyboardSubscription?

    /// Follows the daemon of a desktop, which is there, and the one after it.
    ///
    /// - Parameters:
    ///   - desktop: where.
    ///   - container: what is moved, in the global space.
    ///   - caret: what has to stay in sight, in the global space.
    /// - Throws: if there is no bus.
    package init(_ desktop: DesktopSupport.Session, container: Rect, caret: Rect) throws {
        loop = desktop.loop
        let output = Output(name: "screen", frame: XDesktop.screen)
        session = AvoidanceSession(
            scene: Scene(outputs: [output], container: container, target: Target(caret: caret)))
        client = try Client(bus: .at(desktop.busAddress), loop: loop)
        subscription = try client.subscribe { [weak self] update in self?.take(update) }
        try loop.wait("the keyboard's state") { subscription?.state?.isDaemonPresent == true }
    }

    deinit { subscription?.cancel() }

    private func take(_ update: KeyboardUpdate) {
        switch update {
        case .notification(let notification): take(notification)
        case .current(let state): if !state.phase.isVisible { _ = session.hide(at: loop.now) }
        case .properties: return
        }
    }

    private func take(_ notification: HeadroomCore.Notification) {
        let change = session.receive(notification, at: loop.now)
        answers.append(
            Answer(notification: notification, shift: change.adjustment.shift, isCommand: change.isCommand))
    }

    /// What happened in each session: from the first WillShow to the WillHide after it, which is left out.
    package var sessions: [Session] {
        var sessions: [Session] = []
        var isHidden = true
        for answer in answers {
            switch answer.notification.kind {
            case .willShow, .didShow, .willChangeFrame, .didChangeFrame:
                if isHidden { sessions.append(Session()) }
                sessions[sessions.count - 1].answers.append(answer)
                isHidden = false
            case .willHide, .didHide: isHidden = true
            }
        }
        return sessions
    }

    /// From a keyboard's coming to its going.
    package struct Session: Sendable, CustomStringConvertible {
        package fileprivate(set) var answers: [Answer] = []

        package var description: String {
            answers.map { answer in
                let note = answer.notification
                let room = note.details.roomBelowCaret
                return "\(note.kind.rawValue) \(note.frameEnd.top) room \(room) shift \(answer.shift)"
            }.joined(separator: ", ")
        }

        /// The times that content moved since bar or room were others than before; the show itself is not among them.
        package var movesForCandidates: [Answer] {
            zip(answers, answers.dropFirst()).filter { before, after in
                let (old, new) = (before.notification, after.notification)
                let isAnother =
                    old.candidateBarHeight != new.candidateBarHeight
                    || old.details.roomBelowCaret != new.details.roomBelowCaret
                return after.isCommand && isAnother
            }.map(\.1)
        }
    }
}
