import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// The way through a GTK 4 form by Return, Next and Previous, with real keys.
    @Suite(.serialized) struct GTK4FormsReturnTests {
        private let window: FormsWindow

        init() throws {
            window = try FormsWindow(try XDesktop())
            try window.run("form = headroom.Form(None, outside); form.set_told(told)")
            try window.run("first.grab_focus()")
        }

        private func order(_ count: Int) throws -> [String] {
            var order = [try window.ask("focus()")]
            for _ in 0..<count {
                try window.type("Return")
                order.append(try window.ask("focus()"))
            }
            return order
        }

        @Test("Return leads through the fields as they are read, and writes a new line in a text view")
        func chain() throws {
            #expect(
                try window.ask("[form.return_key(each) for each in (first, second, secret, third, notes)]")
                    == "[1, 1, 1, 1, 6]")
            #expect(try order(4) == ["first", "second", "secret", "third", "notes"])
            try window.type("Return")
            try window.expect("(focus(), notes.get_buffer().get_line_count())", "('notes', 2)")
            #expect(try window.ask("(form.leads(headroom.PREVIOUS), form.leads(headroom.NEXT))") == "(True, False)")
            try window.keepPicture(as: "return-key")
            try window.run("form.move(headroom.PREVIOUS)")
            try window.expect("focus()", "third")
            #expect(
                try window.refusal("notes.grab_focus(); form.move(headroom.NEXT)") == "direction: leads to no field")
            try window.end()
        }

        @Test("the last field is done: told, and then what its ending says")
        func done() throws {
            try window.run("headroom.field_set_left_out(notes, True)")
            #expect(try window.ask("(form.return_key(third), form.return_key(notes))") == "(2, 0)")
            try window.run("events.clear(); third.grab_focus()")
            try window.type("Return")
            try window.expect("(focus(), events)", "('third', ['focus', 'done'])")
            // Submit is the window's default button.
            try window.run("button.connect('clicked', lambda _: events.append('clicked'))")
            try window.run("window.set_default_widget(button)")
            try window.run("form.set_ending(False, headroom.RETURN_GO, headroom.DONE_SUBMIT); events.clear()")
            #expect(try window.ask("form.return_key(third)") == "3")
            try window.type("Return")
            try window.expect("events", "['done', 'clicked']")
            // Once also if the field does that by itself, and Next does not do it at all.
            try window.run("[each.set_activates_default(True) for each in (first, third)]; events.clear()")
            try window.type("Return")
            try window.expect("events", "['done', 'clicked']")
            try window.run("first.grab_focus(); events.clear()")
            try window.type("Return")
            try window.expect("(focus(), events)", "('second', ['focus'])")
            // From the last one back to the first.
            try window.run("form.set_ending(True, headroom.RETURN_DONE, headroom.DONE_NOTHING); third.grab_focus()")
            #expect(try window.ask("form.return_key(third)") == "1")
            try window.type("Return")
            try window.expect("focus()", "first")
            try window.end()
        }

        @Test("fields that cannot be written in are passed by; order and groups are the application's")
        func order() throws {
            try window.run("second.set_sensitive(False); secret.set_visible(False)")
            #expect(try order(1) == ["first", "third"])
            try window.run("second.set_sensitive(True); second.set_editable(False); first.grab_focus()")
            #expect(try order(1) == ["first", "third"])
            try window.run("second.set_editable(True); secret.set_visible(True); first.grab_focus()")
            // By their place in the order, and then those without one as they are read.
            try window.run("headroom.widget_set_order(third, 1); headroom.widget_set_order(secret, 2)")
            try window.run("third.grab_focus()")
            #expect(try order(4) == ["third", "secret", "first", "second", "notes"])
            try window.run("headroom.field_set_group(third, 1); headroom.field_set_group(first, 1)")
            try window.run("third.grab_focus()")
            #expect(try order(2) == ["third", "first", "first"])
            // A field that comes later belongs to it, and one beside the form does not.
            try window.run("late = Gtk.Entry(name='late'); outside.prepend(late)")
            try window.run("second.grab_focus(); form.move(headroom.PREVIOUS)")
            #expect(try window.ask("focus()") == "late")
            try window.run("secret.grab_focus(); form.move(headroom.NEXT)")
            #expect(try window.ask("focus()") == "late")
            try window.end()
        }

        @Test("what the application does on Return itself counts, and hints stay as they are")
        func applicationsOwn() throws {
            try window.run("first.set_input_purpose(Gtk.InputPurpose.EMAIL)")
            try window.run("first.connect('activate', lambda _: third.grab_focus())")
            #expect(try order(1) == ["first", "third"])
            #expect(try window.ask("first.get_input_purpose().value_nick") == "email")
            try window.end()
        }

        @Test("a form that is closed, or whose widget or window ends, leaves nothing behind")
        func ended() throws {
            try window.run("form.close(); first.grab_focus(); events.clear()")
            let bare = try window.ask("all_handlers()")
            try window.type("Return")
            try window.expect("(focus(), events)", "('first', [])")
            #expect(try window.refusal("form.set_dismissal(0)") == "the form was closed, or its widget has ended")
            // All behaviours, taken back; twenty times, so that nothing is kept each time.
            for _ in 0..<20 {
                try window.run("everything(first, notes); form = headroom.Form(None, outside); form.set_dismissal(3)")
                #expect(try window.ask("all_handlers()") != bare)
                try window.run("form.close(); headroom.field_reset(first); headroom.field_reset(notes)")
                #expect(try window.ask("all_handlers()") == bare)
            }
            try window.expect("(first.get_icon_name(1), label())", "(None, None)")
            // With the attached window.
            try window.run("attached = headroom.attach(window); form = headroom.Form(attached, outside)")
            try window.run("form.set_dismissal(3); headroom.detach(attached)")
            #expect(try window.ask("all_handlers()") == bare)
            #expect(try window.refusal("form.set_dismissal(0)") == "the form was closed, or its widget has ended")
            // And a window that is destroyed with everything in it.
            try window.run("short_lived()")
            try window.expect("(still_there(), handlers(kept['buffer']))", "(0, 0)")
            #expect(
                try window.refusal("kept['form'].set_dismissal(0)") == "the form was closed, or its widget has ended")
            try window.end()
        }
    }
}
