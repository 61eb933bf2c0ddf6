import Foundation
import HeadroomBus
import HeadroomClient
import HeadroomCore
import HeadroomWire
import Testing

@testable import HeadroomCLI

/// How things are printed.
@Suite("Printing")
struct TextTests {
    @Test("control characters and what turns the writing are stripped, the rest stays")
    func clean() {
        #expect("a\u{1B}[31mb\u{7}\u{0}\n\tc\u{9B}d".clean == "a[31mbcd")
        #expect("x\u{202E}y\u{2028}z".clean == "xyz")
        #expect("ni hao 你好 é".clean == "ni hao 你好 é")
    }

    @Test("numbers are as short as they can be")
    func numbers() {
        #expect(540.0.plain == "540")
        #expect((-0.5).plain == "-0.5")
        #expect(1e300.plain == "1e+300")
        #expect(Rect(x: 0, y: 540, width: 1280, height: 260.5).plain == "0,540 1280x260.5")
    }
}

/// JSON by the types of the bus.
@Suite("JSON")
struct JSONTests {
    @Test("values are written as JSON wants them")
    func values() {
        #expect(JSON.string("a\"b\\c\u{1B}d\n é").description == #""a\"b\\cd é""#)
        #expect(JSON.number(540).description == "540")
        #expect(JSON.number(0.5).description == "0.5")
        #expect(JSON.number(.nan).description == "\"NaN\"")
        #expect(JSON.unsigned(.max).description == "18446744073709551615")
        #expect(JSON.array([.null, .bool(true), .integer(-1)]).description == "[null,true,-1]")
        #expect(JSON.object(["b": .null, "a": .array([])]).description == #"{"b":null,"a":[]}"#)
    }

    @Test("every type of the bus has its form")
    func types() throws {
        let values = try JSON.values("ybnqiuxtdsogvas(dd)a{sv}a{sd}a(si)") { writer throws(BusError) in
            try writer.byte(1)
            try writer.bool(false)
            try writer.int16(-2)
            try writer.uint16(3)
            try writer.int32(-4)
            try writer.uint32(5)
            try writer.int64(-6)
            try writer.uint64(7)
            try writer.double(8.5)
            try writer.string("nine")
            try writer.path("/ten")
            try writer.signature("s")
            try writer.variant("u") { inner throws(BusError) in try inner.uint32(11) }
            try writer.strings(["x", "y"])
            try writer.structure { inner throws(BusError) in
                try inner.double(1)
                try inner.double(2)
            }
            try writer.dictionary { keys throws(BusError) in try keys.entry("k", bool: true) }
            try writer.array("{sd}") { list throws(BusError) in
                try list.entry { entry throws(BusError) in
                    try entry.string("half")
                    try entry.double(0.5)
                }
            }
            try writer.array("(si)") { _ throws(BusError) in }
        }
        #expect(
            JSON.array(values).description
                == #"[1,false,-2,3,-4,5,-6,7,8.5,"nine","/ten","s",11,["x","y"],[1,2],{"k":true},{"half":0.5},[]]"#)
    }

    @Test("the names are those of the interface")
    func names() throws {
        let notification = Notification(
            kind: .willShow, serial: 1, output: "eDP-1", frameBegin: .zero, frameEnd: .zero, bottomInset: 0,
            candidateBarHeight: 0, durationMS: 0, details: Notification.Details())
        let xml = String(decoding: Names.introspection, as: UTF8.self)
        func arguments(_ opening: String) throws -> [String] {
            let start = try #require(xml.range(of: opening)).upperBound
            let end = try #require(xml[start...].range(of: opening.hasPrefix("<s") ? "</signal>" : "</method>"))
            return xml[start..<end.lowerBound].matches(of: /<arg type="[^"]*" name="([^"]*)"/).map { String($0.1) }
        }
        func names(_ json: JSON) -> [String] {
            if case .object(let members) = json { members.map(\.name) } else { [] }
        }
        #expect(try names(JSON(notification)) == ["signal"] + arguments("<signal name=\"WillShow\">"))
        let state = KeyboardState(
            isDaemonPresent: true, phase: .showing, notification: notification, properties: KeyboardProperties())
        #expect(try names(JSON(state)) == arguments("<method name=\"GetState\">"))
    }
}
