internal import Glibc

/// Small files, read and replaced whole.
package enum Files {
    /// The bytes of a regular file; nil if there is none.
    ///
    /// - Throws: if it cannot be read, is no regular file, or has more than `limit` bytes.
    package static func read(_ path: String, atMost limit: Int) throws(FileError) -> [UInt8]? {
        // O_NONBLOCK: a pipe in this place must not make anybody wait.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw FileError("cannot open", path)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw FileError("cannot look at", path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileError(path: path, reason: "not a regular file") }

        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 8192)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw FileError("cannot read", path) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= limit else { throw FileError(path: path, reason: "larger than \(limit) bytes") }
        }
    }

    /// Puts a file with these bytes in the place of `path`: whoever looks sees the old content or the new, whole, also
    /// after a crash. Only the user can read it. Missing folders are made.
    static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        let folder = parent(of: path)
        try makeFolder(folder)
        // The process's number keeps two daemons, of which one replaces the other, out of each other's way.
        let fresh = "\(path).\(getpid()).new"
        unlink(fresh)
        let file = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw FileError("cannot make", fresh) }
        do throws(FileError) {
            defer { close(file) }
            try write(bytes, to: file, fresh)
            guard fsync(file) == 0 else { throw FileError("cannot write out", fresh) }
        } catch {
            unlink(fresh)
            throw error
        }
        do throws(FileError) {
            try move(fresh, to: path)
        } catch {
            unlink(fresh)
            throw error
        }
        try writeOut(folder: folder)
    }

    /// Gives the file another name in the same folder; one that has it is replaced.
    static func move(_ path: String, to new: String) throws(FileError) {
        guard rename(path, new) == 0 else { throw FileError("cannot be renamed to \(new)", path) }
    }

    private static func write(_ bytes: [UInt8], to file: CInt, _ path: String) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw FileError("cannot write", path) }
            rest = rest.dropFirst(count)
        }
    }

    /// Makes the folder and those above it, only for the user.
    private static func makeFolder(_ path: String) throws(FileError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, path != "/" else { throw FileError("cannot make the folder", path) }
        try makeFolder(parent(of: path))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileError("cannot make the folder", path) }
    }

    /// Makes the new name last.
    private static func writeOut(folder: String) throws(FileError) {
        let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { throw FileError("cannot open", folder) }
        defer { close(file) }
        // Some file systems cannot do this for a folder; then the rename is as lasting as they make it.
        guard fsync(file) == 0 || errno == EINVAL else { throw FileError("cannot write out", folder) }
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
