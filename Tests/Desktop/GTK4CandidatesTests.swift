import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// A GTK 4 window that was made aware of the keyboard, in which somebody writes Chinese below a docked Onboard: the field is
    /// clear of the keyboard, and there is room for its candidates between the two.
    @Suite(.serialized) struct GTK4CandidatesTests {
        /// fcitx5 puts them below the caret: they go with the field within the word, and come to it with the next one.
        @Test(
            "the field and fcitx5's candidates are above the keyboard, and hiding restores exactly",
            arguments: Rounds.number == 20 ? ["form"] : ["form", "list"])
        func fcitx5(_ layout: String) throws {
            let scene = try GTK4Scene(layout, .onboard, method: .fcitx5)
            let writing = try Writing(scene, layout)
            let first = try writing.expectAbove("field and candidates are above the keyboard")
            try writing.type("ihao")
            try writing.expectAbove("those of a word, too")
            try scene.keepPicture(as: "gtk4-candidates-\(layout)")
            try writing.finish("space")
            // The next word's have their room already.
            try writing.type("n")
            #expect(try writing.expectAbove("those of the next word, too").seen == first.seen)
            try writing.finish("Escape")
            try writing.hide()
        }

        /// IBus takes all of a GTK 4 window for its caret before version 1.5.29, and puts them below that: there is room at
        /// the field all the same.
        @Test("there is room for IBus's candidates between field and keyboard, and hiding restores exactly") func ibus()
            throws
        {
            let scene = try GTK4Scene("form", .onboard, method: .ibus)
            let writing = try Writing(scene, "form")
            let first = try writing.expectRoom("there is room for candidates")
            try scene.keepPicture(as: "gtk4-candidates-ibus")
            try writing.finish("Escape")
            try writing.type("n")
            #expect(try writing.expectRoom("there is room for the next word's").seen == first.seen)
            try writing.finish("Escape")
            try writing.hide()
        }
    }
}

/// Somebody who has typed an n into a covered field for which the keyboard was shown.
private struct Writing {
    private let scene: GTK4Scene
    private let popup: XDesktop.Truth
    private let field: String
    /// Without a keyboard, and with one but without candidates.
    private let before: GTK4Window.Truth
    private let without: GTK4Window.Truth

    init(_ scene: GTK4Scene, _ layout: String) throws {
        self.scene = scene
        popup = try XDesktop.Truth(scene.desktop, of: scene.fcitx5 == nil ? IBus.candidates : "popup:fcitx")
        field = layout == "form" ? "low" : "e11"
        before = try scene.focus(field)
        #expect(before.field.bottom > scene.limit(), "nothing is covered, so nothing is tested")
        if let fcitx5 = scene.fcitx5 {
            try fcitx5.waitForFocus()
            try fcitx5.use("pinyin")
        }
        try scene.show()
        without = try scene.wait(field, endsAt: scene.limit())
        // Keys go into the field as they are until the input method has it.
        try scene.desktop.poll("candidates") {
            try type("n")
            for _ in 0..<50 where try popup.frame() == nil { try scene.desktop.pass(microseconds: 20_000) }
            return try popup.frame() != nil
        }
    }

    func type(_ letters: String) throws { try scene.desktop.run("xdotool", ["type", "--delay", "60", letters]) }

    /// Ends the word by a key.
    func finish(_ key: String) throws {
        try scene.desktop.run("xdotool", ["key", key])
        try popup.wait("no candidates") { $0.frame == nil }
    }

    /// Waits until there is room for the candidates that are shown between the field and the keyboard.
    @discardableResult
    func expectRoom(_ what: String) throws -> GTK4Window.Truth {
        try scene.window.wait(what, log: log) {
            guard let frame = popup.places.last?.frame else { return false }
            return $0.focus == field && $0.field.bottom < without.field.bottom
                && $0.field.bottom + scene.origin.y + frame.height <= scene.kind.top
        }
    }

    /// Waits until they are in it, too.
    @discardableResult
    func expectAbove(_ what: String) throws -> GTK4Window.Truth {
        try scene.window.wait(what, log: log) {
            guard let frame = popup.places.last?.frame else { return false }
            let bottom = $0.field.bottom + scene.origin.y
            return $0.focus == field && bottom < without.field.bottom + scene.origin.y
                && frame.bottom <= scene.kind.top && abs(frame.top - bottom) <= Writing.border
        }
    }

    func hide() throws {
        try scene.hide()
        try scene.wait(restored: before)
        #expect(scene.window.complaints == [])
    }

    /// How far within or below a field its candidates begin, at most.
    private static let border = 12.0

    private var log: String { "\(popup.places)\n\(scene.log)" }
}
