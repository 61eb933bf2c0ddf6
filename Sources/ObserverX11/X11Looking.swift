import HeadroomCore
import HeadroomDesktop

extension X11Connection {
    /// What a window looks like, in the window `top` below the root if that is known; nil if it is gone.
    func look(at window: UInt32, in top: UInt32? = nil, _ answer: @escaping (WindowLook?) -> Void) {
        var inside: Rect?
        var around: Rect?
        var bounding: [Rect]?
        var input: [Rect]?
        self.inside(of: window) { inside = $0 }
        if let top, top != window { self.inside(of: top) { around = $0 } }
        shape(.bounding, of: window) { bounding = $0 }
        shape(.input, of: window) { input = $0 }
        attributes(of: window) { attributes in
            guard let attributes, let inside else { return answer(nil) }
            answer(
                WindowLook(
                    isViewable: attributes.isViewable && !attributes.isInputOnly,
                    frame: inside, bounding: bounding, input: input, around: around))
        }
    }

    /// Where a window shows others that are in it, in the root window; nil if it is gone.
    private func inside(of window: UInt32, _ answer: @escaping (Rect?) -> Void) {
        var size: Rect?
        geometry(of: window) { size = $0 }
        origin(of: window) { origin in
            guard let origin, let size else { return answer(nil) }
            answer(Rect(x: origin.x, y: origin.y, width: size.width, height: size.height))
        }
    }

    /// The window below the root that a window is in; nil if it is gone, or too deep.
    func top(of window: UInt32, left: Int = deepest, _ answer: @escaping (UInt32?) -> Void) {
        tree(of: window) { [weak self] tree in
            guard let self, let tree, left > 0 else { return answer(nil) }
            if tree.parent == root || tree.parent == 0 {
                answer(window)
            } else {
                top(of: tree.parent, left: left - 1, answer)
            }
        }
    }

    /// How far a window may be below the root, window managers' frames counted.
    private static let deepest = 8
}
