#!/usr/bin/env python3
"""A login form: Return goes on to the password, and there it is Done, which logs in and puts the keyboard away.

    ./login.py [--fullscreen]

`headroom simulate` is a keyboard to try it with.
"""
import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gtk  # noqa: E402

import headroom_gtk4 as headroom  # noqa: E402


class Login(Gtk.ApplicationWindow):
    def __init__(self, application):
        super().__init__(application=application, title="Login", default_width=360, default_height=480)
        self.user = Gtk.Entry(placeholder_text="User name", input_hints=Gtk.InputHints.NO_SPELLCHECK)
        self.password = Gtk.PasswordEntry(placeholder_text="Password", show_peek_icon=True)
        self.answer = Gtk.Label(vexpand=True)
        button = Gtk.Button(label="Log in")
        button.connect("clicked", self.log_in)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12)
        for side in ("top", "bottom", "start", "end"):
            getattr(box, f"set_margin_{side}")(24)
        for widget in (self.answer, self.user, self.password, button):
            box.append(widget)
        self.set_child(box)

        attached = headroom.attach(self)
        headroom.field_set_clear_button(self.user, headroom.CLEAR_BUTTON_WHILE_EDITING)
        headroom.field_set_secure_clear(self.password, True)
        self.form = headroom.Form(attached, box)
        self.form.set_dismissal(headroom.DISMISS_TAP_OUTSIDE)
        self.form.set_told(self.told)

    def told(self, event, _has_field):
        if event == headroom.FORM_DONE:
            self.log_in()

    def log_in(self, *_):
        name = self.user.get_text()
        if name and self.password.get_text():
            self.answer.set_label(f"Welcome, {name}")
            print(f"{name} has logged in", flush=True)
        else:
            self.answer.set_label("Who is there?")
            (self.password if name else self.user).grab_focus()


def begin(application):
    window = Login(application)
    if "--fullscreen" in sys.argv:
        window.fullscreen()
    window.present()
    window.user.grab_focus()


application = Gtk.Application()
application.connect("activate", begin)
application.run()
