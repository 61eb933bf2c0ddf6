import HeadroomBus
import Support

/// A bus of a benchmark's own and the folders of a daemon there.
final class Stage {
    let bus: PrivateBus
    private let folder: TemporaryFolder

    init() throws {
        bus = try PrivateBus()
        folder = try TemporaryFolder()
    }

    func daemon() throws -> Relay {
        try Relay(
            "headroomd", [], name: "org.headroom.Headroom1", bus: bus,
            environment: ["XDG_STATE_HOME": folder.path, "XDG_CONFIG_HOME": folder.path])
    }

    /// The same work in C.
    func twin() throws -> Relay {
        try Relay("headroom-twin", ["org.headroom.Twin1"], name: "org.headroom.Twin1", bus: bus)
    }
}
