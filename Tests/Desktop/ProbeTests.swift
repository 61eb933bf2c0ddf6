import DesktopSupport
import HeadroomCore
import HeadroomObserving
import ObserverLayerShell
import Support
import Testing

/// All that needs a desktop runs one test after another.
@Suite(.serialized) struct DesktopTests {}

extension DesktopTests {
    /// The layer-shell observer alone, on real compositors.
    @Suite(.serialized) struct ProbeTests {
        static let red = 0xcc3300

        static func watch(_ desktop: Desktop) throws -> FactsRecorder {
            let variables = desktop.environment
            let recorder = FactsRecorder(
                LayerShellObserver { variables[$0] }, loop: desktop.loop, bus: desktop.bus)
            recorder.start()
            try recorder.wait("a first look") { _ in true }
            #expect(recorder.availability == .active)
            return recorder
        }

        /// squeekboard shows and hides; the strip is exact, and the pixels there are the keyboard's.
        @Test(arguments: Desktop.Compositor.allCases) func squeekboard(_ compositor: Desktop.Compositor) throws {
            let desktop = try Desktop(compositor)
            let probe = try ProbeTests.watch(desktop)
            _ = try desktop.squeekboard()
            for _ in 0..<10 {
                try desktop.setVisible(true)
                let area = try probe.wait(strips: [Rect(x: 0, y: 510, width: 360, height: 210)])
                #expect(area.usable == Rect(x: 0, y: 0, width: 360, height: 510))
                #expect(area.strips.first?.isWhole == true)
                #expect(area.strips.first?.edge == .bottom)
                try desktop.setVisible(false)
                try probe.wait(strips: [])
            }
        }
    }
}
