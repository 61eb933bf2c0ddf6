internal import Glibc
import HeadroomBus

/// Reads lines from a descriptor in a loop.
final class LineReader {
    private var watch: FDWatch?
    private var unread: [UInt8] = []
    private let fd: Int32
    private let line: (String) -> Void
    private let ended: () -> Void

    /// Calls `line` with each line of `fd`, without its end, and `ended` once when no more will come.
    init(
        _ fd: Int32, in loop: EventLoop, line: @escaping (String) -> Void, ended: @escaping () -> Void
    ) throws(BusError) {
        self.fd = fd
        self.line = line
        self.ended = ended
        watch = try loop.watch(fd, .readable) { [unowned self] _ in read() }
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        let count = Glibc.read(fd, &bytes, bytes.count)
        if count < 0, errno == EINTR { return }
        guard count > 0 else {
            watch = nil
            return ended()
        }
        unread += bytes.prefix(count)
        while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
            let text = String(decoding: unread[..<end], as: UTF8.self)
            unread.removeSubrange(...end)
            line(text)
        }
    }
}
