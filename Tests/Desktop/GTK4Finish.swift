import DesktopSupport
import Testing

extension GTK4Stage {
    /// Ends a test: the program is still there, and GTK has complained of nothing.
    func finish() throws {
        try window.tell("truth")
        #expect(window.complaints == [])
    }
}
