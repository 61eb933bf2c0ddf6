import HeadroomDesktop

/// What windows say of themselves in X11's words, and what is looked at.
enum X11Names {
    /// Properties of a window that say what it is.
    static let traits: [X11Atom] = [.wmClass, .wmName, .windowType, .strutPartial, .strut]

    /// Types of windows that are no keyboard, whatever program they belong to: its menus, dialogs and tooltips.
    static let typesBeside: Set<X11Atom> = [
        .typeDialog, .typeMenu, .typePopupMenu, .typeDropdownMenu, .typeTooltip, .typeNotification, .typeCombo,
        .typeDesktop, .typeSplash,
    ]
}
