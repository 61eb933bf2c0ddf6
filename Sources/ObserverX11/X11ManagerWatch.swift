import HeadroomCore
import HeadroomDesktop

/// Looks at what the window manager says of itself and of its work area.
final class X11ManagerWatch {
    /// Nil: there is none.
    private(set) var manager: LayoutTable.Manager?
    /// Whether it was looked at for the first time.
    private(set) var isRead = false
    /// The root window, in which a work area has to lie.
    var screen = Rect.zero {
        didSet { if screen != oldValue { read() } }
    }

    private let connection: X11Connection
    private let changed: () -> Void
    private var isReading = false
    private var isStale = false

    /// How many numbers of all desktops' work areas are looked at.
    private static let mostWords: UInt32 = 256

    /// `changed` is called when ``manager`` is another, and when it was read for the first time.
    init(_ connection: X11Connection, changed: @escaping () -> Void) {
        self.connection = connection
        self.changed = changed
    }

    /// It may be another, or say something else.
    func read() {
        guard !isReading else {
            isStale = true
            return
        }
        isReading = true
        isStale = false
        var check: UInt32 = 0
        var desktop: UInt32 = 0
        connection.property(.currentDesktop, of: connection.root) { desktop = $0?.words.first ?? 0 }
        connection.property(.supportingWMCheck, of: connection.root) { check = $0?.words.first ?? 0 }
        connection.property(.workArea, of: connection.root, words: X11ManagerWatch.mostWords) { [weak self] area in
            self?.ask(check, area?.words ?? [], desktop)
        }
    }

    /// The window of a manager that is gone does not name itself, or is gone too.
    private func ask(_ check: UInt32, _ workArea: [UInt32], _ desktop: UInt32) {
        connection.property(.supportingWMCheck, of: check) { [weak self] property in
            guard let self else { return }
            isReading = false
            if isStale { return read() }
            let isThere = check != 0 && property?.words.first == check
            let area = LayoutTable.Manager.workArea(workArea, desktop: desktop, screen: screen)
            take(isThere ? LayoutTable.Manager(workArea: area) : nil)
        }
    }

    private func take(_ manager: LayoutTable.Manager?) {
        guard manager != self.manager || !isRead else { return }
        self.manager = manager
        isRead = true
        changed()
    }
}
