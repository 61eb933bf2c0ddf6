import HeadroomBus
import Support

/// A settings portal that says what a test wants.
final class ScriptedPortal {
    var reducedMotion: UInt32?
    var enableAnimations: Bool?
    private(set) var asked = 0
    let connection: Connection
    private let object: ExportedObject

    init(on bus: PrivateBus, _ loop: EventLoop) throws {
        connection = try bus.connect(loop)
        object = try connection.export("/org/freedesktop/portal/desktop", introspection: Array("<node/>".utf8))
        try object.add(Self.settings, for: self)
        var answer: Result<NameReply, BusError>?
        connection.requestName("org.freedesktop.portal.Desktop", []) { answer = $0 }
        try loop.wait("the portal's name") { answer != nil }
        _ = try answer?.get()
    }

    /// The settings change, and the portal says so.
    func change(reducedMotion: UInt32, enableAnimations: Bool) throws {
        (self.reducedMotion, self.enableAnimations) = (reducedMotion, enableAnimations)
        for (space, name) in [Self.appearance, Self.animations] {
            let signal = try Message.signal(
                "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings", "SettingChanged", "ssv"
            ) { writer throws(BusError) in
                try writer.string(space)
                try writer.string(name)
                if space == Self.appearance.0 {
                    try writer.variant("u") { value throws(BusError) in try value.uint32(reducedMotion) }
                } else {
                    try writer.variant("b") { value throws(BusError) in try value.bool(enableAnimations) }
                }
            }
            try connection.send(signal)
        }
    }

    private static let appearance = ("org.freedesktop.appearance", "reduced-motion")
    private static let animations = ("org.gnome.desktop.interface", "enable-animations")

    private static let settings = Interface<ScriptedPortal>(
        "org.freedesktop.portal.Settings",
        methods: [Method("Read", "ss", "v") { portal, call in portal.read(call) }])

    private func read(_ call: consuming Invocation) {
        asked += 1
        let space = try? call.read { reader throws(BusError) in try reader.string() }
        // Read wraps what it answers twice.
        if space == Self.appearance.0, let reducedMotion {
            call.reply { writer throws(BusError) in
                try writer.variant("v") { outer throws(BusError) in
                    try outer.variant("u") { value throws(BusError) in try value.uint32(reducedMotion) }
                }
            }
        } else if space == Self.animations.0, let enableAnimations {
            call.reply { writer throws(BusError) in
                try writer.variant("v") { outer throws(BusError) in
                    try outer.variant("b") { value throws(BusError) in try value.bool(enableAnimations) }
                }
            }
        } else {
            call.fail(BusError(name: "org.freedesktop.portal.Error.NotFound", "no such setting"))
        }
    }
}
