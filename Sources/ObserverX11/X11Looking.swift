import HeadroomCore
import HeadroomDesktop

extension X11Connection {
    /// What a window looks like, `top` being the window below the root that it is in, if that is known; nil if it is gone.
    func look(at window: UInt32, in top: UInt32? = nil, _ answer: @escaping (WindowLook?) -> Void) {
        var around: Rect?
        if let top, top != window { self.geometry(of: top) { around = $0 } }
        var geometry: Rect?
        var origin: Point?
        var bounding: [Rect]?
        var input: [Rect]?
        self.geometry(of: window) { geometry = $0 }
        self.origin(of: window) { origin = $0 }
        shape(.bounding, of: window) { bounding = $0 }
        shape(.input, of: window) { input = $0 }
        attributes(of: window) { attributes in
            guard let attributes, let geometry, let origin else { return answer(nil) }
            answer(
                WindowLook(
                    isViewable: attributes.isViewable && !attributes.isInputOnly,
                    frame: Rect(x: origin.x, y: origin.y, width: geometry.width, height: geometry.height),
                    bounding: bounding, input: input, around: around))
        }
    }

    /// What a popup of candidates looks like; nil if it is gone. Shapes are not asked for: all of the window counts.
    func look(atPopup window: UInt32, _ answer: @escaping (WindowLook?) -> Void) {
        var geometry: Rect?
        var origin: Point?
        var states: [UInt32] = []
        self.geometry(of: window) { geometry = $0 }
        self.origin(of: window) { origin = $0 }
        property(.state, of: window) { states = $0?.words ?? [] }
        let modal = number(.stateModal)
        attributes(of: window) { attributes in
            guard let attributes, let geometry, let origin else { return answer(nil) }
            answer(
                WindowLook(
                    isViewable: attributes.isViewable && !attributes.isInputOnly,
                    frame: Rect(x: origin.x, y: origin.y, width: geometry.width, height: geometry.height),
                    isUnmanaged: attributes.isUnmanaged, isModal: states.contains(modal)))
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
