import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// The accessibility plugin with input methods that write pinyin: the field is scrolled so that its candidates have room
    /// between it and the keyboard. Where they are shown is between the toolkit and the input method.
    @Suite(.serialized) struct AccessibilityCandidatesTests {
        typealias Toolkit = FieldsWindow.Toolkit
        typealias Browser = FieldsWindow.Browser

        private static let isLong = Rounds.number != 20

        /// GTK 3 tells IBus where the caret is when that moves in its field: candidates that stand already come after the field
        /// with the next syllable. Those of the next word and of the next session are where they belong from the first letter on,
        /// and nothing moves for them.
        @Test func followed() throws { try follow(try Writing(.gtk3, .ibus)) }

        /// It tells fcitx5 with the next word only, as does GTK 4.
        @Test(arguments: isLong ? [Toolkit.gtk3, .gtk4] : [.gtk4]) func followedByFcitx5(_ toolkit: Toolkit) throws {
            try follow(try Writing(toolkit, .fcitx5), withinWord: false)
        }

        /// Browsers tell it at once, or with the next syllable.
        @Test(arguments: Browser.some(.firefox), isLong ? [WritingDesk.Method.ibus, .fcitx5] : [.ibus])
        func followedInPage(_ browser: Browser, _ method: WritingDesk.Method) throws {
            try follow(try Writing(browser, method))
        }

        private func follow(_ writing: Writing, withinWord isWithinWord: Bool = true) throws {
            try writing.write("ihao")
            if isWithinWord { try writing.expectInSight("the field and its candidates are above the keyboard") }
            try writing.finish("space")
            let shown = try writing.scene.expectInSight(writing.field)
            try writing.expectNothingMoves(at: shown.offset, in: "the next word")
            try writing.hide()
            try writing.scene.show()
            try writing.scene.window.wait("there is room at once", log: writing.scene.log) { $0.offset == shown.offset }
            try writing.expectNothingMoves(at: shown.offset, in: "the next session")
            try writing.hide()
        }

        /// Qt tells it where the field was when that got the focus, whoever has scrolled it since: there is room for
        /// candidates, but they come to it with the next focus only.
        @Test(arguments: isLong ? [Toolkit.qt5, .qt6] : [.qt5]) func stale(_ toolkit: Toolkit) throws {
            let writing = try Writing(toolkit, .ibus)
            let (scene, popup) = (writing.scene, writing.popup)
            let place = try #require(popup.places.last?.frame)
            try writing.write("ihao")
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

        /// IBus takes all of a GTK 4 window for its caret, before version 1.5.29: there is room for candidates at the field, but
        /// they stand at the window's edge, with or without a keyboard, and wherever the field is.
        @Test func astray() throws {
            let writing = try Writing(.gtk4, .ibus)
            let window = try XDesktop.Truth(writing.scene.desktop, of: Toolkit.gtk4.program)
            func expectAtEdge() throws {
                try writing.popup.wait("candidates") { $0.frame != nil }
                let frame = try #require(try window.frame())
                let popup = try #require(writing.popup.places.last?.frame)
                // Above it where the screen ends too soon below.
                #expect(abs(popup.top - frame.bottom) <= 20 || abs(popup.bottom - frame.top) <= 20, "\(popup) \(frame)")
            }
            try writing.write("ihao")
            try expectAtEdge()
            try writing.finish("space")
            try writing.scene.expectInSight(writing.field)
            try writing.hide()
            for name in [writing.field, "e2"] {
                try writing.scene.window.focus(name)
                try writing.type("n")
                try expectAtEdge()
                try writing.finish("Escape")
            }
        }

        /// On sway nobody sees where candidates are, and IBus is not told where the caret is on the screen: there is room between
        /// the field and squeekboard for as many rows of them as IBus has, and for the window in which its panel shows them.
        @Test(arguments: isLong ? [Toolkit.gtk3, .gtk4, .qt5, .qt6] : [.gtk3]) func sway(_ toolkit: Toolkit) throws {
            let scene = try SwayFields(.floating, typesChinese: true) {
                try FieldsWindow($0, toolkit, environment: WritingDesk.Method.ibus.environment)
            }
            try write(in: "e10", of: scene)
        }

        /// So it is in Firefox; Chromium asks sway, which has no input method but squeekboard.
        @Test func swayInPage() throws {
            let scene = try SwayFields(.floating, typesChinese: true) {
                try FieldsWindow($0, .firefox, environment: WritingDesk.Method.ibus.environment)
            }
            try write(in: try scene.coveredField(), of: scene)
        }

        private func write(in field: String, of scene: SwayFields) throws {
            let candidates = try #require(scene.candidates)
            func panel() -> Double? {
                let last = candidates.lines.last { $0.hasPrefix("window ") }
                let numbers = (last ?? "").split(separator: " ").dropFirst(2).compactMap { Double($0) }
                return numbers.count == 4 ? numbers[3] : nil
            }
            let keys = try scene.desktop.python("pointer.py", ["keyboard"])
            let before = try scene.begin(with: field)
            #expect(before.field.bottom > scene.limit, "nothing is covered, so nothing is tested")
            try scene.show()
            let without = try scene.expectInSight(field)
            // Keys go into the field as they are until the input method has it.
            try scene.desktop.poll("candidates") {
                try keys.tell("press n")
                for _ in 0..<50 where panel() == nil { try scene.desktop.pass(microseconds: 20_000) }
                return panel() != nil
            }
            func expectRoom(_ what: String) throws -> FieldsWindow.Truth {
                let truth = try scene.window.wait(what, log: scene.log) {
                    guard let height = panel() else { return false }
                    return $0.focus == field && $0.field.top >= $0.view.top
                        && $0.field.bottom + height <= scene.limit + SwayFields.rounding
                }
                try scene.expectPainted(truth)
                return truth
            }
            try keys.tell("type ihao")
            let shown = try expectRoom("there is room for candidates")
            #expect(shown.offset > without.offset, "there was room without, so nothing is tested")
            let published = try scene.desktop.published()
            let room = try #require(published.roomBelowCaret)
            #expect(room == panel() && published.isEstimated)
            #expect(shown.field.bottom + room >= scene.limit - SwayFields.rounding, "it moved further than it had to")
            try keys.tell("press space")
            try scene.desktop.poll("no candidates") { panel() == nil }
            let offsets = try scene.window.offsets {
                try keys.tell("type ni")
                try scene.desktop.poll("candidates") { panel() != nil }
                _ = try expectRoom("there is room for those of the next word")
                try keys.tell("press Escape")
            }
            #expect(offsets.allSatisfy { $0 == shown.offset }, "\(offsets)")
            try scene.hide()
            try scene.window.wait("the list is where it was", log: scene.log) { $0.offset == before.offset }
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

    init(_ toolkit: FieldsWindow.Toolkit, _ method: WritingDesk.Method) throws {
        try self.init(try FieldsScene(toolkit, method), toolkit.covered, method)
    }

    init(_ browser: FieldsWindow.Browser, _ method: WritingDesk.Method) throws {
        let scene = try FieldsScene(method) { try FieldsWindow($0, browser, environment: method.environment) }
        try self.init(scene, "e16", method)
    }

    private init(_ scene: FieldsScene, _ field: String, _ method: WritingDesk.Method) throws {
        self.scene = scene
        popup = try XDesktop.Truth(scene.desktop, of: method.candidates)
        self.field = field
        try scene.window.focus(field)
        if let fcitx5 = scene.fcitx5 {
            try fcitx5.waitForFocus()
            try fcitx5.use("pinyin")
        }
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

    /// Types letters at a person's pace. IBus's panel moves its window when that changes its size, to where the caret was told to
    /// be until then: what is told after the last letter it does not follow.
    func write(_ letters: String) throws {
        for letter in letters {
            let count = popup.places.count
            try type(String(letter))
            for _ in 0..<25 where popup.places.count == count { try scene.desktop.pass(microseconds: 20_000) }
            // Who answers has worked off what is before it.
            _ = try scene.window.truth()
        }
    }

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
