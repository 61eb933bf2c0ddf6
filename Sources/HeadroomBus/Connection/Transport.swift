internal import CDBus

/// One open libdbus connection inside the loop: joins its watches, hands over what arrives, message by message.
///
/// Messages are popped, not dispatched: libdbus's own handlers never see one, so it never answers by itself, least of
/// all on a monitor.
final class Transport {
    private let loop: EventLoop
    private let handle: OpaquePointer
    private let received: (consuming Message) -> Void
    /// libdbus has two watches, one for each direction, on the one descriptor.
    private var watches: [OpaquePointer] = []
    private var watch: FDWatch?
    private var isOpen = true
    private var isDrainScheduled = false
    /// Whether what libdbus comes to hold is handed over anyway before the loop goes on.
    private var isReading = false

    /// Connects. The handshake that follows runs in the loop.
    ///
    /// - Throws: ``BusError/Code/busGone`` if nobody listens there.
    init(
        loop: EventLoop, address: String, received: @escaping (consuming Message) -> Void
    ) throws(BusError) {
        self.loop = loop
        self.received = received
        handle = try Self.connect(address)
        dbus_connection_set_exit_on_disconnect(handle, 0)
        dbus_connection_set_route_peer_messages(handle, 1)
        let userdata = Unmanaged.passUnretained(self).toOpaque()
        let isWatched = dbus_connection_set_watch_functions(
            handle, addWatch, removeWatch, toggleWatch, userdata, nil)
        guard isWatched != 0 else { throw .noMemory }
        dbus_connection_set_dispatch_status_function(handle, statusChanged, userdata, nil)
        scheduleDrain()
    }

    deinit {
        close()
        dbus_connection_unref(handle)
    }

    private static func connect(_ address: String) throws(BusError) -> OpaquePointer {
        var error = CDBus.DBusError()
        dbus_error_init(&error)
        defer { dbus_error_free(&error) }
        guard let handle = dbus_connection_open_private(address, &error) else {
            let text = error.message.map { String(Text($0)) } ?? "no connection"
            throw BusError(.busGone, text)
        }
        return handle
    }

    /// Nothing arrives after this, and nothing can be sent.
    func close() {
        guard isOpen else { return }
        isOpen = false
        dbus_connection_set_dispatch_status_function(handle, nil, nil, nil)
        dbus_connection_close(handle)
        dbus_connection_set_watch_functions(handle, nil, nil, nil, nil, nil)
        watches = []
        watch?.cancel()
    }

    /// Writes the message at once as far as the socket takes it; the loop writes the rest.
    ///
    /// - Returns: the serial it got.
    func send(_ message: borrowing Message) throws(BusError) -> UInt32 {
        guard message.serial == 0 else {
            // It was sent before and keeps its serial for ever.
            guard let copy = dbus_message_copy(message.handle) else { throw .noMemory }
            return try send(Message(owning: copy))
        }
        var serial: UInt32 = 0
        guard dbus_connection_send(handle, message.handle, &serial) != 0 else { throw .noMemory }
        return serial
    }

    /// How many bytes are not written yet.
    var unsent: Int { dbus_connection_get_outgoing_size(handle) }

    // MARK: - Receiving

    private func drain() {
        while isOpen, let message = dbus_connection_pop_message(handle) {
            received(Message(owning: message))
        }
    }

    /// libdbus may come to hold messages while it writes, and must not be asked for them from inside.
    fileprivate func scheduleDrain() {
        guard !isDrainScheduled, !isReading else { return }
        isDrainScheduled = true
        loop.later { [weak self] in
            guard let self else { return }
            isDrainScheduled = false
            drain()
        }
    }

    private func ready(_ events: IOEvents) {
        isReading = true
        defer { isReading = false }
        for watch in watches {
            let wanted = dbus_watch_get_flags(watch)
            var flags: UInt32 = 0
            if events.contains(.readable) { flags |= DBUS_WATCH_READABLE.rawValue & wanted }
            if events.contains(.writable) { flags |= DBUS_WATCH_WRITABLE.rawValue & wanted }
            if events.contains(.error) { flags |= DBUS_WATCH_ERROR.rawValue }
            if events.contains(.hangup) { flags |= DBUS_WATCH_HANGUP.rawValue }
            // Handling one watch may remove the other.
            guard flags != 0, watches.contains(watch), dbus_watch_get_enabled(watch) != 0 else { continue }
            dbus_watch_handle(watch, flags)
        }
        drain()
    }

    // MARK: - Watches

    fileprivate func add(_ watch: OpaquePointer) -> Bool {
        watches.append(watch)
        return updateWatch()
    }

    fileprivate func remove(_ watch: OpaquePointer) {
        watches.removeAll { $0 == watch }
        updateWatch()
    }

    /// Watches the descriptor for what all watches together want; not at all, not even for a hang-up, if none does.
    @discardableResult
    fileprivate func updateWatch() -> Bool {
        var events: IOEvents = []
        var fd: Int32 = -1
        for each in watches where dbus_watch_get_enabled(each) != 0 {
            let flags = dbus_watch_get_flags(each)
            if flags & DBUS_WATCH_READABLE.rawValue != 0 { events.insert(.readable) }
            if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { events.insert(.writable) }
            fd = dbus_watch_get_unix_fd(each)
        }
        if fd < 0 {
            watch?.cancel()
            watch = nil
        } else if let watch {
            watch.events = events
        } else {
            watch = try? loop.watch(fd, events) { [unowned self] in ready($0) }
            return watch != nil
        }
        return true
    }
}

// MARK: - What libdbus calls

private func transport(_ userdata: UnsafeMutableRawPointer?) -> Transport? {
    userdata.map { Unmanaged<Transport>.fromOpaque($0).takeUnretainedValue() }
}

private func addWatch(_ watch: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?) -> dbus_bool_t {
    guard let watch, let transport = transport(userdata) else { return 0 }
    return transport.add(watch) ? 1 : 0
}

private func removeWatch(_ watch: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?) {
    if let watch { transport(userdata)?.remove(watch) }
}

private func toggleWatch(_ watch: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?) {
    transport(userdata)?.updateWatch()
}

private func statusChanged(
    _ connection: OpaquePointer?, _ status: DBusDispatchStatus, _ userdata: UnsafeMutableRawPointer?
) {
    if status == DBUS_DISPATCH_DATA_REMAINS { transport(userdata)?.scheduleDrain() }
}
