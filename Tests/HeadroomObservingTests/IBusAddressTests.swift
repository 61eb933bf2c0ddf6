import Glibc
import HeadroomBus
import Support
import Testing

@testable import HeadroomObserving

/// Where IBus's bus is, by the environment and the address file.
struct IBusAddressTests {
    @Test(
        "sockets of this machine",
        arguments: [
            ("unix:path=/run/a,guid=00", "/run/a", false), ("unix:guid=00,path=/run/a", "/run/a", false),
            ("unix:abstract=/h/.cache/ibus/dbus-AB,guid=1", "/h/.cache/ibus/dbus-AB", true),
            ("unix:path=/a%20b%c3%a4", "/a bä", false), ("tcp:host=a,port=1;unix:path=/c", "/c", false),
        ]) func sockets(_ text: String, _ name: String, _ isAbstract: Bool)
    {
        #expect(IBusAddress(text)?.name == name)
        #expect(IBusAddress(text)?.isAbstract == isAbstract)
    }

    @Test(
        "what names no socket of this machine is no address",
        arguments: [
            "", ";", "unix", "unix:", "unix:path", "unix:path=", "unix:guid=00", "unix:path=/a%2", "unix:path=/a%zz",
            "unix:path=/a%00b", "unix:path=/a%e4", "unix:dir=/tmp", "tcp:host=localhost,port=1", "autolaunch:",
            "unixexec:path=/bin/sh",
            "unix:path=/" + String(repeating: "x", count: 107), "launchd:env=X", "\u{0}\u{1}",
        ]) func none(_ text: String)
    {
        #expect(IBusAddress(text) == nil)
    }

    @Test("for libdbus they are written as the specification says")
    func written() {
        #expect(IBusAddress("unix:guid=0,path=/a%20b")?.bus == .at("unix:path=/a%20b"))
        #expect(IBusAddress("unix:abstract=/t/dbus-x,guid=0")?.bus == .at("unix:abstract=/t/dbus-x"))
    }

    // MARK: The file

    private static func file(_ environment: [String: String]) -> IBusAddressFile? {
        IBusAddressFile(environment: { environment[$0] }, machine: "m")
    }

    @Test("its name comes of the display's")
    func names() {
        let home = ["HOME": "/h"]
        func names(_ more: [String: String]) -> [String]? { Self.file(home.merging(more) { $1 })?.names }
        #expect(names(["DISPLAY": ":97"]) == ["m-unix-97"])
        #expect(names(["DISPLAY": ":97.1"]) == ["m-unix-97"])
        #expect(names(["DISPLAY": "far:3"]) == ["m-far-3"])
        #expect(names(["WAYLAND_DISPLAY": "wayland-0"]) == ["m-unix-wayland-0"])
        #expect(names(["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":1"]) == ["m-unix-wayland-0", "m-unix-1"])
        #expect(names(["WAYLAND_DISPLAY": "/run/w", "DISPLAY": ":1"]) == ["m-unix-1"])
        #expect(names(["DISPLAY": "nonsense"]) == nil)
        #expect(names(["DISPLAY": ":"]) == nil)
        #expect(names([:]) == nil)
        #expect(Self.file(["DISPLAY": ":1"]) == nil)
    }

    @Test("its folder is that of the user's configuration, or another file is named")
    func folders() {
        #expect(Self.file(["HOME": "/h", "DISPLAY": ":1"])?.folder == "/h/.config/ibus/bus")
        #expect(Self.file(["HOME": "/h", "XDG_CONFIG_HOME": "/c", "DISPLAY": ":1"])?.folder == "/c/ibus/bus")
        let named = Self.file(["IBUS_ADDRESS_FILE": "/x/y", "HOME": "/h", "DISPLAY": ":1"])
        #expect(named?.folder == "/x")
        #expect(named?.names == ["y"])
        #expect(Self.file(["IBUS_ADDRESS_FILE": "/y"])?.folder == "/")
        #expect(Self.file(["IBUS_ADDRESS_FILE": "relative", "HOME": "/h", "DISPLAY": ":1"])?.names == ["m-unix-1"])
    }

    @Test("what it says")
    func content() {
        let content = IBusAddressFile.Content(
            Array("# This file is created by ibus-daemon\nIBUS_ADDRESS=unix:path=/a,guid=00\nIBUS_DAEMON_PID=12\n".utf8)
        )
        #expect(content?.address == "unix:path=/a,guid=00")
        #expect(content?.process == 12)
    }

    @Test(
        "garbage, and what Fcitx leaves when it ends, say nothing",
        arguments: [
            "", "\n\n", "IBUS_ADDRESS=\nIBUS_DAEMON_PID=\n", "IBUS_ADDRESS=unix:path=/a\n", "IBUS_DAEMON_PID=1\n",
            "IBUS_ADDRESS=unix:path=/a\nIBUS_DAEMON_PID=-1\n", "IBUS_ADDRESS=unix:path=/a\nIBUS_DAEMON_PID=0\n",
            "IBUS_ADDRESS=unix:path=/a\nIBUS_DAEMON_PID=99999999999999999999\n", "IBUS_ADDRESS\nIBUS_DAEMON_PID\n",
            "IBUS_ADDRESS=unix:path=/a\nIBUS_DAEMON_PID=1\nIBUS_DAEMON_PID=\n",
        ]) func noContent(_ text: String)
    {
        #expect(IBusAddressFile.Content(Array(text.utf8)) == nil)
    }

    @Test("bytes that are no text say nothing")
    func noText() {
        #expect(
            IBusAddressFile.Content([0xff, 0xfe, 10] + Array("IBUS_ADDRESS=unix:path=/a\nIBUS_DAEMON_PID=1\n".utf8))
                == nil)
    }

    @Test("the first file that a running process wrote counts; dead ones, pipes, folders and huge files do not")
    func look() throws {
        let folder = try TemporaryFolder()
        var file = try #require(Self.file(["IBUS_ADDRESS_FILE": "\(folder.path)/a"]))
        let rest = "IBUS_ADDRESS=unix:path=/a\nIBUS_DAEMON_PID="
        #expect(file.address() == nil)
        try folder.write("\(rest)\(getpid())\n", to: "a")
        #expect(file.address() == "unix:path=/a")
        // No process has a number so great.
        try folder.write("\(rest)\(Int32.max)\n", to: "a")
        #expect(file.address() == nil)
        try folder.write("\(rest)\(getpid())\n" + String(repeating: "#", count: IBusAddressFile.limit), to: "a")
        #expect(file.address() == nil)
        unlink("\(folder.path)/a")
        mkfifo("\(folder.path)/a", 0o600)
        #expect(file.address() == nil)
        unlink("\(folder.path)/a")
        mkdir("\(folder.path)/a", 0o700)
        #expect(file.address() == nil)
        file = try #require(
            IBusAddressFile(
                environment: {
                    ["XDG_CONFIG_HOME": folder.path, "WAYLAND_DISPLAY": "w", "DISPLAY": ":1"][$0]
                }, machine: "m"))
        mkdir("\(folder.path)/ibus", 0o700)
        mkdir("\(folder.path)/ibus/bus", 0o700)
        try folder.write("IBUS_ADDRESS=unix:path=/x\nIBUS_DAEMON_PID=\(getpid())\n", to: "ibus/bus/m-unix-1")
        #expect(file.address() == "unix:path=/x")
        try folder.write("IBUS_ADDRESS=unix:path=/w\nIBUS_DAEMON_PID=\(getpid())\n", to: "ibus/bus/m-unix-w")
        #expect(file.address() == "unix:path=/w")
    }

    // MARK: All of it

    private static func look(_ environment: [String: String], sessionBus: String? = nil) -> IBusLocation {
        IBusLocation.Signpost(environment: { environment[$0] }, sessionBus: sessionBus).look()
    }

    @Test("the address in the environment goes before any file")
    func fixed() throws {
        let address = try #require(IBusAddress("unix:path=/a"))
        let environment = ["IBUS_ADDRESS": "unix:path=/a,guid=0", "IBUS_ADDRESS_FILE": "/nowhere/at/all"]
        #expect(Self.look(environment) == .bus(address))
        #expect(Self.look(["IBUS_ADDRESS": "tcp:host=x,port=1"]) == .nowhere("IBus's bus is no socket of this machine"))
        guard case .nowhere(let why) = Self.look(["IBUS_ADDRESS_FILE": "/nowhere/at/all"]) else {
            throw TestFailure("somewhere")
        }
        #expect(why.contains("not running"))
    }

    @Test(
        "the session bus's address is Fcitx's",
        arguments: [
            "unix:path=/run/user/1/bus", "unix:path=/run/user/1/bus,guid=9",
            "unix:path=/x;unix:guid=1,path=/run/user/1/bus",
        ]) func standIn(_ sessionBus: String) throws
    {
        guard
            case .nowhere(let why) = Self.look(
                ["IBUS_ADDRESS": "unix:path=/run/user/1/bus,guid=77"], sessionBus: sessionBus)
        else { throw TestFailure("it is taken for IBus") }
        #expect(why.contains("Fcitx 5"))
        #expect(
            Self.look(["IBUS_ADDRESS": "unix:abstract=/run/user/1/bus"], sessionBus: sessionBus)
                == IBusAddress("unix:abstract=/run/user/1/bus").map { .bus($0) })
    }
}
