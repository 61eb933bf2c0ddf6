internal import Glibc
import HeadroomBus

/// A program that this one started, and ends when this is dropped.
final class Child {
    let pid: Int32
    /// Its standard output if it is read here, else -1.
    let output: Int32
    private var hasEnded = false

    /// Starts a program with empty input.
    ///
    /// - Parameters:
    ///   - program: a path, or a name to look for in `PATH`.
    ///   - arguments: without the program's name.
    ///   - environment: the whole of it, `NAME=value`; nil: ours.
    ///   - isRead: whether its standard output is read here; else it goes where our errors go.
    ///   - isQuiet: whether its errors go nowhere, instead of where ours go.
    /// - Throws: a failure that names the program.
    init(
        _ program: String, _ arguments: [String], environment: [String]? = nil, isRead: Bool = false,
        isQuiet: Bool = false
    ) throws(Failure) {
        var ends: [Int32] = [-1, -1]
        if isRead {
            guard pipe(&ends) == 0 else { throw Failure("\(program): \(String(cString: strerror(errno)))") }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, isRead ? ends[1] : STDERR_FILENO, STDOUT_FILENO)
        if isQuiet { posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }
        var child: pid_t = 0
        let result = Self.withPointers([program] + arguments) { argv in
            guard let environment else { return posix_spawnp(&child, program, &actions, nil, argv, environ) }
            return Self.withPointers(environment) { envp in
                posix_spawnp(&child, program, &actions, nil, argv, envp)
            }
        }
        if isRead { close(ends[1]) }
        guard result == 0 else {
            if isRead { close(ends[0]) }
            throw Failure("\(program) cannot be started: \(String(cString: strerror(result)))")
        }
        pid = child
        output = ends[0]
    }

    deinit {
        end()
        if output >= 0 { close(output) }
    }

    /// Asks it to end, waits until it has, and ends it by force if it does not.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        kill(pid, SIGTERM)
        if !ends(within: Child.patience) { kill(pid, SIGKILL) }
        while waitpid(pid, nil, 0) < 0, errno == EINTR {}
    }

    /// How long it may take to end, in µs. (chosen)
    private static let patience: UInt64 = 3_000_000

    private func ends(within time: UInt64) -> Bool {
        do throws(BusError) {
            let loop = try EventLoop()
            var isOver = false
            let watch = try ProcessWatch(loop: loop, pid: pid) { isOver = true }
            defer { watch.cancel() }
            let deadline = loop.now + time
            while !isOver, loop.now < deadline { try loop.turn(timeout: deadline - min(loop.now, deadline)) }
            return isOver
        } catch {
            return false
        }
    }

    private static func withPointers<Result>(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = strings.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return body(&pointers)
    }
}
