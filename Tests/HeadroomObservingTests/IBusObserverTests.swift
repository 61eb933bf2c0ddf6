import Glibc
import HeadroomBus
import HeadroomCore
import HeadroomObserving
import Support
import Testing

/// The observer of IBus and an IBus that is a script.
@Suite(.timeLimit(.minutes(10))) struct IBusObserverTests {
    private let sessionBus: PrivateBus
    private let loop: EventLoop
    private let host: ScriptedHost
    private let ibus: ScriptedIBus

    init() throws {
        sessionBus = try PrivateBus(service: "org.freedesktop.IBus")
        loop = try EventLoop()
        host = try ScriptedHost(sessionBus, loop)
        ibus = try ScriptedIBus(loop)
    }

    /// One that watches tables, unless somebody sees windows.
    private func start(seesWindows: Bool = false, _ more: [String: String] = [:]) -> IBusObserver {
        let environment = ibus.environment.merging(more) { $1 }
        let observer = IBusObserver(windowObserver: seesWindows ? "X11" : nil, environment: { environment[$0] })
        observer.start(host)
        return observer
    }

    private func wait(_ what: String, until isDone: () -> Bool) throws {
        do {
            try loop.wait(what) {
                ibus.answer()
                return isDone()
            }
        } catch {
            throw TestFailure("\(error): \(host.facts.suffix(5)), \(host.availability)")
        }
    }

    private var witness: CandidateWitness? { host.facts.last??.candidates?.first }

    /// One that is connected.
    private func connected(seesWindows: Bool = false) throws -> IBusObserver {
        try ibus.announce()
        let observer = start(seesWindows: seesWindows)
        try wait("IBus") { host.availability == [.active] }
        return observer
    }

    /// What was sent has been heard: a new engine is named after it.
    private func settle() throws {
        let mark = "mark\(host.facts.count)"
        ibus.use(mark)
        try wait("a mark") { witness?.engine == mark }
    }

    @Test("nobody is there: waiting, and nobody is started")
    func nobody() throws {
        let observer = start()
        try wait("an availability") { !host.availability.isEmpty }
        try host.bus.settle()
        #expect(host.availability.map(\.word) == ["waiting"])
        #expect(host.facts.compactMap { $0 }.isEmpty)
        #expect(access(sessionBus.startedFile, F_OK) != 0)
        observer.stop()
    }

    @Test("no display: unavailable")
    func noDisplay() throws {
        let observer = IBusObserver(windowObserver: "X11", environment: { ["HOME": "/nowhere"][$0] })
        observer.start(host)
        #expect(host.availability.map(\.word) == ["unavailable"])
        observer.stop()
    }

    @Test("its engine is asked for, then facts, then active; it asks for what is watched and no more")
    func found() throws {
        let observer = try connected(seesWindows: true)
        defer { observer.stop() }
        #expect(witness == CandidateWitness(framework: "ibus", engine: "libpinyin"))
        #expect(ibus.client?.arrivals.compactMap(\.member).filter { $0 == "AddMatch" }.count == 3)
        #expect(ibus.client?.arrivals.last?.member == "GetGlobalEngine")
    }

    @Test("tables are asked for once nobody sees windows any more, and no more when somebody does again")
    func disabled() throws {
        let observer = try connected(seesWindows: true)
        defer { observer.stop() }
        for (disabled, rules) in [(["LayerShell"], 3), (["LayerShell", "X11"], 6), ([], 3)] {
            observer.learn(disabled: disabled)
            try wait("\(rules) rules") {
                ibus.client?.arrivals.count { $0.member == "AddMatch" } == rules && witness?.engine != nil
            }
        }
        #expect(host.availability == [.active])
    }

    @Test("engines, carets, tables")
    func heard() throws {
        let observer = try connected()
        defer { observer.stop() }
        ibus.call("SetCursorLocation", 10, 20, 0, 30)
        try wait("the caret") { witness?.caret == Rect(x: 10, y: 20, width: 0, height: 30) }
        let words = (0..<12).map { "word \($0)" }
        ibus.call("UpdateLookupTable", IBusMessages.table(orientation: 1, candidates: words), true)
        try wait("a table") { witness?.isShown == true }
        #expect(witness?.table == CandidateTable(rows: 6, pageSize: 5, layout: .vertical))
        #expect(witness?.since ?? 0 > 0)
        ibus.call("HideLookupTable")
        try wait("no table") { witness?.isShown == false }
        ibus.use("xkb:us::eng")
        try wait("the engine") { witness?.engine == "xkb:us::eng" }
        #expect(host.availability == [.active])
    }

    @Test("an engine changes while candidates are shown: they are not, any more")
    func switched() throws {
        let observer = try connected()
        defer { observer.stop() }
        ibus.call("UpdateLookupTable", IBusMessages.table(candidates: ["a"]), true)
        try wait("a table") { witness?.isShown == true }
        ibus.use("anthy")
        try wait("the engine") { witness?.engine == "anthy" }
        #expect(witness?.isShown == false)
        #expect(witness?.table == nil)
    }

    @Test("malformed messages, other paths' and 2000 at a time change nothing and stop nothing")
    func hostile() throws {
        let observer = try connected()
        defer { observer.stop() }
        ibus.call("SetCursorLocation", "text")
        ibus.call("SetCursorLocation", 1, 2, 3)
        ibus.call("SetCursorLocation", 1, 2, 0, 0)
        ibus.call("UpdateLookupTable", "text", true)
        ibus.call("UpdateLookupTable", .variant("text"), true)
        ibus.call("UpdateLookupTable", IBusMessages.table(pageSize: 0, candidates: ["a"]), true)
        ibus.call("UpdateLookupTable", IBusMessages.table(candidates: ["a"]))
        ibus.call("SetCursorLocation", 1, 2, 3, 4, path: "/org/freedesktop/IBus/Panel/Extension/Emoji")
        ibus.call("CommitText", IBusMessages.text("secret"))
        ibus.call("ShowLookupTable")
        ibus.use("")
        try settle()
        #expect(witness?.caret == nil)
        #expect(witness?.isShown == false)

        let reports = host.facts.count
        for number in 0..<2000 as Range<Int32> { ibus.call("SetCursorLocation", .int32(number), 5, 0, 30) }
        try settle()
        #expect(witness?.caret?.x == 1999)
        #expect(host.facts.count - reports <= 2001)
        #expect(host.availability == [.active])
    }

    @Test("a table of 2 MB is counted")
    func huge() throws {
        let observer = try connected()
        defer { observer.stop() }
        let all = (0..<20_000).map { "candidate number \($0) with a text that somebody would like to know" }
        ibus.call("UpdateLookupTable", IBusMessages.table(pageSize: 9, orientation: 1, candidates: all), true)
        try wait("the table") { witness?.table?.rows == 10 }
    }

    @Test("a bus that dies takes all that is known with it; the next one is found by its file")
    func restarts() throws {
        let observer = try connected()
        defer { observer.stop() }
        for round in 0..<3 {
            ibus.call("UpdateLookupTable", IBusMessages.table(candidates: ["a"]), true)
            try wait("a table") { witness?.isShown == true }
            try ibus.write("")
            ibus.client?.close()
            try wait("its end") { host.availability.last?.word == "waiting" }
            #expect(host.facts.last == .some(nil))
            try ibus.restart()
            ibus.engine = "engine\(round)"
            try ibus.announce()
            try wait("the next") { host.availability.last == .active }
            #expect(witness == CandidateWitness(framework: "ibus", engine: "engine\(round)"))
        }
    }

    @Test("a new bus is gone to although the old one still answers")
    func replaced() throws {
        let observer = try connected()
        defer { observer.stop() }
        let old = ibus.bus
        try ibus.restart()
        ibus.engine = "anthy"
        try ibus.announce()
        try wait("the new one") { witness?.engine == "anthy" }
        try wait("the old one to be left") { old.peers.allSatisfy { $0.isClosed } }
    }

    @Test("one that throws us out is gone to again, and again")
    func thrownOut() throws {
        let observer = try connected()
        defer { observer.stop() }
        for _ in 0..<3 {
            let before = host.availability.count
            ibus.client?.close()
            try wait("its return") { host.availability.count >= before + 2 && host.availability.last == .active }
        }
    }

    @Test("one that does not say which engine it uses is known without")
    func withoutEngine() throws {
        ibus.engine = nil
        let observer = try connected()
        defer { observer.stop() }
        #expect(witness == CandidateWitness(framework: "ibus"))
    }

    /// What may be in the file's place.
    enum BadFile: String, CaseIterable {
        case empty, blanks, garbage, elsewhere, dead, stale, folder, huge

        var text: String {
            func file(_ address: String, _ process: Int32) -> String {
                "IBUS_ADDRESS=\(address)\nIBUS_DAEMON_PID=\(process)\n"
            }
            return switch self {
            case .empty: ""
            case .blanks: "IBUS_ADDRESS=\nIBUS_DAEMON_PID=\n"
            case .garbage: "\u{0}\u{1}\u{2}=\n"
            case .elsewhere: file("tcp:host=x,port=1", getpid())
            case .dead: file("unix:path=/nowhere/at/all", .max)
            case .stale: file("unix:path=/nowhere/at/all", getpid())
            case .folder: file("unix:path=/etc", getpid())
            case .huge: String(repeating: "x=y\n", count: 100_000)
            }
        }
    }

    @Test("a bad file leads nowhere, and a good one in its place to IBus", arguments: BadFile.allCases)
    func badFiles(_ file: BadFile) throws {
        try ibus.write(file.text)
        let observer = start()
        defer { observer.stop() }
        try wait("an availability") { host.availability.last?.word == "waiting" }
        #expect(host.facts.compactMap { $0 }.isEmpty)
        try ibus.announce()
        try wait("IBus") { host.availability.last == .active }
    }

    @Test("the session bus's address is Fcitx's, of which nothing is taken")
    func standIn() throws {
        try ibus.announce(sessionBus.address.split(separator: ",").first.map(String.init))
        let observer = start()
        defer { observer.stop() }
        try wait("an availability") { !host.availability.isEmpty }
        #expect(host.availability.last?.word == "waiting")
        #expect(host.availability.last?.reason.contains("Fcitx 5") == true)
        try ibus.announce()
        try wait("IBus") { host.availability.last == .active }
    }

    @Test("the address in the environment; the name on the session bus says when to look")
    func fixed() throws {
        let old = ibus.bus
        let observer = start(["IBUS_ADDRESS": old.address])
        defer { observer.stop() }
        try wait("IBus") { host.availability == [.active] }
    }

    @Test("a bus that takes nobody is said to be silent, its queue fills, and the loop goes on; then it wakes")
    func hangs() throws {
        let listener = try Listener(folder: ibus.home.path)
        try ibus.announce(listener.address)
        let observer = start()
        defer { observer.stop() }
        try wait("silence") { host.availability.last?.reason == "IBus does not answer" }
        // Others fill the queue: a connection that waits would wait for ever now.
        let others = listener.fill()
        defer { for other in others { close(other) } }
        try ibus.write("")
        try wait("nobody") { host.availability.last?.reason.contains("not running") == true }
        try ibus.announce(listener.address)
        try wait("the full queue") { host.availability.last?.reason.contains("cannot be used") == true }
        try ibus.announce()
        try wait("IBus") { host.availability.last == .active }
    }

    @Test("one that stops between two words of its greeting is given up on, and gone to again")
    func stopsGreeting() throws {
        ibus.bus.greeting = nil
        try ibus.announce()
        let observer = start()
        defer { observer.stop() }
        try wait("patience") { host.availability.last?.reason.contains("it does not answer") == true }
        ibus.bus.greeting = ":1.1"
        try wait("IBus") { host.availability.last == .active }
    }

    @Test("after it is stopped it says nothing, and it starts again")
    func stopped() throws {
        let observer = try connected()
        let said = (host.facts.count, host.availability.count)
        observer.stop()
        ibus.use("anthy")
        try host.bus.settle()
        #expect(host.facts.count == said.0)
        #expect(host.availability.count == said.1)
        observer.start(host)
        try wait("IBus") { host.facts.count > said.0 && witness != nil }
        observer.stop()
    }

    /// A socket whose owner takes nobody.
    private struct Listener: ~Copyable {
        let address: String
        private let path: String
        private let fd: Int32

        init(folder: String) throws {
            path = "\(folder)/deaf"
            address = "unix:path=\(path)"
            fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            let path = path
            guard Self.with(path, { bind(fd, $0, $1) }) == 0, listen(fd, 2) == 0 else {
                throw TestFailure("listen: \(errno)")
            }
        }

        deinit { close(fd) }

        /// Connects until the queue is full.
        func fill() -> [Int32] {
            var others: [Int32] = []
            while others.count < 100 {
                let other = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
                others.append(other)
                if Self.with(path, { connect(other, $0, $1) }) != 0 { break }
            }
            return others
        }

        private static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            return withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
    }
}
