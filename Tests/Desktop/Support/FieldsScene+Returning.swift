import Foundation
import Support

extension FieldsScene {
    // MARK: - Killing, and coming back

    package func killPlugin() { plugin.teller.process.kill() }
    package func restartPlugin() throws { plugin = try AccessibilityHelper(desktop) }

    package func killDaemon() { story.daemon.process.kill() }

    package func restartDaemon() throws {
        story = try Story(desktop)
        try story.waitForObservers(active)
    }

    package func killOnboard() { onboard.process.process.kill() }
    package func restartOnboard() throws { onboard = try Onboard(desktop) }

    package func killWindow() { window.teller.process.kill() }
    package func restartWindow() throws { window = try open(desktop) }

    // MARK: - What is left

    /// Waits until the list is scrolled so far, and nothing moves.
    package func wait(offset: Double) throws {
        try window.wait("the list is at \(offset)", log: log) { $0.offset == offset }
    }

    /// What the plugin has written down of what it has moved, an application a line.
    package var writtenDown: [String] {
        let text = try? String(contentsOfFile: "\(desktop.folder)/headroom/moved-accessibility", encoding: .utf8)
        return (text ?? "").split(separator: "\n").dropFirst().map(String.init)
    }

    /// Waits until nothing is written down as moved, and the daemon knows of nothing.
    package func waitUntilNothingIsMoved() throws {
        for _ in 0..<1000 {
            if writtenDown.isEmpty, try plugin.reports().allSatisfy({ $0.shiftY == 0 }) { return }
            try desktop.pass(microseconds: 20_000)
        }
        throw TestFailure("something is still moved: \(writtenDown) \(try plugin.reports())\n\(log)")
    }
}
