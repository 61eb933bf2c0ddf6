import HeadroomDesktop

/// What a window says of itself.
struct WindowTraits: Sendable, Hashable {
    /// The two parts of `WM_CLASS`; empty where there is none.
    var instance = ""
    var className = ""
    /// `WM_NAME`.
    var title = ""
    /// `_NET_WM_WINDOW_TYPE`, as far as the types are known here, the preferred one first.
    var types: [X11Atom] = []
    /// What it wants to be kept free, as it says; nil if it says nothing that can be read.
    var strut: Strut?

    /// Whether it says of what class it is.
    var hasClass: Bool { !instance.isEmpty || !className.isEmpty }

    var isDock: Bool { types.first == .typeDock }

    /// Whether it is, or may become, something that wants an edge to be kept free.
    var isPanel: Bool { isDock || strut != nil }
}
