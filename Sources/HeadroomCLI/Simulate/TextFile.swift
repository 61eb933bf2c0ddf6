internal import Glibc

/// Small text files of the user's.
enum TextFile {
    /// The whole of a file of UTF-8.
    ///
    /// - Throws: a failure that names the file.
    static func read(_ path: String, atMost limit: Int) throws(Failure) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Failure("\(path.clean): \(String(cString: strerror(errno)))") }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure("\(path.clean): \(String(cString: strerror(errno)))") }
            if count == 0 { break }
            bytes += buffer.prefix(count)
            guard bytes.count <= limit else { throw Failure("\(path.clean): larger than \(limit) bytes") }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Failure("\(path.clean): not UTF-8") }
        return text
    }
}
