#!/usr/bin/env python3
"""A GTK 4 program on Wayland whose fields stay above the keyboard, although it cannot know where its window is.

It reads of a notification: output (whether it is this window's), bottom_inset, and of the details output-frame, usable
and compositor-avoids. They suffice because of the window's states, which every Wayland program knows: a fullscreen
window ends where the output ends, a maximised one where `usable` ends, and one in a state that the compositor keeps
clear itself is laid out above the keyboard already. Of any other nothing is known: it makes no room, and if it is tiled
the compositor does. (GTK 4.8 does not tell a tiled window from one that floats.) Each scrolls when it becomes smaller.
"""
import pathlib
import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
from keyboard import Listener  # noqa: E402

STYLE = b"text { background: white; color: black; } text:focus-within { background: #cc3300; color: white; }"


def state_word(toplevel):
    """The state of a window, in Headroom's words."""
    state = toplevel.get_state()
    if state & Gdk.ToplevelState.FULLSCREEN:
        return "fullscreen"
    if state & Gdk.ToplevelState.MAXIMIZED:
        return "maximized"
    return "tiled or floating"


def covered(keyboard, state, connector):
    """How much of the bottom of a window in this state, on this output, the keyboard covers when it stands."""
    if not keyboard.visible or keyboard.output != connector:
        return 0
    if state in keyboard.details.get("compositor-avoids", []):
        return 0
    if state == "fullscreen":
        return keyboard.bottom_inset
    if state == "maximized" and "usable" in keyboard.details and "output-frame" in keyboard.details:
        _, y, _, height = keyboard.details["usable"]
        return max(0, keyboard.bottom_inset - (keyboard.details["output-frame"][3] - (y + height)))
    return 0


class Notes(Gtk.ApplicationWindow):
    def __init__(self, application):
        super().__init__(application=application, title="Notes", default_width=300, default_height=400)
        self.keyboard = None
        self.fields = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        for number in range(1, 31):
            self.fields.append(Gtk.Entry(text=f"Note {number}"))
        # GTK's own way to the focus does not look again when the view becomes smaller.
        self.view = Gtk.ScrolledWindow(child=Gtk.Viewport(child=self.fields, scroll_to_focus=False), vexpand=True)
        # Whoever makes it smaller, the compositor or we: it scrolls, once everything has its new place.
        self.view.get_vadjustment().connect("changed", self.reveal_soon)
        self.connect("notify::focus-widget", self.reveal_soon)
        self.set_child(self.view)
        self.connect("realize", lambda _: self.get_surface().connect("notify::state", self.make_room))
        self.present()
        self.fields.get_last_child().grab_focus()
        Listener(self.told)

    def told(self, keyboard):
        self.keyboard = keyboard
        self.make_room()

    def make_room(self, *_):
        keyboard = self.keyboard
        window = self.get_surface()
        # Only the window that is typed into makes room.
        if not keyboard or keyboard.visible and not window.get_state() & Gdk.ToplevelState.FOCUSED:
            return
        state = state_word(window)
        connector = self.get_display().get_monitor_at_surface(window).get_connector()
        inset = round(covered(keyboard, state, connector))
        print(f"{state}, {'visible' if keyboard.visible else 'hidden'}: {inset} px of it are covered", flush=True)
        self.view.set_margin_bottom(inset)

    def reveal_soon(self, *_):
        GLib.idle_add(self.reveal)

    def reveal(self):
        """Scrolls the field with the focus into sight, by no more than that takes."""
        field = self.get_focus()
        if field and field.is_ancestor(self.fields):
            _, bounds = field.compute_bounds(self.fields)
            self.view.get_vadjustment().clamp_page(bounds.get_y(), bounds.get_y() + bounds.get_height())
        return GLib.SOURCE_REMOVE


def begin(application):
    paint = Gtk.CssProvider()
    paint.load_from_data(STYLE)
    Gtk.StyleContext.add_provider_for_display(
        Gdk.Display.get_default(), paint, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
    window = Notes(application)
    if "--fullscreen" in sys.argv:
        window.fullscreen()
    if "--maximized" in sys.argv:
        window.maximize()


application = Gtk.Application()
application.connect("activate", begin)
application.run()
