import Testing

@testable import HeadroomCore

/// The strict little reader of JSON.
@Suite("JSON")
struct JSONReaderTests {
    private func read(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)) }

    private func failure(_ bytes: [UInt8]) -> JSONReader.Failure? {
        do throws(JSONReader.Failure) {
            _ = try JSONReader.read(bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "what is read is written the same",
        arguments: [
            "null", "true", "false", "0", "-1", "1.5", "1e+300", "\"\"", "\"a\\\"b\\\\c\\n\\t\\u0001\"", "[]", "{}",
            "[1,[2,[]],{}]", "{\"a\":1,\"b\":{\"c\":[null]}}", "\"漢字 é 🙂\"",
        ])
    func roundTrip(_ text: String) throws { #expect(try read(text).description == text) }

    @Test("space, escapes and numbers in every form")
    func forms() throws {
        #expect(try read(" \t\r\n[ 1 , 2 ]\n") == .array([.number(1), .number(2)]))
        #expect(try read("\"\\u00e9\\/\\b\\f\\r\\ud83d\\ude42\"") == .string("é/\u{8}\u{C}\r🙂"))
        #expect(try read("-0.5E-2") == .number(-0.005))
        #expect(try read("1e999") == .number(.infinity))
        #expect(JSONValue.text(of: -0.0) == "0")
        #expect(JSONValue.text(of: 1e15) == "1000000000000000")
        #expect(JSONValue.text(of: .nan) == "\"NaN\"")
        #expect(JSONValue.text(of: -.infinity) == "\"-Infinity\"")
    }

    @Test(
        "anything else is refused, at its byte",
        arguments: [
            ("", 0), ("nul", 0), ("[1,]", 3), ("[1 2]", 3), ("{\"a\"}", 4), ("{\"a\":1,}", 7), ("{a:1}", 1), ("01", 1),
            ("1.", 2), ("-", 1), ("1e", 2), ("+1", 0), (".5", 0), ("\"", 0), ("\"\\x\"", 3), ("\"\\u12g4\"", 5),
            ("\"\\ud83d\"", 7), ("\"\\ud83dx\"", 7), ("\"\\ude42\"", 7), ("\"\u{1}\"", 2), ("1 1", 2), ("NaN", 0),
            ("{\"a\":1,\"a\":2}", 7),
        ])
    func refused(_ text: String, _ offset: Int) { #expect(failure(Array(text.utf8))?.offset == offset) }

    @Test("bytes that are no UTF-8 are refused")
    func notUTF8() {
        #expect(failure([0x22, 0xFF, 0x22]) != nil)
        #expect(failure([0xEF, 0xBB, 0xBF, 0x31]) != nil)
        #expect(failure([0x22, 0xC3, 0x22]) != nil)
    }

    @Test("nesting ends at its bound, not at the stack's")
    func depth() throws {
        let deep = String(repeating: "[", count: JSONReader.deepest) + String(repeating: "]", count: JSONReader.deepest)
        #expect(failure(Array(deep.utf8)) == nil)
        let deeper = String(repeating: "[", count: 1_000_000)
        #expect(failure(Array(deeper.utf8))?.message == "nested too deep")
    }
}
