import HeadroomBus
import Support
import Testing

@testable import HeadroomObserving

/// What messages of `sm.puri.OSK0` mean.
struct OSK0DecoderTests {
    private func change(_ arguments: Value...) throws -> VisibleProperty.Change {
        let signal = BusMonitorText.Recorded(
            sender: ":1.2", path: "/sm/puri/OSK0", interface: "org.freedesktop.DBus.Properties",
            member: "PropertiesChanged", arguments: arguments)
        return OSK0Decoder.change(try signal.signal())
    }

    @Test("a recording of squeekboard on sway: five times shown and hidden")
    func recorded() throws {
        let signals = try BusMonitorText.signals("squeekboard-on-sway.txt")
        let changes = try signals.filter { $0.path == "/sm/puri/OSK0" }.map { OSK0Decoder.change(try $0.signal()) }
        #expect(changes == (0..<10).map { .visible($0.isMultiple(of: 2)) })
    }

    @Test("both forms: with the value, and invalidated")
    func forms() throws {
        #expect(try change("sm.puri.OSK0", .dictionary(["Visible": true]), .strings([])) == .visible(true))
        #expect(
            try change("sm.puri.OSK0", .dictionary(["Visible": false, "Hue": 1]), .strings(["Hue"])) == .visible(false))
        #expect(try change("sm.puri.OSK0", .dictionary([:]), .strings(["Hue", "Visible"])) == .invalidated)
        // Said and invalidated: what is said holds.
        #expect(try change("sm.puri.OSK0", .dictionary(["Visible": true]), .strings(["Visible"])) == .visible(true))
    }

    @Test("what is about something else, or makes no sense, is nothing")
    func nothing() throws {
        #expect(try change("sm.puri.OSK1", .dictionary(["Visible": true]), .strings([])) == .nothing)
        #expect(try change("sm.puri.OSK0", .dictionary(["Hue": true]), .strings([])) == .nothing)
        for visible in [1, "true", .variant(true), .dictionary([:]), .double(1)] as [Value] {
            #expect(try change("sm.puri.OSK0", .dictionary(["Visible": visible]), .strings([])) == .nothing)
        }
        #expect(try change() == .nothing)
        #expect(try change("sm.puri.OSK0") == .nothing)
        #expect(try change("sm.puri.OSK0", .dictionary([:])) == .nothing)
        #expect(try change("sm.puri.OSK0", .strings(["Visible"]), .dictionary([:])) == .nothing)
        #expect(try change("sm.puri.OSK0", .dictionary([:]), .array("i", [1])) == .nothing)
        #expect(try change(7, .dictionary(["Visible": true]), .strings([])) == .nothing)
    }

    @Test("the answer to Get")
    func answer() throws {
        func visible(_ arguments: [Value]) throws -> Bool? {
            let message = BusMonitorText.Recorded(
                sender: ":1.2", path: "/", interface: "a.b", member: "C", arguments: arguments)
            return OSK0Decoder.visible(try message.signal())
        }
        #expect(try visible([.variant(true)]) == true)
        #expect(try visible([.variant(false)]) == false)
        for wrong in [[], [true], [.variant(1)], [.variant("true")], [.variant(.variant(true))]] as [[Value]] {
            #expect(try visible(wrong) == nil)
        }
    }
}
