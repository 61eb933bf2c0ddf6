import HeadroomCore
import HeadroomDesktop

/// A program that shows an input method's candidates in windows of its own, and how those are known.
struct CandidateClass: Sendable, Hashable {
    /// The input method's framework, as ``CandidateWitness`` has it.
    let framework: String
    /// Either part of `WM_CLASS` is one of these.
    let classes: Set<String>
    /// The window's title; nil: any.
    var title: String?

    /// The programs there are.
    ///
    /// | program | WM_CLASS | type | title | beside the candidates |
    /// |---|---|---|---|---|
    /// | ibus-ui-gtk3 1.5 | ibus-ui-gtk3, Ibus-ui-gtk3 | NORMAL | its name | the switch of engines, modal, and measured at -1000,-1000 |
    /// | fcitx5 5.0 | fcitx, fcitx | POPUP_MENU | Fcitx5 Input Window | the engine's name, 27 to 30 px wide, in the same window |
    /// | fcitx5 5.1 | fcitx, fcitx | COMBO | Fcitx5 Input Window | the same |
    ///
    /// All are unmanaged, made once and shown again and again. IBus's panel of properties, which is off unless the user wants
    /// it, looks the same as its candidates.
    static let known: [CandidateClass] = [
        CandidateClass(framework: "ibus", classes: ["ibus-ui-gtk3", "Ibus-ui-gtk3"]),
        CandidateClass(framework: "fcitx5", classes: ["fcitx"], title: "Fcitx5 Input Window"),
    ]

    /// The types that windows of candidates have; one without any type may be one too.
    private static let types: Set<X11Atom> = [.typeNormal, .typePopupMenu, .typeCombo]

    /// What a window with these traits shows candidates of; nil: of nothing.
    static func of(_ traits: WindowTraits) -> CandidateClass? {
        guard traits.types.first.map(types.contains) ?? true else { return nil }
        return known.first { $0.fits(traits) }
    }

    private func fits(_ traits: WindowTraits) -> Bool {
        guard classes.contains(traits.instance) || classes.contains(traits.className) else { return false }
        return title.map { $0 == traits.title } ?? true
    }

    /// The part of the screen on which a window of this class that looks like this shows candidates; nil: it shows none.
    ///
    /// A theme's margins and shadows are part of the window: its rectangle is what counts.
    static func popup(_ look: WindowLook, on screen: Rect) -> Rect? {
        guard look.isViewable, look.isUnmanaged, !look.isModal, look.frame.isBelievable else { return nil }
        guard look.frame.width >= narrowest else { return nil }
        let visible = look.frame.intersection(screen)
        return visible.isEmpty ? nil : visible
    }

    /// Tooltips and helpers are narrower, in px (rule B2).
    static let narrowest = 60.0
}
