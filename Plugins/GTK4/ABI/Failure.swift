internal import CHeadroomGTK4

/// Why a call failed, on its way to a `headroom_error`.
struct Failure: Error {
    let code: headroom_code
    let message: String

    /// An argument that cannot be used.
    static func invalid(_ argument: String, _ why: String) -> Failure {
        Failure(code: HEADROOM_INVALID, message: "\(argument): \(why)")
    }

    /// As the header has it; what does not fit of the words is cut off, and no character in half.
    fileprivate var record: headroom_error {
        var record = headroom_error.none
        record.code = code
        withUnsafeMutableBytes(of: &record.message) { bytes in
            var end = 0
            for scalar in message.unicodeScalars {
                let encoded = Array(String(scalar).utf8)
                guard end + encoded.count < bytes.count else { break }
                for byte in encoded {
                    bytes[end] = byte
                    end += 1
                }
            }
        }
        return record
    }
}

extension headroom_error {
    fileprivate static let ownSize = UInt32(MemoryLayout<headroom_error>.size)

    /// That nothing went wrong.
    fileprivate static var none: headroom_error {
        var record = headroom_error()
        record.size = ownSize
        return record
    }
}

/// Runs the body of a function of the header, and says how it ended, as a code and into `error`.
func answering(
    _ error: UnsafeMutablePointer<headroom_error>?, _ body: () throws(Failure) -> Void
) -> headroom_code {
    // Nothing is done for somebody who could not be told why it failed.
    if let error, error.pointee.size != headroom_error.ownSize { return HEADROOM_INVALID }
    do throws(Failure) {
        try body()
        error?.pointee = .none
        return HEADROOM_OK
    } catch {
        let failure = error
        return tell(failure)
    }
    func tell(_ failure: Failure) -> headroom_code {
        error?.pointee = failure.record
        return failure.code
    }
}
