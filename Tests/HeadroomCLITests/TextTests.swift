import HeadroomCore
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
