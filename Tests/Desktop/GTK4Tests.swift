import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// A GTK 4 program that was made aware of the keyboard, on X11. The truth is the toolkit's own: bounds, adjustments.
    @Suite(.serialized) struct GTK4Tests {
        @Test(
            "content shift: 10 px above the keyboard, painted there, and hiding restores exactly",
            arguments: GTK4Scene.Keyboard.allCases)
        func shift(_ keyboard: GTK4Scene.Keyboard) throws {
            let scene = try GTK4Scene("form", keyboard)
            let before = try scene.focus("low")
            #expect(before.field.bottom > scene.limit(0), "nothing is covered, so nothing is tested")
            try scene.show()
            let shown = try scene.wait("low", endsAt: scene.limit())
            #expect(shown.child.y == shown.field.y - before.field.y)
            try scene.window.waitForReport("what was moved") {
                $0 == "clear" && $1.keys.sorted() == ["root"] && $1["root"] == before.field.y - shown.field.y
            }
            let painted = try #require(try scene.painted.screenshot().bounds(of: 0x22aa22))
            try KeptScreenshots.keep(scene.desktop, as: "gtk4-shift-\(keyboard.rawValue)")
            // What is painted of it lies in it.
            let seen = shown.field.moved(dx: scene.origin.x, dy: scene.origin.y)
            #expect(Double(painted.y) >= seen.top && Double(painted.y + painted.height) <= seen.bottom)
            #expect(painted.height > 20)
            // The moves of each round end in the same places.
            var places: Set<[Double]> = []
            for _ in 0..<(Rounds.number == 20 ? 2 : 13) {
                var round: [Double] = []
                for (name, margin) in [("middle", 10.0), ("lowest", 0), ("high", 10), ("low", 10)] {
                    try scene.window.tell("focus \(name)")
                    let truth = try scene.window.wait("\(name) is in sight", log: scene.log) {
                        $0.focus == name && $0.field.bottom <= scene.limit(margin) + 0.02 && $0.field.top >= 0
                    }
                    round.append(truth.child.y)
                }
                places.insert(round)
            }
            #expect(places.count == 1 && places.first?.last == shown.child.y, "\(places)")
            try scene.hide()
            try scene.wait(restored: before)
            try scene.window.waitForReport("that all was put back") { outcome, _ in outcome == "restored" }
            try scene.finish()
        }

        /// The simulated keyboard, and Onboard too in the long run.
        static let keyboards = Rounds.number == 20 ? [GTK4Scene.Keyboard.simulated] : GTK4Scene.Keyboard.allCases

        @Test("a field that is in sight already moves nothing", arguments: keyboards)
        func visible(_ keyboard: GTK4Scene.Keyboard) throws {
            let scene = try GTK4Scene("form", keyboard)
            let before = try scene.focus("high")
            try scene.show()
            try scene.window.waitForReport("that nothing had to move") { outcome, _ in outcome == "not-needed" }
            #expect(try scene.window.truth().seen == before.seen)
            try scene.hide()
            try scene.finish()
        }

        @Test("Next to a lower field while the keyboard is shown is one movement, and one back") func next() throws {
            let scene = try GTK4Scene("form")
            let before = try scene.focus("middle")
            try scene.show()
            try scene.wait("middle", endsAt: scene.limit())
            try scene.window.tell("frames")
            try scene.window.tell("next")
            let shown = try scene.wait("low", endsAt: scene.limit())
            #expect(shown.places.count > 1 && shown.places == shown.places.sorted(), "\(shown.places)")
            // 0.3 s, as no notification says how long.
            let time = shown.frames.reduce(0, +)
            // The frame before the last was not past the end, and the first came soon after the beginning.
            #expect(time - (shown.frames.last ?? 0) <= 300_000, "\(shown.frames)")
            #expect(time + 2 * (shown.frames.max() ?? 0) >= 300_000, "\(shown.frames)")
            try scene.hide()
            let after = try scene.window.wait("everything is as it was", log: scene.log) { $0.seen == before.seen }
            let back = Array(after.places.dropFirst(shown.places.count))
            #expect(back.count > 1 && back == back.sorted(by: >), "\(back)")
            try scene.finish()
        }

        @Test("45 px for an accessory bar, and 40 px more") func accessoryAndExtra() throws {
            let scene = try GTK4Scene("form")
            let before = try scene.focus("middle")
            try scene.show()
            try scene.wait("middle", endsAt: scene.limit())
            try scene.window.set("set accessory_height 45")
            try scene.wait("middle", endsAt: scene.limit(55))
            try scene.window.set("set extra 40")
            try scene.wait("middle", endsAt: scene.limit(95))
            try scene.window.set("set margin 0")
            try scene.wait("middle", endsAt: scene.limit(85))
            // A field's own word counts before the window's.
            try scene.window.set("wish margin middle 20")
            try scene.wait("middle", endsAt: scene.limit(105))
            try scene.window.set("wish ignored middle 1")
            try scene.wait(restored: before)
            try scene.hide()
            try scene.finish()
        }

        @Test("a bar of the application's stands on the keyboard, and the field above it", arguments: keyboards)
        func bar(_ keyboard: GTK4Scene.Keyboard) throws {
            let scene = try GTK4Scene("bar", keyboard)
            try scene.window.set("set accessory")
            let before = try scene.focus("middle")
            #expect(before.bar.bottom == Double(scene.height) && before.bar.height == 45)
            try scene.show()
            let shown = try scene.wait("middle", endsAt: min(before.field.bottom, scene.limit(55)))
            #expect(abs(shown.bar.bottom - scene.limit(0)) < 0.02)
            try scene.keepPicture(as: "gtk4-bar-\(keyboard.rawValue)")
            try scene.hide()
            try scene.wait(restored: before)
            try scene.finish()
        }

        @Test("the candidate row of a Chinese input method counts") func candidates() throws {
            let scene = try GTK4Scene("form", candidateRow: 40)
            let before = try scene.focus("middle")
            try scene.show()
            let shown = try scene.wait("middle", endsAt: scene.limit())
            #expect(abs(shown.field.bottom + scene.origin.y - (scene.kind.top - 50)) < 0.02)
            try scene.keepPicture(as: "gtk4-candidate-row")
            try scene.hide()
            try scene.wait(restored: before)
            try scene.finish()
        }

        @Test(
            "scroll offset and content inset: a field in a scrolled window, and 50 moves of the focus",
            arguments: Rounds.number == 20 ? [GTK4Scene.Keyboard.onboard] : GTK4Scene.Keyboard.allCases)
        func list(_ keyboard: GTK4Scene.Keyboard) throws {
            let scene = try GTK4Scene("list", keyboard)
            try scene.focus("e16")
            let before = try scene.window.truth()
            #expect(before.field.bottom > scene.limit(), "nothing is covered, so nothing is tested")
            try scene.show()
            let shown = try scene.wait("e16", endsAt: scene.limit())
            #expect(shown.child == before.child, "it scrolled, and shifted nothing")
            try scene.window.waitForReport("what was moved") {
                $0 == "clear" && $1.keys.sorted() == ["inset", "scroll"] && $1["scroll"] == shown.offset - before.offset
            }
            try scene.keepPicture(as: "gtk4-list-\(keyboard.rawValue)")
            // The moves of each of five rounds end in the same places.
            var places: [[Double]] = []
            for _ in 0..<5 {
                var round: [Double] = []
                for name in ["e17", "e15", "e18", "e2", "e20", "e9", "e29", "e0", "e25", "e16"] {
                    try scene.window.tell("focus \(name)")
                    let truth = try scene.window.wait("\(name) is in sight", log: scene.log) {
                        $0.focus == name && $0.field.bottom <= scene.limit() + 0.02 && $0.field.top >= 0
                    }
                    round.append(truth.offset)
                }
                places.append(round)
            }
            #expect(places.allSatisfy { $0 == places[1] || $0 == places[0] })
            #expect(places[1] == places[4])
            try scene.hide()
            try scene.wait(restored: before)
            try scene.finish()
        }

        @Test(
            "a scrolled window with room for everything scrolls nevertheless, and its content keeps its size",
            arguments: keyboards)
        func few(_ keyboard: GTK4Scene.Keyboard) throws {
            let scene = try GTK4Scene("few", keyboard)
            let before = try scene.focus("low")
            try scene.show()
            let shown = try scene.wait("low", endsAt: scene.limit())
            #expect(shown["range"].dropFirst().first == before["range"].dropFirst().first)
            #expect(shown.child == before.child)
            try scene.keepPicture(as: "gtk4-few-\(keyboard.rawValue)")
            try scene.focus("lowest")
            try scene.window.wait("it is in sight", log: scene.log) { $0.field.bottom <= scene.limit(0) }
            try scene.hide()
            try scene.wait(restored: before)
            try scene.finish()
        }

        @Test("at scale 2, and from right to left", arguments: ["form", "list"]) func doubled(_ layout: String) throws {
            let scene = try GTK4Scene(layout, width: 300, height: 320, scale: 2, environment: ["RTL": "1"])
            let name = layout == "form" ? "low" : "e6"
            let before = try scene.focus(name)
            #expect(before.field.bottom > scene.limit(), "nothing is covered, so nothing is tested")
            try scene.show()
            // A scrolled view is laid out in whole pixels of its own, two of the screen.
            try scene.window.wait("\(name) is in sight", log: scene.log) {
                $0.focus == name && abs($0.field.bottom - scene.limit()) <= 0.51
            }
            try scene.keepPicture(as: "gtk4-doubled-right-to-left-\(layout)")
            try scene.hide()
            try scene.wait(restored: before)
            try scene.finish()
        }

        @Test("a dialog is shifted while it has the focus, and its parent is put back meanwhile") func dialog() throws {
            let scene = try GTK4Scene("form")
            let before = try scene.focus("low")
            try scene.show()
            try scene.wait("low", endsAt: scene.limit())
            try scene.window.tell("dialog")
            try scene.window.wait("the dialog is shifted, its parent is not", log: scene.log) {
                ($0["dialog"].first ?? 0) < -50 && $0.child == before.child
            }
            try scene.window.waitForReport("that it is in sight") { $0 == "clear" && $1["root"] != nil }
            try scene.keepPicture(as: "gtk4-dialog")
            try scene.window.tell("close")
            try scene.wait("low", endsAt: scene.limit())
            try scene.hide()
            try scene.wait(restored: before)
            try scene.finish()
        }

        @Test("a row of a list view", arguments: keyboards) func rows(_ keyboard: GTK4Scene.Keyboard) throws {
            let scene = try GTK4Scene("rows", keyboard)
            // The last one that the list shows as a whole or in part.
            let name = keyboard == .onboard ? "e13" : "e14"
            let before = try scene.focus(name)
            #expect(before.field.bottom > scene.limit(), "nothing is covered, so nothing is tested")
            try scene.show()
            let shown = try scene.wait(name, endsAt: scene.limit())
            #expect(shown.child == before.child)
            try scene.keepPicture(as: "gtk4-rows-\(keyboard.rawValue)")
            try scene.hide()
            try scene.wait(restored: before)
            try scene.finish()
        }

        /// GTK selects the text of a field that gets the focus, and does not tell its caret, which blinks by then, where the list
        /// has not shown the field yet. So it complains once, with this library or without.
        @Test("a row that its list does not show yet: GTK complains of its caret, and of no more with the library")
        func hiddenRow() throws {
            func complaints(attaches: Bool) throws -> [String] {
                let scene = try GTK4Scene("rows", attaches: attaches)
                let before = try scene.focus("e30")
                if attaches {
                    #expect(before.field.bottom > scene.limit(), "nothing is covered, so nothing is tested")
                    try scene.show()
                    try scene.wait("e30", endsAt: scene.limit())
                    try scene.hide()
                    try scene.wait(restored: before)
                } else {
                    try scene.window.wait("its caret blinks or does not") { _ in scene.window.complaints.count == 1 }
                }
                try scene.window.tell("truth")
                return scene.window.complaints.map { String($0.split(separator: "GtkText", maxSplits: 1).last ?? "") }
            }
            let own = [" - unexpected blinking selection. Removing"]
            #expect(try complaints(attaches: false) == own)
            #expect(try complaints(attaches: true) == own)
        }

        @Test(
            "caret follow in a text view while typing, and both its margins restored",
            arguments: GTK4Scene.Keyboard.allCases)
        func text(_ keyboard: GTK4Scene.Keyboard) throws {
            let scene = try GTK4Scene("text", keyboard)
            try scene.window.tell("focus area")
            try scene.window.tell("caret 28")
            let before = try scene.window.wait("the caret is there") { $0.focus == "area" && $0.caret.y > 420 }
            #expect(before.margins == [24, 12])
            try scene.show()
            let shown = try scene.window.wait("the caret is in sight", log: scene.log) {
                abs($0.caret.bottom - scene.limit()) < 1.02
            }
            #expect(shown.margins == [24, Double(scene.height) - scene.limit(0)])
            for _ in 0..<6 {
                try scene.window.tell("type 1")
                try scene.window.wait("the caret is in sight", log: scene.log) {
                    $0.caret.bottom <= scene.limit(9) && $0.caret.top > 0
                }
            }
            for line in [55, 20, 60, 5] {
                try scene.window.tell("caret \(line)")
                try scene.window.wait("line \(line) is in sight", log: scene.log) {
                    $0.caret.bottom <= scene.limit(9) && $0.caret.top >= 0
                }
            }
            // Of a selection the end that moves.
            try scene.window.tell("caret 10")
            for end in [30, 52, 2] {
                try scene.window.tell("select \(end) 10")
                try scene.window.wait("the end at \(end) is in sight", log: scene.log) {
                    $0.caret.bottom <= scene.limit(9) && $0.caret.top >= 0
                }
            }
            try scene.keepPicture(as: "gtk4-text-\(keyboard.rawValue)")
            try scene.hide()
            try scene.window.wait("its margins are its own", log: scene.log) { $0.margins == before.margins }
            try scene.finish()
        }
    }
}
