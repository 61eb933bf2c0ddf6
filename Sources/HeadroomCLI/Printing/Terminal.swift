internal import Glibc

/// The two outputs.
enum Terminal {
    /// Prints a line on standard output.
    ///
    /// - Returns: false if nobody reads it any more.
    @discardableResult
    static func line(_ text: String) -> Bool { write(text + "\n", to: STDOUT_FILENO) }

    /// Prints a line on standard error.
    static func complain(_ text: String) { _ = write(text + "\n", to: STDERR_FILENO) }

    /// Writes all of `text`, also where a call writes a part of it.
    static func write(_ text: String, to file: Int32) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            bytes = bytes.dropFirst(count)
        }
        return true
    }
}
