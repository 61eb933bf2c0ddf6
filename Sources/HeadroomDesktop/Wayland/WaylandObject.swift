internal import CWayland

/// One event, as libwayland has read it.
///
/// Arguments are taken by their place in the message; libwayland has checked them against the interface's table, so a
/// place and a type that the table gives are there.
package struct WaylandEvent {
    /// The object it came to.
    package let target: OpaquePointer
    package let opcode: UInt32
    private let arguments: UnsafeMutablePointer<wl_argument>

    fileprivate init(target: OpaquePointer, opcode: UInt32, arguments: UnsafeMutablePointer<wl_argument>) {
        self.target = target
        self.opcode = opcode
        self.arguments = arguments
    }

    package func int(_ place: Int) -> Int { Int(arguments[place].i) }

    package func uint(_ place: Int) -> UInt32 { arguments[place].u }

    /// Empty where the sender gave none; bytes that are not UTF-8 are replaced.
    package func string(_ place: Int) -> String { arguments[place].s.map { String(cString: $0) } ?? "" }

    /// An object, new or known; nil where the sender gave none or one that we destroyed.
    package func object(_ place: Int) -> OpaquePointer? { arguments[place].o }

    /// An array of words; what is left of a last incomplete one is not counted.
    package func words(_ place: Int) -> [UInt32] {
        guard let array = arguments[place].a, let data = array.pointee.data else { return [] }
        let bytes = UnsafeRawBufferPointer(start: data, count: array.pointee.size)
        return stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map {
            bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self)
        }
    }
}

/// An object of ours on a compositor's connection. Dropping it destroys it.
///
/// It keeps the connection's memory alive, so that it may outlast the connection; then it receives nothing more, and what it
/// sends goes nowhere.
package final class WaylandObject {
    /// The `wl_proxy`, for requests.
    package let handle: OpaquePointer
    private let display: WaylandDisplay
    private let end: (OpaquePointer) -> Void
    private let received: (WaylandEvent) -> Void
    private var isDestroyed = false

    /// Takes over what a request made; where it made nothing (no memory, broken connection) there is no object either.
    ///
    /// `end` is the request that destroys it; without one only our side of it is forgotten. `received` is called for each
    /// event.
    package init?(
        _ handle: OpaquePointer?, on display: WaylandDisplay,
        end: @escaping (OpaquePointer) -> Void = { wl_proxy_destroy($0) },
        received: @escaping (WaylandEvent) -> Void = { _ in }
    ) {
        guard let handle else { return nil }
        self.handle = handle
        self.display = display
        self.end = end
        self.received = received
        wl_proxy_add_dispatcher(handle, dispatched, nil, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { destroy() }

    /// Destroys it now, where the order of several matters.
    package func destroy() {
        guard !isDestroyed else { return }
        isDestroyed = true
        end(handle)
    }

    fileprivate func receive(_ event: WaylandEvent) {
        if !isDestroyed { received(event) }
    }
}

private func dispatched(
    _ implementation: UnsafeRawPointer?, _ target: UnsafeMutableRawPointer?, _ opcode: UInt32,
    _ message: UnsafePointer<wl_message>?, _ arguments: UnsafeMutablePointer<wl_argument>?
) -> Int32 {
    guard let target, let arguments, let userdata = wl_proxy_get_user_data(OpaquePointer(target)) else { return 0 }
    let object = Unmanaged<WaylandObject>.fromOpaque(userdata).takeUnretainedValue()
    object.receive(WaylandEvent(target: object.handle, opcode: opcode, arguments: arguments))
    return 0
}
