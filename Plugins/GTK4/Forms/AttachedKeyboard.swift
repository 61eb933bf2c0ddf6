extension AttachedWindow {
    /// Who asks the keyboard for the forms of this window.
    var keyboard: (any KeyboardRequests)? { nil }
}
