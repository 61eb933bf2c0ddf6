import HeadroomBus
import HeadroomWire
import Support
import Testing

/// What every D-Bus tool expects (contract, section 1).
@Suite(.notes, .withLog)
struct StandardInterfaceTests {
    private let stage: Stage
    private let provider: Peer

    init() throws {
        stage = try Stage()
        provider = try stage.provider()
    }

    private func ask(
        _ path: ObjectPath, _ interface: InterfaceName?, _ member: MemberName, _ arguments: Value...
    ) throws -> [Value] {
        try provider.connection.ask(Message.call(Names.bus, path, interface, member, arguments: arguments))
    }

    private func expectError(
        _ name: String, _ path: ObjectPath, _ interface: InterfaceName?, _ member: MemberName,
        _ arguments: [Value] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: BusError.self, sourceLocation: sourceLocation) {
            try provider.connection.ask(Message.call(Names.bus, path, interface, member, arguments: arguments))
        }
        #expect(error?.name == "org.freedesktop.DBus.Error.\(name)", sourceLocation: sourceLocation)
        #expect(error?.message.isEmpty == false, sourceLocation: sourceLocation)
    }

    static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
    static let introspectable: InterfaceName = "org.freedesktop.DBus.Introspectable"
    static let peer: InterfaceName = "org.freedesktop.DBus.Peer"

    @Test("Introspect answers the XML of the contract")
    func introspect() throws {
        let answer = try ask(Names.path, Self.introspectable, "Introspect")
        #expect(answer == [.string(String(decoding: Names.introspection, as: UTF8.self))])
    }

    @Test(
        "the parents answer with their child",
        arguments: [("/", "org"), ("/org", "headroom"), ("/org/headroom", "Headroom1")])
    func parents(_ path: String, _ child: String) throws {
        guard case .string(let xml)? = try ask(ObjectPath(path), Self.introspectable, "Introspect").first else {
            throw TestFailure("no XML")
        }
        let nodes = xml.matches(of: /<node name="([^"]*)"/).map { String($0.1) }
        #expect(nodes == [child])
        #expect(xml.contains("<interface name=\"\(Self.introspectable.text)\""))
        _ = try ask(ObjectPath(path), Self.peer, "Ping")
    }

    @Test("Ping, and the machine's id")
    func peer() throws {
        #expect(try ask(Names.path, Self.peer, "Ping") == [])
        guard case .string(let id)? = try ask(Names.path, Self.peer, "GetMachineId").first else {
            throw TestFailure("no id")
        }
        #expect(id.count == 32)
        #expect(id.filter(\.isHexDigit) == id)
    }

    @Test("Get and GetAll of either interface; the version is 1")
    func get() throws {
        #expect(
            try ask(Names.path, Self.properties, "Get", .string(Names.provider.text), "Version")
                == [.variant(.uint32(1))])
        #expect(
            try ask(Names.path, Self.properties, "GetAll", .string(Names.provider.text))
                == [.dictionary(["Version": .uint32(1)])])
        for property in KeyboardProperty.allCases {
            let value = try ask(
                Names.path, Self.properties, "Get", .string(Names.keyboard.text), .string(property.name.description))
            guard case .variant(let inner)? = value.first else { throw TestFailure("no variant: \(value)") }
            #expect(inner.signature == property.signature.text)
        }
        #expect(try ask(Names.path, Self.properties, "GetAll", .string(Self.peer.text)) == [.dictionary([:])])
    }

    @Test("no property can be set")
    func set() throws {
        for (interface, property, value) in [
            (Names.keyboard, "Visible", Value.bool(true)), (Names.keyboard, "Version", .uint32(2)),
            (Names.provider, "Version", .uint32(2)),
        ] {
            expectError(
                "PropertyReadOnly", Names.path, Self.properties, "Set",
                [.string(interface.text), .string(property), .variant(value)])
        }
    }

    @Test("what is not there: the standard errors")
    func unknown() throws {
        let keyboard = Value.string(Names.keyboard.text)
        expectError("UnknownMethod", Names.path, Names.keyboard, "Fly")
        expectError("UnknownMethod", Names.path, Names.keyboard, "Publish", [.dictionary([:])])
        expectError("UnknownMethod", Names.path, Self.peer, "Pong")
        expectError("UnknownMethod", Names.path, nil, "Fly")
        expectError("UnknownInterface", Names.path, "org.headroom.Headroom1.Piano", "Play")
        expectError("UnknownInterface", Names.path, Self.properties, "GetAll", ["org.headroom.Headroom1.Piano"])
        expectError("UnknownProperty", Names.path, Self.properties, "Get", [keyboard, "Colour"])
        expectError("UnknownProperty", Names.path, Self.properties, "Set", [keyboard, "Colour", .variant(1)])
        expectError("UnknownObject", "/org/headroom/Headroom2", Names.keyboard, "GetState")
        expectError("UnknownObject", "/org/headroom/Headroom1/deeper", Names.keyboard, "GetState")
        expectError("InvalidArgs", Names.path, Names.keyboard, "GetState", [1])
        expectError("InvalidArgs", Names.path, Self.properties, "Get", [keyboard])
    }

    @Test("a call that names no interface finds its method")
    func noInterface() throws {
        #expect(try ask(Names.path, nil, "GetState").count == 9)
        #expect(try ask(Names.path, nil, "Ping") == [])
    }
}
