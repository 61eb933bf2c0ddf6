import HeadroomBus

/// Whether the desktop's user wants less motion, from its settings portal.
///
/// Two keys say it, and either is enough: `reduced-motion` of `org.freedesktop.appearance` is 1, or
/// `enable-animations` of `org.gnome.desktop.interface` is false. Where there is no portal, ``isReduced`` stays nil.
public final class MotionPreference {
    /// Nil: nobody says.
    public var isReduced: Bool? { answers.isReduced }

    private let client: Client
    private let changed: (Bool?) -> Void
    private var answers = MotionAnswers()
    private var watch: NameWatch?
    private var subscription: HeadroomBus.Subscription?
    /// Which portal was asked; an answer of one before is none.
    private var question = 0

    init(_ client: Client, _ changed: @escaping (Bool?) -> Void) {
        self.client = client
        self.changed = changed
        subscription = client.connection.subscribe(
            MatchRule(
                sender: MotionPreference.portal, path: MotionPreference.path, interface: MotionPreference.settings,
                member: "SettingChanged")
        ) { [weak self] message in self?.receive(message) }
        watch = client.connection.watchName(MotionPreference.portal) { [weak self] owner in
            guard let self else { return }
            question += 1
            take(MotionAnswers())
            if owner != nil { for key in MotionAnswers.Key.allCases { ask(key) } }
        }
    }

    private static let portal: BusName = "org.freedesktop.portal.Desktop"
    private static let path: ObjectPath = "/org/freedesktop/portal/desktop"
    private static let settings: InterfaceName = "org.freedesktop.portal.Settings"

    private func receive(_ message: borrowing Message) {
        var new = answers
        let isRead: Void? = try? message.read { reader throws(BusError) in
            let (space, name) = (try reader.string(), try reader.string())
            guard let key = MotionAnswers.Key(space: space, name: name) else { return }
            new[key] = try reader.setting()
        }
        if isRead != nil { take(new) }
    }

    /// Asks with Read, which every version of the portal knows.
    private func ask(_ key: MotionAnswers.Key) {
        let asked = question
        guard
            let call = try? Message.call(
                MotionPreference.portal, MotionPreference.path, MotionPreference.settings, "Read", "ss",
                body: { writer throws(BusError) in
                    try writer.string(key.space)
                    try writer.string(key.name)
                })
        else { return }
        client.connection.call(call, timeout: Client.patience) { [weak self] result in
            // A portal that does not know a key fails the call, and so says nothing.
            guard let self, asked == question else { return }
            var new = answers
            switch result {
            case .success(let reply): new[key] = try? reply.read { reader throws(BusError) in try reader.setting() }
            case .failure: return
            }
            take(new)
        }
    }

    private func take(_ new: MotionAnswers) {
        let old = answers.isReduced
        answers = new
        if answers.isReduced != old { changed(answers.isReduced) }
    }
}

/// What a portal has answered.
struct MotionAnswers: Sendable, Hashable {
    enum Key: Sendable, Hashable, CaseIterable {
        case reducedMotion
        case enableAnimations

        var space: String {
            switch self {
            case .reducedMotion: "org.freedesktop.appearance"
            case .enableAnimations: "org.gnome.desktop.interface"
            }
        }

        var name: String {
            switch self {
            case .reducedMotion: "reduced-motion"
            case .enableAnimations: "enable-animations"
            }
        }

        init?(space: String, name: String) {
            guard let key = Self.allCases.first(where: { $0.space == space && $0.name == name }) else { return nil }
            self = key
        }
    }

    private var values: [Key: Bool] = [:]

    /// The key's value as a truth; nil: none, or none that could be read.
    subscript(key: Key) -> Bool? {
        get { values[key] }
        set { values[key] = newValue }
    }

    var isReduced: Bool? {
        switch (values[.reducedMotion], values[.enableAnimations]) {
        case (nil, nil): nil
        case (let reduced, let animations): reduced == true || animations == false
        }
    }
}

extension Reader {
    /// A setting's value, in as many variants as it comes: a truth, or a number that is 0 for false.
    fileprivate mutating func setting() throws(BusError) -> Bool? {
        switch type {
        case .variant: try variant { value throws(BusError) in try value.setting() }
        case .bool: try bool()
        case .uint32: try uint32() != 0
        case .int32: try int32() != 0
        default: nil
        }
    }
}

extension Client {
    /// Follows whether the user wants less motion, as long as what this returns is kept. `changed` is told each new
    /// answer; nil: nobody says.
    public func motionPreference(_ changed: @escaping (Bool?) -> Void) -> MotionPreference {
        MotionPreference(self, changed)
    }
}
