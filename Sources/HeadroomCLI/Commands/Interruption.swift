internal import Glibc

/// The signals by which users and sessions end a program.
enum Interruption {
    /// Ctrl-C.
    static let terminal = SIGINT
    static let termination = SIGTERM
}
