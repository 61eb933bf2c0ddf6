import HeadroomCore

@testable import HeadroomClient

/// Notifications and states for tests; the output lies at 100,50 in the global space and is 1280x800.
enum Samples {
    static let output = Output(name: "eDP-1", frame: Rect(x: 100, y: 50, width: 1280, height: 800))

    /// A docked keyboard of this height, in the global space.
    static func frame(_ height: Double) -> Rect {
        Rect(x: 100, y: 850 - height, width: 1280, height: height)
    }

    static func notification(
        _ kind: Notification.Kind, _ serial: UInt64, height: Double = 260, bar: Double = 0, durationMS: UInt32 = 0,
        isOutputGiven: Bool = true
    ) -> Notification {
        let hidden = Rect(x: 100, y: 850, width: 1280, height: height)
        let isHide = kind.phase == .hiding || kind.phase == .hidden
        let end = isHide ? hidden : frame(height)
        var details = Notification.Details(startTime: serial, origin: "squeekboard")
        details.outputFrame = isOutputGiven ? output.frame : nil
        return Notification(
            kind: kind, serial: serial, output: output.name,
            frameBegin: kind == .willShow ? hidden : kind == .willHide ? frame(height) : end, frameEnd: end,
            bottomInset: isHide ? 0 : height, candidateBarHeight: bar, durationMS: durationMS, details: details)
    }
}
