/// One message to or from sway: the protocol of i3's IPC (sway-ipc(7)). `i3-ipc`, the payload's length and the kind, both in
/// the machine's order of bytes, then the payload, which is JSON.
package struct SwayMessage: Sendable, Hashable {
    package enum Kind {
        package static let subscribe: UInt32 = 2
        package static let getTree: UInt32 = 4
        /// This bit is set in what is told without being asked for.
        package static let event: UInt32 = 1 << 31
        package static let workspaceEvent: UInt32 = event
        package static let windowEvent: UInt32 = event | 3
    }

    package var kind: UInt32
    package var payload: [UInt8]

    package init(kind: UInt32, payload: [UInt8] = []) {
        self.kind = kind
        self.payload = payload
    }

    static let magic = Array("i3-ipc".utf8)
    static let headerLength = magic.count + 8
    /// The longest payload that is taken, in bytes. (chosen: a window takes 2,000)
    package static let longest = 4 << 20

    /// As it goes over the socket.
    package var bytes: [UInt8] {
        var bytes = SwayMessage.magic
        for word in [UInt32(truncatingIfNeeded: payload.count), kind] {
            withUnsafeBytes(of: word) { bytes += $0 }
        }
        return bytes + payload
    }
}

/// Cuts what comes over the socket into messages.
package struct SwayReader: Sendable {
    private var bytes: [UInt8] = []
    /// How many of them are taken already.
    private var taken = 0

    package init() {}

    package mutating func append(_ new: some Sequence<UInt8>) { bytes += new }

    /// The next message; nil: it is not all there yet.
    ///
    /// - Throws: ``SwayError/Code/closed`` for what is no message, or one that is too long. Nothing can be read after that.
    package mutating func next() throws(SwayError) -> SwayMessage? {
        let rest = bytes[taken...]
        guard rest.count >= SwayMessage.headerLength else { return nil }
        guard rest.starts(with: SwayMessage.magic) else { throw SwayError(.closed, "this is not sway's protocol") }
        func word(at offset: Int) -> UInt32 {
            var word: UInt32 = 0
            withUnsafeMutableBytes(of: &word) { $0.copyBytes(from: rest.dropFirst(offset).prefix(4)) }
            return word
        }
        let length = Int(word(at: SwayMessage.magic.count))
        guard length <= SwayMessage.longest else { throw SwayError(.closed, "a message of \(length) bytes") }
        let whole = SwayMessage.headerLength + length
        guard rest.count >= whole else { return nil }
        defer {
            taken += whole
            if taken == bytes.count {
                bytes.removeAll(keepingCapacity: bytes.count < 1 << 16)
                taken = 0
            }
        }
        return SwayMessage(
            kind: word(at: SwayMessage.magic.count + 4),
            payload: Array(rest.dropFirst(SwayMessage.headerLength).prefix(length)))
    }
}
