internal import CXCB
internal import Glibc
internal import HeadroomBus

/// Hears of one connection to an X server.
package protocol X11Listener: AnyObject {
    /// Something happened.
    func x11(_ connection: X11Connection, event: X11Event)
    /// All events and replies that had arrived are handed out.
    func x11Settled(_ connection: X11Connection)
    /// It ended. Nothing more is heard of it.
    func x11(_ connection: X11Connection, ended error: X11Error)
}

/// One connection to an X server, on the loop. It never waits for the server, and ends at most once.
///
/// Replies and events are handed out in the order in which the server sent them. A request that the server refuses, since
/// its window is gone, is answered with nil.
package final class X11Connection {
    package let root: UInt32
    /// The bits of a window's number that its client chooses; the others tell clients apart.
    package let clientBits: UInt32
    package private(set) var isOpen = true
    /// How many requests the server refused that nobody waited for.
    package private(set) var refused = 0

    let display: X11Display
    private let loop: EventLoop
    private weak var listener: (any X11Listener)?
    private var watch: FDWatch?
    private var atoms: [X11Atom: UInt32] = [:]
    private var names: [UInt32: X11Atom] = [:]
    private var extensions = X11Event.Extensions()
    /// Whether it has the X-Resource extension; nil: nobody has asked yet.
    var hasResources: Bool?
    /// Replies that are waited for, in the order of their requests.
    private var pending: ArraySlice<Pending> = []
    /// An event that waits for a reply before it.
    private var held: UnsafeMutablePointer<xcb_generic_event_t>?
    private var isPumping = false

    private struct Pending {
        let sequence: UInt32
        let answer: (X11Reply?) -> Void
    }

    /// After so many events and replies the loop has its turn.
    private static let mostAtOnce = 1000

    /// Takes over a connection. `ready` is called once, when atoms and extensions are known.
    init(
        loop: EventLoop, display: X11Display, screen: Int32, listener: any X11Listener, ready: @escaping () -> Void
    ) throws(X11Error) {
        guard let (root, bits) = display.screen(screen) else { throw X11Error(.refused, "there is no such screen") }
        self.loop = loop
        self.display = display
        self.listener = listener
        self.root = root
        clientBits = bits
        do throws(BusError) {
            watch = try loop.watch(display.fd) { [weak self] _ in self?.pump() }
        } catch {
            throw X11Error(.system, error.message)
        }
        // Asked for first, so that they are known when the atoms are, and libxcb need not wait for them.
        xcb_prefetch_extension_data(display.handle, hr_shape())
        xcb_prefetch_extension_data(display.handle, hr_randr())
        intern(ready)
    }

    deinit {
        close()
        free(held)
    }

    /// Closes it. The listener hears nothing more.
    package func close() {
        isOpen = false
        // Ended before the descriptor is closed, also where this runs inside of its handler.
        watch?.cancel()
        watch = nil
        pending = []
    }

    /// The number of an atom.
    package func number(_ atom: X11Atom) -> UInt32 { atoms[atom] ?? 0 }

    /// The atom with this number, if it is one of those used here.
    package func atom(_ number: UInt32) -> X11Atom? { names[number] }

    package var hasShape: Bool { extensions.shape != nil }
    package var hasRandr: Bool { extensions.randr != nil }

    /// Sends what has gathered. To be called after requests made outside of an event's or a reply's handler.
    package func flush() { pump() }

    /// Hands the reply to the request with this number over when it comes; nil: the server refused.
    func ask(_ sequence: UInt32, _ answer: @escaping (X11Reply?) -> Void) {
        guard isOpen else { return }
        pending.append(Pending(sequence: sequence, answer: answer))
    }

    // MARK: - Beginning

    private func intern(_ ready: @escaping () -> Void) {
        for atom in X11Atom.allCases {
            let name = atom.rawValue
            let cookie = xcb_intern_atom(display.handle, 0, UInt16(name.utf8.count), name)
            ask(cookie.sequence) { [weak self] reply in
                guard let self else { return }
                if let number = reply?.read(xcb_intern_atom_reply_t.self).atom {
                    atoms[atom] = number
                    names[number] = atom
                }
                if atom == X11Atom.allCases.last { begin(ready) }
            }
        }
        // Not at once: whoever makes this connection has to have it before it is ready.
        loop.later { [weak self] in self?.pump() }
    }

    private func begin(_ ready: @escaping () -> Void) {
        // Both were answered before the atoms.
        extensions.shape = firstEvent(hr_shape())
        guard let first = firstEvent(hr_randr()) else { return ready() }
        let version = xcb_randr_query_version(display.handle, 1, 5)
        ask(version.sequence) { [weak self] reply in
            guard let self else { return }
            if let version = reply?.read(xcb_randr_query_version_reply_t.self),
                (version.major_version, version.minor_version) >= (1, 5)
            {
                extensions.randr = first
            }
            ready()
        }
    }

    private func firstEvent(_ name: UnsafeMutablePointer<xcb_extension_t>?) -> UInt8? {
        guard let data = xcb_get_extension_data(display.handle, name), data.pointee.present != 0 else { return nil }
        return data.pointee.first_event
    }

    // MARK: - The pump

    /// Sends what has gathered, and hands out what has come.
    private func pump() {
        guard isOpen, !isPumping else { return }
        isPumping = true
        defer { isPumping = false }
        var left = X11Connection.mostAtOnce
        // Sending may take in what the server sends meanwhile, and handing out gathers what is to be sent.
        repeat { xcb_flush(display.handle) } while drain(&left)
        guard isOpen else { return }
        guard display.isWhole else { return fail() }
        if left <= 0 { loop.later { [weak self] in self?.pump() } }
    }

    /// Hands out at most so many events and replies. Returns whether there were any, so that there is reason to send.
    private func drain(_ left: inout Int) -> Bool {
        let before = left
        while isOpen, left > 0 {
            if held == nil { held = xcb_poll_for_event(display.handle) }
            guard answerFirst() || hearHeld() else { break }
            left -= 1
        }
        guard isOpen, left != before else { return false }
        listener?.x11Settled(self)
        return isOpen
    }

    /// Answers the first request that waits if its reply is there and no event came before it.
    private func answerFirst() -> Bool {
        guard let first = pending.first else { return false }
        if let held, Int32(bitPattern: held.pointee.full_sequence &- first.sequence) < 0 { return false }
        var reply: UnsafeMutableRawPointer?
        var error: UnsafeMutablePointer<xcb_generic_error_t>?
        guard xcb_poll_for_reply(display.handle, first.sequence, &reply, &error) != 0 else { return false }
        defer {
            free(reply)
            free(error)
        }
        // A broken connection answers everything with nothing.
        guard display.isWhole else { return false }
        pending.removeFirst()
        first.answer(reply.map { X11Reply($0) })
        return true
    }

    private func hearHeld() -> Bool {
        guard let event = held else { return false }
        held = nil
        defer { free(event) }
        guard event.pointee.response_type != 0 else {
            refused += 1
            return true
        }
        let bytes = UnsafeRawBufferPointer(start: event, count: X11Event.size)
        if let event = X11Event(bytes, extensions) { listener?.x11(self, event: event) }
        return true
    }

    private func fail() {
        guard isOpen else { return }
        close()
        listener?.x11(self, ended: X11Error(.closed, "the X server closed the connection"))
    }
}

/// A reply, for as long as its handler runs.
struct X11Reply {
    let bytes: UnsafeMutableRawPointer

    init(_ bytes: UnsafeMutableRawPointer) { self.bytes = bytes }

    /// The fixed part of it.
    func read<Fixed: BitwiseCopyable>(_ type: Fixed.Type) -> Fixed { bytes.load(as: type) }

    /// It as libxcb's functions take it.
    func pointer<Fixed>(_ type: Fixed.Type) -> UnsafeMutablePointer<Fixed> { bytes.assumingMemoryBound(to: type) }
}
