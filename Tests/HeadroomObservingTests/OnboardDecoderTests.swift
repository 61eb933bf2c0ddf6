import HeadroomBus
import Support
import Testing

@testable import HeadroomObserving

/// What messages of Onboard mean.
struct OnboardDecoderTests {
    private static let interface: Value = "org.onboard.Onboard.Keyboard"

    private func change(_ arguments: Value...) throws -> VisibleProperty.Change {
        let signal = BusMonitorText.Recorded(
            sender: ":1.2", path: "/org/onboard/Onboard/Keyboard", interface: "org.freedesktop.DBus.Properties",
            member: "PropertiesChanged", arguments: arguments)
        return OnboardDecoder.change(try signal.signal())
    }

    @Test("a recording of Onboard on openbox: five times shown and hidden, listed as changed and as invalidated")
    func recorded() throws {
        let signals = try BusMonitorText.signals("onboard-on-openbox.txt")
        #expect(signals.allSatisfy { $0.arguments.last == .strings(["Visible"]) })
        let changes = try signals.map { OnboardDecoder.change(try $0.signal()) }
        #expect(changes == (0..<10).map { .visible($0.isMultiple(of: 2)) })
    }

    @Test("invalidated only, other properties, other interfaces, no sense")
    func others() throws {
        #expect(try change(Self.interface, .dictionary([:]), .strings(["Visible"])) == .invalidated)
        #expect(
            try change(Self.interface, .dictionary(["AutoShowPaused": true]), .strings(["AutoShowPaused"])) == .nothing)
        #expect(try change("org.onboard.Onboard", .dictionary(["Visible": true]), .strings([])) == .nothing)
        #expect(try change("sm.puri.OSK0", .dictionary(["Visible": true]), .strings([])) == .nothing)
        #expect(try change(Self.interface, .dictionary(["Visible": 1]), .strings(["Visible"])) == .nothing)
        #expect(try change() == .nothing)
    }
}
