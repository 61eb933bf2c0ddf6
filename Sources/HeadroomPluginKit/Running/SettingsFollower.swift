internal import Glibc
import HeadroomConfig

/// headroom.conf as it is now: looked at whenever it is asked for, read when it is another one.
struct SettingsFollower {
    private let path: String?
    private var settings = Settings()
    private var mark: Mark?
    private var hasLooked = false

    /// By what two versions of the file differ.
    private struct Mark: Equatable {
        let file: UInt64
        let size: Int
        let seconds: Int
        let nanoseconds: Int
    }

    /// `path`: nil: there is none.
    init(path: String?) { self.path = path }

    /// What holds. What is wrong with the file keeps what held before, as the daemon does; it also says so.
    var now: Settings {
        mutating get {
            guard let path else { return settings }
            let mark = Self.mark(of: path)
            if hasLooked, mark == self.mark { return settings }
            hasLooked = true
            self.mark = mark
            settings = Configuration(path: path).read(keeping: settings).settings
            return settings
        }
    }

    private static func mark(of path: String) -> Mark? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Mark(
            file: UInt64(status.st_ino), size: Int(status.st_size), seconds: status.st_mtim.tv_sec,
            nanoseconds: status.st_mtim.tv_nsec)
    }
}
