internal import CGTK4
internal import HeadroomClient
internal import HeadroomCore
package import HeadroomPluginKit

/// All windows that are attached, as the one world that this process is to the kit.
package final class WindowsWorld: World {
    package init() {}

    /// How things stand with the keyboard.
    var keyboard: KeyboardState?
    /// Called when something was moved in a window.
    var onApplied: ((AttachedWindow) -> Void)?

    /// The window whose views were measured last.
    private(set) var last: AttachedWindow?
    /// What the kit has been told of layout.
    private var told: Layout?

    /// What has to stay as it is for nothing to be decided anew: frames and sizes, but neither caret nor what was set.
    private struct Layout: Equatable {
        let content: UInt64
        var scene: Scene
        let states: [String]
        let hasFocus: Bool
    }

    package let frames = FramePace.own

    package var names: [String] {
        let program = g_get_prgname().map { String(cString: $0) }
        let application = g_application_get_default().flatMap { g_application_get_application_id($0) }
        return [program, application.map { String(cString: $0) }].compactMap { $0 }
    }

    package var prefersReducedMotion: Bool? {
        guard let settings = gtk_settings_get_default() else { return nil }
        return headroom_has_animations(settings) == 0
    }

    package func measure(_ answer: @escaping (Measurement?) -> Void) {
        let measured = look()
        told = measured.map(WindowsWorld.layout)
        answer(measured)
    }

    package func apply(_ position: Position) {
        let windows = AttachedWindow.all.values.map { $0 } + (last.map { [$0] } ?? [])
        for attached in windows {
            guard let views = attached.views.views(position.content) else { continue }
            let current = attached.views.current
            views.set(position, but: current === views ? nil : current)
            return onApplied?(attached) ?? ()
        }
    }

    /// Whether the layout is another one than the kit knows.
    var isStale: Bool { told != look().map(WindowsWorld.layout) }

    /// Nothing is known of the window any more.
    func forget(_ attached: AttachedWindow) { if last === attached { last = nil } }

    /// Where the keyboard's top edge is at a time, in a window's space; nil: it covers nothing of it.
    func keyboardTop(at time: UInt64, in attached: AttachedWindow) -> Double? {
        guard let keyboard, let window = attached.window.widget, let place = place(of: attached) else { return nil }
        let notification = keyboard.notification
        guard notification.details.placement == .docked else { return nil }
        let motion = notification.motion
        let frame = prefersReducedMotion == true ? motion.end : motion.frame(at: time)
        let whole = place.global(window.contentBox)
        guard frame.sharesHorizontalRange(with: whole), keyboard.phase.isVisible || motion.finish > time else {
            return nil
        }
        return (frame.top - place.origin.y) / place.scale
    }

    // MARK: Looking

    private func look() -> Measurement? {
        guard let attached = AttachedWindow.all.values.first(where: \.isActive) else {
            return last.flatMap { look(at: $0, nil, Wishes.defaults, hasFocus: false) }
        }
        let field = attached.window.widget.flatMap(Field.init)
        let wishes =
            field.map { WidgetWishes.holding(for: $0.shown, in: attached.wishes) }
            ?? attached.wishes.completed(by: .defaults)
        last = attached
        return look(at: attached, field, wishes, hasFocus: wishes.strategy != Strategy.none)
    }

    private func look(at attached: AttachedWindow, _ field: Field?, _ wishes: Wishes, hasFocus: Bool) -> Measurement? {
        let views =
            hasFocus
            ? attached.views.moved(for: field, in: attached, wishes.strategy ?? .automatic) : attached.views.current
        guard let views else { return nil }
        guard let place = place(of: attached), let scene = views.scene(field, at: place) else {
            return field.map { _ in .unplaced(hasFocus: hasFocus) }
        }
        attached.watch?.watch(views.scrolls)
        var measured = Measurement(
            scene, content: views.content, shift: views.shift, hasFocus: hasFocus, windowStates: place.states)
        measured.views = views.scrolls.map(\.number)
        measured.options = AvoidanceOptions(margin: ((wishes.margin ?? 0) + (wishes.extra ?? 0)) * place.scale)
        measured.accessoryHeight = max(wishes.accessoryHeight ?? 0, attached.accessory?.height ?? 0) * place.scale
        measured.followMS = wishes.durationMS ?? 0
        return measured
    }

    /// An X11 window is asked again only when it may be elsewhere.
    private func place(of attached: AttachedWindow) -> WindowPlace? {
        guard let window = attached.window.widget else { return nil }
        if let known = attached.place, known.isLasting { return known }
        attached.place = WindowPlace(of: window, keyboard)
        return attached.place
    }

    private static func layout(_ measured: Measurement) -> Layout {
        var scene = measured.scene
        scene.container = scene.container?.moved(dy: measured.shift)
        scene.scroll?.frame.y += measured.shift
        scene.scroll?.offset = 0
        scene.scroll?.insetBottom = 0
        for index in scene.inner.indices { scene.inner[index].offset = 0 }
        if scene.scroll == nil { scene.target = scene.target?.moved(dy: measured.shift) }
        scene.target?.caret = nil
        return Layout(
            content: measured.content, scene: scene, states: measured.windowStates, hasFocus: measured.hasFocus)
    }
}
