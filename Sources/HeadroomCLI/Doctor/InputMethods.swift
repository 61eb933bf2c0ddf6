import HeadroomClient

/// What an examination means for input methods: which run, whether the daemon sees them, and what to do if not.
enum InputMethods {
    /// Some input method's framework.
    private struct Framework {
        let name: String
        /// The name it owns on the session bus.
        let bus: String
        /// The first part of its engines' names.
        let prefix: String
        /// The observers that could see it.
        let observers: [String]
    }

    private static let frameworks = [
        Framework(name: "IBus", bus: "org.freedesktop.IBus", prefix: "ibus", observers: ["IBus"]),
        Framework(name: "Fcitx 5", bus: "org.fcitx.Fcitx5", prefix: "fcitx5", observers: ["Fcitx5", "Kimpanel"]),
    ]

    static func findings(_ found: Examination) -> [Finding] {
        let isFcitx = found.names.contains("org.fcitx.Fcitx5")
        let running = frameworks.filter {
            // Fcitx 5 owns IBus's name too, for programs that know nothing else.
            found.names.contains($0.bus) && !($0.prefix == "ibus" && isFcitx)
        }
        guard !running.isEmpty else {
            return [
                Finding(
                    "input methods", .note, "none is running",
                    hint: "only needed for Chinese, Japanese, Korean and the like: start ibus-daemon or fcitx5")
            ]
        }
        return running.map { finding($0, found) }
    }

    private static func finding(_ framework: Framework, _ found: Examination) -> Finding {
        let check = "input method \(framework.name)"
        let engines = (found.daemon?.candidates ?? []).filter { engine in
            engine.isRunning
                && (engine.engine == framework.prefix || engine.engine.hasPrefix("\(framework.prefix):"))
        }
        if let engine = engines.first(where: \.isActive) ?? engines.first {
            let policy = engine.acts == engine.policy ? engine.policy : "\(engine.policy), which is \(engine.acts)"
            return Finding(
                check, .ok, "engine \(engine.engine); room for candidates: \(policy) (\(engine.why))"
            )
        }
        let observers = (found.daemon?.observers ?? []).filter { framework.observers.contains($0.name) }
        guard !observers.isEmpty else {
            return Finding(
                check, .note, "is running, and headroomd does not see it",
                hint: found.daemon == nil ? "start headroomd" : "")
        }
        let why = observers.map { "\($0.name) \($0.availability.rawValue)\($0.why.isEmpty ? "" : ": \($0.why)")" }
        return Finding(
            check, .note,
            "is running, and headroomd knows no engine of it (\(why.joined(separator: "; ")))",
            hint: "write something with it once; if that changes nothing, see its observer above")
    }
}
