internal import CWayland
internal import HeadroomDesktop

/// What the driver of an output needs to make surfaces.
struct ProbeTools {
    let connection: WaylandConnection
    let compositor: WaylandObject
    let layerShell: WaylandObject
    let wmBase: WaylandObject
}

/// A marker's surface: without a buffer, so never to be seen, passed through by pointers, and asking for no focus.
final class ProbeSurface {
    private let tools: ProbeTools
    private let surface: WaylandObject
    private let layerSurface: WaylandObject
    private let located: (Int, Int) -> Void
    private var query: Query?

    /// A popup that is never shown: pushed back to the output's edge, its place tells where the marker is.
    private struct Query {
        let surface: WaylandObject
        let xdgSurface: WaylandObject
        let popup: WaylandObject

        func destroy() {
            popup.destroy()
            xdgSurface.destroy()
            surface.destroy()
        }
    }

    /// Asks the compositor for it. `configured` is called with each size, `closed` when the compositor took it away, and
    /// `located` with the place of the output's corner, as seen from here, once for each ``locate()`` that was answered.
    init?(
        _ marker: Marker, on output: OpaquePointer, tools: ProbeTools, configured: @escaping (Int, Int) -> Void,
        closed: @escaping () -> Void, located: @escaping (Int, Int) -> Void
    ) {
        let display = tools.connection.display
        guard
            let surface = WaylandObject(
                hr_compositor_create_surface(tools.compositor.handle), on: display, end: hr_surface_destroy)
        else { return nil }
        guard
            let layerSurface = WaylandObject(
                hr_layer_shell_get_layer_surface(
                    tools.layerShell.handle, surface.handle, output, LayerShellNames.layer(of: marker),
                    LayerShellNames.scope),
                on: display, end: hr_layer_surface_destroy,
                received: { event in
                    switch LayerShellDecoder.surface(event) {
                    case .configure(let serial, let width, let height):
                        // Compositors keep every configure until it is acknowledged.
                        hr_layer_surface_ack_configure(event.target, serial)
                        configured(width, height)
                    case .closed: closed()
                    case nil: return
                    }
                })
        else { return nil }
        self.tools = tools
        self.surface = surface
        self.layerSurface = layerSurface
        self.located = located
        hr_layer_surface_set_anchor(layerSurface.handle, LayerShellNames.allEdges)
        hr_layer_surface_set_exclusive_zone(layerSurface.handle, LayerShellNames.zone(of: marker))
        hr_surface_refuse_input(surface.handle, tools.compositor.handle)
        hr_surface_commit(surface.handle)
    }

    func destroy() {
        query?.destroy()
        query = nil
        layerSurface.destroy()
        surface.destroy()
    }

    /// Asks where it is. An answer still under way to an earlier question is dropped: one at a time.
    func locate() {
        query?.destroy()
        query = makeQuery()
    }

    private func makeQuery() -> Query? {
        let display = tools.connection.display
        guard
            let positioner = WaylandObject(
                hr_wm_base_create_positioner(tools.wmBase.handle), on: display, end: hr_positioner_destroy),
            let surface = WaylandObject(
                hr_compositor_create_surface(tools.compositor.handle), on: display, end: hr_surface_destroy)
        else { return nil }
        hr_positioner_set_size(positioner.handle, 1, 1)
        hr_positioner_set_anchor_rect(positioner.handle, 0, 0, 1, 1)
        hr_positioner_set_anchor(positioner.handle, LayerShellNames.anchorTopLeft)
        hr_positioner_set_gravity(positioner.handle, LayerShellNames.gravityBottomRight)
        hr_positioner_set_constraint_adjustment(positioner.handle, LayerShellNames.slideXY)
        hr_positioner_set_offset(positioner.handle, LayerShellNames.farAway, LayerShellNames.farAway)
        hr_surface_refuse_input(surface.handle, tools.compositor.handle)

        var place: (x: Int, y: Int)?
        guard
            let xdgSurface = WaylandObject(
                hr_wm_base_get_xdg_surface(tools.wmBase.handle, surface.handle), on: display,
                end: hr_xdg_surface_destroy,
                received: { [weak self] event in
                    hr_xdg_surface_ack_configure(event.target, event.uint(0))
                    if let place { self?.answered(place) }
                })
        else { return nil }
        guard
            let popup = WaylandObject(
                hr_xdg_surface_get_popup(xdgSurface.handle, positioner.handle), on: display, end: hr_popup_destroy,
                received: { event in if event.opcode == 0 { place = (event.int(0), event.int(1)) } })
        else { return nil }
        hr_layer_surface_get_popup(layerSurface.handle, popup.handle)
        hr_surface_commit(surface.handle)
        return Query(surface: surface, xdgSurface: xdgSurface, popup: popup)
    }

    private func answered(_ place: (x: Int, y: Int)) {
        query?.destroy()
        query = nil
        located(place.x, place.y)
    }
}
