import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// What clears the fields of a GTK 4 window, with real keys and a real pointer.
    @Suite(.serialized) struct GTK4FormsClearingTests {
        private static let icon = "edit-clear-symbolic"

        /// The clear button's truth table: while editing with and without text, else with and without.
        @Test(
            "the clear button is where its mode says",
            arguments: [
                ("NEVER", [false, false, false, false]), ("WHILE_EDITING", [true, false, false, false]),
                ("UNLESS_EDITING", [false, false, true, false]), ("ALWAYS", [true, false, true, false]),
            ])
        func clearButton(_ mode: String, _ shown: [Bool]) throws {
            let window = try FormsWindow(try XDesktop())
            // From another mode, so that NEVER takes something back.
            try window.run("headroom.field_set_clear_button(first, headroom.CLEAR_BUTTON_ALWAYS)")
            try window.run("headroom.field_set_clear_button(first, headroom.CLEAR_BUTTON_\(mode))")
            let cases = [("first", "abc"), ("first", ""), ("second", "abc"), ("second", "")]
            for ((focus, text), isShown) in zip(cases, shown) {
                try window.run("\(focus).grab_focus(); first.set_text('\(text)')")
                try window.expect("first.get_icon_name(1)", isShown ? Self.icon : "None")
                if text == "abc" { try window.keepPicture(as: "clear-button-\(mode)-\(focus)") }
            }
            // A text that cannot be changed is not cleared.
            try window.run("first.set_text('abc'); first.set_editable(False)")
            try window.expect("first.get_icon_name(1)", "None")
            try window.end()
        }

        @Test("a tap on the clear button clears, and leaves the focus where it is")
        func clearButtonTapped() throws {
            let window = try FormsWindow(try XDesktop())
            try window.run("headroom.field_set_clear_button(first, headroom.CLEAR_BUTTON_ALWAYS)")
            try window.run("first.set_icon_from_icon_name(0, 'edit-find-symbolic')")
            try window.run("first.set_text('abc'); second.grab_focus()")
            let width = try window.place("first").width
            // Its other icon is another one's.
            try window.tap("first", x: 14)
            try window.expect("first.get_text()", "abc")
            try window.run("second.grab_focus()")
            try window.tap("first", x: width - 14)
            try window.expect("first.get_text()", "")
            #expect(try window.ask("focus()") == "second")
            try window.end()
        }

        @Test("clear on begin editing clears once, as the focus comes")
        func clearsOnBegin() throws {
            let window = try FormsWindow(try XDesktop())
            try window.run("second.grab_focus(); first.set_text('old')")
            try window.run("headroom.field_set_clears_on_begin(first, True)")
            #expect(try window.ask("first.get_text()") == "old")
            try window.tap("first", x: 60)
            try window.expect("(focus(), first.get_text())", "('first', '')")
            try window.keepPicture(as: "clear-on-begin")
            try window.type("a", "b")
            try window.expect("first.get_text()", "ab")
            // As it was before.
            try window.run("headroom.field_set_clears_on_begin(first, False)")
            try window.run("second.grab_focus(); first.grab_focus()")
            try window.expect("first.get_text()", "ab")
            try window.end()
        }

        /// The caret stands behind the text: nothing is selected that a key would replace.
        @Test("the first edit of a password clears it, the next ones do not")
        func secureClear() throws {
            let window = try FormsWindow(try XDesktop())
            let comeBack =
                "second.grab_focus(); secret.set_text('hunter2'); secret.grab_focus(); secret.set_position(-1)"
            try window.run("headroom.field_set_secure_clear(secret, True)")
            try window.run(comeBack)
            try window.type("x", "y")
            try window.expect("secret.get_text()", "xy")
            try window.keepPicture(as: "secure-clear")
            // A deletion finds nothing more to delete; moving the caret is no edit.
            try window.run(comeBack)
            try window.type("Left", "BackSpace")
            try window.expect("secret.get_text()", "")
            // What the application writes is none.
            try window.run(comeBack)
            try window.run("secret.insert_text('34', 7)")
            try window.expect("secret.get_text()", "hunter234")
            try window.type("z")
            try window.expect("secret.get_text()", "z")
            // One that is shown can be corrected.
            try window.run(comeBack)
            try window.run("secret.get_delegate().set_visibility(True)")
            try window.type("3")
            try window.expect("secret.get_text()", "hunter23")
            try window.end()
        }

        @Test("without being asked to a password is kept, and so is a field that is none")
        func plain() throws {
            let window = try FormsWindow(try XDesktop())
            try window.run("secret.set_text('hunter2'); secret.grab_focus(); secret.set_position(-1)")
            try window.type("x")
            try window.expect("secret.get_text()", "hunter2x")
            try window.run("headroom.field_set_secure_clear(first, True); first.set_text('abc')")
            try window.run("first.grab_focus(); first.set_position(-1)")
            try window.type("d")
            try window.expect("first.get_text()", "abcd")
            try window.end()
        }

        @Test("a widget that cannot is refused in words, and nothing is changed")
        func refusals() throws {
            let window = try FormsWindow(try XDesktop())
            let cases = [
                ("headroom.field_set_clear_button(secret, 1)", "field: is no GtkEntry"),
                ("headroom.field_set_clear_button(first, 9)", "mode: is 9, which is none"),
                ("headroom.field_set_clears_on_begin(notes, True)", "field: is a GtkTextView"),
                ("headroom.field_set_secure_clear(button, True)", "field: is no GtkText, GtkTextView, or GtkEditable"),
                ("headroom.field_set_border(window, 1)", "field: is no GtkText"),
                ("headroom.field_set_background(first, window, headroom.Caps(), 0)", "image: is no GdkTexture"),
                ("headroom.text_view_set_placeholder(first, headroom.Placeholder())", "view: is no GtkTextView"),
                ("headroom.text_view_set_placeholder(notes, headroom._Record())", "placeholder: its size is"),
                ("headroom.measure_placeholder(notes)", "view: has no placeholder"),
                ("form.set_dismissal(8)", "dismissal: has unknown flags"),
                ("form.set_ending(False, 1, 0)", "key: is 1, and none of"),
                ("form.move(headroom.PREVIOUS)", "direction: leads to no field"),
                (
                    "headroom.field_set_background(notes, image(3, 3, (1, 1, 1, 1), (0, 0, 0), (0, 0, 0)), headroom.Caps(), 0)",
                    "field: is a GtkTextView"
                ),
            ]
            try window.run("first.set_icon_from_icon_name(1, 'edit-find-symbolic')")
            try window.run("form = headroom.Form(None, outside); first.grab_focus()")
            let handlers = try window.ask("all_handlers()")
            for (statement, why) in cases {
                let refusal = try #require(try window.refusal(statement), "\(statement) is not refused")
                #expect(refusal.hasPrefix(why), "\(statement): \(refusal)")
            }
            #expect(
                try window.refusal("headroom.field_set_clear_button(first, 3)")
                    == "field: has a secondary icon of its own")
            #expect(try window.ask("first.get_icon_name(1)") == "edit-find-symbolic")
            #expect(try window.ask("all_handlers()") == handlers)
            try window.end()
        }
    }
}
