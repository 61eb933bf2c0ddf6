import HeadroomCore
import HeadroomDesktop

/// A program whose windows are on-screen keyboards, and how they are known.
struct KeyboardClass: Sendable, Hashable {
    /// The keyboard's name, as its habits, what is learned of it and other observers have it.
    let name: String
    let mark: Mark
    /// Whether it replaces its window by another one while it is shown, when it is docked or undocked.
    var changesWindow = false
    /// Whether candidates come and go in a row above its keys, of which it says nothing but that it is higher.
    var hasCandidateRow = false

    enum Mark: Sendable, Hashable {
        /// Either part of `WM_CLASS` is one of these.
        case classes(Set<String>)
        /// No `WM_CLASS`, and this title.
        case titled(String)
        /// A window of some application: unmanaged, of the type `_KDE_NET_WM_WINDOW_TYPE_OVERRIDE`, covering its output, and
        /// taking pointers in a row at the bottom only.
        case overlay
    }

    /// The keyboards there are, the first that fits counts.
    ///
    /// | program | WM_CLASS | type | unmanaged | strut | what else |
    /// |---|---|---|---|---|---|
    /// | Onboard floating | onboard, Onboard | NORMAL | if forced to the top | none | helpers of 1 to 20 px |
    /// | Onboard docked | the same | DOCK | no | its height, or an old one | slides in 20 ms steps; a new window |
    /// | maliit-keyboard | maliit-keyboard, twice | INPUT | no | none | the whole screen, input shape below |
    /// | xvkbd | xvkbd, XVkbd | none | no | none | may hang over the screen's edge |
    /// | svkbd | svkbd, svkbd | DOCK if told so | yes | none | at the bottom, as wide as the screen |
    /// | florence | florence, Florence | NORMAL | no | none | |
    /// | matchbox-keyboard | its name, or none | none | no | chance | titled "Keyboard" |
    /// | Qt Virtual Keyboard | the application's | OVERRIDE | yes | none | the whole screen, input shape below |
    static let known: [KeyboardClass] = [
        KeyboardClass(name: "onboard", mark: .classes(["onboard", "Onboard"]), changesWindow: true),
        KeyboardClass(name: "maliit", mark: .classes(["maliit-keyboard", "maliit-server"])),
        KeyboardClass(name: "xvkbd", mark: .classes(["xvkbd", "XVkbd"])),
        KeyboardClass(name: "svkbd", mark: .classes(["svkbd"])),
        KeyboardClass(name: "florence", mark: .classes(["florence", "Florence"])),
        KeyboardClass(name: "matchbox-keyboard", mark: .classes(["matchbox-keyboard"])),
        KeyboardClass(name: "matchbox-keyboard", mark: .titled("Keyboard")),
        KeyboardClass(name: "qtvirtualkeyboard", mark: .overlay, hasCandidateRow: true),
    ]

    /// The keyboard that a window with these traits may be, `more` being classes that the user calls keyboards; nil: none.
    static func of(_ traits: WindowTraits, more: [String]) -> KeyboardClass? {
        guard traits.types.first.map(X11Names.typesBeside.contains) != true else { return nil }
        if let own = more.first(where: { $0 == traits.instance || $0 == traits.className }) {
            let usual = known.first { $0.mark.fits(traits) && $0.mark != .overlay }
            return usual ?? KeyboardClass(name: own, mark: .classes([own]))
        }
        return known.first { $0.mark.fits(traits) }
    }

    /// Whether a window of this class that looks like this on its output is the keyboard, and no helper of it.
    ///
    /// Helpers (icons, tooltips, measuring windows) have at most 45 px; maliit-keyboard shrinks to a row of 39 px when it is
    /// about to go.
    func accepts(_ look: WindowLook, body: Rect, on output: Rect?) -> Bool {
        guard body.width > KeyboardClass.largestHelper, body.height > KeyboardClass.largestHelper else { return false }
        guard mark == .overlay else { return true }
        guard let output, look.frame.intersection(output) == output else { return false }
        let row = body.intersection(output)
        return row.top > output.top && row.bottom == output.bottom && row.width == output.width
    }

    /// In px.
    static let largestHelper = 45.0
}

extension KeyboardClass.Mark {
    func fits(_ traits: WindowTraits) -> Bool {
        switch self {
        case .classes(let names): names.contains(traits.instance) || names.contains(traits.className)
        case .titled(let title): !traits.hasClass && traits.title == title
        case .overlay: traits.types.contains(.typeOverride)
        }
    }
}
