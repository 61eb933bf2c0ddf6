/// Small text files of the user's.
enum TextFile {
    /// The whole of a file of UTF-8.
    ///
    /// - Throws: a failure that names the file.
    static func read(_ path: String, atMost limit: Int) throws(Failure) -> String {
        var bytes: [UInt8] = []
        var isTooLarge = false
        try ByteFile.read(path) { piece in
            if bytes.count + piece.count <= limit { bytes += piece } else { isTooLarge = true }
        }
        guard !isTooLarge else { throw Failure("\(path.clean): larger than \(limit) bytes") }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Failure("\(path.clean): not UTF-8") }
        return text
    }
}
