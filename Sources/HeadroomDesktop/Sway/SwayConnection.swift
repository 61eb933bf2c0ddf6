internal import Glibc
package import HeadroomBus

/// Hears of one connection to sway.
package protocol SwayListener: AnyObject {
    /// A window came, went, moved, or changed its state, or another workspace is shown.
    func swayChanged(_ connection: SwayConnection)
    /// It ended. Nothing more is heard of it.
    func sway(_ connection: SwayConnection, ended error: SwayError)
}

/// One connection to sway's IPC, on the loop. It never blocks, and ends at most once.
package final class SwayConnection {
    private let fd: Int32
    private weak var listener: (any SwayListener)?
    private var watch: FDWatch?
    private var reader = SwayReader()
    private var outgoing: [UInt8] = []
    /// Who waits for the tree; sway answers in order.
    private var asking: [([SwayWindow]?) -> Void] = []
    private var isOpen = true

    /// How many questions may be open; sway answers within a frame.
    private static let mostQuestions = 64

    /// Connects, and asks to be told of windows and workspaces.
    ///
    /// - Throws: ``SwayError`` if nobody listens there, or the loop cannot watch the socket.
    package init(loop: EventLoop, address: SwayAddress, listener: any SwayListener) throws(SwayError) {
        fd = try address.connect()
        self.listener = listener
        do throws(BusError) {
            watch = try loop.watch(fd) { [weak self] events in self?.ready(events) }
        } catch {
            Glibc.close(fd)
            throw SwayError(.system, error.message)
        }
        send(SwayMessage(kind: SwayMessage.Kind.subscribe, payload: Array(#"["window","workspace"]"#.utf8)))
    }

    deinit { close() }

    /// Closes it. The listener hears nothing more, and who waits for an answer gets none.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        // Ended before the descriptor is closed, also where this runs inside of its handler.
        watch?.cancel()
        watch = nil
        Glibc.close(fd)
        let asking = asking
        self.asking = []
        for answer in asking { answer(nil) }
    }

    /// All windows, as they are now. `answer` is called once, before this returns or later; with nil if sway does not say.
    package func windows(_ answer: @escaping ([SwayWindow]?) -> Void) {
        guard isOpen, asking.count < SwayConnection.mostQuestions else { return answer(nil) }
        asking.append(answer)
        send(SwayMessage(kind: SwayMessage.Kind.getTree))
    }

    private func send(_ message: SwayMessage) {
        outgoing += message.bytes
        flush()
    }

    private func flush() {
        while isOpen, !outgoing.isEmpty {
            let count = Glibc.send(fd, outgoing, outgoing.count, Int32(MSG_NOSIGNAL))
            if count > 0 {
                outgoing.removeFirst(count)
            } else if errno == EAGAIN {
                break
            } else if errno != EINTR {
                return fail(SwayError(.closed, "sway: \(SwayError.lastError)"))
            }
        }
        watch?.events = outgoing.isEmpty ? .readable : [.readable, .writable]
    }

    // MARK: What comes

    private func ready(_ events: IOEvents) {
        if !events.isDisjoint(with: [.readable, .hangup, .error]) { receive() }
        if isOpen { flush() }
    }

    private func receive() {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while isOpen {
            let count = recv(fd, &chunk, chunk.count, 0)
            if count > 0 {
                reader.append(chunk.prefix(count))
                take()
            } else if count == 0 {
                fail(SwayError(.closed, "sway closed the connection"))
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                fail(SwayError(.closed, "sway: \(SwayError.lastError)"))
            }
        }
    }

    private func take() {
        do throws(SwayError) {
            while isOpen, let message = try reader.next() {
                switch message.kind {
                case SwayMessage.Kind.getTree where !asking.isEmpty:
                    asking.removeFirst()(SwayWindow.all(inTree: message.payload))
                case SwayMessage.Kind.windowEvent, SwayMessage.Kind.workspaceEvent: listener?.swayChanged(self)
                case _: continue
                }
            }
        } catch {
            fail(error)
        }
    }

    private func fail(_ error: SwayError) {
        guard isOpen else { return }
        close()
        listener?.sway(self, ended: error)
    }
}

/// Keeps a connection to sway: connects when its socket appears, and again when it was lost.
package final class SwayLink {
    private let loop: EventLoop
    private let address: SwayAddress
    private weak var listener: (any SwayListener)?
    private var reconnection: Reconnection?
    /// The connection that stands; nil: there is none now.
    package private(set) var connection: SwayConnection?

    /// `listener` hears of each connection, its end included, and passes that on to ``lost()``.
    package init(loop: EventLoop, address: SwayAddress, listener: any SwayListener) {
        self.loop = loop
        self.address = address
        self.listener = listener
        let reconnection = Reconnection(loop: loop, places: [address.place]) { [weak self] in self?.connect() }
        self.reconnection = reconnection
        // Where the kernel gives no timer there is no sway.
        try? reconnection.start()
    }

    /// The connection ended; tries again by and by.
    package func lost() {
        connection = nil
        reconnection?.lost()
    }

    private func connect() {
        guard connection == nil, let listener else { return }
        do throws(SwayError) {
            connection = try SwayConnection(loop: loop, address: address, listener: listener)
            reconnection?.succeeded()
        } catch {
            // Without a socket nothing can be tried; its appearance will be told.
            if error.code != .noSocket { reconnection?.tryLater() }
        }
    }
}
