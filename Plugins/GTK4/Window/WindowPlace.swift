internal import CGTK4
internal import HeadroomClient
internal import HeadroomCore

/// Where a window is in the global space, as far as anybody can know.
struct WindowPlace {
    /// Where its own origin is.
    let origin: Point
    /// Pixels of the global space a pixel of GTK's.
    let scale: Double
    /// `maximized`, `tiled`, `floating`, `fullscreen`.
    let states: [String]
    /// Whether it holds until somebody says that the window has moved.
    let isLasting: Bool

    /// Nil: nobody can know where it is. An X11 window can be asked. A Wayland window is where its state puts it: the
    /// compositor lays out fullscreen windows on the whole output, maximised ones in `usable`, and so any window that is as
    /// high as that; one whose state the compositor keeps clear is in `usable` too (rule D5). GTK 4.8 does not tell that a
    /// window is tiled: one without a state that is as high as `usable` counts as tiled where that is kept clear. Nobody can
    /// keep clear what cannot be so low: its end lies below the keyboard, whatever its state.
    init?(of window: Widget, _ keyboard: KeyboardState?) {
        guard let surface = gtk_native_get_surface(window.opaque), gtk_widget_get_mapped(window) != 0 else {
            return nil
        }
        let states = WindowPlace.states(of: surface)
        isLasting = headroom_is_x11(gdk_surface_get_display(surface)) != 0
        if isLasting {
            self.states = states
            scale = Double(gdk_surface_get_scale_factor(surface))
            var (x, y): (gint, gint) = (0, 0)
            guard headroom_x11_place(surface, &x, &y) != 0 else { return nil }
            let inset = window.surfaceOrigin
            origin = Point(x: Double(x) + inset.x * scale, y: Double(y) + inset.y * scale)
            return
        }
        scale = 1
        guard let keyboard, let screen = WindowPlace.output(of: surface, keyboard) else { return nil }
        let details = keyboard.notification.details
        let usable = details.usable ?? screen
        let size = window.contentBox
        let fills = size.height >= usable.height - WindowPlace.slack && size.width <= usable.width + WindowPlace.slack
        let isTiled = states == ["floating"] && fills && details.compositorAvoids.contains("tiled")
        let isTooHigh = window.leastHeight > usable.height + WindowPlace.slack
        self.states =
            isTooHigh ? states.filter { !details.compositorAvoids.contains($0) } : isTiled ? ["tiled"] : states
        let isClear = self.states.contains(where: details.compositorAvoids.contains)
        guard fills || isClear || !states.contains("floating") else { return nil }
        let frame = states.contains("fullscreen") ? screen : usable
        origin = Point(x: frame.x, y: frame.y)
    }

    func global(_ rect: Rect) -> Rect { rect.scaled(by: scale).moved(dx: origin.x, dy: origin.y) }

    private static func states(of surface: OpaquePointer) -> [String] {
        guard headroom_is(UnsafeRawPointer(surface), gdk_toplevel_get_type()) != 0 else { return ["floating"] }
        let state = gdk_toplevel_get_state(surface).rawValue
        let edges =
            GDK_TOPLEVEL_STATE_TOP_TILED.rawValue | GDK_TOPLEVEL_STATE_LEFT_TILED.rawValue
            | GDK_TOPLEVEL_STATE_RIGHT_TILED.rawValue | GDK_TOPLEVEL_STATE_BOTTOM_TILED.rawValue
        var states: [String] = []
        if state & GDK_TOPLEVEL_STATE_FULLSCREEN.rawValue != 0 { states.append("fullscreen") }
        if state & GDK_TOPLEVEL_STATE_MAXIMIZED.rawValue != 0 { states.append("maximized") }
        if state & (edges | GDK_TOPLEVEL_STATE_TILED.rawValue) != 0 { states.append("tiled") }
        return states.isEmpty ? ["floating"] : states
    }

    /// The output that a surface is on, by its place, which every client is told.
    private static func output(of surface: OpaquePointer, _ keyboard: KeyboardState) -> Rect? {
        let notification = keyboard.notification
        guard let monitor = gdk_display_get_monitor_at_surface(gdk_surface_get_display(surface), surface) else {
            return notification.details.outputFrame
        }
        var place = GdkRectangle()
        gdk_monitor_get_geometry(monitor, &place)
        let told = Rect(
            x: Double(place.x), y: Double(place.y), width: Double(place.width), height: Double(place.height))
        let outputs = keyboard.properties.outputs
        return outputs.first { $0.frame.isWithin(slack, of: told) }?.frame ?? (outputs.isEmpty ? told : nil)
            ?? notification.details.outputFrame
    }

    /// What rounding makes of sizes, in pixels.
    private static let slack = 2.0
}

extension Rect {
    /// All of its members, so many times as large.
    func scaled(by factor: Double) -> Rect {
        Rect(x: x * factor, y: y * factor, width: width * factor, height: height * factor)
    }
}
