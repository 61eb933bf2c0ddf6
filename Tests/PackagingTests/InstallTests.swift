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

    /// What is installed, with the library for GTK 4 programs where that was built.
    private func withGTK4(_ prefix: String, _ files: [String]) -> [String] {
        #if GTK4
            let library = [
                "bin/headroom-gtk4-form", "include/headroom-gtk4-forms.h", "include/headroom-gtk4.h",
                "lib/libheadroom-gtk4.so", "lib/libheadroom-gtk4.so.1",
                "lib/pkgconfig/headroom-gtk4.pc",
            ]
            return (files + library.map { "\(prefix)/\($0)" }).sorted()
        #else
            return files
        #endif
    }

    @Test("for everybody: where systemd, man and the desktops look, under DESTDIR and nowhere else")
    func system() throws {
        let place = ["DESTDIR": folder.path, "PREFIX": "/usr"]
        let install = try run("install", place)
        #expect(install.status == 0, "\(install.output)")
        #expect(
            folder.files()
                == withGTK4(
                    "usr",
                    [
                        "etc/xdg/autostart/headroom-accessibility.desktop", "etc/xdg/autostart/headroomd.desktop",
                        "usr/bin/headroom", "usr/bin/headroom-accessibility", "usr/bin/headroomd",
                        "usr/include/headroom.h", "usr/include/headroom/basics.h", "usr/include/headroom/client.h",
                        "usr/include/headroom/plugin.h", "usr/include/headroom/provider.h",
                        "usr/include/headroom/session.h", "usr/include/headroom/solver.h",
                        "usr/include/headroom/space.h",
                        "usr/include/headroom/state.h", "usr/lib/libheadroom.so", "usr/lib/libheadroom.so.1",
                        "usr/lib/pkgconfig/headroom.pc",
                        "usr/lib/systemd/user/graphical-session.target.wants/headroom-accessibility.service",
                        "usr/lib/systemd/user/graphical-session.target.wants/headroomd.service",
                        "usr/lib/systemd/user/headroom-accessibility.service",
                        "usr/lib/systemd/user/headroom-plugin@.service", "usr/lib/systemd/user/headroomd.service",
                        "usr/share/man/man1/headroom-accessibility.1", "usr/share/man/man1/headroom.1",
                        "usr/share/man/man1/headroomd.1",
                    ]))
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
            folder.files()
                == withGTK4(
                    "home/.local",
                    [
                        "home/.config/autostart/headroom-accessibility.desktop",
                        "home/.config/autostart/headroomd.desktop",
                        "home/.local/bin/headroom", "home/.local/bin/headroom-accessibility",
                        "home/.local/bin/headroomd",
                        "home/.local/include/headroom.h", "home/.local/include/headroom/basics.h",
                        "home/.local/include/headroom/client.h", "home/.local/include/headroom/plugin.h",
                        "home/.local/include/headroom/provider.h", "home/.local/include/headroom/session.h",
                        "home/.local/include/headroom/solver.h", "home/.local/include/headroom/space.h",
                        "home/.local/include/headroom/state.h", "home/.local/lib/libheadroom.so",
                        "home/.local/lib/libheadroom.so.1", "home/.local/lib/pkgconfig/headroom.pc",
                        "home/.local/share/man/man1/headroom-accessibility.1", "home/.local/share/man/man1/headroom.1",
                        "home/.local/share/man/man1/headroomd.1",
                        "home/.local/share/systemd/user/graphical-session.target.wants/headroom-accessibility.service",
                        "home/.local/share/systemd/user/graphical-session.target.wants/headroomd.service",
                        "home/.local/share/systemd/user/headroom-accessibility.service",
                        "home/.local/share/systemd/user/headroom-plugin@.service",
                        "home/.local/share/systemd/user/headroomd.service",
                    ]))
        #expect(FileManager.default.isExecutableFile(atPath: "\(home)/.local/bin/headroomd"))

        // The unit that came out of it is one that systemd takes: verify says nothing. Its status is 0 in any case.
        let unit = "\(home)/.local/share/systemd/user/headroomd.service"
        #expect(try verify(unit) == "")
        #expect(try verify("\(home)/.local/share/systemd/user/headroom-accessibility.service") == "")
        for name in ["headroomd", "headroom-accessibility"] {
            let entry = try Command(["desktop-file-validate", "\(home)/.config/autostart/\(name).desktop"])
            #expect(entry.status == 0 && entry.output == "", "\(entry.output)")
        }

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

    @Test("a C program finds header and library where pkg-config says that they are")
    func library() throws {
        let home = "\(folder.path)/home"
        #expect(try run("install", ["PREFIX": "\(home)/.local"]).status == 0)
        try folder.write(
            "#include <headroom.h>\n#include <stdio.h>\nint main(void) { return puts(headroom_version()) < 0; }\n",
            to: "version.c")
        let search = ["PKG_CONFIG_PATH": "\(home)/.local/lib/pkgconfig"]
        let flags = try Command(["pkg-config", "--cflags", "--libs", "headroom"], search)
        #expect(flags.status == 0, "\(flags.output)")
        let words = flags.output.split(whereSeparator: \.isWhitespace).map(String.init)
        let program = "\(folder.path)/version"
        let compiled = try Command(["cc", "\(folder.path)/version.c", "-o", program] + words)
        #expect(compiled.status == 0, "\(compiled.output)")
        let version = try Command(["pkg-config", "--modversion", "headroom"], search).output
        #expect(try Command([program]).output == version)
        #expect(try Command(["\(home)/.local/bin/headroomd", "--version"]).output == "headroomd \(version)")
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
