import Glibc
import HeadroomBus
import Support
import Testing

@Suite("the event loop", .timeLimit(.minutes(10)))
struct EventLoopTests {
    let loop: EventLoop

    init() throws { loop = try EventLoop() }

    @Test("deferred work runs in order, what it defers a turn later")
    func later() throws {
        var done: [Int] = []
        loop.later {
            done.append(1)
            loop.later { done.append(3) }
        }
        loop.later { done.append(2) }
        #expect(try loop.turn(timeout: 0))
        #expect(done == [1, 2])
        #expect(try loop.turn(timeout: 0))
        #expect(done == [1, 2, 3])
        #expect(try loop.turn(timeout: 0) == false)
    }

    @Test("timers are due in the order of their deadlines, never before, and can be armed anew")
    func timers() throws {
        var due: [String] = []
        var early = 0
        var deadlines: [String: UInt64] = [:]
        func expire(_ name: String) {
            due.append(name)
            if let deadline = deadlines[name], loop.now < deadline { early += 1 }
        }
        let first = try loop.timer { expire("first") }
        let second = try loop.timer { expire("second") }
        let never = try loop.timer { expire("never") }
        let now = loop.now
        deadlines = ["first": now + 2_000, "second": now + 1_000]
        first.arm(at: now + 2_000)
        second.arm(at: now + 1_000)
        never.arm(after: 500)
        never.disarm()
        #expect(second.deadline == now + 1_000)
        #expect(never.deadline == nil)
        try loop.wait("both") { due.count == 2 }
        #expect(due == ["second", "first"])
        #expect(early == 0)
        #expect(first.deadline == nil)
        first.arm(at: 0)
        try loop.wait("a deadline in the past") { due.count == 3 }
        first.arm(after: .max)
        #expect(try loop.turn(timeout: 0) == false)
    }

    @Test("a descriptor is handled while it is ready; a handler may end its own watch")
    func watches() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        var bytes = 0
        var watch: FDWatch?
        watch = try loop.watch(ends[0]) { events in
            #expect(events.contains(.readable))
            var byte: UInt8 = 0
            bytes += read(ends[0], &byte, 1)
            if bytes == 3 { watch = nil }
        }
        #expect(write(ends[1], "abcd", 4) == 4)
        try loop.wait("three bytes") { bytes == 3 }
        #expect(try loop.turn(timeout: 0) == false)
        #expect(watch == nil)
    }

    @Test("what is watched for can be changed; one descriptor is watched once")
    func masks() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        var isWritable = false
        let watch = try loop.watch(ends[1], []) { events in isWritable = events.contains(.writable) }
        #expect(try loop.turn(timeout: 0) == false)
        #expect(throws: BusError.self) { _ = try loop.watch(ends[1]) { _ in } }
        watch.events = .writable
        try loop.wait("room in the pipe") { isWritable }
        close(ends[0])
        watch.cancel()
        close(ends[1])
    }

    @Test("a hang-up is told without being asked for")
    func hangup() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        var seen: IOEvents = []
        let watch = try loop.watch(ends[0], []) { seen = $0 }
        close(ends[1])
        try loop.wait("the hang-up") { seen.contains(.hangup) }
        watch.cancel()
        close(ends[0])
    }

    @Test("signals arrive in the loop")
    func signals() throws {
        var count = 0
        let watch = try loop.signal(SIGUSR1) { count += 1 }
        // To this thread, which blocks it: other threads of the test process do not.
        #expect(pthread_kill(pthread_self(), SIGUSR1) == 0)
        try loop.wait("the signal") { count == 1 }
        watch.cancel()
        #expect(throws: BusError.self) { _ = try loop.signal(4711) {} }
    }

    @Test("run ends with the code given, after what was running")
    func quitting() throws {
        var isDone = false
        loop.later {
            loop.quit(7)
            isDone = true
        }
        #expect(try loop.run() == 7)
        #expect(isDone)
    }

    @Test("a foreign loop is woken by timers, and by what is asked for while it waits")
    func foreign() throws {
        func isReadable(_ milliseconds: Int32) throws -> Bool {
            var entry = pollfd(fd: try loop.fd, events: Int16(POLLIN), revents: 0)
            return poll(&entry, 1, milliseconds) == 1
        }
        _ = try loop.fd
        try loop.dispatchPending()
        #expect(try isReadable(0) == false)
        var due = 0
        let timer = try loop.timer { due += 1 }
        timer.arm(after: 1_000)
        for _ in 0..<100 where due == 0 {
            #expect(try isReadable(60_000))
            try loop.dispatchPending()
        }
        #expect(due == 1)
        loop.later { due += 1 }
        #expect(try isReadable(60_000))
        try loop.dispatchPending()
        #expect(due == 2)
        #expect(try isReadable(0) == false)
    }

    @Test("a loop that was dispatched runs, and is dispatched again")
    func dispatchedThenRun() throws {
        var turns = 0
        _ = try loop.fd
        try loop.dispatchPending()
        loop.later { turns += 1 }
        let timer = try loop.timer { [loop] in loop.quit(3) }
        timer.arm(after: 1_000)
        #expect(try loop.run() == 3)
        #expect(turns == 1)
        try loop.dispatchPending()
    }

    @Test("the end of any process is noticed once")
    func processes() throws {
        let child = try ChildProcess("cat")
        var ends = 0
        let watch = try ProcessWatch(loop: loop, pid: child.pid) { ends += 1 }
        #expect(try loop.turn(timeout: 0) == false)
        child.send(SIGTERM)
        try loop.wait("its end") { ends == 1 }
        #expect(try loop.turn(timeout: 0) == false)
        watch.cancel()
        #expect(try child.waitForExit() == -SIGTERM)
        #expect(throws: BusError.self) { _ = try ProcessWatch(loop: loop, pid: child.pid) {} }
    }

    @Test("without a service manager nobody is notified")
    func notify() {
        #expect(getenv("NOTIFY_SOCKET") != nil || !ServiceManager.notify("READY=1"))
    }
}
