import HeadroomObserving

#if LAYER_SHELL
    import ObserverLayerShell
#endif

#if X11
    import ObserverX11
#endif

/// The observers of this daemon. Another one is a folder and a line here.
enum Observers {
    #if X11
        private static let seesWindows = true
    #else
        private static let seesWindows = false
    #endif

    static func all() -> [any KeyboardObserver] {
        var all: [any KeyboardObserver] = [
            OSK0Observer(), OnboardObserver(), IBusObserver(seesWindows: seesWindows), KimpanelObserver(),
            Fcitx5Observer(),
        ]
        #if LAYER_SHELL
            all.append(LayerShellObserver())
        #else
            all.append(LeftOutObserver("LayerShell", missing: "libwayland-client"))
        #endif
        #if X11
            all.append(X11Observer())
        #else
            all.append(LeftOutObserver("X11", missing: "libxcb with RandR and Shape"))
        #endif
        return all
    }
}
