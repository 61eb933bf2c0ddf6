import HeadroomClient

/// Why a command did not do what it was asked to.
struct Failure: Error, Sendable, Hashable {
    /// 1: it could not be done; 2: it was asked in the wrong way.
    let code: Int32
    let message: String

    /// It could not be done.
    init(_ message: String) {
        code = 1
        self.message = message
    }

    private init(usage: String) {
        code = 2
        message = usage
    }

    /// It was asked in the wrong way.
    static func usage(_ message: String) -> Failure { Failure(usage: message) }
}

extension Failure {
    /// Nobody is there to ask.
    static let noDaemon = Failure(
        "headroomd is not running; start it with `systemctl --user start headroomd`, or run `headroomd`")

    init(_ error: ClientError) {
        switch error.code {
        case .noDaemon: self = .noDaemon
        case .noBus: self.init("there is no session bus: \(error.message)")
        default: self.init(error.message.isEmpty ? error.name : error.message)
        }
    }
}
