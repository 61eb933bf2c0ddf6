/// A name that the D-Bus specification restricts.
///
/// Text from elsewhere goes through the throwing initialisers. A literal is checked too, but a wrong one is only
/// remembered as wrong: whatever it is used for refuses it with ``BusError/Code/invalidName``, so nothing traps.
package protocol CheckedName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible
where StringLiteralType == String {
    /// What such a name is called in an error.
    static var kind: String { get }
    /// What such a name is on the wire.
    static var type: ValueType { get }
    /// Whether the bytes are such a name.
    static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool
    /// The name itself.
    var text: String { get }
    /// False only for a wrong literal.
    var isValid: Bool { get }
    /// Makes the value without a check.
    init(text: String, isValid: Bool)
}

extension CheckedName {
    /// - Throws: ``BusError/Code/invalidName`` if the text breaks the specification.
    package init(_ text: String) throws(BusError) {
        self.init(stringLiteral: text)
        try check()
    }

    /// - Throws: ``BusError/Code/invalidName`` if the text breaks the specification.
    package init(_ text: Text) throws(BusError) {
        self.init(text: String(text), isValid: Self.accepts(text.bytes))
        try check()
    }

    package init(stringLiteral value: String) {
        var value = value
        let isValid = value.withUTF8 { Self.accepts($0) }
        self.init(text: value, isValid: isValid)
    }

    package var description: String { text }

    func check() throws(BusError) {
        guard isValid else { throw BusError(.invalidName, "not a \(Self.kind): \(text.debugDescription)") }
    }
}

/// The name of a connection: unique (`:1.7`) or well-known (`org.example.Clock1`).
package struct BusName: CheckedName {
    package static let kind = "bus name"
    package static let type = ValueType.string
    package let text: String
    package let isValid: Bool

    package init(text: String, isValid: Bool) {
        self.text = text
        self.isValid = isValid
    }

    package static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { NameSyntax.isBusName(bytes) }

    /// Whether the bus gave this name; such a name is never given twice.
    package var isUnique: Bool { text.utf8.first == UInt8(ascii: ":") }
}

/// Where an object is: `/` or elements of letters, digits and underscores.
package struct ObjectPath: CheckedName {
    package static let kind = "object path"
    package static let type = ValueType.path
    package let text: String
    package let isValid: Bool

    package init(text: String, isValid: Bool) {
        self.text = text
        self.isValid = isValid
    }

    package static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { NameSyntax.isPath(bytes) }
}

/// The name of an interface.
package struct InterfaceName: CheckedName {
    package static let kind = "interface name"
    package static let type = ValueType.string
    package let text: String
    package let isValid: Bool

    package init(text: String, isValid: Bool) {
        self.text = text
        self.isValid = isValid
    }

    package static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { NameSyntax.isInterface(bytes) }
}

/// The name of a method, signal or property.
package struct MemberName: CheckedName {
    package static let kind = "member name"
    package static let type = ValueType.string
    package let text: String
    package let isValid: Bool

    package init(text: String, isValid: Bool) {
        self.text = text
        self.isValid = isValid
    }

    package static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { NameSyntax.isMember(bytes) }
}

/// The name of an error.
package struct ErrorName: CheckedName {
    package static let kind = "error name"
    package static let type = ValueType.string
    package let text: String
    package let isValid: Bool

    package init(text: String, isValid: Bool) {
        self.text = text
        self.isValid = isValid
    }

    package static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { NameSyntax.isInterface(bytes) }
}
