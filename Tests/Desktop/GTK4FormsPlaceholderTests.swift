import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// The placeholder of a GtkTextView, on a real one.
    @Suite(.serialized) struct GTK4FormsPlaceholderTests {
        private let window: FormsWindow

        /// A view of 300 x 120 with margins of 8 and 6.
        init() throws {
            window = try FormsWindow(try XDesktop())
            try window.run("notes_view.set_halign(Gtk.Align.START); notes_view.set_size_request(300, 120)")
            try window.run("notes.set_left_margin(8); notes.set_right_margin(8); notes.set_top_margin(6)")
            try window.expect("(notes.get_width(), notes.get_height())", "(300, 120)")
        }

        private func set(_ text: String, _ more: String = "") throws {
            try window.run("headroom.text_view_set_placeholder(notes, headroom.Placeholder(text=b'\(text)'\(more)))")
        }

        /// Where the label is in the view.
        private func label() throws -> Rect {
            let numbers = try window.numbers("place(label(), notes)")
            try #require(numbers.count == 4, "there is no label")
            return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }

        /// What the library says: the room, and what is taken of it.
        private func measured() throws -> (space: Rect, frame: Rect) {
            let numbers = try window.numbers(
                "[(each.x, each.y, each.width, each.height) for each in headroom.measure_placeholder(notes)]")
            try #require(numbers.count == 8)
            return (
                Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]),
                Rect(x: numbers[4], y: numbers[5], width: numbers[6], height: numbers[7])
            )
        }

        @Test("its width is the view's less 2 x (margin - offset), and it stands at margin - offset")
        func width() throws {
            for (offset, width) in [(0.0, 284.0), (4, 292), (8, 300), (-4, 276), (12, 308)] {
                try set("Notes", ", offset=headroom.Point(\(offset), -2)")
                let (space, frame) = try measured()
                #expect(space == Rect(x: 8 - offset, y: 8, width: width, height: 104))
                #expect(frame.x == 8 - offset && frame.y == 8)
                #expect(try label() == frame)
                // One of several lines takes all of the width.
                try set(String(repeating: "word ", count: 20), ", offset=headroom.Point(\(offset), 0)")
                #expect(try label().width == width)
                #expect(try label().y == 6)
                try window.keepPicture(as: "placeholder-\(offset)")
            }
            try window.end()
        }

        @Test("it hides with text, with another buffer, and while an input method composes")
        func visibility() throws {
            try set("Notes")
            try window.expect("label() is None", "False")
            for (change, isHidden) in [
                ("notes.get_buffer().set_text('x')", "True"), ("notes.get_buffer().set_text('')", "False"),
                ("notes.set_buffer(Gtk.TextBuffer(text='y'))", "True"), ("notes.set_buffer(Gtk.TextBuffer())", "False"),
                ("notes.emit('preedit-changed', 'ni')", "True"), ("notes.emit('preedit-changed', '')", "False"),
                ("headroom.text_view_set_placeholder(notes, headroom.Placeholder())", "True"),
            ] {
                try window.run(change)
                try window.expect("label() is None", isHidden)
            }
            try set("Notes")
            try window.run("notes.grab_focus()")
            try window.type("a")
            try window.expect("label() is None", "True")
            try window.type("BackSpace")
            try window.expect("label() is None", "False")
            try window.end()
        }

        @Test("it follows font and width, and one line stays one")
        func wrapping() throws {
            let text = String(repeating: "word ", count: 20)
            try set(text)
            let usual = try label().height
            try window.run("notes.add_css_class('large')")
            let large = try label().height
            #expect(large > usual * 1.5)
            try window.run("notes.remove_css_class('large')")
            #expect(try label().height == usual)
            try window.run("notes_view.set_size_request(150, 120)")
            #expect(try label().width == 134)
            #expect(try label().height > usual * 1.5)
            try set(text, ", is_single_line=True")
            let line = try label()
            #expect(line.width == 134)
            #expect(line.height < usual / 2)
            try window.end()
        }

        @Test("from right to left it ends where it would begin")
        func rightToLeft() throws {
            try set("Notes", ", offset=headroom.Point(3, 0)")
            let left = try label()
            try window.run("notes.set_direction(Gtk.TextDirection.RTL)")
            let right = try label()
            #expect(left.x == 5)
            try window.keepPicture(as: "placeholder-right-to-left")
            #expect(right == Rect(x: 295 - left.width, y: left.y, width: left.width, height: left.height))
            try window.end()
        }

        @Test("it is painted in its colour, and the view asks for no more room")
        func color() throws {
            let bare = try window.steady("(notes.measure(0, -1), notes.measure(1, 300))")
            try window.run("notes.add_css_class('large')")
            let large = try window.steady("(notes.measure(0, -1), notes.measure(1, 300))")
            #expect(bare != large)
            try set("Notes")
            #expect(try window.ask("round(label().get_opacity(), 2)") == "0.55")
            try window.run("red = headroom.Color(1, 0, 0, 1)")
            try set("Notes and notes and notes", ", color=headroom.c.pointer(red)")
            #expect(try window.steady("(notes.measure(0, -1), notes.measure(1, 300))") == large)
            let place = try label()
            let (shot, view) = try window.picture(of: "notes")
            let painted = try #require(shot.bounds(of: 0xff0000))
            #expect(Double(painted.x) >= view.x + place.x && Double(painted.y) >= view.y + place.y)
            #expect(Double(painted.x + painted.width) <= view.x + place.right)
            #expect(Double(painted.y + painted.height) <= view.y + place.bottom)
            // Taken away, it is painted no more.
            try window.run("headroom.text_view_set_placeholder(notes, None)")
            try window.expect("label() is None", "True")
            let cleared = try window.picture(of: "notes").shot
            #expect(cleared.bounds(of: 0xff0000) == nil)
            try window.end()
        }
    }
}
