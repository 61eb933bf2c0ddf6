import Glibc
import HeadroomBus
import HeadroomWire
import Support
import Testing

/// Which application is meant, and when a claim on it ends (contract, section 4).
@Suite(.notes, .withLog)
struct SubjectTests {
    private let stage: Stage
    private let outside: Mover

    init() throws {
        stage = try Stage()
        try stage.waitForOpening()
        outside = try Mover(stage)
    }

    private func say(_ text: String, _ child: ChildProcess) throws -> [String] {
        try child.say(text).split(separator: " ").map(String.init)
    }

    /// The subjects that are claimed, with their holders.
    private func claims() throws -> [String] {
        try outside.list(Names.Avoidance.listClaims).compactMap { claim in
            if case .structure(let members) = claim, case .string(let subject) = members[0] { subject } else { nil }
        }
    }

    @Test("a process is meant by its number and its start")
    func process() throws {
        let child = try stage.scripted("plugin")
        let answer = try say("register app", child)
        #expect(answer.count == 3 && answer.last == "active", "\(answer)")
        let subject = answer.count == 3 ? answer[1] : ""
        #expect(subject.wholeMatch(of: /pid:\d+\.\d+/) != nil)
        #expect(subject.hasPrefix("pid:\(child.pid)."))
        // From outside it is the same.
        let plugin = try outside.register("window").plugin
        #expect(try outside.claim(plugin, UInt32(child.pid)) == [.structure([.string(subject), false])])
        let other = try stage.scripted("plugin")
        #expect(try say("register app", other).last == "active")
        #expect(try claims().count == 2)
    }

    @Test("a claim on a process ends with it, killed or not, and its place is free")
    func killed() throws {
        let child = try ChildProcess("sleep", ["1000"])
        let plugin = try outside.register("accessibility").plugin
        let pid = UInt32(child.pid)
        guard case .structure(let claim)? = try outside.claim(plugin, pid).first, claim[1] == true else {
            throw TestFailure("it is not active")
        }
        try outside.watch()
        child.kill()
        let changed = try outside.next("ClaimsChanged")
        #expect(changed.arguments == [.array("(st)", []), .array("s", [claim[0]])])
        #expect(try claims() == [])
        #expect(try outside.claim(plugin, pid) == [.structure(["", false])])
        #expect(try outside.claim(plugin, 0, .max) == [.structure(["", false]), .structure(["", false])])
    }

    @Test("a holder, and one that waits, that are killed leave nothing behind")
    func killedPlugins() throws {
        let target = try ChildProcess("sleep", ["1000"])
        let children = try (0..<3).map { _ in try stage.scripted("plugin") }
        for (child, standing) in zip(children, ["active", "waiting", "waiting"]) {
            #expect(try say("register window", child) == ["registered", "-", "outside"])
            #expect(try say("claim \(target.pid)", child).last == standing)
        }
        // The one that waits first.
        children[1].kill()
        try stage.poll("its end") { (try? outside.list(Names.Avoidance.listPlugins).count) == 2 }
        let subject = try claims().first ?? ""
        #expect(try say("report clear \(subject)", children[0]) == ["reported"])
        children[0].kill()
        #expect(try children[2].readLine() == "granted \(subject)")
        #expect(try say("report clear \(subject)", children[2]) == ["reported"])
        children[2].kill()
        try stage.poll("no plugin left") { (try? outside.list(Names.Avoidance.listPlugins)) == [] }
        #expect(try claims() == [])
    }

    @Test("all processes of a Flatpak instance are one subject")
    func flatpak() throws {
        let root = try TemporaryFolder()
        try root.write("[Application]\nname=org.example.App\n\n[Instance]\ninstance-id=1234567\n", to: ".flatpak-info")
        let (one, two) = (try stage.scripted("plugin", root: root.path), try stage.scripted("plugin", root: root.path))
        #expect(try say("register toolkit", one) == ["registered", "flatpak:1234567", "active"])
        #expect(try say("register toolkit", two) == ["registered", "flatpak:1234567", "waiting"])
        #expect(try say("report clear -", one) == ["reported"])
        // From outside, too.
        let plugin = try outside.register("accessibility").plugin
        let claim = Value.structure(["flatpak:1234567", false])
        #expect(try outside.claim(plugin, UInt32(one.pid), UInt32(two.pid)) == [claim, claim])
        one.kill()
        #expect(try two.readLine() == "granted flatpak:1234567")
        two.kill()
        // The last process takes the claim from outside with it.
        try stage.poll("the end of the claim") { (try? claims()) == [] }
    }

    @Test("what is behind a real xdg-dbus-proxy is told by its connection, not by the proxy's process")
    func proxy() throws {
        let folder = try TemporaryFolder()
        let socket = "\(folder.path)/proxied"
        let proxy = try ChildProcess("xdg-dbus-proxy", [stage.bus.address, socket])
        try stage.poll("the proxy's socket") { access(socket, F_OK) == 0 || proxy.hasEnded }
        let children = try (0..<2).map { _ in try stage.scripted("plugin", bus: "unix:path=\(socket)") }
        let answers = try children.map { try say("register app", $0) }
        for answer in answers {
            #expect(answer.count == 3 && answer.last == "active", "\(answer)")
            #expect(answer.count == 3 && answer[1].hasPrefix("bus::1."), "\(answer)")
        }
        #expect(Set(answers.map { $0.joined() }).count == 2)
        for child in children { #expect(try say("report clear -", child) == ["reported"]) }
        #expect(try claims().count == 2)
        children[0].kill()
        try stage.poll("the end of one claim") { (try? claims().count) == 1 }
        #expect(try say("report restored -", children[1]) == ["reported"])
        // With the proxy goes all that is behind it.
        proxy.kill()
        try stage.poll("the end of the other") { (try? claims()) == [] }
    }

    @Test("behind the proxy of a Flatpak is its instance: the proxy lives in the sandbox, too")
    func flatpakProxy() throws {
        let folder = try TemporaryFolder()
        let proxies = try ["11", "22"].map { instance in
            try folder.write("[Instance]\ninstance-id=\(instance)\n", to: "info-\(instance)")
            // As Flatpak starts it.
            return try ChildProcess(
                "bwrap",
                [
                    "--die-with-parent", "--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink",
                    "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64", "--bind", TemporaryFolder.parent,
                    TemporaryFolder.parent, "--ro-bind", "\(folder.path)/info-\(instance)", "/.flatpak-info",
                    "xdg-dbus-proxy", stage.bus.address, "\(folder.path)/bus-\(instance)",
                ])
        }
        for (proxy, instance) in zip(proxies, ["11", "22"]) {
            let socket = "\(folder.path)/bus-\(instance)"
            try stage.poll("the proxy's socket") { access(socket, F_OK) == 0 || proxy.hasEnded }
            #expect(!proxy.hasEnded, "\(proxy.log)")
            let one = try stage.scripted("plugin", bus: "unix:path=\(socket)")
            let two = try stage.scripted("plugin", bus: "unix:path=\(socket)")
            #expect(try say("register toolkit", one) == ["registered", "flatpak:\(instance)", "active"])
            #expect(try say("register toolkit", two) == ["registered", "flatpak:\(instance)", "waiting"])
            #expect(try two.say("claim 1").hasPrefix(Names.Errors.accessDenied.text))
            one.kill()
            #expect(try two.readLine() == "granted flatpak:\(instance)")
        }
    }
}
