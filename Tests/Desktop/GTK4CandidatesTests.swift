import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// A GTK 4 window that was made aware of the keyboard, in which somebody writes Chinese with IBus and libpinyin below a
    /// docked Onboard: the field and its candidates, which stand below it, are clear of the keyboard.
    @Suite(.serialized) struct GTK4CandidatesTests {
        @Test(
            "the field and its candidates are above the keyboard, and hiding restores exactly",
            arguments: ["form", "list"])
        func field(_ layout: String) throws {
            let scene = try GTK4Scene(layout, .onboard, typesChinese: true)
            let popup = try XDesktop.Truth(scene.desktop, of: IBus.candidates)
            let name = layout == "form" ? "low" : "e11"
            let before = try scene.focus(name)
            #expect(before.field.bottom > scene.limit(), "nothing is covered, so nothing is tested")
            try scene.show()
            let without = try scene.wait(name, endsAt: scene.limit())
            // Keys go into the field as they are until the input method has it.
            try scene.desktop.poll("candidates") {
                try scene.desktop.run("xdotool", ["type", "n"])
                for _ in 0..<50 where try popup.frame() == nil { try scene.desktop.pass(microseconds: 20_000) }
                return try popup.frame() != nil
            }
            func expectClear(_ what: String) throws -> GTK4Window.Truth {
                let truth = try scene.window.wait(what, log: "\(popup.places)\n\(scene.log)") {
                    guard let frame = popup.places.last?.frame else { return false }
                    let bottom = $0.field.bottom + scene.origin.y
                    return $0.focus == name && bottom < without.field.bottom + scene.origin.y
                        && bottom + frame.height <= scene.kind.top && frame.bottom <= scene.kind.top
                        && abs(frame.top - bottom) <= 10
                }
                return truth
            }
            let first = try expectClear("there is room for candidates, and they are there")
            try scene.desktop.run("xdotool", ["type", "ihao"])
            _ = try expectClear("there is room for those of a word")
            try scene.keepPicture(as: "gtk4-candidates-\(layout)")
            try scene.desktop.run("xdotool", ["key", "space"])
            try popup.wait("no candidates") { $0.frame == nil }
            // The next word's have their room already.
            try scene.desktop.run("xdotool", ["type", "n"])
            try popup.wait("candidates") { $0.frame != nil }
            #expect(try expectClear("there is room for the next word's").seen == first.seen)
            try scene.desktop.run("xdotool", ["key", "Escape"])
            try popup.wait("no candidates") { $0.frame == nil }
            try scene.hide()
            try scene.wait(restored: before)
            #expect(scene.window.complaints == [])
        }
    }
}
