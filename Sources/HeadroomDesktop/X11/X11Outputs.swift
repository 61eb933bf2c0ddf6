internal import CXCB
package import HeadroomCore

/// The outputs of an X server, as they are now.
package final class X11Outputs {
    private let connection: X11Connection
    private let changed: () -> Void
    /// Nil until they were read for the first time.
    package private(set) var outputs: [Output]?
    /// The root window, in its own space.
    package private(set) var screen = Rect.zero
    private var reading: Reading?
    /// Something changed while they were read.
    private var isStale = false

    /// Begins to read; `changed` is called when ``outputs`` or ``screen`` are others.
    package init(_ connection: X11Connection, changed: @escaping () -> Void) {
        self.connection = connection
        self.changed = changed
        if connection.hasRandr {
            let mask =
                XCB_RANDR_NOTIFY_MASK_SCREEN_CHANGE.rawValue | XCB_RANDR_NOTIFY_MASK_CRTC_CHANGE.rawValue
                | XCB_RANDR_NOTIFY_MASK_OUTPUT_CHANGE.rawValue
            xcb_randr_select_input(connection.display.handle, connection.root, UInt16(mask))
        }
        read()
    }

    /// Something about the monitors may have changed.
    package func read() {
        guard reading == nil else {
            isStale = true
            return
        }
        isStale = false
        reading = Reading(connection) { [weak self] screen, monitors in self?.take(screen, monitors) }
    }

    private func take(_ screen: Rect, _ monitors: [X11Monitor]) {
        reading = nil
        if isStale { return read() }
        var outputs = X11Monitor.outputs(monitors)
        if outputs.isEmpty, !screen.isEmpty {
            // Without RandR the screen is all that there is.
            outputs = [Output(name: "screen", frame: screen, deviceFrame: screen, isPrimary: true)]
        }
        guard outputs != self.outputs || screen != self.screen else { return }
        self.outputs = outputs
        self.screen = screen
        changed()
    }
}

/// One look at all monitors: questions, and how many of them are open.
private final class Reading {
    private struct Told {
        var monitor: X11Monitor
        var nameAtom: UInt32
        var connectors: [UInt32]
    }

    private let connection: X11Connection
    private let done: (Rect, [X11Monitor]) -> Void
    private var screen = Rect.zero
    private var told: [Told] = []
    private var open = 0

    init(_ connection: X11Connection, done: @escaping (Rect, [X11Monitor]) -> Void) {
        self.connection = connection
        self.done = done
        open = 1
        connection.geometry(of: connection.root) { [weak self] geometry in
            guard let self else { return }
            if let geometry { screen = Rect(x: 0, y: 0, width: geometry.width, height: geometry.height) }
            answered()
        }
        if connection.hasRandr { askMonitors() }
    }

    private func ask(_ sequence: UInt32, _ answer: @escaping (X11Reply) -> Void) {
        open += 1
        connection.ask(sequence) { [weak self] reply in
            guard let self else { return }
            if let reply { answer(reply) }
            answered()
        }
    }

    private func answered() {
        open -= 1
        if open == 0 { done(screen, told.map(\.monitor)) }
    }

    private func askMonitors() {
        ask(xcb_randr_get_monitors(connection.display.handle, connection.root, 1).sequence) { [unowned self] reply in
            var monitors = xcb_randr_get_monitors_monitors_iterator(reply.pointer(xcb_randr_get_monitors_reply_t.self))
            while monitors.rem > 0, told.count < X11Monitor.most, let monitor = monitors.data {
                let fixed = monitor.pointee
                let count = Int(xcb_randr_monitor_info_outputs_length(monitor))
                let connectors = UnsafeBufferPointer(
                    start: xcb_randr_monitor_info_outputs(monitor), count: max(0, count))
                told.append(
                    Told(
                        monitor: X11Monitor(
                            name: "", connectors: [],
                            frame: Rect(Int(fixed.x), Int(fixed.y), Int(fixed.width), Int(fixed.height)),
                            isPrimary: fixed.primary != 0, rotation: 1),
                        nameAtom: fixed.name, connectors: Array(connectors.prefix(X11Monitor.most))))
                xcb_randr_monitor_info_next(&monitors)
            }
            for index in told.indices { describe(index) }
        }
    }

    private func describe(_ index: Int) {
        ask(xcb_get_atom_name(connection.display.handle, told[index].nameAtom).sequence) { [unowned self] reply in
            let reply = reply.pointer(xcb_get_atom_name_reply_t.self)
            told[index].monitor.name = Reading.text(
                xcb_get_atom_name_name(reply), Int(xcb_get_atom_name_name_length(reply)))
        }
        for connector in told[index].connectors {
            ask(xcb_randr_get_output_info(connection.display.handle, connector, 0).sequence) { [unowned self] reply in
                let reply = reply.pointer(xcb_randr_get_output_info_reply_t.self)
                let name = UnsafeRawPointer(xcb_randr_get_output_info_name(reply))?.assumingMemoryBound(to: CChar.self)
                told[index].monitor.connectors.append(
                    Reading.text(name, Int(xcb_randr_get_output_info_name_length(reply))))
                if reply.pointee.crtc != 0 { askRotation(index, reply.pointee.crtc) }
            }
        }
    }

    private func askRotation(_ index: Int, _ crtc: UInt32) {
        ask(xcb_randr_get_crtc_info(connection.display.handle, crtc, 0).sequence) { [unowned self] reply in
            told[index].monitor.rotation = UInt32(reply.read(xcb_randr_get_crtc_info_reply_t.self).rotation)
        }
    }

    private static func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
        String(decoding: UnsafeRawBufferPointer(start: start, count: max(0, min(count, 256))), as: UTF8.self)
    }
}
