public import HeadroomCore

/// What a subscriber is told.
public enum KeyboardUpdate: Sendable, Hashable {
    /// How things stand: the first thing told, and again when they stand otherwise although no notification said so,
    /// because the daemon came, left for more than 2 s, or came back knowing something else. In motion, join the
    /// motion where it is now; hidden, act as on a WillHide with duration 0.
    case current(KeyboardState)
    /// The daemon sent a notification.
    case notification(Notification)
    /// The daemon's properties changed; where a notification goes with it, that follows.
    case properties(KeyboardProperties)
}
