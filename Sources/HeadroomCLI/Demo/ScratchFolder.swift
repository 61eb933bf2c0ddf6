internal import Glibc

/// A folder that is gone with everything in it when this is dropped.
final class ScratchFolder {
    let path: String

    init() throws(Failure) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        var template = Array("\(parent.hasPrefix("/") ? parent : "/tmp")/headroom-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Failure("no temporary folder: \(String(cString: strerror(errno)))")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { Self.remove(path) }

    /// Removes a file, or a folder with everything in it. A link is removed, not followed.
    private static func remove(_ path: String) {
        guard unlink(path) != 0, let folder = opendir(path) else { return }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { remove("\(path)/\(name)") }
        }
        closedir(folder)
        rmdir(path)
    }

    func write(_ text: String, to path: String) throws(Failure) {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Failure("\(path): \(String(cString: strerror(errno)))") }
        defer { close(file) }
        guard Terminal.write(text, to: file) else { throw Failure("\(path): cannot be written") }
    }
}
