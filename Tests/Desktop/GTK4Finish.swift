import DesktopSupport
import Testing

extension GTK4Stage {
    /// At the end of a test: up to now GTK has complained of nothing.
    func finish() throws {
        try window.tell("truth")
        #expect(window.complaints == [])
    }
}
