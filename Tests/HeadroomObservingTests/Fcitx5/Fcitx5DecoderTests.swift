import HeadroomBus
import HeadroomCore
import Support
import Testing

@testable import HeadroomObserving

/// What messages of fcitx5 mean.
struct Fcitx5DecoderTests {
    private func message(_ arguments: Value...) throws -> Message {
        try BusMonitorText.Recorded(
            sender: ":1.2", path: "/controller", interface: "org.fcitx.Fcitx.Controller1", member: "Anything",
            arguments: arguments
        ).signal()
    }

    @Test(
        "engines as fcitx5 names them",
        arguments: ["pinyin", "keyboard-us", "keyboard-de-nodeadkeys", "table:wubi", "m17n_hi"])
    func engines(_ name: String) throws {
        #expect(Fcitx5Decoder.engine(try message(.string(name))) == name)
    }

    @Test("who has the focus, of all that fcitx5 says for people")
    func focus() throws {
        func isOnBus(_ entries: String...) throws -> Bool? {
            let text = "Group [x11::99] has \(entries.count) InputContext(s)\n" + entries.map { "  \($0)\n" }.joined()
            return Fcitx5Decoder.isFocusOnBus(try message(.string(text)))
        }
        let bus = "IC [0a1b] program:gedit frontend:dbus cap:e001800060 focus:"
        let xim = "IC [2c3d] program:xterm frontend:xim cap:40 focus:"
        #expect(try isOnBus(bus + "1", xim + "0") == true)
        #expect(try isOnBus(bus + "0", xim + "1") == false)
        #expect(try isOnBus() == false)
        #expect(Fcitx5Decoder.isFocusOnBus(try message(1)) == nil)
    }

    @Test("what is no name of an engine")
    func noEngines() throws {
        let wrong = ["two words", "line\nbreak", "拼音", "\u{1b}[31m", String(repeating: "n", count: 65)]
        for name in wrong {
            #expect(Fcitx5Decoder.engine(try message(.string(name))) == nil, "\(name.debugDescription)")
        }
        #expect(Fcitx5Decoder.engine(try message(.string(String(repeating: "n", count: 64)))) != nil)
        #expect(Fcitx5Decoder.engine(try message("")) == "")
        #expect(Fcitx5Decoder.engine(try message()) == nil)
        #expect(Fcitx5Decoder.engine(try message(1)) == nil)
        #expect(Fcitx5Decoder.engine(try message(.variant("pinyin"))) == nil)
    }

    @Test("what is overheard: carets and who lost the focus, by the entry's path")
    func overheard() throws {
        func overheard(_ member: String, _ arguments: Value..., path: String = "/ic/5") throws -> Fcitx5Decoder
            .Overheard?
        {
            Fcitx5Decoder.overheard(
                try BusMonitorText.Recorded(
                    sender: ":1.2", path: path, interface: "org.fcitx.Fcitx.InputContext1", member: member,
                    arguments: arguments
                ).signal())
        }
        let caret = Rect(x: 222, y: 133, width: 0, height: 32)
        #expect(try overheard("SetCursorRect", 222, 133, 0, 32) == .caret(caret, entry: "/ic/5"))
        #expect(try overheard("SetCursorRectV2", 222, 133, 0, 32, .double(2)) == .caret(caret, entry: "/ic/5"))
        #expect(try overheard("SetCursorRect", 0, 0, 0, 0) == .caret(nil, entry: "/ic/5"))
        #expect(try overheard("SetCursorRect", 222, 133, 0, -1) == nil)
        #expect(try overheard("SetCursorRect", 222, .int32(.min), 0, 32) == nil)
        #expect(try overheard("SetCursorRect", "222", "133", "0", "32") == nil)
        #expect(try overheard("SetCursorRect") == nil)
        #expect(try overheard("FocusIn") == .focusCame(entry: "/ic/5"))
        #expect(try overheard("FocusOut") == .focusLeft(entry: "/ic/5"))
        #expect(try overheard("DestroyIC") == .focusLeft(entry: "/ic/5"))
        #expect(try overheard("FocusOut", path: "/" + String(repeating: "a", count: 256)) == nil)
        #expect(try overheard("CurrentIM", "Pinyin", "pinyin", "zh_CN") == .engine)
        #expect(try overheard("ProcessKeyEvent", 1) == nil)
    }

    @Test("contexts and visibility")
    func others() throws {
        let path = "/org/freedesktop/portal/inputcontext/5"
        #expect(Fcitx5Decoder.context(try message(.path(path), .array("y", [.byte(1)])))?.text == path)
        #expect(Fcitx5Decoder.context(try message(.string(path))) == nil)
        #expect(Fcitx5Decoder.context(try message()) == nil)
        #expect(Fcitx5Decoder.isVisible(try message(true)) == true)
        #expect(Fcitx5Decoder.isVisible(try message(false)) == false)
        #expect(Fcitx5Decoder.isVisible(try message(1)) == nil)
        #expect(Fcitx5Decoder.isVisible(try message()) == nil)
    }
}
