/// An ``Interface`` joined to the object behind it, its type forgotten.
struct ExportedInterface {
    // Classes, because they are looked up with every call and copying their many members costs more than the rest.
    final class Method {
        let name: String
        let inputs: String
        let outputs: Signature
        let handler: (consuming Invocation) -> Void

        init<Target: AnyObject>(_ method: HeadroomBus.Method<Target>, _ target: Target) {
            name = method.name.text
            inputs = method.inputs.text
            outputs = method.outputs
            let handler = method.handler
            self.handler = { invocation in handler(target, invocation) }
        }
    }

    final class Property {
        let name: String
        let signature: Signature
        let emits: PropertyEmits
        let set: ((inout Reader) throws(BusError) -> Void)?
        let get: (inout Writer) throws(BusError) -> Void

        init<Target: AnyObject>(_ property: HeadroomBus.Property<Target>, _ target: Target) {
            name = property.name.text
            signature = property.signature
            emits = property.emits
            let getter = property.get
            get = { (writer: inout Writer) throws(BusError) in try getter(target, &writer) }
            guard let setter = property.set else {
                set = nil
                return
            }
            set = { (reader: inout Reader) throws(BusError) in try setter(target, &reader) }
        }

        /// Writes the value as a variant.
        func write(_ writer: inout Writer) throws(BusError) {
            try writer.variant(signature) { variant throws(BusError) in try get(&variant) }
        }
    }

    let name: String
    let methods: [Method]
    let properties: [Property]

    /// - Throws: ``BusError/Code/invalidName`` if there is a wrong literal in the table.
    init<Target: AnyObject>(_ table: Interface<Target>, _ target: Target) throws(BusError) {
        try table.name.check()
        for method in table.methods {
            try method.name.check()
            try method.inputs.check()
            try method.outputs.check()
        }
        for property in table.properties {
            try property.name.check()
            try property.signature.check()
        }
        name = table.name.text
        methods = table.methods.map { Method($0, target) }
        properties = table.properties.map { Property($0, target) }
    }

    func method(_ name: Text) -> Method? { methods.first { name.equals($0.name) } }

    func property(_ name: Text) -> Property? { properties.first { name.equals($0.name) } }
}
