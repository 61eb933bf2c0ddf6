import Glibc
import HeadroomBus
import Synchronization

/// A program that a test started. It is killed when this is dropped, and at the latest when the test process exits.
///
/// Standard output can be read line by line; standard error goes into a log that tests print when they fail.
package final class ChildProcess {
    package let pid: Int32
    private let output: Int32
    private let logFD: Int32
    private let input: Int32
    private var unread: [UInt8] = []
    private var status: Int32?

    /// Starts a program: a path, or a name to look for in PATH. `environment` is put over this process's; an empty value
    /// takes a variable out.
    package init(_ program: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
        // One start at a time: no other child may inherit these before they are marked.
        let started = try Self.starting.withLock { _ throws in
            try Self.start([program] + arguments, Self.variables(over: environment))
        }
        (pid, input, output, logFD) = started
        LiveChildren.shared.add(pid)
    }

    private static let starting = Mutex(())

    private static func start(
        _ arguments: [String], _ environment: [String]
    ) throws -> (pid: Int32, input: Int32, output: Int32, log: Int32) {
        // A child that ended is noticed where it is waited for, not by a signal when something is written to it.
        signal(SIGPIPE, SIG_IGN)
        let inputs = try pipeEnds()
        let outputs = try pipeEnds()
        let log = try unnamedFile()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, inputs.read, 0)
        posix_spawn_file_actions_adddup2(&actions, outputs.write, 1)
        posix_spawn_file_actions_adddup2(&actions, log, 2)
        // Signals that the test's thread blocks must reach the child.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        var child: pid_t = 0
        let result = withCStrings(arguments) { argv in
            withCStrings(environment) { envp in posix_spawnp(&child, arguments[0], &actions, &attributes, argv, envp) }
        }
        close(inputs.read)
        close(outputs.write)
        guard result == 0 else {
            for fd in [inputs.write, outputs.read, log] { close(fd) }
            throw TestFailure("cannot start \(arguments[0]): \(String(cString: strerror(result)))")
        }
        return (child, inputs.write, outputs.read, log)
    }

    private static func pipeEnds() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw TestFailure("pipe: \(errno)") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func unnamedFile() throws -> Int32 {
        var path = Array("\(TemporaryFolder.parent)/test-log-XXXXXX".utf8CString)
        let fd = mkstemp(&path)
        guard fd >= 0 else { throw TestFailure("mkstemp: \(errno)") }
        unlink(path)
        _ = fcntl(fd, F_SETFD, FD_CLOEXEC)
        _ = fcntl(fd, F_SETFL, O_APPEND)
        return fd
    }

    deinit {
        kill()
        close(output)
        close(input)
        close(logFD)
    }

    /// What it wrote to standard error so far.
    package var log: String {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = pread(logFD, &bytes, bytes.count, max(0, lseek(logFD, 0, SEEK_END) - off_t(bytes.count)))
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// Its standard output, for a loop to watch.
    package var outputDescriptor: Int32 { output }

    /// The next line of its standard output, without the line break; nil at the end.
    ///
    /// - Throws: if none comes in time; says what the child wrote to standard error.
    package func readLine(seconds: Double = 30) throws -> String? {
        let deadline = Instant.now + seconds
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeSubrange(...end) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            guard Instant.wait(for: output, until: deadline) else {
                throw TestFailure("no line from process \(pid) in \(seconds) s; its log:\n\(log)")
            }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(output, &bytes, bytes.count)
            guard count > 0 else {
                defer { unread = [] }
                return unread.isEmpty ? nil : String(decoding: unread, as: UTF8.self)
            }
            unread += bytes.prefix(count)
        }
    }

    /// All that is left of its standard output, up to its end.
    package func readAll(seconds: Double = 30) throws -> String {
        var text = ""
        while let line = try readLine(seconds: seconds) { text += line + "\n" }
        return text
    }

    /// Writes to its standard input.
    package func write(_ text: String) {
        var text = text
        _ = text.withUTF8 { Glibc.write(input, $0.baseAddress, $0.count) }
    }

    /// How much memory of its own it has, in KiB; files that it maps do not count.
    package func anonymousMemory() throws -> Int {
        let path = "/proc/\(pid)/smaps_rollup"
        guard let file = fopen(path, "r") else { throw TestFailure("\(path): \(errno)") }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                .split { $0 == " " || $0 == "\n" }
            if words.first == "Anonymous:", words.count > 1, let size = Int(words[1]) { return size }
        }
        throw TestFailure("no anonymous memory in \(path)")
    }

    /// How long it has run on a processor, in µs, as the kernel's scheduler counts it.
    package func processorTime() throws -> UInt64 { try schedulerTime(0) }

    /// How long it was ready to run and had no processor, in µs: what the machine made it late by.
    package func waitedTime() throws -> UInt64 { try schedulerTime(1) }

    private func schedulerTime(_ index: Int) throws -> UInt64 {
        let path = "/proc/\(pid)/schedstat"
        guard let file = fopen(path, "r") else { throw TestFailure("\(path): \(errno)") }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { throw TestFailure("\(path) is empty") }
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let times = text.split(separator: " ").compactMap { UInt64($0) }
        guard index < times.count else { throw TestFailure("no times in \(path)") }
        return times[index] / 1000
    }

    package func send(_ signal: Int32) {
        if status == nil { Glibc.kill(pid, signal) }
    }

    /// Kills it and waits until it is gone.
    package func kill() {
        guard status == nil else { return }
        Glibc.kill(pid, SIGKILL)
        _ = reap()
    }

    /// Whether it has ended.
    package var hasEnded: Bool {
        if status != nil { return true }
        var information = siginfo_t()
        let result = waitid(P_PID, id_t(pid), &information, WEXITED | WNOHANG | WNOWAIT)
        return result != 0 || information.si_signo == SIGCHLD
    }

    /// Waits until it ends.
    ///
    /// - Returns: its exit code, or minus the signal that ended it.
    /// - Throws: if it does not end in time.
    package func waitForExit(seconds: Double = 30) throws -> Int32 {
        if let status { return status }
        let loop = try EventLoop()
        var isOver = false
        let watch = try ProcessWatch(loop: loop, pid: pid) { isOver = true }
        defer { watch.cancel() }
        try loop.wait("process \(pid) to end", seconds: seconds, log: log) { isOver }
        return reap()
    }

    private func reap() -> Int32 {
        var raw: Int32 = 0
        while waitpid(pid, &raw, 0) < 0 && errno == EINTR {}
        LiveChildren.shared.remove(pid)
        let signal = raw & 0x7f
        let code = signal == 0 ? (raw >> 8) & 0xff : -signal
        status = code
        return code
    }

    private static func variables(over changes: [String: String]) -> [String] {
        var all: [String: String] = [:]
        var pointer = environ
        while let entry = pointer.pointee {
            let parts = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { all[String(parts[0])] = String(parts[1]) }
            pointer += 1
        }
        // A program that a signal ends has not let go of anything.
        if all["ASAN_OPTIONS"] != nil { all["ASAN_OPTIONS"] = "detect_leaks=0" }
        all.merge(changes) { _, new in new }
        return all.filter { !$0.value.isEmpty }.map { "\($0.key)=\($0.value)" }
    }
}

private func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers = strings.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return body(&pointers)
}
