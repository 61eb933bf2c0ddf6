internal import Glibc

/// The bytes of a message that is being made, in the machine's byte order, each value aligned as D-Bus wants it.
struct WireBuffer: ~Copyable {
    /// The longest message (and the longest array is half of it), in bytes.
    static let largest = 1 << 27

    private(set) var start: UnsafeMutableRawPointer?
    private(set) var count = 0
    private var capacity = 0

    deinit { free(start) }

    /// Appends a number, aligned to its size.
    mutating func append<Number: BitwiseCopyable>(_ number: Number) throws(BusError) {
        let size = MemoryLayout<Number>.size
        try align(size)
        try reserve(size).storeBytes(of: number, as: Number.self)
        count += size
    }

    /// Appends a string or path: its length, its bytes, a NUL.
    mutating func append(string bytes: UnsafeBufferPointer<UInt8>) throws(BusError) {
        guard bytes.count <= Self.largest else { throw .tooLarge }
        try append(UInt32(bytes.count))
        try append(terminated: bytes)
    }

    /// Appends a signature: its length in one byte, its bytes, a NUL.
    mutating func append(signature bytes: UnsafeBufferPointer<UInt8>) throws(BusError) {
        try append(UInt8(truncatingIfNeeded: bytes.count))
        try append(terminated: bytes)
    }

    /// Appends the bytes of another buffer; this one must stand at a multiple of 8.
    mutating func append(copyOf other: borrowing WireBuffer) throws(BusError) {
        guard let source = other.start else { return }
        memcpy(try reserve(other.count), source, other.count)
        count += other.count
    }

    /// Pads with NUL up to a multiple of `alignment`, a power of two.
    mutating func align(_ alignment: Int) throws(BusError) {
        let padding = -count & (alignment - 1)
        guard padding > 0 else { return }
        let end = try reserve(padding)
        for offset in 0..<padding { end.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self) }
        count += padding
    }

    /// Puts a number in the place of one that was appended at `offset`.
    mutating func replace(at offset: Int, with number: UInt32) {
        guard offset >= 0, offset + 4 <= count else { return }
        start?.storeBytes(of: number, toByteOffset: offset, as: UInt32.self)
    }

    private mutating func append(terminated bytes: UnsafeBufferPointer<UInt8>) throws(BusError) {
        let end = try reserve(bytes.count + 1)
        if let source = bytes.baseAddress { memcpy(end, source, bytes.count) }
        end.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self)
        count += bytes.count + 1
    }

    /// Where the next bytes go, with room for so many.
    @inline(__always)
    private mutating func reserve(_ bytes: Int) throws(BusError) -> UnsafeMutableRawPointer {
        if let start, bytes <= capacity - count { return start + count }
        return try grow(bytes)
    }

    private mutating func grow(_ bytes: Int) throws(BusError) -> UnsafeMutableRawPointer {
        guard bytes <= Self.largest - count else { throw .tooLarge }
        let larger = max(1024, capacity * 2, count + bytes)
        guard let moved = realloc(start, larger) else { throw .noMemory }
        start = moved
        capacity = larger
        return moved + count
    }
}

extension BusError {
    static let tooLarge = BusError(.tooLarge, "the message would be over 128 MiB")
}
