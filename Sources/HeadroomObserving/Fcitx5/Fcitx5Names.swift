import HeadroomBus

/// The D-Bus interfaces of fcitx5.
///
/// Its name is D-Bus-activatable: nothing that is sent to it may start it. There is no signal for everybody that says which
/// engine is in use. It tells the programs whose input method it is (``currentEngine``), the panel, and redraws its icon.
enum Fcitx5Names {
    static let bus: BusName = "org.fcitx.Fcitx5"
    /// The framework, as the first part of the `engine` detail.
    static let framework = "fcitx5"

    static let controllerPath: ObjectPath = "/controller"
    static let controller: InterfaceName = "org.fcitx.Fcitx.Controller1"
    static let currentInputMethod: MemberName = "CurrentInputMethod"
    /// Says, beside much else, by which way the program with the focus speaks to fcitx5.
    static let debugInfo: MemberName = "DebugInfo"
    static let groupsChanged: MemberName = "InputMethodGroupsChanged"

    static let contextInterface: InterfaceName = "org.fcitx.Fcitx.InputContext1"
    /// Unicast to a program when it gets the focus and when the engine changes then. Holds names of engines.
    static let currentEngine: MemberName = "CurrentIM"
    /// Called by a program when its caret moves; on X11 in pixels of the root window.
    static let caretMoved: [MemberName] = ["SetCursorRect", "SetCursorRectV2"]
    /// Called by a program when an entry gets the focus.
    static let focusCame: MemberName = "FocusIn"
    /// How far below the caret fcitx5 shows candidates if the caret has no height, in px at 96 dpi. XIM tells it such ones.
    static let gapBelowFlatCaret = 10.0
    /// Called by a program when an entry loses the focus, and when it is gone. The entry is the call's path.
    static let focusLeft: [MemberName] = ["FocusOut", "DestroyIC"]

    /// What a monitor is handed; with carets only where their places are on the screen.
    static func overheard(placesCarets: Bool) -> [MatchRule] {
        [MatchRule(interface: contextInterface, member: currentEngine)]
            + (placesCarets ? caretMoved + [focusCame] + focusLeft : []).map {
                MatchRule(.call, interface: contextInterface, member: $0)
            }
    }

    static let icon: InterfaceName = "org.kde.StatusNotifierItem"
    static let newIcon: MemberName = "NewIcon"

    // MARK: Its on-screen keyboard, since 5.1.0

    /// Whoever shows an on-screen keyboard for fcitx5 owns this.
    static let keyboardBus: BusName = "org.fcitx.Fcitx5.VirtualKeyboard"
    /// The keyboard's name, here and for whoever learns its frames.
    static let keyboard = "fcitx5-virtualkeyboard"
    static let virtualKeyboardPath: ObjectPath = "/virtualkeyboard"
    static let virtualKeyboard: InterfaceName = "org.fcitx.Fcitx.VirtualKeyboard1"
    static let show: MemberName = "ShowVirtualKeyboard"
    static let hide: MemberName = "HideVirtualKeyboard"

    static let contextsPath: ObjectPath = "/org/freedesktop/portal/inputmethod"
    static let contexts: InterfaceName = "org.fcitx.Fcitx.InputMethod1"
    static let createContext: MemberName = "CreateInputContext"
    static let destroyContext: MemberName = "DestroyIC"
    static let isVisible: MemberName = "IsVirtualKeyboardVisible"
    static let visibilityChanged: MemberName = "VirtualKeyboardVisibilityChanged"

    static let introspectable: InterfaceName = "org.freedesktop.DBus.Introspectable"
    static let introspect: MemberName = "Introspect"
}
