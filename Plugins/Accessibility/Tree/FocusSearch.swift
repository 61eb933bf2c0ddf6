import HeadroomBus

/// Finds out where the focus is when nobody has told: looks for it in the active window, level by level. Programs do not tell
/// what was before they, or we, came to the accessibility bus.
///
/// It also wakes every window: Chromium makes the tree of its page when its window is asked for its attributes.
final class FocusSearch {
    private let bus: AccessibilityBus
    private let found: (Accessible) -> Void
    /// How many objects may still be asked.
    private var left = FocusSearch.mostObjects
    private var isOver = false

    private static let mostApplications = 64
    private static let mostWindows = 16
    private static let mostChildren = 256
    /// How many objects of one window are asked. (chosen: a form, not a page)
    private static let mostObjects = 400

    /// `found` is called once, later, with the object that has the focus; never if none is found. `window`: the only one to
    /// look in; nil: all.
    init(_ bus: AccessibilityBus, in window: Accessible? = nil, _ found: @escaping (Accessible) -> Void) {
        self.bus = bus
        self.found = found
        if let window {
            lookAt(window)
            return
        }
        let desktop = Accessible(owner: AccessibilityNames.registry, path: AccessibilityNames.root)
        bus.children(of: desktop, limit: Self.mostApplications) { [self] applications in
            for application in applications ?? [] {
                bus.children(of: application, limit: Self.mostWindows) { [self] windows in
                    for window in windows ?? [] { lookAt(window) }
                }
            }
        }
    }

    private func lookAt(_ window: Accessible) {
        bus.wake(window)
        bus.states(of: window) { [self] states in
            if states?.isActive == true { search([window]) }
        }
    }

    /// Asks all objects of one level, then those within them.
    private func search(_ level: [Accessible]) {
        let level = level.prefix(left)
        left -= level.count
        guard !level.isEmpty, !isOver else { return }
        var next: [Accessible] = []
        let all = Gathering { [self] in search(next) }
        for object in level {
            bus.states(
                of: object,
                all.expect { [self] states in
                    guard states?.isFocused == true, states?.isEditable == true, !isOver else { return }
                    isOver = true
                    found(object)
                })
            bus.children(of: object, limit: Self.mostChildren, all.expect { next += $0 ?? [] })
        }
        all.close()
    }
}
