import Glibc
import HeadroomBus

/// Asks a bus's socket whether somebody answers there, without keeping anybody waiting.
///
/// libdbus connects with a call that waits if the bus has stopped and its queue is full. So a connection of our own goes
/// first, which does not wait, and says what every D-Bus client begins with; who has answered that is awake.
final class IBusKnock {
    /// How the socket answered.
    enum Answer: Sendable, Hashable {
        case welcome
        /// It did not let us in, and why.
        case refused(String)
    }

    private var fd: Int32 = -1
    private var watch: FDWatch?
    private var ended: ((Answer) -> Void)?
    private var reply: [UInt8] = []

    /// The longest first line of a reply; `OK` and 32 digits are usual. (chosen)
    private static let longestReply = 512

    /// `ended` is called once, and never before this returns; not after this was let go of.
    init(loop: EventLoop, _ address: IBusAddress, ended: @escaping (Answer) -> Void) {
        self.ended = ended
        guard let failure = begin(loop, address) else { return }
        loop.later { [weak self] in self?.end(.refused(failure)) }
    }

    deinit { close() }

    /// Connects and greets; returns why that failed.
    private func begin(_ loop: EventLoop, _ address: IBusAddress) -> String? {
        fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard fd >= 0, connect(to: address) else { return String(cString: strerror(errno)) }
        guard isOurs else { return "it is another user's" }
        // The user's number as text, in hexadecimal digits (D-Bus specification, "EXTERNAL").
        let user = String(geteuid()).utf8.map { String($0, radix: 16) }.joined()
        var greeting = "\0AUTH EXTERNAL \(user)\r\n"
        let isSent = greeting.withUTF8 { send(fd, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) == $0.count }
        guard isSent else { return String(cString: strerror(errno)) }
        do throws(BusError) {
            watch = try loop.watch(fd) { [weak self] _ in self?.hear() }
        } catch {
            return error.message
        }
        return nil
    }

    private func connect(to address: IBusAddress) -> Bool {
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let bytes = address.isAbstract ? [0] + Array(address.name.utf8) : Array(address.name.utf8) + [0]
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        return withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(fd, $0, length) == 0 }
        }
    }

    /// Whether the socket is this user's: the name of one that has ended, if no file has it, may be anybody's.
    private var isOurs: Bool {
        // The kernel's `struct ucred`: process, user, group.
        var credentials = (process: Int32(0), user: UInt32(0), group: UInt32(0))
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 && credentials.user == geteuid()
    }

    private func hear() {
        withUnsafeTemporaryAllocation(byteCount: Self.longestReply, alignment: 1) { buffer in
            let count = recv(fd, buffer.baseAddress, Self.longestReply - reply.count, 0)
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            guard count > 0 else { return end(.refused("it hung up")) }
            reply += buffer[..<count]
            let line = reply.prefix { $0 != UInt8(ascii: "\r") }
            guard line.count < reply.count || reply.count == Self.longestReply else { return }
            end(line.starts(with: "OK ".utf8) ? .welcome : .refused("it takes no client of this user"))
        }
    }

    private func end(_ answer: Answer) {
        close()
        let ended = ended
        self.ended = nil
        ended?(answer)
    }

    private func close() {
        watch?.cancel()
        watch = nil
        if fd >= 0 { Glibc.close(fd) }
        fd = -1
    }
}
