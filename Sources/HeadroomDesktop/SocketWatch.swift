internal import Glibc
package import HeadroomBus

/// Tells when something of a certain name appears in a folder.
package final class SocketWatch {
    private let events: FolderEvents

    /// - Throws: ``BusError/Code/system`` if the folder cannot be watched, for example because there is none.
    package init(loop: EventLoop, folder: String, name: String, appeared: @escaping () -> Void) throws(BusError) {
        events = try FolderEvents(loop: loop) { events in
            if events.contains(where: { $0.name == name }) { appeared() }
        }
        guard try events.watch(folder, for: UInt32(IN_CREATE | IN_MOVED_TO)) != nil else {
            throw BusError(.system, "\(folder): there is no such folder")
        }
    }
}
