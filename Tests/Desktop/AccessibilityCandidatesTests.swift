import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// The accessibility plugin with IBus and libpinyin: the field is scrolled so that its candidates have room between it and
    /// the keyboard. Where they are shown is between the toolkit and IBus.
    @Suite(.serialized) struct AccessibilityCandidatesTests {
        typealias Toolkit = FieldsWindow.Toolkit

        /// GTK 3 tells IBus where the caret is when that moves in its field: candidates that stand already come after the field
        /// with the next syllable. Those of the next word and of the next session are where they belong from the first letter on,
        /// and nothing moves for them.
        @Test func followed() throws { try follow(try Writing(Toolkit.gtk3)) }

        /// So does Chromium.
        @Test func followedInPage() throws { try follow(try Writing(FieldsWindow.Browser.chromium)) }

        private func follow(_ writing: Writing) throws {
            let popup = writing.popup
            let stale = try #require(popup.places.last?.frame)
            #expect(stale.bottom > WritingDesk.keyboard.top, "they are not covered, so nothing is tested")
            try writing.type("ihao")
            let shown = try writing.expectInSight("the field and its candidates are above the keyboard")
            try writing.finish("space")
            try writing.expectNothingMoves(at: shown.offset, in: "the next word")
            try writing.hide()
            try writing.scene.show()
            try writing.scene.window.wait("there is room at once", log: writing.scene.log) { $0.offset == shown.offset }
            try writing.expectNothingMoves(at: shown.offset, in: "the next session")
            try writing.hide()
        }

        /// Qt tells it where the field was when that got the focus, whoever has scrolled it since: there is room for
        /// candidates, but they come to it with the next focus only.
        @Test(arguments: Rounds.number == 20 ? [.qt5] : [Toolkit.qt5, .qt6]) func stale(_ toolkit: Toolkit) throws {
            let writing = try Writing(toolkit)
            let (scene, popup) = (writing.scene, writing.popup)
            let place = try #require(popup.places.last?.frame)
            try writing.type("ihao")
            try popup.wait("candidates for both syllables") { $0.frame.map { $0.left != place.left } ?? false }
            #expect(popup.places.allSatisfy { $0.frame.map { $0.top == place.top } ?? true }, "\(popup.places)")
            try writing.finish("Escape")
            try scene.window.focus("e15")
            try scene.expectInSight("e15")
            try scene.window.focus(writing.field)
            try scene.expectInSight(writing.field)
            try writing.type("n")
            try popup.wait("candidates") { $0.frame != nil }
            try writing.expectInSight("the field and its candidates are above the keyboard")
            try writing.finish("Escape")
            try writing.hide()
            // The same without a keyboard, where its user scrolls.
            try scene.window.focus("e15")
            try scene.window.focus(writing.field)
            try writing.type("n")
            try popup.wait("candidates") { $0.frame != nil }
            let fresh = popup.places.last?.frame?.top
            try writing.finish("Escape")
            let before = try scene.window.truth()
            try scene.window.scroll(to: Int(before.offset) + 30)
            try scene.window.wait("it is scrolled") { $0.field.top == before.field.top - 30 }
            try writing.type("n")
            try popup.wait("candidates") { $0.frame != nil }
            #expect(popup.places.last?.frame?.top == fresh)
        }
    }
}

/// Somebody who has typed an n into a covered field for which the keyboard was shown; there is room for candidates.
private struct Writing {
    let scene: FieldsScene
    let popup: XDesktop.Truth
    let field: String
    /// Before there was a keyboard.
    private let offset: Double

    init(_ toolkit: FieldsWindow.Toolkit) throws {
        try self.init(try FieldsScene(toolkit, typesChinese: true), toolkit.covered)
    }

    init(_ browser: FieldsWindow.Browser) throws {
        let module = ["GTK_IM_MODULE": "ibus"]
        let scene = try FieldsScene(typesChinese: true) { try FieldsWindow($0, browser, environment: module) }
        try self.init(scene, "e16")
    }

    private init(_ scene: FieldsScene, _ field: String) throws {
        self.scene = scene
        popup = try XDesktop.Truth(scene.desktop, of: IBus.candidates)
        self.field = field
        try scene.window.focus(field)
        offset = try scene.window.wait("it has the focus") { $0.focus == field }.offset
        try scene.show()
        let without = try scene.expectInSight(field)
        // Keys go into the field as they are until the input method has it.
        try scene.desktop.poll("candidates") {
            try type("n")
            for _ in 0..<50 where try popup.frame() == nil { try scene.desktop.pass(microseconds: 20_000) }
            return try popup.frame() != nil
        }
        try scene.window.wait("there is room for candidates", log: log) {
            guard let height = popup.places.last?.frame?.height else { return false }
            return $0.offset > without.offset
                && $0.field.bottom + height <= WritingDesk.keyboard.top + FieldsScene.rounding
        }
    }

    func type(_ letters: String) throws { try scene.desktop.run("xdotool", ["type", letters]) }

    /// Ends the word by a key.
    func finish(_ key: String) throws {
        try scene.desktop.run("xdotool", ["key", key])
        try popup.wait("no candidates") { $0.frame == nil }
    }

    /// Waits until field and candidates, just below it, are seen above the keyboard, and nothing moves.
    @discardableResult
    func expectInSight(_ what: String) throws -> FieldsWindow.Truth {
        try scene.window.wait(what, log: log) {
            guard let frame = popup.places.last?.frame else { return false }
            return $0.focus == field && $0.field.top >= $0.view.top && frame.bottom <= WritingDesk.keyboard.top
                && abs(frame.top - $0.field.bottom) <= Writing.border
        }
    }

    /// Begins another word, whose candidates have their room already, and gives it up.
    func expectNothingMoves(at offset: Double, in what: String) throws {
        let offsets = try scene.window.offsets {
            try type("n")
            try popup.wait("candidates") { $0.frame != nil }
            try expectInSight("field and candidates are above the keyboard in \(what)")
        }
        #expect(offsets.allSatisfy { $0 == offset }, "\(what): \(offsets)")
        try finish("Escape")
    }

    func hide() throws {
        try scene.hide()
        try scene.window.wait("the list is where it was", log: log) { $0.offset == offset }
    }

    /// How far within a field the line ends that candidates stand at, at most.
    private static let border = 7.0

    private var log: String { "\(popup.places)\n\(scene.log)" }
}
