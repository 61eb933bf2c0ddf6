import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// A GTK 4 program whose scrolled windows lie in others, and whose fields lie in them and beside them.
    @Suite(.serialized) struct GTK4ScrollingTests {
        @Test(
            "a scrolled window in another one scrolls first, the other what is left; 50 moves of the focus; exactly back",
            arguments: Rounds.number == 20 ? [GTK4Scene.Keyboard.simulated] : GTK4Scene.Keyboard.allCases)
        func nested(_ keyboard: GTK4Scene.Keyboard) throws {
            let scene = try GTK4Scene("nested", keyboard, height: keyboard == .onboard ? 500 : 640)
            let name = keyboard == .onboard ? "n1" : "n4"
            let before = try scene.focus(name)
            try #require(before.inner.count == 3)
            let distance = before.field.bottom - scene.limit()
            // Not out of its own view, and no further than its content reaches.
            let most = min(distance, before.inner[1] - before.inner[0], before.field.top - before.inner[2])
            #expect(
                most > 0 && (most < distance || keyboard == .onboard),
                "nothing is left for the outer one, so nothing is tested: \(before)")
            try scene.show()
            let shown = try scene.wait(name, endsAt: scene.limit())
            #expect(shown.inner[0] - before.inner[0] == most)
            #expect(shown.offset - before.offset == distance - most)
            #expect(shown.child == before.child)
            try scene.window.waitForReport("what was moved") {
                $0 == "clear" && $1.keys.sorted() == ["inset", "scroll"] && $1["scroll"] == distance
            }
            try scene.keepPicture(as: "gtk4-nested-\(keyboard.rawValue)")
            for _ in 0..<5 {
                for name in ["n0", "e9", "n3", "area", "n1", "e2", "n2", "e8", "n4", name] {
                    try see(name, in: scene)
                }
            }
            try scene.hide()
            try scene.wait(restored: before)
            // One that its window does not show is shown by both.
            try scene.show()
            for name in ["n11", "e19", "n0", "n8", "area", "n11"] { try see(name, in: scene) }
            try scene.window.tell("truth")
            #expect(scene.window.complaints == [])
        }

        /// Puts the focus there, and waits until it is seen above the keyboard and within its own window.
        private func see(_ name: String, in scene: GTK4Scene) throws {
            try scene.window.tell("focus \(name)")
            try scene.window.wait("\(name) is in sight", log: scene.log) {
                let seen = name == "area" ? $0.caret : $0.field
                guard $0.focus == name, seen.bottom <= scene.limit(name == "area" ? 9 : 10) + 0.02 else { return false }
                return seen.top >= (name.hasPrefix("n") ? max(0, $0.inner[2]) : 0) - 0.02
            }
        }

        @Test("where its user scrolls the inner one it stays; the outer one goes back") func user() throws {
            let scene = try GTK4Scene("nested")
            let before = try scene.focus("n2")
            try scene.show()
            let shown = try scene.wait("n2", endsAt: scene.limit())
            #expect(shown.inner[0] > 30)
            try scene.window.tell("scroll-inner 30")
            try scene.window.wait("it stays there", log: scene.log) { $0.inner[0] == 30 && $0.offset == shown.offset }
            try scene.hide()
            try scene.window.wait("it stays there without room below", log: scene.log) {
                $0.inner[0] == 30 && $0.offset == before.offset && $0.margins == before.margins
            }
            #expect(scene.window.complaints == [])
        }

        @Test("between a field in a scrolled window and one beside it everything goes at once, in one movement")
        func beside() throws {
            let scene = try GTK4Scene("list")
            let before = try scene.focus("e16")
            try scene.show()
            let first = try scene.wait("e16", endsAt: scene.limit())
            try scene.window.tell("frames")
            try scene.window.tell("focus pinned")
            // At the content's end there is no margin below it.
            let second = try scene.wait("pinned", endsAt: scene.limit(0))
            #expect(second.offset == before.offset && second.margins == before.margins)
            expectOneMovement(second, from: first, 0...)
            try scene.window.tell("focus e16")
            let third = try scene.wait("e16", endsAt: scene.limit())
            #expect(third.seen == first.seen)
            expectOneMovement(third, from: second, second.tops.count...)
            // Away and back before it is there.
            try scene.window.tell("focus pinned")
            try scene.window.tell("focus e16")
            #expect(try scene.wait("e16", endsAt: scene.limit()).seen == first.seen)
            try scene.hide()
            try scene.wait(restored: before)
            #expect(scene.window.complaints == [])
        }

        /// The scrolled window and the content around it are at the same part of their ways in each frame.
        private func expectOneMovement(
            _ end: GTK4Window.Truth, from start: GTK4Window.Truth, _ frames: PartialRangeFrom<Int>
        ) {
            let (tops, offsets) = (Array(end.tops[frames]), Array(end.offsets[frames]))
            #expect(tops.count > 1, "\(tops)")
            let (shifted, scrolled) = (end.child.y - start.child.y, end.offset - start.offset)
            #expect(abs(shifted) > 50 && abs(scrolled) > 50, "nothing is moved, so nothing is tested")
            // Where the content is seen is known with the next frame.
            for (top, offset) in zip(tops.dropFirst(), offsets) {
                let shares = ((top - start.child.y) / shifted, (offset - start.offset) / scrolled)
                #expect(abs(shares.0 - shares.1) < 0.02, "\(tops) \(offsets)")
            }
        }
    }
}
