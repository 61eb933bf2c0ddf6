/// The way through a form by Return, Next and Previous.
///
/// A value, made anew when the form changes. A field that cannot be reached still has a next one, from where it stands:
/// it may have been disabled while it had the focus. Only one that opted out has none. Of fields with the same id the
/// first one in the order counts.
public struct ReturnKeyChain: Sendable, Hashable {
    /// The fields that can be reached, in their order, group by group.
    public let reachable: [FormField.ID]
    public let ending: Ending
    /// Where the reachable ones of each group are, in ``reachable``.
    private let groups: [Range<Int>]
    private let places: [FormField.ID: Place]

    /// What happens at the last field of a group.
    public struct Ending: Sendable, Hashable {
        /// Whether the first field follows the last one. Then every field of a group of several says Next.
        public var wraps: Bool
        /// What the return key of the last field says.
        public var key: ReturnKey
        /// What it does.
        public var action: DoneAction

        public init(wraps: Bool = false, key: ReturnKey = .done, action: DoneAction = .dismiss) {
            self.wraps = wraps
            self.key = key
            self.action = action
        }
    }

    /// Where a field stands.
    private struct Place: Hashable {
        /// How many reachable ones come before it, those of other groups included.
        var index: Int
        /// Which one of ``groups`` is its own.
        var group: Int
        var isMultiLine: Bool
        var barriers: FormField.Barriers
    }

    public init(_ fields: [FormField], order: FieldOrder = .position(), ending: Ending = Ending()) {
        var reachable: [FormField.ID] = []
        reachable.reserveCapacity(fields.count)
        var groups: [Range<Int>] = []
        var places: [FormField.ID: Place] = [:]
        places.reserveCapacity(fields.count)
        var number: Int?
        for index in order.places(of: fields) {
            let field = fields[index]
            guard places[field.id] == nil else { continue }
            if field.group != number {
                number = field.group
                groups.append(reachable.count..<reachable.count)
            }
            places[field.id] = Place(
                index: reachable.count, group: groups.count - 1, isMultiLine: field.isMultiLine,
                barriers: field.barriers)
            guard field.barriers.isEmpty else { continue }
            reachable.append(field.id)
            groups[groups.count - 1] = groups[groups.count - 1].lowerBound..<reachable.count
        }
        self.reachable = reachable
        self.ending = ending
        self.groups = groups
        self.places = places
    }
}

extension ReturnKeyChain {
    /// The field that Next and Return lead to; nil: there is none, or `id` is not a field of the form.
    public func next(after id: FormField.ID) -> FormField.ID? {
        guard let (place, group) = participant(id), !group.isEmpty else { return nil }
        let next = place.barriers.isEmpty ? place.index + 1 : place.index
        return other(than: id, at: next < group.upperBound ? next : ending.wraps ? group.lowerBound : nil)
    }

    /// The field that Previous leads to; nil: there is none, or `id` is not a field of the form.
    public func previous(before id: FormField.ID) -> FormField.ID? {
        guard let (place, group) = participant(id), !group.isEmpty else { return nil }
        let previous = place.index - 1
        return other(than: id, at: previous >= group.lowerBound ? previous : ending.wraps ? group.upperBound - 1 : nil)
    }

    /// What the return key of a field has to say; nil: what the toolkit lets it say, since it opted out or is not a
    /// field of the form.
    public func returnKey(of id: FormField.ID) -> ReturnKey? {
        guard let (place, _) = participant(id) else { return nil }
        guard !place.isMultiLine else { return .newLine }
        return next(after: id) == nil ? ending.key : .next
    }

    /// What has to be done when Return was pressed in a field.
    public func returnPressed(in id: FormField.ID) -> ReturnAction {
        guard let (place, _) = participant(id), !place.isMultiLine else { return .passOn }
        return next(after: id).map(ReturnAction.focus) ?? .done(ending.action)
    }

    /// A field that takes part, and where the reachable ones of its group are.
    private func participant(_ id: FormField.ID) -> (place: Place, group: Range<Int>)? {
        guard let place = places[id], !place.barriers.contains(.optedOut) else { return nil }
        return (place, groups[place.group])
    }

    /// The reachable field at `index`, unless it is `id` itself.
    private func other(than id: FormField.ID, at index: Int?) -> FormField.ID? {
        guard let index, reachable[index] != id else { return nil }
        return reachable[index]
    }
}
