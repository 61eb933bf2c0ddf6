import HeadroomBus

/// Finds a field in certain views again, of which only their number is known: by this program's word of before it was killed.
final class FieldSearch {
    private let bus: AccessibilityBus
    private let content: UInt64
    private let found: (Application.Focus) -> Void
    /// How many objects may still be asked, and how many fields looked at.
    private var left = FieldSearch.mostObjects
    private var fieldsLeft = FieldSearch.mostFields

    private static let mostWindows = 16
    private static let mostChildren = 256
    /// (chosen: some forms, not a page)
    private static let mostObjects = 800
    private static let mostFields = 64

    /// `found` is called once, later, with the first field in views of this number (``Lineage/content``); never if there is
    /// none.
    init(
        _ bus: AccessibilityBus, of owner: BusName, in content: UInt64, _ found: @escaping (Application.Focus) -> Void
    ) {
        self.bus = bus
        self.content = content
        self.found = found
        let application = Accessible(owner: owner, path: AccessibilityNames.root)
        bus.children(of: application, limit: Self.mostWindows) { [self] in search($0 ?? []) }
    }

    /// Asks all objects of one level, then those within them.
    private func search(_ level: [Accessible]) {
        let level = level.prefix(left)
        left -= level.count
        guard !level.isEmpty else { return }
        var (next, fields): ([Accessible], [(Accessible, isMultiLine: Bool)]) = ([], [])
        let all = Gathering { [self] in look(at: fields) { [self] in search(next) } }
        for object in level {
            bus.states(
                of: object,
                all.expect { states in
                    if let states, states.isEditable { fields.append((object, states.isMultiLine)) }
                })
            bus.children(of: object, limit: Self.mostChildren, all.expect { next += $0 ?? [] })
        }
        all.close()
    }

    /// Looks what each of the fields lies in, one after the other.
    private func look(at fields: [(Accessible, isMultiLine: Bool)], otherwise next: @escaping () -> Void) {
        guard let (field, isMultiLine) = fields.first, fieldsLeft > 0 else { return next() }
        fieldsLeft -= 1
        _ = Climb(bus, from: field) { [self] lineage in
            if let lineage, lineage.content == content {
                return found(Application.Focus(lineage: lineage, isMultiLine: isMultiLine))
            }
            look(at: Array(fields.dropFirst()), otherwise: next)
        }
    }
}
