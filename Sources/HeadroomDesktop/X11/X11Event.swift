internal import CXCB

/// What an X server tells, as far as it is listened to. Windows are their numbers.
package enum X11Event: Sendable, Hashable {
    case created(window: UInt32, parent: UInt32)
    case destroyed(window: UInt32)
    case mapped(window: UInt32)
    case unmapped(window: UInt32)
    /// Place, size or neighbour in the stack are others; what they are is asked for.
    case configured(window: UInt32)
    case reparented(window: UInt32, parent: UInt32)
    case property(window: UInt32, atom: UInt32)
    case shaped(window: UInt32)
    /// Monitors came, went or changed.
    case outputs
}

extension X11Event {
    /// The first event codes that the server gave its extensions; nil for those it has not.
    struct Extensions {
        var shape: UInt8?
        var randr: UInt8?
    }

    /// How many bytes an event has.
    static let size = 32

    /// Reads an event's bytes; nil for one that nobody listens to.
    init?(_ bytes: UnsafeRawBufferPointer, _ extensions: Extensions) {
        guard bytes.count >= X11Event.size else { return nil }
        func word(_ offset: Int) -> UInt32 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
        // The highest bit tells that a client sent it, as window managers do with ConfigureNotify.
        let code = bytes[0] & 0x7f
        switch Int32(code) {
        case XCB_CREATE_NOTIFY: self = .created(window: word(8), parent: word(4))
        case XCB_DESTROY_NOTIFY: self = .destroyed(window: word(8))
        case XCB_MAP_NOTIFY: self = .mapped(window: word(8))
        case XCB_UNMAP_NOTIFY: self = .unmapped(window: word(8))
        case XCB_CONFIGURE_NOTIFY: self = .configured(window: word(8))
        case XCB_REPARENT_NOTIFY: self = .reparented(window: word(8), parent: word(12))
        case XCB_PROPERTY_NOTIFY: self = .property(window: word(4), atom: word(8))
        case _:
            if let first = extensions.shape, code == first {
                self = .shaped(window: word(4))
            } else if let first = extensions.randr, code == first || code == first &+ 1 {
                self = .outputs
            } else {
                return nil
            }
        }
    }
}
