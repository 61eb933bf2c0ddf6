import HeadroomClient

/// What `headroom doctor` says of programs that know nothing of Headroom: whether they are moved, and what each toolkit needs for
/// that.
enum UnmodifiedPrograms {
    /// The variables of the environment that make a difference.
    static let variables = [noBridge, gtk4, qt]
    private static let noBridge = "NO_AT_BRIDGE"
    private static let gtk4 = "GTK_A11Y"
    private static let qt = "QT_LINUX_ACCESSIBILITY_ALWAYS_ON"

    static func findings(_ found: Examination) -> [Finding] { [accessibility(found), plugin(found)] + toolkits(found) }

    private static let enable = "`headroom-accessibility --enable` turns it on"

    private static func accessibility(_ found: Examination) -> Finding {
        switch found.accessibility {
        case .on: Finding("accessibility", .ok, "on")
        case .off: Finding("accessibility", .note, "off", hint: enable)
        case .unknown:
            Finding(
                "accessibility", .note, "nobody owns org.a11y.Bus",
                hint: "headroom-accessibility starts it; at-spi2-core has it")
        }
    }

    private static func plugin(_ found: Examination) -> Finding {
        let check = "headroom-accessibility"
        if let plugin = found.daemon?.plugins?.first(where: { $0.kind == "accessibility" }) {
            return Finding(check, .ok, "runs" + (plugin.process.map { ", process \($0)" } ?? ""))
        }
        guard found.isAccessibilityWanted else {
            return Finding(
                check, .note, "not turned on for you: programs that know nothing of Headroom are left alone",
                hint: "`headroom-accessibility --enable`, if you want them moved")
        }
        guard found.daemon != nil else {
            return Finding(check, .note, "turned on; nobody can say whether it runs without headroomd")
        }
        return Finding(
            check, .note, "turned on, and does not run",
            hint: "it starts with the session; now with `systemctl --user start headroom-accessibility`")
    }

    // MARK: Toolkits

    private static func toolkits(_ found: Examination) -> [Finding] {
        [
            gtk("GTK 3 programs", noBridge, found, isOff: found.toolkitVariables[noBridge].map { $0 != "0" } ?? false),
            gtk("GTK 4 programs", gtk4, found, isOff: found.toolkitVariables[gtk4] == "none"),
            started("Qt programs", found, isAlwaysOn: found.toolkitVariables[qt].map { $0 != "0" } ?? false),
            started("Chromium, Electron", found, isAlwaysOn: false),
            firefox(found),
        ]
    }

    /// These are there whether accessibility is on or off.
    private static func gtk(_ check: String, _ variable: String, _ found: Examination, isOff: Bool) -> Finding {
        isOff
            ? Finding(
                check, .note, "\(variable)=\(found.toolkitVariables[variable] ?? "") keeps them from being seen",
                hint: "take it out of the session's environment, then start them anew")
            : Finding(check, .ok, "can be seen")
    }

    /// These look once, when they start.
    private static func started(_ check: String, _ found: Examination, isAlwaysOn: Bool) -> Finding {
        if isAlwaysOn { return Finding(check, .ok, "can be seen") }
        switch found.accessibility {
        case .on: return Finding(check, .ok, "can be seen, those that were started after accessibility was turned on")
        case .off, .unknown:
            return Finding(
                check, .note, "cannot be seen while accessibility is off", hint: "\(enable); then start them anew")
        }
    }

    private static func firefox(_ found: Examination) -> Finding {
        switch found.accessibility {
        case .on: Finding("Firefox", .ok, "can be seen")
        case .off, .unknown: Finding("Firefox", .note, "cannot be seen while accessibility is off", hint: enable)
        }
    }
}
