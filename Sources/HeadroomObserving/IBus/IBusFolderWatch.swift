import Glibc
import HeadroomBus

/// Tells when files of certain names in a folder may have changed; the folder need not be there yet.
///
/// Of a folder that is missing it watches the nearest one above it that is there.
final class IBusFolderWatch {
    private let folder: String
    private let names: [String]
    private let changed: () -> Void
    private var events: FolderEvents?
    /// What is watched; nil: nothing can be.
    private var place: Place?

    /// A folder that is watched.
    private struct Place {
        var folder: Substring
        /// The number of its watch.
        var watch: Int32
        /// The names in it that matter.
        var names: [String]
    }

    /// - Throws: ``BusError/Code/system`` if the kernel gives no more of them.
    init(loop: EventLoop, folder: String, names: [String], changed: @escaping () -> Void) throws(BusError) {
        self.folder = folder
        self.names = names
        self.changed = changed
        events = try FolderEvents(loop: loop) { [weak self] in self?.take($0) }
        settle()
    }

    /// Watches what there is now. What is made while the watch is being put up is found in the next round.
    private func settle() {
        for _ in 0..<16 {
            if let place { events?.end(place.watch) }
            place = nearest()
            guard let place, place.names != names,
                place.names.contains(where: { access("\(place.folder)/\($0)", F_OK) == 0 })
            else { return }
        }
    }

    private func nearest() -> Place? {
        guard let events else { return nil }
        var path = folder[...]
        var wanted = names
        while true {
            do throws(BusError) {
                let watch = try events.watch(path.isEmpty ? "/" : String(path), for: Self.kinds)
                if let watch { return Place(folder: path, watch: watch, names: wanted) }
            } catch {
                return nil
            }
            guard let slash = path.lastIndex(of: "/") else { return nil }
            wanted = [String(path[path.index(after: slash)...])]
            path = path[..<slash]
        }
    }

    private static let kinds = UInt32(
        IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)

    private func take(_ events: [FolderEvents.Event]) {
        let isOverflown = events.contains { $0.kinds & UInt32(IN_Q_OVERFLOW) != 0 }
        let here = events.filter { $0.watch == place?.watch }
        let hasMoved = here.contains { $0.kinds & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED) != 0 }
        guard isOverflown || hasMoved || here.contains(where: { place?.names.contains($0.name) ?? false }) else {
            return
        }
        if isOverflown || hasMoved || place?.names != names { settle() }
        changed()
    }
}
