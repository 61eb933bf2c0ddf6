/// An interface as a static table: what a `Target` offers under one name.
package struct Interface<Target: AnyObject>: Sendable {
    let name: InterfaceName
    let methods: [Method<Target>]
    let properties: [Property<Target>]

    package init(_ name: InterfaceName, methods: [Method<Target>] = [], properties: [Property<Target>] = []) {
        self.name = name
        self.methods = methods
        self.properties = properties
    }
}

/// A method of an ``Interface``.
package struct Method<Target: AnyObject>: Sendable {
    package typealias Handler = @Sendable (Target, consuming Invocation) -> Void

    let name: MemberName
    let inputs: Signature
    let outputs: Signature
    let handler: Handler

    /// A call whose body is not of the types `inputs` is answered with InvalidArgs, and the handler never sees it; the
    /// reply's body is held to the types `outputs`.
    package init(
        _ name: MemberName, _ inputs: Signature = "", _ outputs: Signature = "", _ handler: @escaping Handler
    ) {
        self.name = name
        self.inputs = inputs
        self.outputs = outputs
        self.handler = handler
    }
}

/// A property of an ``Interface``.
package struct Property<Target: AnyObject>: Sendable {
    package typealias Getter = @Sendable (Target, inout Writer) throws(BusError) -> Void
    package typealias Setter = @Sendable (Target, inout Reader) throws(BusError) -> Void

    let name: MemberName
    let signature: Signature
    let emits: PropertyEmits
    let set: Setter?
    let get: Getter

    /// `get` writes the one value, of the type `signature`. `set` takes a new one, of the same type, and says so itself
    /// with ``ExportedObject/emitChanged(_:_:)``; without it the property cannot be set.
    package init(
        _ name: MemberName, _ signature: Signature, _ emits: PropertyEmits = .value, set: Setter? = nil,
        get: @escaping Getter
    ) {
        self.name = name
        self.signature = signature
        self.emits = emits
        self.set = set
        self.get = get
    }
}

/// What PropertiesChanged says about a property: the values of the annotation `EmitsChangedSignal`.
package enum PropertyEmits: Sendable, Hashable {
    /// The new value (`true`).
    case value
    /// That there is a new value, not which (`invalidates`).
    case invalidation
    /// Nothing (`false`).
    case never
    /// Nothing, because it never changes (`const`).
    case constant
}
