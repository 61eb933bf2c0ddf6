internal import Glibc

/// Files of any size, read piece by piece, and written.
enum ByteFile {
    /// Hands the file's bytes to `body`; `-` is standard input.
    ///
    /// - Throws: a failure that names the file.
    static func read(_ path: String, _ body: (ArraySlice<UInt8>) -> Void) throws(Failure) {
        let file = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw problem(path) }
        defer { if file != STDIN_FILENO { close(file) } }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw problem(path) }
            guard count > 0 else { return }
            body(buffer.prefix(count))
        }
    }

    /// Writes `text` as the file's whole content; `-` is standard output.
    ///
    /// - Throws: a failure that names the file.
    static func write(_ text: String, to path: String) throws(Failure) {
        let file = path == "-" ? STDOUT_FILENO : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw problem(path) }
        let isWritten = Terminal.write(text, to: file)
        let isClosed = file == STDOUT_FILENO || close(file) == 0
        guard isWritten, isClosed else { throw problem(path) }
    }

    private static func problem(_ path: String) -> Failure {
        Failure("\(path.clean): \(String(cString: strerror(errno)))")
    }
}
