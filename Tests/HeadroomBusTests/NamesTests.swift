import HeadroomBus
import Testing

@Suite("names")
struct NamesTests {
    private func isAccepted<Name: CheckedName>(_ type: Name.Type, _ text: String) -> Bool {
        do throws(BusError) {
            return try Name(text).text == text
        } catch {
            return error.code != .invalidName
        }
    }

    @Test(arguments: [
        "a.b", "org.freedesktop.DBus", ":1.7", "a-b.c_d", "_a.b9", ":1.2.3", "-.-",
        String(repeating: "a", count: 253) + ".b",
    ])
    func goodBusNames(_ text: String) { #expect(isAccepted(BusName.self, text)) }

    @Test(arguments: [
        "", ".", "a", "a.", ".a", "a..b", "1a.b", "a.1b", "a b.c", "a.b\0", "ä.b", ":", ":1", ":.", "a:b.c",
        String(repeating: "a", count: 254) + ".b",
    ])
    func badBusNames(_ text: String) { #expect(!isAccepted(BusName.self, text)) }

    @Test(arguments: ["/", "/a", "/a/b_9", "/9", "/" + String(repeating: "a", count: 5000)])
    func goodPaths(_ text: String) { #expect(isAccepted(ObjectPath.self, text)) }

    @Test(arguments: ["", "a", "//", "/a/", "/a//b", "/a-b", "/ä", "/a\0", " /a"])
    func badPaths(_ text: String) { #expect(!isAccepted(ObjectPath.self, text)) }

    @Test(arguments: ["a.b", "org.example.Board1", "_._"])
    func goodInterfaces(_ text: String) {
        #expect(isAccepted(InterfaceName.self, text))
        #expect(isAccepted(ErrorName.self, text))
    }

    @Test(arguments: ["", "a", "a.", "a.1", "a-b.c", ":1.2", "a.b\0"])
    func badInterfaces(_ text: String) {
        #expect(!isAccepted(InterfaceName.self, text))
        #expect(!isAccepted(ErrorName.self, text))
    }

    @Test(arguments: ["a", "GetAll", "_9", String(repeating: "a", count: 255)])
    func goodMembers(_ text: String) { #expect(isAccepted(MemberName.self, text)) }

    @Test(arguments: ["", "9a", "a.b", "a-b", "a\0", String(repeating: "a", count: 256)])
    func badMembers(_ text: String) { #expect(!isAccepted(MemberName.self, text)) }

    @Test(arguments: [
        "", "s", "ybnqiuxtdsogvh", "a{sv}", "(s)", "a(ss)", "a{s(ib)}", "aaai", "(((i)))", "a{sa{sv}}",
        String(repeating: "a", count: 32) + "i",
        String(repeating: "(", count: 32) + "i" + String(repeating: ")", count: 32),
        String(repeating: "i", count: 255),
    ])
    func goodSignatures(_ text: String) { #expect(isAccepted(Signature.self, text)) }

    @Test(arguments: [
        "a", "()", "(", ")", "(i", "i)", "{sv}", "a{s}", "a{svv}", "a{vs}", "a{(s)v}", "z", "a{sv", "r", "e", "i\0",
        String(repeating: "a", count: 33) + "i",
        String(repeating: "(", count: 33) + "i" + String(repeating: ")", count: 33),
        String(repeating: "i", count: 256),
    ])
    func badSignatures(_ text: String) { #expect(!isAccepted(Signature.self, text)) }

    @Test("a wrong literal is refused where it is used, and traps nowhere")
    func literals() {
        #expect(throws: BusError.self) { _ = try Message.signal("no path", "a.b", "C") }
        #expect(throws: BusError.self) { _ = try Message.signal("/", "ab", "C") }
        #expect(throws: BusError.self) { _ = try Message.signal("/", "a.b", "C.D") }
        #expect(throws: BusError.self) { _ = try Message.signal("/", "a.b", "C", "a") }
        #expect(throws: BusError.self) { _ = try Message.signal("/", "a.b", "C", to: "nobody") }
        #expect(throws: BusError.self) { _ = try Message.call("nobody", "/", "a.b", "C") }
    }

    @Test("unique names are told from well-known ones")
    func unique() {
        #expect((":1.5" as BusName).isUnique)
        #expect(!("a.b" as BusName).isUnique)
    }

    @Test("match rules are escaped as the bus reads them")
    func rules() {
        let rule = MatchRule(
            sender: "org.example.A", path: "/a", interface: "a.b", member: "C", arguments: [1: "x,y", 0: "it's"],
            argument0Namespace: "a.b")
        #expect(
            rule.text == "type='signal',sender='org.example.A',path='/a',interface='a.b',member='C',"
                + #"arg0='it'\''s',arg1='x,y',arg0namespace='a.b'"#)
        #expect(MatchRule(nil).text == "")
        #expect(MatchRule(.call, pathNamespace: "/a").text == "type='method_call',path_namespace='/a'")
    }
}
