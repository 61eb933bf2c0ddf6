import HeadroomDesktop
import Testing

@Suite struct WaylandAddressTests {
    static func path(_ environment: [String: String]) -> String? {
        WaylandAddress { environment[$0] }?.path
    }

    @Test func theEnvironmentSaysWhere() {
        #expect(
            WaylandAddressTests.path(["WAYLAND_DISPLAY": "wayland-1", "XDG_RUNTIME_DIR": "/run/user/1"])
                == "/run/user/1/wayland-1")
        #expect(WaylandAddressTests.path(["WAYLAND_DISPLAY": "/some/where/sock"]) == "/some/where/sock")
    }

    @Test(arguments: [
        [:], ["XDG_RUNTIME_DIR": "/run/user/1"], ["WAYLAND_DISPLAY": "wayland-1"],
        ["WAYLAND_DISPLAY": "", "XDG_RUNTIME_DIR": "/run"], ["WAYLAND_DISPLAY": "a/b", "XDG_RUNTIME_DIR": "/run"],
        ["WAYLAND_DISPLAY": "wayland-1", "XDG_RUNTIME_DIR": "relative"],
        ["WAYLAND_DISPLAY": "/run/"],
        ["WAYLAND_DISPLAY": String(repeating: "x", count: 120), "XDG_RUNTIME_DIR": "/run"],
    ])
    func orNowhere(_ environment: [String: String]) {
        #expect(WaylandAddressTests.path(environment) == nil)
    }

    @Test func waitsDoubleAndEnd() {
        var backoff = Backoff()
        let waits = (0..<10).map { _ in backoff.next() }
        #expect(waits.prefix(3) == [50_000, 100_000, 200_000])
        #expect(waits.compactMap(\.self).count == Backoff.tries)
        #expect(waits.last == .some(nil))
        backoff.reset()
        let first = backoff.next()
        #expect(first == 50_000)
    }
}
