internal import Glibc
import HeadroomClient

/// Whether the user wants less motion: by the settings portal, else by GSettings, else not.
final class MotionPreferences {
    var isReduced: Bool { portal?.isReduced ?? areAnimationsOff ?? false }

    private let client: Client
    private var portal: MotionPreference?
    /// What GSettings said when the plugin began; nil: nothing.
    private var areAnimationsOff: Bool?
    private var child: pid_t = 0
    private var output: Int32 = -1
    private var watch: LoopWatch?
    private var text: [UInt8] = []

    init(_ client: Client) {
        self.client = client
        portal = client.motionPreference { _ in }
        askGSettings()
    }

    deinit { finish() }

    /// Runs `gsettings`, where there is one.
    private func askGSettings() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        let command = ["gsettings", "get", "org.gnome.desktop.interface", "enable-animations"]
        var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        let result = posix_spawnp(&child, "gsettings", &actions, nil, &words, environ)
        close(ends[1])
        output = ends[0]
        guard result == 0 else {
            child = 0
            return finish()
        }
        watch = try? client.watch(output) { [weak self] in self?.read() }
        if watch == nil { finish() }
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(output, &bytes, bytes.count)
        if count > 0, text.count < 256 {
            text += bytes.prefix(count)
            return
        }
        switch String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) {
        case "true": areAnimationsOff = false
        case "false": areAnimationsOff = true
        default: break
        }
        finish()
    }

    /// Ends what was asked.
    private func finish() {
        watch = nil
        if output >= 0 { close(output) }
        output = -1
        guard child > 0 else { return }
        // Its output has ended, or nobody wants it any more.
        kill(child, SIGKILL)
        while waitpid(child, nil, 0) < 0, errno == EINTR {}
        child = 0
    }
}
