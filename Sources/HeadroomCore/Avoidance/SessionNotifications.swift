extension AvoidanceSession {
    /// A notification of the daemon came, about the output that the content is on (contract, section 2).
    ///
    /// The daemon has waited already, so a hide has no grace. A motion that began in the past is joined for what is left
    /// of it. `windowStates` are the window's own, in the contract's words.
    public mutating func receive(
        _ notification: Notification, windowStates: [String] = [], at time: UInt64
    ) -> AvoidanceChange {
        let finish = notification.motion.finish
        let pace = Pace(
            milliseconds: finish > time ? Double(finish - time) / 1000 : 0, curve: notification.details.curve)
        switch notification.kind {
        case .willShow, .willChangeFrame:
            return keyboard(KeyboardReport(notification, windowStates: windowStates), at: time, pace: pace)
        case .willHide:
            return hide(at: time, pace: pace)
        case .didShow, .didChangeFrame, .didHide:
            // Optional, and without any effect (rule S4).
            return advance(to: time)
        }
    }
}
