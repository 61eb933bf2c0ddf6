import Foundation
import Testing

@Suite("Install and uninstall")
struct InstallTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ script: String, _ variables: [String: String]) throws -> Command {
        try Command(
            ["sh", "systemd/\(script)"],
            ["HOME": "\(folder.path)/home", "BUILT": Command.built].merging(variables) { $1 })
    }

    @Test("for everybody: where systemd, man and the desktops look, under DESTDIR and nowhere else")
    func system() throws {
        let place = ["DESTDIR": folder.path, "PREFIX": "/usr"]
        let install = try run("install", place)
        #expect(install.status == 0, "\(install.output)")
        #expect(
            folder.files() == [
                "etc/xdg/autostart/headroomd.desktop", "usr/bin/headroom", "usr/bin/headroomd",
                "usr/lib/systemd/user/graphical-session.target.wants/headroomd.service",
                "usr/lib/systemd/user/headroom-plugin@.service", "usr/lib/systemd/user/headroomd.service",
                "usr/share/man/man1/headroom.1",
                "usr/share/man/man1/headroomd.1",
            ])
        let unit = try folder.text(of: "usr/lib/systemd/user/headroomd.service")
        #expect(unit.contains("\nExecStart=/usr/bin/headroomd\n"))
        let wanted = try folder.text(of: "usr/lib/systemd/user/graphical-session.target.wants/headroomd.service")
        #expect(wanted == unit)
        let entry = try folder.text(of: "etc/xdg/autostart/headroomd.desktop")
        #expect(entry.contains("\nTryExec=/usr/bin/headroomd\n"))
        #expect(!entry.contains("/usr/local"))

        #expect(try run("install", place).status == 0, "a second time, over itself")
        let uninstall = try run("uninstall", place)
        #expect(uninstall.status == 0, "\(uninstall.output)")
        #expect(folder.files() == [])
        #expect(try run("uninstall", place).status == 0, "nothing there is no error")
    }

    @Test("for one user: in the user's own folders")
    func user() throws {
        let home = "\(folder.path)/home"
        let place = ["PREFIX": "\(home)/.local"]
        let install = try run("install", place)
        #expect(install.status == 0, "\(install.output)")
        #expect(
            folder.files() == [
                "home/.config/autostart/headroomd.desktop", "home/.local/bin/headroom", "home/.local/bin/headroomd",
                "home/.local/share/man/man1/headroom.1", "home/.local/share/man/man1/headroomd.1",
                "home/.local/share/systemd/user/graphical-session.target.wants/headroomd.service",
                "home/.local/share/systemd/user/headroom-plugin@.service",
                "home/.local/share/systemd/user/headroomd.service",
            ])
        #expect(FileManager.default.isExecutableFile(atPath: "\(home)/.local/bin/headroomd"))

        // The unit that came out of it is one that systemd takes: verify says nothing. Its status is 0 in any case.
        let unit = "\(home)/.local/share/systemd/user/headroomd.service"
        #expect(try verify(unit) == "")
        let entry = try Command(["desktop-file-validate", "\(home)/.config/autostart/headroomd.desktop"])
        #expect(entry.status == 0 && entry.output == "", "\(entry.output)")

        let text = try folder.text(of: "home/.local/share/systemd/user/headroomd.service")
        for (word, complaint) in [("RestrictRealtime", "Unknown key"), ("bin/headroomd", "is not executable")] {
            try folder.write(text.replacing(word, with: word + "X"), to: "bad.service")
            #expect(try verify("\(folder.path)/bad.service").contains(complaint), "a planted fault is seen")
        }

        #expect(try run("uninstall", place).status == 0)
        #expect(folder.files() == ["bad.service"])
    }

    @Test("a plugin's unit starts the program of its name, where Headroom's programs are")
    func plugin() throws {
        let home = "\(folder.path)/home"
        let place = ["PREFIX": "\(home)/.local"]
        #expect(try run("install", place).status == 0)
        let unit = "\(home)/.local/share/systemd/user/headroom-plugin@.service"
        let text = try folder.text(of: "home/.local/share/systemd/user/headroom-plugin@.service")
        #expect(text.contains("\nExecStart=\(home)/.local/bin/headroom-%i\n"))
        // An instance of it, as systemd takes it.
        let instance = "\(home)/.local/share/systemd/user/headroom-plugin@sample.service"
        try FileManager.default.createSymbolicLink(atPath: instance, withDestinationPath: unit)
        #expect(try verify(instance).contains("headroom-sample"), "there is no such program")
        try FileManager.default.copyItem(
            atPath: "\(home)/.local/bin/headroom", toPath: "\(home)/.local/bin/headroom-sample")
        #expect(try verify(instance) == "")
    }

    /// What systemd says of a user unit. It needs no running systemd, but a runtime directory.
    private func verify(_ unit: String) throws -> String {
        let runtime = "\(folder.path)/runtime"
        try FileManager.default.createDirectory(atPath: runtime, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: runtime) }
        return try Command(
            ["systemd-analyze", "verify", "--user", "--man=no", unit],
            ["HOME": "\(folder.path)/home", "XDG_RUNTIME_DIR": runtime]
        ).output
    }

    @Test("a PREFIX that a unit cannot name is refused", arguments: ["relative", "/a b", "/a|b", "/a'b", "/a\nb"])
    func badPrefix(prefix: String) throws {
        for script in ["install", "uninstall"] {
            let refused = try run(script, ["DESTDIR": folder.path, "PREFIX": prefix])
            #expect(refused.status == 1)
            #expect(refused.output.contains("PREFIX must be"))
        }
        #expect(folder.files() == [])
    }

    @Test("wrong words end with 2, --help with 0", arguments: ["install", "uninstall", "try"])
    func usage(script: String) throws {
        let wrong = try Command(["sh", "systemd/\(script)", "--nonsense"], ["HOME": folder.path])
        #expect(wrong.status == 2)
        let asked = try Command(["sh", "systemd/\(script)", "--help"], ["HOME": folder.path])
        #expect(asked.status == 0)
        #expect(asked.output.hasPrefix("usage: "))
    }
}
