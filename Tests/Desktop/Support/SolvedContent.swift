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

    /// Follows the daemon of a desktop, also the next one.
    ///
    /// - Parameters:
    ///   - desktop: where.
    ///   - container: what is moved, in the global space.
    ///   - caret: what has to stay in sight, in the global space.
    /// - Throws: if there is no bus.
    package init(_ desktop: Session, container: Rect, caret: Rect) throws {
        loop = desktop.loop
        let output = Output(name: "screen", frame: XDesktop.screen)
        session = AvoidanceSession(
            scene: Scene(outputs: [output], container: container, target: Target(caret: caret)))
        client = try Client(bus: .at(desktop.busAddress), loop: loop)
        subscription = try client.subscribe { [weak self] update in self?.take(update) }
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

    /// What happened in each session: from a WillShow to the WillHide after it, which is left out.
    package var sessions: [[Answer]] {
        var sessions: [[Answer]] = []
        for answer in answers {
            switch answer.notification.kind {
            case .willShow: sessions.append([answer])
            case .didShow, .willChangeFrame, .didChangeFrame:
                if !sessions.isEmpty { sessions[sessions.count - 1].append(answer) }
            case .willHide, .didHide: continue
            }
        }
        return sessions
    }
}
