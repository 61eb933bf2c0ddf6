internal import CXCB
internal import Glibc
internal import HeadroomBus
internal import Synchronization

/// Gets a connection from an X server without keeping anybody waiting.
///
/// libxcb greets the server and waits for its answer; a server that is stopped gives none. So the greeting has a thread of
/// its own, which does nothing else, touches nothing of ours, and ends with the greeting.
final class X11Greeting {
    /// What passes between the two threads.
    private final class Exchange: Sendable {
        enum State: Sendable {
            case waiting
            /// Nobody wants it any more.
            case abandoned
            /// libxcb's connection as a number, and its screen; zero if there is none.
            case answered(handle: UInt, screen: Int32)
        }

        let display: String
        /// Readable once there is an answer.
        let fd: Int32
        let state = Mutex(State.waiting)

        init(_ display: String) throws(X11Error) {
            self.display = display
            fd = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
            guard fd >= 0 else { throw X11Error(.system, "eventfd: \(String(cString: strerror(errno)))") }
        }

        deinit { close(fd) }

        /// The thread's work.
        func greet() {
            var screen: Int32 = 0
            let handle = xcb_connect(display, &screen)
            let isWanted = state.withLock { state in
                guard case .waiting = state else { return false }
                state = .answered(handle: UInt(bitPattern: handle), screen: screen)
                return true
            }
            if isWanted { eventfd_write(fd, 1) } else { xcb_disconnect(handle) }
        }
    }

    private let exchange: Exchange
    private var watch: FDWatch?

    /// Begins. `done` is called once, in a later turn, with the display and the number of its screen; nil: nobody let us in.
    ///
    /// - Throws: ``X11Error/Code/system`` if there is no thread to be had.
    init(
        loop: EventLoop, display: String, done: @escaping (_ display: X11Display?, _ screen: Int32) -> Void
    ) throws(X11Error) {
        exchange = try Exchange(display)
        do throws(BusError) {
            watch = try loop.watch(exchange.fd) { [weak self] _ in
                guard let self else { return }
                watch?.cancel()
                let (display, screen) = take()
                done(display, screen)
            }
        } catch {
            throw X11Error(.system, error.message)
        }
        try X11Greeting.startThread(exchange)
    }

    /// Whoever is greeted later is left again.
    deinit {
        watch?.cancel()
        _ = take()
    }

    /// What the thread got, if it got something; it is given up otherwise.
    private func take() -> (X11Display?, Int32) {
        let state = exchange.state.withLock { state in
            defer { state = .abandoned }
            return state
        }
        guard case .answered(let number, let screen) = state, let handle = OpaquePointer(bitPattern: number) else {
            return (nil, 0)
        }
        let display = X11Display(handle)
        return (display.isWhole ? display : nil, screen)
    }

    private static func startThread(_ exchange: Exchange) throws(X11Error) {
        // libxcb writes without asking not to be killed when nobody reads.
        signal(SIGPIPE, SIG_IGN)
        let context = Unmanaged.passRetained(exchange)
        // Signals are the loop's.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Exchange>.fromOpaque(context).takeRetainedValue().greet() }
                return nil
            }, context.toOpaque())
        pthread_sigmask(SIG_SETMASK, &before, nil)
        guard result == 0 else {
            context.release()
            throw X11Error(.system, "pthread_create: \(String(cString: strerror(result)))")
        }
        pthread_detach(thread)
    }
}
