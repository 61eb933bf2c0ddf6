import HeadroomObserving

#if LAYER_SHELL
    import ObserverLayerShell
#endif

#if X11
    import ObserverX11
#endif

/// The observers of this daemon. Another one is a folder and a line here.
enum Observers {
    static func all() -> [any KeyboardObserver] {
        let fcitx5 = Fcitx5Observer()
        var all: [any KeyboardObserver] = [OSK0Observer(), OnboardObserver(), KimpanelObserver(), fcitx5]
        #if LAYER_SHELL
            all.append(LayerShellObserver())
        #else
            all.append(LeftOutObserver("LayerShell", missing: "libwayland-client"))
        #endif
        #if X11
            let windows = X11Observer()
            windows.onHintOfEngine = { [weak fcitx5] framework in fcitx5?.hint(of: framework) }
            all += [windows, IBusObserver(windowObserver: windows.name)]
        #else
            all += [
                LeftOutObserver("X11", missing: "libxcb with RandR and Shape"), IBusObserver(windowObserver: nil),
            ]
        #endif
        return all
    }
}
