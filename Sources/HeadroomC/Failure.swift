internal import CHeadroom
internal import HeadroomClient

/// Why a call failed, on its way to a `headroom_error`.
struct Failure: Error {
    let code: headroom_code
    /// The D-Bus error's name; empty if it did not come from the bus.
    var name = ""
    let message: String

    /// An argument that cannot be used.
    static func invalid(_ argument: String, _ why: String) -> Failure {
        Failure(code: HEADROOM_INVALID, message: "\(argument): \(why)")
    }

    static let closed = Failure(code: HEADROOM_CLOSED, message: "the client was closed")
}

extension Failure {
    init(_ error: ClientError) {
        let code =
            switch error.code {
            case .noBus: HEADROOM_NO_BUS
            case .noDaemon: HEADROOM_NO_DAEMON
            case .notSupported: HEADROOM_NOT_SUPPORTED
            case .notClaimed: HEADROOM_NOT_CLAIMED
            case .refused: HEADROOM_REFUSED
            case .timeout: HEADROOM_TIMEOUT
            default: HEADROOM_SYSTEM
            }
        self.init(code: code, name: error.name, message: error.message)
    }

    /// As the header has it.
    var record: headroom_error {
        var record = headroom_error.sized()
        record.code = code
        withUnsafeMutableBytes(of: &record.name) { Self.write(name, into: $0) }
        withUnsafeMutableBytes(of: &record.message) { Self.write(message, into: $0) }
        return record
    }

    /// Writes what fits of a text and a NUL, and no half of a character.
    private static func write(_ text: String, into bytes: UnsafeMutableRawBufferPointer) {
        var end = 0
        for character in text.unicodeScalars {
            let encoded = Array(String(character).utf8)
            guard end + encoded.count < bytes.count else { break }
            for byte in encoded {
                bytes[end] = byte
                end += 1
            }
        }
        bytes[end] = 0
    }
}

extension headroom_error {
    /// That nothing went wrong.
    static var none: headroom_error { headroom_error.sized() }
}

/// Runs the body of a function of the header, and says how it ended, as a code and into `error`.
func answering(
    _ error: UnsafeMutablePointer<headroom_error>?, _ body: () throws(Failure) -> Void
) -> headroom_code {
    do throws(Failure) {
        // Nothing is done for somebody who could not be told why it failed.
        if let error { _ = try Given.structure(error, "error") }
        try body()
        error?.pointee = .none
        return HEADROOM_OK
    } catch let failure {
        if let error, error.pointee.size == headroom_error.ownSize { error.pointee = failure.record }
        return failure.code
    }
}
