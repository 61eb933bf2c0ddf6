/// Something on a session bus that the daemon could hear of keyboards and candidates, by the name it owns there.
struct Facility: Sendable {
    let name: String
    let meaning: String

    /// Looked up, never called: most of them would be started by a call.
    static let all = [
        Facility(name: "sm.puri.OSK0", meaning: "squeekboard or stevia"),
        Facility(name: "org.onboard.Onboard", meaning: "Onboard"),
        Facility(name: "org.kde.KWin", meaning: "KWin and its virtual keyboard"),
        Facility(name: "org.gnome.Shell", meaning: "GNOME Shell and its keyboard"),
        Facility(name: "com.deepin.im", meaning: "Deepin's input method"),
        Facility(name: "org.freedesktop.IBus", meaning: "IBus, for candidates"),
        Facility(name: "org.fcitx.Fcitx5", meaning: "Fcitx 5, for candidates"),
        Facility(name: "org.kde.impanel", meaning: "a panel that draws candidates for input methods"),
        Facility(name: "org.a11y.Bus", meaning: "the accessibility bus, for programs that know nothing of Headroom"),
    ]
}
