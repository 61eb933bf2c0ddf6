import Foundation
import Support
import Testing

@testable import AccessibilityPlugin

/// What the system knows of programs.
@Suite("Programs")
struct ProgramTests {
    private static let info = """
        [Application]
        name=org.gnome.TextEditor
        runtime=runtime/org.gnome.Platform/x86_64/45

        [Instance]
        instance-id=2145978203
        name=not this
        branch=stable

        [Application]
        name=org.other
        """

    @Test("a Flatpak's application is known by its id, as its own file says it")
    func flatpak() {
        let flatpak = Flatpak(Self.info)
        #expect(flatpak.application == "org.gnome.TextEditor" && flatpak.instance == "2145978203")
        let runtime = Flatpak("[Runtime]\nname=org.gnome.Platform\n[Instance]\ninstance-id=7")
        #expect(runtime.application == nil && runtime.instance == "7")
        #expect(Flatpak("name=org.out.of.group") == Flatpak(""))
        #expect(Flatpak("[Application]\nname=").application == nil)
        #expect(Flatpak("[Application]\nname=" + String(repeating: "a", count: 256)).application == nil)
    }

    @Test("what stands in the file's place is not followed, and not waited for")
    func notAFile() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/.flatpak-info"
        #expect(Flatpak(root: folder.path) == nil)
        try Self.info.write(toFile: "\(folder.path)/elsewhere", atomically: true, encoding: .utf8)
        #expect(symlink("elsewhere", path) == 0)
        #expect(Flatpak(root: folder.path) == nil)
        #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
        #expect(Flatpak(root: folder.path) == nil)
        #expect(unlink(path) == 0)
        try Self.info.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(Flatpak(root: folder.path)?.application == "org.gnome.TextEditor")
    }

    @Test("what lives in one sandbox is one application, by whatever process it is known")
    func sandbox() throws {
        let folder = try TemporaryFolder()
        for instance in ["11", "22"] {
            try folder.write(
                "[Application]\nname=org.example.App\n[Instance]\ninstance-id=\(instance)\n", to: "info-\(instance)")
        }
        let children = try ["11", "11", "22"].map { instance in
            try ChildProcess(
                "bwrap",
                [
                    "--die-with-parent", "--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink",
                    "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64", "--ro-bind",
                    "\(folder.path)/info-\(instance)", "/.flatpak-info", "/bin/sh", "-c", "echo $$; exec sleep 600",
                ])
        }
        defer { for child in children { child.kill() } }
        let processes = try children.map { try #require(try $0.readLine().flatMap { UInt32($0) }) }
        #expect(Program.names(of: processes[0]).contains("org.example.App"))
        #expect(Program.isSame(processes[0], processes[1]))
        #expect(!Program.isSame(processes[1], processes[2]) && !Program.isSame(UInt32(getpid()), processes[0]))
    }

    @Test("of a process that lives in no sandbox the names are its program's, and another one is another application")
    func plain() throws {
        let other = try ChildProcess("/usr/bin/sleep", ["60"])
        defer { other.kill() }
        let process = UInt32(other.pid)
        #expect(Program.names(of: UInt32(getpid())).contains { $0.hasPrefix("headroomPackageTe") })
        #expect(Program.isSame(process, process) && !Program.isSame(process, UInt32(getpid())))
    }
}
