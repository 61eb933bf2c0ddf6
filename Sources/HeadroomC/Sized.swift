internal import CHeadroom

/// A struct of the header that begins with its own size, so that later versions may add to its end.
protocol Sized {
    init()
    var size: UInt32 { get set }
}

extension Sized {
    /// What `sizeof` says.
    static var ownSize: UInt32 { UInt32(MemoryLayout<Self>.size) }

    /// All zero but for the size.
    static func sized() -> Self {
        var structure = Self()
        structure.size = ownSize
        return structure
    }
}

extension headroom_error: Sized {}
extension headroom_output: Sized {}
extension headroom_notification: Sized {}
extension headroom_state: Sized {}
extension headroom_scroll: Sized {}
extension headroom_inner_scroll: Sized {}
extension headroom_target: Sized {}
extension headroom_scene: Sized {}
extension headroom_keyboard: Sized {}
extension headroom_options: Sized {}
extension headroom_adjustment: Sized {}
extension headroom_window_change: Sized {}
extension headroom_request: Sized {}
extension headroom_publication: Sized {}
extension headroom_plugin_update: Sized {}
extension headroom_report: Sized {}
