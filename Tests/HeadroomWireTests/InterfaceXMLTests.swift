import Foundation
import HeadroomBus
import HeadroomCore
import HeadroomWire
import Testing

/// The XML is the contract: the code's tables are held to it, both ways.
@Suite("Interface XML") struct InterfaceXMLTests {
    private let text = String(decoding: Names.introspection, as: UTF8.self)
    private let xml: InterfaceXML
    private let keyboard: InterfaceXML.Interface
    private let provider: InterfaceXML.Interface
    private let avoidance: InterfaceXML.Interface

    init() throws {
        xml = try InterfaceXML(Names.introspection)
        keyboard = try #require(xml[Names.keyboard.text])
        provider = try #require(xml[Names.provider.text])
        avoidance = try #require(xml[Names.avoidance.text])
    }

    @Test("It describes these interfaces, at this path")
    func interfaces() {
        #expect(
            xml.interfaces.map(\.name) == [
                "org.headroom.Headroom1.Keyboard", "org.headroom.Headroom1.Provider",
                "org.headroom.Headroom1.Avoidance", "org.freedesktop.DBus.Introspectable",
                "org.freedesktop.DBus.Properties", "org.freedesktop.DBus.Peer",
            ])
        #expect(text.contains("<node name=\"\(Names.path.text)\">"))
        #expect(xml.prose.contains(Names.bus.text))
    }

    @Test("Every interface and member of ours says since when it is")
    func versions() {
        for interface in [keyboard, provider, avoidance] {
            #expect(interface.prose.contains("This documentation describes version \(Names.version) of this interface"))
            #expect(interface["Version"]?.type == "u")
            #expect(interface["Version"]?.annotations[emitsChangedSignal] == "const")
            for member in interface.members {
                #expect(member.prose.contains(/Added in version \d+ \(\d{4}-\d\d\)\./), "\(member.name)")
            }
        }
    }

    private let emitsChangedSignal = "org.freedesktop.DBus.Property.EmitsChangedSignal"

    @Test("The properties are those of the table")
    func properties() {
        let inXML = keyboard.members.filter { $0.element == "property" }
        #expect(inXML.map(\.name) == ["Version"] + KeyboardProperty.allCases.map(\.name.description))
        for property in KeyboardProperty.allCases {
            let member = keyboard[property.name.description]
            #expect(member?.type == property.signature.text, "\(property)")
            #expect(member?.annotations[emitsChangedSignal] == "true", "\(property)")
        }
        for interface in [provider, avoidance] {
            #expect(interface.members.filter { $0.element == "property" }.map(\.name) == ["Version"])
        }
    }

    @Test("The signals are the six notifications, of one shape")
    func signals() {
        let inXML = keyboard.members.filter { $0.element == "signal" }
        #expect(inXML.map(\.name) == Notification.Kind.allCases.map(\.member.text))
        for signal in inXML {
            #expect(signal.signature("out") == Signatures.notification.text)
            #expect(signal.arguments.map(\.name) == inXML.first?.arguments.map(\.name))
        }
        #expect(keyboard["GetState"]?.arguments.dropFirst().map(\.name) == inXML.first?.arguments.map(\.name))
    }

    @Test("Methods and requests have the code's names and signatures")
    func signatures() {
        func check(
            _ interface: InterfaceXML.Interface, _ element: String, _ table: [(MemberName, Signature, Signature)]
        ) {
            #expect(interface.members.filter { $0.element == element }.map(\.name) == table.map(\.0.text))
            for (name, inputs, outputs) in table {
                #expect(interface[name.text]?.signature("in") == inputs.text)
                #expect(interface[name.text]?.signature("out") == outputs.text)
            }
        }
        check(
            keyboard, "method",
            [
                (Names.Keyboard.getState, "", Signatures.state), (Names.Keyboard.show, Signatures.options, ""),
                (Names.Keyboard.hide, Signatures.options, ""),
                (Names.Keyboard.listObservers, "", Signatures.observers),
                (Names.Keyboard.listBeliefs, "", Signatures.beliefs),
                (Names.Keyboard.listCandidates, "", Signatures.candidates),
            ])
        check(
            provider, "method",
            [
                (Names.Provider.publish, Signatures.options, Signatures.believed),
                (Names.Provider.publishText, Signatures.text, Signatures.believed),
                (Names.Provider.withdraw, Signatures.text, ""),
            ])
        check(
            provider, "signal",
            [
                (Names.Provider.showRequested, "", Signatures.request),
                (Names.Provider.hideRequested, "", Signatures.request),
                (Names.Provider.moveRequested, "", Signatures.moveRequest),
            ])
        check(
            avoidance, "method",
            [
                (Names.Avoidance.register, Signatures.registration, Signatures.registered),
                (Names.Avoidance.unregister, Signatures.plugin, ""),
                (Names.Avoidance.claim, Signatures.claim, Signatures.claimed),
                (Names.Avoidance.release, Signatures.release, ""), (Names.Avoidance.report, Signatures.report, ""),
                (Names.Avoidance.watch, Signatures.watch, ""), (Names.Avoidance.listPlugins, "", Signatures.plugins),
                (Names.Avoidance.listClaims, "", Signatures.claims),
                (Names.Avoidance.listReports, "", Signatures.reports),
            ])
        check(
            avoidance, "signal",
            [
                (Names.Avoidance.claimRevoked, "", Signatures.claimRevoked),
                (Names.Avoidance.claimGranted, "", Signatures.claimGranted),
                (Names.Avoidance.reported, "", Signatures.report),
                (Names.Avoidance.claimsChanged, "", Signatures.claimsChanged),
            ])
    }

    @Test("A notification's details are those described, with their types")
    func details() throws {
        let message = try Notification.full.message()
        let written = try message.read { reader throws(BusError) in
            for _ in 0..<7 { reader.skip() }
            return try types(of: &reader)
        }
        #expect(InterfaceXML.keys(in: keyboard.prose) == written)
    }

    @Test("The keys of Publish are those described, with their types")
    func publish() throws {
        let prose = try #require(provider["Publish"]).prose
        let message = try message("a{sv}") { body throws(BusError) in try ProviderUpdate.full.write(to: &body) }
        let written = try message.read { reader throws(BusError) in try types(of: &reader) }
        #expect(InterfaceXML.keys(in: prose) == written)
        #expect(Set(written.keys) == Set(ProviderKey.allCases.map(\.name.description)))
    }

    @Test("State keys and event keys are described as such")
    func kindsOfKeys() throws {
        let prose = try #require(provider["Publish"]).prose
        let start = try #require(prose.range(of: "State keys,")).upperBound
        let end = try #require(prose.range(of: "Event keys,")).lowerBound
        let described = InterfaceXML.keys(in: String(prose[start..<end]))
        #expect(Set(described.keys) == Set(ProviderKey.allCases.filter(\.isState).map(\.name.description)))
    }

    @Test("The details of outputs, observers and requests are those described, with their types")
    func otherDetails() throws {
        let output = Output(
            name: "A", frame: .zero, workArea: .zero, deviceFrame: .zero, aliases: ["B"], isPrimary: true)
        let outputs = try message(Signatures.outputs) { body throws(BusError) in try [output].write(to: &body) }
        #expect(
            InterfaceXML.keys(in: keyboard["Outputs"]?.prose ?? "") == (try typesInList(outputs, after: 2)))
        let observer = ObserverListing(name: "a", availability: "active", why: "b", believedFor: ["frame"])
        let observers = try message(Signatures.observers) { body throws(BusError) in try [observer].write(to: &body) }
        #expect(
            InterfaceXML.keys(in: keyboard["ListObservers"]?.prose ?? "") == (try typesInList(observers, after: 2)))
        let belief = BeliefListing(field: "frame", kind: "observer", name: "a", because: ["b"])
        let beliefs = try message(Signatures.beliefs) { body throws(BusError) in try [belief].write(to: &body) }
        #expect(InterfaceXML.keys(in: keyboard["ListBeliefs"]?.prose ?? "") == (try typesInList(beliefs, after: 3)))
        for field in Arbiter.Field.allCases {
            #expect(keyboard["ListBeliefs"]?.prose.contains("``\(field.rawValue)``") == true)
        }
        let candidates = try message(Signatures.candidates) { body throws(BusError) in
            try [CandidateListing].full.write(to: &body)
        }
        #expect(
            InterfaceXML.keys(in: keyboard["ListCandidates"]?.prose ?? "") == (try typesInList(candidates, after: 1)))
        let move = try ProviderRequest.move(name: "a", keepFree: .zero, output: "A").message(to: ":1.1")
        let options = try move.read { reader throws(BusError) in
            for _ in 0..<2 { reader.skip() }
            return try types(of: &reader)
        }
        #expect(InterfaceXML.keys(in: provider["MoveRequested"]?.prose ?? "") == options)
    }

    @Test("The details of reports, plugins and claims are those described, with their types")
    func avoidanceDetails() throws {
        let report = try AvoidanceSignal.reported(.full).message(to: ":1.1")
        let written = try report.read { reader throws(BusError) in
            for _ in 0..<5 { reader.skip() }
            return try types(of: &reader)
        }
        #expect(InterfaceXML.keys(in: avoidance["Report"]?.prose ?? "") == written)
        let plugin = PluginListing(plugin: 1, name: "a", kind: "app", connection: ":1.1", process: 2, subject: "b")
        let plugins = try message(Signatures.plugins) { body throws(BusError) in try [plugin].write(to: &body) }
        #expect(
            InterfaceXML.keys(in: avoidance["ListPlugins"]?.prose ?? "") == (try typesInList(plugins, after: 3)))
        let claim = ClaimListing(subject: "a", holder: 1, isRevoked: true, waiting: [2])
        let claims = try message(Signatures.claims) { body throws(BusError) in try [claim].write(to: &body) }
        #expect(InterfaceXML.keys(in: avoidance["ListClaims"]?.prose ?? "") == (try typesInList(claims, after: 2)))
    }

    /// The details of the one element of a list of structs.
    private func typesInList(_ message: borrowing Message, after count: Int) throws(BusError) -> [String: String] {
        try message.read { reader throws(BusError) in
            var found: [String: String] = [:]
            try reader.array(nil) { list throws(BusError) in
                found = try list.structure { members throws(BusError) in
                    for _ in 0..<count { members.skip() }
                    return try types(of: &members)
                }
            }
            return found
        }
    }

    @Test("Words and limits in the code are in the prose")
    func words() throws {
        for phase in Phase.allCases { #expect(keyboard["Phase"]?.prose.contains("``\(phase.rawValue)``") == true) }
        for transform in Transform.allCases {
            #expect(keyboard["Outputs"]?.prose.contains("``\(transform.rawValue)``") == true)
        }
        let publish = try #require(provider["Publish"]).prose
        for space in FrameSpace.allCases { #expect(publish.contains("``\(space.rawValue)``")) }
        for placement in [Placement.docked, .floating, .split, .candidatesOnly, .hardware] {
            #expect(keyboard.prose.contains("``\(placement.rawValue)``"))
        }
        for reason in [
            Reason.visibility, .frame, .placement, .candidates, .engine, .correction, .rotation, .output, .occluded,
            .providerLost, .shutdown, .user,
        ] { #expect(keyboard.prose.contains("``\(reason.rawValue)``")) }
        for curve in [Curve.linear, .android, .uiKit] { #expect(keyboard.prose.contains("``\(curve.name)``")) }
        for kind in PluginKind.allCases {
            #expect(avoidance["Register"]?.prose.contains("``\(kind.rawValue)``") == true)
        }
        for outcome in Outcome.allCases {
            #expect(avoidance["Report"]?.prose.contains("``\(outcome.rawValue)``") == true)
        }
        #expect(
            avoidance.prose.contains("8 plugins a connection and 64 in all, 256 claims a connection and 1,024 in all"))
        #expect(Limits.pluginsPerConnection == 8 && Limits.plugins == 64)
        #expect(Limits.claimsPerConnection == 256 && Limits.claims == 1_024)
        #expect(avoidance.prose.contains("after 500 ms") && Limits.graceMS == 500)
        for error in [
            "InvalidArgument", "UnknownOutput", "UnknownPlugin", "UnknownSerial", "NotClaimed", "NotSupported",
            "LimitExceeded",
        ] {
            #expect(xml.prose.contains("* \(error): "))
        }
        #expect(publish.contains("0 to 10,000") && publish.contains("0 to 86,400,000"))
        #expect(Limits.durationMS == 10_000 && Limits.leaseMS == 86_400_000)
    }

    @Test("It can be read in a terminal: no tab, no line over 120 characters, ASCII only")
    func form() {
        #expect(text.utf8.allSatisfy { $0 == UInt8(ascii: "\n") || (32..<127).contains($0) })
        for line in text.split(separator: "\n") { #expect(line.count <= 120) }
    }
}
