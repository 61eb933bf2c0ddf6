import DesktopSupport
import Foundation
import HeadroomBus
import HeadroomCore
import HeadroomObserving
import ObserverX11
import Support

/// An X server of a test's own with an observer on it, alone.
final class XScene {
    let loop: EventLoop
    let observer: X11Observer
    let recorder: FactsRecorder
    /// What the server is called, for example `:1`.
    private(set) var display = ""
    private(set) var server: ChildProcess?
    private let bus: PrivateBus
    private let folder: TemporaryFolder
    private var children: [Teller] = []
    /// The scene that this one's server has a window in, which has to outlive it.
    private let host: XScene?

    /// Starts a server, and an observer that is not started yet; with `windowManager`, openbox manages the windows. With a
    /// `host` it is a server in a window of that one's, which can turn its screen.
    ///
    /// - Throws: if something does not start, with its log.
    init(windowManager: Bool = false, screen: String = "1280x800x24", in host: XScene? = nil) throws {
        self.host = host
        loop = try EventLoop()
        bus = try PrivateBus()
        folder = try TemporaryFolder()
        let (server, display) = try XScene.startServer(screen, in: host)
        self.server = server
        self.display = display
        observer = X11Observer { $0 == "DISPLAY" ? display : nil }
        recorder = FactsRecorder(observer, loop: loop, bus: try bus.connect(loop))
        if windowManager { try startWindowManager() }
    }

    deinit {
        recorder.stop()
        for child in children.reversed() { child.process.kill() }
        server?.kill()
    }

    /// Starts a server with this number, or with one that nobody takes while it is down: the lowest one that is free goes
    /// to whoever starts a server next.
    private static func startServer(
        _ screen: String, number: String? = nil, in host: XScene? = nil
    ) throws -> (server: ChildProcess, display: String) {
        let name = number ?? ":\(Int.random(in: 1000...30_000))"
        let (program, kind) = host == nil ? ("Xvfb", ["0"]) : ("Xephyr", [])
        let server = try ChildProcess(
            program, [name, "-displayfd", "1", "-screen"] + kind + [screen, "-nolisten", "tcp", "-noreset"],
            environment: host.map { ["DISPLAY": $0.display] } ?? [:])
        guard let line = try server.readLine(), Int(line) != nil else {
            throw TestFailure("\(program) says no number\n\(server.log)")
        }
        return (server, ":\(line)")
    }

    /// The server is gone at once, and all its clients are.
    func killServer() { server?.kill() }

    /// Takes away what a server that was killed leaves.
    func removeSocket() throws {
        try FileManager.default.removeItem(atPath: "/tmp/.X11-unix/X\(display.dropFirst())")
    }

    /// Starts a server anew at the same address.
    func restartServer(screen: String = "1280x800x24") throws {
        (server, _) = try XScene.startServer(screen, number: display)
    }

    func startWindowManager() throws {
        try start("openbox", ["--sm-disable"])
        let client = try self.client()
        // It says so when it is there.
        for _ in 0..<200 {
            if try client.isManaged() { return }
            try pass(milliseconds: 50)
        }
        throw TestFailure("openbox did not start")
    }

    /// Lets so much time pass.
    func pass(milliseconds: UInt64) throws {
        var isOver = false
        let timer = try loop.timer { isOver = true }
        timer.arm(after: milliseconds * 1000)
        try loop.wait("time to pass") { isOver }
    }

    @discardableResult
    func start(_ program: String, _ arguments: [String] = []) throws -> Teller {
        let process = try ChildProcess(
            program, arguments,
            environment: [
                "DISPLAY": display, "WAYLAND_DISPLAY": "", "HOME": folder.path, "XDG_CONFIG_HOME": folder.path,
                "XDG_CACHE_HOME": folder.path, "PYTHONDONTWRITEBYTECODE": "1",
            ])
        let teller = try Teller(program, process, on: loop)
        children.append(teller)
        return teller
    }

    /// Runs a program to its end.
    func run(_ program: String, _ arguments: String...) throws {
        let teller = try start(program, arguments)
        try loop.wait("\(program) to end", log: teller.process.log) { teller.hasEnded }
        let code = try teller.process.waitForExit()
        guard code == 0 else { throw TestFailure("\(program) \(arguments) ended with \(code)\n\(teller.process.log)") }
    }

    /// A client whose windows do what they are told.
    func client() throws -> XClient {
        let apps = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Desktop/Apps").path
        let teller = try start("/usr/bin/python3", ["\(apps)/window.py"])
        try teller.wait(for: "ready")
        return XClient(teller)
    }

    // MARK: - What the observer says

    var witness: KeyboardWitness? { recorder.facts?.keyboard }

    /// Where a keyboard is seen; nil: nowhere.
    var frame: Rect? {
        guard let witness, witness.isVisible == true, case .rect(let frame)? = witness.frame else { return nil }
        return frame
    }

    /// All places where a keyboard was seen, one after the other.
    var frames: [Rect] {
        recorder.reports.compactMap { report in
            guard let witness = report.facts?.keyboard, witness.isVisible == true,
                case .rect(let frame)? = witness.frame
            else { return nil }
            return frame
        }
    }

    /// The outputs' frames by their names.
    var outputs: [String: Rect] {
        Dictionary(uniqueKeysWithValues: (recorder.facts?.outputs ?? []).map { ($0.name, $0.frame) })
    }

    var workArea: Rect? { recorder.facts?.outputs?.first?.workArea }

    func area(_ output: String = "screen") -> OutputArea? { recorder.area(output) }

    func waitUntilActive() throws {
        try wait("the observer to be active") { recorder.availability == .active && recorder.facts != nil }
    }

    func wait(frame: Rect?, _ what: String = "the frame") throws {
        try wait("\(what): \(String(describing: frame))") { self.frame == frame }
    }

    func wait(_ what: String, until isDone: () -> Bool) throws {
        do {
            try loop.wait(what, until: isDone)
        } catch {
            let tree = try? start("xwininfo", ["-root", "-tree"]).process.readAll()
            throw TestFailure(
                """
                \(error)
                last: \(String(describing: recorder.facts)) \(String(describing: recorder.availability))
                windows: \(tree ?? "unknown")
                logs: \(children.map(\.process.log).joined(separator: "\n"))
                """)
        }
    }
}

/// A scripted client on a scene's server.
struct XClient {
    let teller: Teller

    init(_ teller: Teller) { self.teller = teller }

    func tell(_ command: String) throws { try teller.tell(command) }

    /// Where the server says that a window is, in the root window.
    func place(of window: String) throws -> Rect {
        teller.process.write("where \(window)\n")
        let line = try teller.wait(for: "a place") { $0.hasPrefix("at ") }
        let numbers = line.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 4 else { throw TestFailure(line) }
        return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// Whether a window manager is there.
    func isManaged() throws -> Bool {
        teller.process.write("managed\n")
        return try teller.wait(for: "whether it is managed") { $0.hasPrefix("managed ") } == "managed yes"
    }
}
