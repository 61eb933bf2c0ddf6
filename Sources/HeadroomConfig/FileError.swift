internal import Glibc

/// A file or folder that could not be used.
package struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path that is meant.
    package let path: String
    /// Why, in words.
    package let reason: String
    /// The system's error number; nil if the file is there, but not what it should be.
    package let code: CInt?

    init(path: String, reason: String, code: CInt? = nil) {
        self.path = path
        self.reason = reason
        self.code = code
    }

    /// The error that the last C call left in `errno`.
    init(_ doing: String, _ path: String) {
        let code = errno
        self.init(path: path, reason: "\(doing): \(String(cString: strerror(code)))", code: code)
    }

    package var description: String { "\(path): \(reason)" }
}
