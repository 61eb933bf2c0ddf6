/// A call that came in and is to be answered once. Dropped unanswered, it is answered with an error.
package struct Invocation: ~Copyable {
    package let connection: Connection
    package let message: Message
    /// Where ``proceed()`` leads; nil once it was gone through.
    private var object: ExportedObject?
    /// What the reply's body is held to.
    private var outputs: Signature
    private var isAnswered = false

    init(connection: Connection, message: consuming Message, object: ExportedObject?, outputs: Signature = "") {
        self.connection = connection
        self.message = message
        self.object = object
        self.outputs = outputs
    }

    deinit {
        guard !isAnswered else { return }
        Self.send(.failed, "the call was not answered", to: message, over: connection)
    }

    /// The caller's unique name.
    package var sender: BusName {
        BusName(text: message.sender.map { String($0) } ?? "", isValid: message.sender != nil)
    }

    /// Reads the arguments. Their types are those of the table, so only what lies in variants can mismatch.
    package func read<Value>(
        _ body: (inout Reader) throws(BusError) -> Value
    ) throws(BusError) -> Value {
        try message.read(body)
    }

    /// Answers without values.
    package consuming func reply() {
        reply { _ in }
    }

    /// Answers with the values that `body` writes, which are held to the table's output types. If it throws, the caller
    /// gets that error.
    package consuming func reply(_ body: (inout Writer) throws(BusError) -> Void) {
        isAnswered = true
        guard message.wantsReply else { return }
        do throws(BusError) {
            let reply = try Message.reply(to: message, outputs, body: body)
            try? connection.send(reply)
        } catch {
            Self.send(.failed, "the reply could not be made: \(error)", to: message, over: connection)
        }
    }

    /// Answers with an error's D-Bus name and message.
    package consuming func fail(_ error: BusError) {
        let name = ErrorName(stringLiteral: error.name)
        let place = error.position.isEmpty ? "" : " (at \(error.position))"
        fail(name.isValid ? name : .failed, error.message + place)
    }

    /// Answers with an error.
    package consuming func fail(_ name: ErrorName, _ text: String) {
        isAnswered = true
        Self.send(name, text, to: message, over: connection)
    }

    /// Keeps the call to answer it later: in a closure, in a queue.
    package consuming func later() -> DeferredInvocation {
        isAnswered = true
        return DeferredInvocation(
            message.retained(), outputs: outputs, sender: sender, connection: connection, object: object)
    }

    /// Sends the call on to its handler, past the gate that got it.
    package consuming func proceed() {
        guard let object else { return fail(.failed, "the call leads nowhere any more") }
        self.object = nil
        object.answer(self)
    }

    /// Holds the call to the types of a method: nil, and an answer, if its arguments are others.
    consuming func accepting(_ inputs: String, outputs: Signature) -> Invocation? {
        guard message.signature.equals(inputs) else {
            let member = message.member.map { String($0) } ?? ""
            fail(.invalidArguments, "\(member) takes (\(inputs)), not (\(message.signature))")
            return nil
        }
        self.outputs = outputs
        return self
    }

    consuming func failUnknownMethod() {
        let interface = message.interface.map { "\($0)" } ?? "nothing here"
        let member = message.member.map { "\($0)" } ?? ""
        fail(.unknownMethod, "\(interface) has no method \(member)")
    }

    private static func send(
        _ name: ErrorName, _ text: String, to message: borrowing Message, over connection: Connection
    ) {
        guard message.wantsReply, let error = try? Message.error(to: message, name, text) else { return }
        // If the bus is gone, so is the caller.
        try? connection.send(error)
    }
}

/// An ``Invocation`` that can be kept and captured. The first answer counts, every further one does nothing. It keeps
/// neither the connection nor the object: when these are gone, so is the caller.
package final class DeferredInvocation {
    /// The caller's unique name.
    package let sender: BusName
    private var message: Message?
    private let outputs: Signature
    private weak var connection: Connection?
    private weak var object: ExportedObject?

    fileprivate init(
        _ message: consuming Message, outputs: Signature, sender: BusName, connection: Connection,
        object: ExportedObject?
    ) {
        self.message = consume message
        self.outputs = outputs
        self.sender = sender
        self.connection = connection
        self.object = object
    }

    deinit { _ = take() }

    /// Whether it was answered.
    package var isAnswered: Bool { message == nil }

    /// Reads the arguments.
    ///
    /// - Throws: ``BusError/Code/refused`` if it was answered; what `body` throws.
    package func read<Value>(
        _ body: (inout Reader) throws(BusError) -> Value
    ) throws(BusError) -> Value {
        guard let value = try message?.read(body) else { throw BusError(.refused, "the call was answered") }
        return value
    }

    package func reply() { take()?.reply() }

    package func reply(_ body: (inout Writer) throws(BusError) -> Void) { take()?.reply(body) }

    package func fail(_ error: BusError) { take()?.fail(error) }

    package func fail(_ name: ErrorName, _ text: String) { take()?.fail(name, text) }

    package func proceed() { take()?.proceed() }

    private func take() -> Invocation? {
        guard let message = message.take(), let connection else { return nil }
        return Invocation(connection: connection, message: message, object: object, outputs: outputs)
    }
}

extension ErrorName {
    static let failed: ErrorName = "org.freedesktop.DBus.Error.Failed"
    static let invalidArguments: ErrorName = "org.freedesktop.DBus.Error.InvalidArgs"
    static let unknownObject: ErrorName = "org.freedesktop.DBus.Error.UnknownObject"
    static let unknownInterface: ErrorName = "org.freedesktop.DBus.Error.UnknownInterface"
    static let unknownMethod: ErrorName = "org.freedesktop.DBus.Error.UnknownMethod"
    static let unknownProperty: ErrorName = "org.freedesktop.DBus.Error.UnknownProperty"
    static let readOnly: ErrorName = "org.freedesktop.DBus.Error.PropertyReadOnly"
}
