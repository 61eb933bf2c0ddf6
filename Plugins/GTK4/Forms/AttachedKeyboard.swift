/// The keyboard of the desktop, as an attached window asks for it.
final class AttachedKeyboard: KeyboardRequests {
    private weak var attached: AttachedWindow?

    private init(_ attached: AttachedWindow) { self.attached = attached }

    /// A window's, which ends with the window.
    static func of(_ attached: AttachedWindow) -> AttachedKeyboard { attached.companion(AttachedKeyboard.init) }

    var isShown: Bool { Engine.isKeyboardShown }

    func hide() { _ = Engine.hideKeyboard() }

    var accessoryBar: Widget? { attached?.accessory?.widget.widget }
}
