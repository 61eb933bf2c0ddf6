import HeadroomCore

/// Whether a window that covers all of an output covers the keyboard there too.
enum Occlusion {
    /// - Parameters:
    ///   - active: what the window that has the user's attention looks like.
    ///   - activeTop: the window below the root that it is in.
    ///   - keyboardTop: the same of the keyboard.
    ///   - stack: the windows below the root, the lowest first.
    ///   - outputs: all of them.
    /// - Returns: the names of the outputs that the active window covers all of, if it is above the keyboard.
    static func covered(
        active: WindowLook, activeTop: UInt32, keyboardTop: UInt32, stack: [UInt32], outputs: [Output]
    ) -> Set<String> {
        guard active.isViewable, activeTop != keyboardTop, let body = active.body,
            let active = stack.firstIndex(of: activeTop), let keyboard = stack.firstIndex(of: keyboardTop),
            active > keyboard
        else { return [] }
        return Set(outputs.filter { body.intersection($0.frame) == $0.frame }.map(\.name))
    }
}
