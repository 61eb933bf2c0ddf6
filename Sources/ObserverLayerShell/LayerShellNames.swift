/// The foreign names and numbers of this observer.
enum LayerShellNames {
    static let compositor = "wl_compositor"
    static let layerShell = "zwlr_layer_shell_v1"
    static let wmBase = "xdg_wm_base"
    static let toplevelManager = "zwlr_foreign_toplevel_manager_v1"

    /// What has to be offered before anything can be looked at.
    static let needed = [compositor, layerShell, wmBase]

    /// The versions that the interface tables describe.
    static let compositorVersion: UInt32 = 4
    static let layerShellVersion: UInt32 = 4
    static let wmBaseVersion: UInt32 = 1
    static let toplevelManagerVersion: UInt32 = 3

    /// How our surfaces are called in a compositor's lists.
    static let scope = "headroom-probe"

    /// `zwlr_layer_surface_v1.anchor`: all four edges. Such a surface reserves nothing, whatever its zone, while it has no
    /// buffer.
    static let allEdges: UInt32 = 15

    /// `zwlr_layer_shell_v1.layer`.
    static func layer(of marker: Marker) -> UInt32 {
        switch marker.layer {
        case .last: 0
        case .top: 2
        case .overlay: 3
        }
    }

    /// The exclusive zone: above 0 a surface is laid out among those that reserve, at 0 after all of them.
    static func zone(of marker: Marker) -> Int32 {
        switch marker.layer {
        case .last: 0
        case .top, .overlay: 1
        }
    }

    /// `xdg_positioner`: anchor top left, gravity bottom right, slide along both axes.
    static let anchorTopLeft: UInt32 = 5
    static let gravityBottomRight: UInt32 = 8
    static let slideXY: UInt32 = 3

    /// How far up and left of the marker the popup is asked for, in px: beyond any output's edge, to which it is slid back.
    static let farAway: Int32 = -20_000

    /// `zwlr_foreign_toplevel_handle_v1.state`.
    static let activated: UInt32 = 2
    static let fullscreen: UInt32 = 3
}
