import Foundation
import HeadroomBus
import HeadroomClient
import HeadroomWire
import Support
import Testing

@testable import HeadroomCLI

/// `headroom doctor` where each thing that it speaks of is really there, and then really taken away.
@Suite("The doctor at work", .timeLimit(.minutes(10)))
struct DoctorTests {
    /// What the doctor says, by what it looked at.
    private func visit(_ world: World) throws -> (findings: [String: JSONLine], code: Int32) {
        let outcome = try world.run("doctor", "--json")
        #expect(outcome.log == "")
        let lines = try outcome.lines.map { try JSONLine($0) }
        let findings = Dictionary(uniqueKeysWithValues: lines.map { ($0.string("check") ?? "", $0) })
        #expect(findings.count == lines.count)
        return (findings, outcome.code)
    }

    private func state(_ check: String, in world: World) throws -> String? {
        try visit(world).findings[check]?.string("state")
    }

    @Test("session bus and daemon: there, then gone")
    func daemon() throws {
        let world = try World()
        let daemon = try world.startDaemon()
        let before = try visit(world)
        #expect(before.findings["session bus"]?.string("state") == "ok")
        #expect(before.findings["headroomd"]?.string("state") == "ok")
        #expect(before.findings["headroomd"]?.string("text")?.contains("pid \(daemon.pid)") == true)
        #expect(before.findings["headroomd"]?.string("text")?.contains("version 1") == true)
        #expect(before.findings["observers"]?.string("state") == "ok")
        #expect(before.findings["observer OSK0"]?.string("state") == "note")
        daemon.send(SIGTERM)
        #expect(try daemon.waitForExit() == 0)
        let after = try visit(world)
        #expect(after.findings["session bus"]?.string("state") == "ok")
        #expect(after.findings["headroomd"]?.string("state") == "missing")
        #expect(after.findings["observers"]?.string("state") == "missing")
        #expect(after.findings["observer OSK0"] == nil)
        #expect(after.code == 1)
        world.bus?.kill()
        let without = try visit(world)
        #expect(without.findings["session bus"]?.string("state") == "missing")
        #expect(without.code == 1)
        for line in without.findings.values where line.string("state") == "missing" {
            #expect(line.string("hint")?.isEmpty == false, "\(line.object)")
        }
    }

    @Test("a frozen daemon is not taken for a good one")
    func frozen() throws {
        let world = try World()
        let daemon = try world.startDaemon()
        daemon.send(SIGSTOP)
        defer { daemon.send(SIGCONT) }
        #expect(try state("headroomd", in: world) == "missing")
    }

    @Test("names on the bus: owned, then not; nobody is started for it")
    func facilities() throws {
        let world = try World()
        let bus = try #require(world.bus)
        let loop = try EventLoop()
        let owner = try bus.connect(loop)
        var answers = 0
        for facility in Facility.all {
            owner.requestName(try BusName(facility.name)) { answer in
                if case .success(.primaryOwner) = answer { answers += 1 }
            }
        }
        try loop.wait("the names") { answers == Facility.all.count }
        let before = try visit(world).findings
        for facility in Facility.all { #expect(before[facility.name]?.string("state") == "ok", "\(facility.name)") }
        owner.close()
        let after = try visit(world).findings
        for facility in Facility.all { #expect(after[facility.name]?.string("state") == "note", "\(facility.name)") }
    }

    @Test("an observer's line follows its facility")
    func observer() throws {
        let world = try World()
        let bus = try #require(world.bus)
        _ = try world.startDaemon()
        #expect(try visit(world).findings["observer OSK0"]?.string("text")?.hasPrefix("waiting") == true)
        let loop = try EventLoop()
        let keyboard = try bus.connect(loop)
        var isOwned = false
        keyboard.requestName("sm.puri.OSK0") { _ in isOwned = true }
        try loop.wait("the name") { isOwned }
        #expect(try visit(world).findings["sm.puri.OSK0"]?.string("state") == "ok")
    }

    @Test("displays: answered, then dead, then not named")
    func displays() throws {
        let world = try World()
        let listener = try ListeningSocket("\(world.folder.path)/wayland-7")
        world.changes["WAYLAND_DISPLAY"] = "wayland-7"
        #expect(try state("Wayland", in: world) == "ok")
        #expect(try state("X11", in: world) == "note")
        world.changes["WAYLAND_DISPLAY"] = "\(world.folder.path)/wayland-7"
        #expect(try state("Wayland", in: world) == "ok")
        listener.close()
        #expect(try state("Wayland", in: world) == "missing")
        world.changes["WAYLAND_DISPLAY"] = ""
        let none = try visit(world)
        #expect(none.findings["Wayland"]?.string("state") == "missing")
        #expect(none.findings["X11"]?.string("state") == "missing")
        #expect(none.code == 1)
        world.changes["DISPLAY"] = ":4711"
        #expect(try visit(world).findings["X11"]?.string("text")?.contains(":4711") == true)
        world.changes["DISPLAY"] = "elsewhere:0"
        #expect(try visit(world).findings["X11"]?.string("text")?.contains("another machine") == true)
    }

    @Test("with a display, a daemon and an observer that waits the main job can work")
    func good() throws {
        let world = try World()
        _ = try world.startDaemon()
        let listener = try ListeningSocket("\(world.folder.path)/wayland-7")
        defer { listener.close() }
        world.changes["WAYLAND_DISPLAY"] = "wayland-7"
        let outcome = try world.run("doctor")
        #expect(outcome.code == 0)
        #expect(!outcome.output.contains("missing "))
        #expect(outcome.lines.contains { $0.hasPrefix("ok       headroomd") })
    }

    @Test("unit and autostart entry: installed, then not")
    func installed() throws {
        let world = try World(hasBus: false)
        for (check, path) in [
            ("systemd unit", "config/systemd/user/headroomd.service"),
            ("autostart entry", "config/autostart/headroomd.desktop"),
            ("autostart entry", "xdg/autostart/headroomd.desktop"),
        ] {
            #expect(try state(check, in: world) == "note")
            try world.write("", to: path)
            let finding = try visit(world).findings[check]
            #expect(finding?.string("state") == "ok")
            #expect(finding?.string("text") == "\(world.folder.path)/\(path)")
            try FileManager.default.removeItem(atPath: "\(world.folder.path)/\(path)")
        }
    }

    @Test("the accessibility plugin: not asked for, asked for, running")
    func accessibilityPlugin() throws {
        let world = try World()
        _ = try world.startDaemon()
        let none = try visit(world).findings["headroom-accessibility"]
        #expect(none?.string("state") == "note")
        #expect(none?.string("hint")?.contains("headroom-accessibility --enable") == true)
        try world.write("", to: "state/headroom/accessibility-enabled")
        let wanted = try visit(world).findings["headroom-accessibility"]
        #expect(wanted?.string("state") == "note" && wanted?.string("text") == "turned on, and does not run")
        let loop = try EventLoop()
        let client = try Client(bus: .at(try #require(world.bus?.address)), loop: loop)
        let plugin = client.plugin(name: "accessibility", kind: .accessibility)
        var isRegistered = false
        plugin.claim([UInt32(getpid())]) { _ in isRegistered = true }
        try loop.wait("the plugin to be registered") { isRegistered }
        #expect(try state("headroom-accessibility", in: world) == "ok")
        withExtendedLifetime(plugin) {}
        world.changes["NO_AT_BRIDGE"] = "1"
        #expect(try state("GTK 3 programs", in: world) == "note")
    }

    @Test("configuration: none, good, wrong, with observers disabled")
    func configuration() throws {
        let world = try World()
        #expect(try visit(world).findings["configuration"]?.string("text")?.contains("defaults") == true)
        try world.write("[grace]\ndefault=80\n", to: "config/headroom/headroom.conf")
        let good = try visit(world).findings
        #expect(good["configuration"]?.string("state") == "ok")
        #expect(good["configuration"]?.string("text")?.hasSuffix("headroom.conf") == true)
        #expect(good["disabled observers"]?.string("state") == "ok")
        try world.write("[grace]\ndefault=soon\n", to: "config/headroom/headroom.conf")
        let wrong = try visit(world).findings["configuration"]
        #expect(wrong?.string("state") == "note")
        #expect(wrong?.string("text")?.contains("headroom.conf:2") == true)
        try world.write("[observers]\ndisable=OSK0\n", to: "config/headroom/headroom.conf")
        _ = try world.startDaemon()
        let disabled = try visit(world).findings
        #expect(disabled["disabled observers"]?.string("state") == "note")
        #expect(disabled["disabled observers"]?.string("text") == "OSK0")
        #expect(disabled["observer OSK0"]?.string("text")?.contains("disabled") == true)
        world.changes["XDG_CONFIG_HOME"] = ""
        world.changes["HOME"] = ""
        #expect(try visit(world).findings["configuration"]?.string("state") == "note")
    }

    @Test("state folder: can be made, is there, cannot be")
    func stateFolder() throws {
        let world = try World(hasBus: false)
        #expect(try state("state folder", in: world) == "ok")
        try world.write("", to: "state/headroom/learned-frames")
        #expect(try state("state folder", in: world) == "ok")
        try FileManager.default.removeItem(atPath: "\(world.folder.path)/state")
        // Where the folder should be there is a file.
        try world.write("", to: "state")
        #expect(try state("state folder", in: world) == "note")
    }
}

/// A socket in the file system on which somebody listens.
private final class ListeningSocket {
    private var fd: Int32

    init(_ path: String) throws {
        // Programs that other tests start meanwhile must not keep it open.
        fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0, listen(fd, 8) == 0 else { throw TestFailure("\(path): \(errno)") }
    }

    deinit { close() }

    /// Nobody listens any more; the file stays.
    func close() {
        if fd >= 0 { Glibc.close(fd) }
        fd = -1
    }
}
