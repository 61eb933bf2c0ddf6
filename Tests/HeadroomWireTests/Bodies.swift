import HeadroomBus
import HeadroomWire
import Testing

/// A message with a body, as a peer would send it; no bus is needed to read one.
func message(
    _ signature: Signature, _ body: (inout Writer) throws(BusError) -> Void
) throws(BusError) -> Message {
    try Message.signal("/org/example/Test", "org.example.Test", "Test", signature, body: body)
}

/// Reads the argument of a Publish that carries these entries.
func published(
    at now: UInt64 = 0, _ entries: (inout Writer) throws(BusError) -> Void
) throws(BusError) -> ProviderUpdate {
    let message = try message("a{sv}") { body throws(BusError) in try body.dictionary(entries) }
    return try message.read { reader throws(BusError) in try ProviderUpdate(&reader, at: now) }
}

/// Reads the argument of a Publish with one key.
func published(
    _ key: StaticString, _ signature: Signature, _ value: (inout Writer) throws(BusError) -> Void
) throws(BusError) -> ProviderUpdate {
    try published { keys throws(BusError) in try keys.entry(key, signature, value) }
}

/// Expects that `read` is refused by this error of the contract with exactly this text.
func expectRefusal(
    _ name: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ read: () throws(BusError) -> ProviderUpdate
) {
    do throws(BusError) {
        let update = try read()
        Issue.record("accepted: \(update)", sourceLocation: sourceLocation)
    } catch {
        #expect(error.name == "org.headroom.Headroom1.Error.\(name)", sourceLocation: sourceLocation)
        #expect(error.message == text, sourceLocation: sourceLocation)
    }
}

/// The keys of a dictionary and the types of their values.
func types(of reader: inout Reader) throws(BusError) -> [String: String] {
    var types: [String: String] = [:]
    try reader.dictionary { key, value throws(BusError) in types[String(key)] = value.signature }
    return types
}
