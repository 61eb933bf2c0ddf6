/// A field of a form, as far as the way from one field to the next concerns it.
public struct FormField: Sendable, Hashable {
    /// Tells the fields of a form apart: a number of the toolkit's own, such as the address of its widget.
    public typealias ID = Int

    public var id: ID
    /// Where it is, in logical pixels, y down, in one space that all fields of the form share. Only
    /// ``FieldOrder/position(tolerance:direction:)`` reads it.
    public var frame: Rect
    /// Its number in ``FieldOrder/tag``; nil: it has none.
    public var tag: Int?
    /// The group it belongs to. Next and Previous never leave a group.
    public var group: Int
    /// What keeps it from being reached; empty: nothing does.
    public var barriers: Barriers
    /// Whether Return writes a new line in it, and so does not lead to the next field.
    public var isMultiLine: Bool

    public init(
        id: ID, frame: Rect = .zero, tag: Int? = nil, group: Int = 0, barriers: Barriers = [], isMultiLine: Bool = false
    ) {
        self.id = id
        self.frame = frame
        self.tag = tag
        self.group = group
        self.barriers = barriers
        self.isMultiLine = isMultiLine
    }

    /// Why Next and Previous pass a field by. The filters of IQKeyboardManager, in the words of desktop toolkits.
    public struct Barriers: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// It takes no input at all.
        public static let disabled = Barriers(rawValue: 1)
        /// It is not seen.
        public static let hidden = Barriers(rawValue: 2)
        /// It can have the focus, but its text cannot be changed.
        public static let readOnly = Barriers(rawValue: 4)
        /// Its owner keeps it out of the chain: it has no next field either.
        public static let optedOut = Barriers(rawValue: 8)
    }
}
