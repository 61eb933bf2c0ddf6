internal import Glibc

/// Bytes of a string inside a message, not copied. Valid as long as the message is.
///
/// Comparing it with a literal neither allocates nor makes a `String`: `switch key { case "visible": … }`.
package struct Text: Equatable {
    /// The first byte; a NUL follows the last one.
    let start: UnsafePointer<UInt8>
    /// The number of bytes.
    package let count: Int

    init(start: UnsafePointer<UInt8>, count: Int) {
        self.start = start
        self.count = count
    }

    init(_ cString: UnsafePointer<CChar>) {
        count = strlen(cString)
        start = UnsafeRawPointer(cString).assumingMemoryBound(to: UInt8.self)
    }

    init?(_ cString: UnsafePointer<CChar>?) {
        guard let cString else { return nil }
        self.init(cString)
    }

    /// The bytes, without the NUL that follows them.
    package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    /// The bytes as a C string.
    var cString: UnsafePointer<CChar> { UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self) }

    /// FNV-1a over the bytes: cheap, and the same in every process. Not for keys that a peer may choose freely.
    package var hash: UInt64 { Self.hash(bytes) }

    static func hash(_ bytes: UnsafeBufferPointer<UInt8>, from seed: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
        var hash = seed
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash
    }

    package static func == (left: Text, right: Text) -> Bool {
        left.count == right.count && memcmp(left.start, right.start, left.count) == 0
    }

    package static func == (text: Text, literal: StaticString) -> Bool {
        guard literal.hasPointerRepresentation else { return String(text) == literal.description }
        return text.count == literal.utf8CodeUnitCount && memcmp(text.start, literal.utf8Start, text.count) == 0
    }

    /// Whether the bytes are those of a string.
    package func equals(_ string: String) -> Bool {
        var string = string
        return string.withUTF8 { $0.count == count && memcmp($0.baseAddress ?? start, start, count) == 0 }
    }

    package static func ~= (literal: StaticString, text: Text) -> Bool { text == literal }
}

extension Text? {
    package static func == (text: Text?, literal: StaticString) -> Bool { text.map { $0 == literal } ?? false }
}

extension Text: CustomStringConvertible {
    package var description: String { String(self) }
}

extension String {
    /// A copy of the text.
    package init(_ text: Text) {
        self.init(decoding: text.bytes, as: UTF8.self)
    }

    /// Lends the string as a C string. It may hold no NUL; names are checked for that, values by the writer.
    func withCText<Result>(
        _ body: (UnsafePointer<CChar>) throws(BusError) -> Result
    ) throws(BusError) -> Result {
        let outcome: Swift.Result<Result, BusError> = withCString { pointer in
            do throws(BusError) { return .success(try body(pointer)) } catch { return .failure(error) }
        }
        return try outcome.get()
    }
}
