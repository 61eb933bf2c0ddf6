"""A GTK 3 window with a text entry that does what it is told.

Commands on standard input: focus (the entry) | unfocus (a button) | fullscreen | unfullscreen | maximize | quit |
caret (says `caret Y BOTTOM`, where the line of text is in the root window: that is the caret an input method is told of).
Each is answered by `ok COMMAND`; `focused`, `size W H`, `state WORDS` and `text TEXT` (the entry's, when it changes) are
printed as they happen.
"""
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402


def say(text):
    print(text, flush=True)


window = Gtk.Window(title="entry")
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
button = Gtk.Button(label="nothing")
entry = Gtk.Entry()
box.pack_start(button, False, False, 0)
box.pack_end(entry, False, False, 0)
window.add(box)
window.set_default_size(300, 200)
button.grab_focus()
window.connect("focus-in-event", lambda *_: say("focused"))
window.connect("configure-event", lambda _, event: say(f"size {event.width} {event.height}"))
window.connect("destroy", Gtk.main_quit)
entry.connect("changed", lambda _: say("text " + entry.get_text()))
STATES = {Gdk.WindowState.FULLSCREEN: "fullscreen", Gdk.WindowState.MAXIMIZED: "maximized",
          Gdk.WindowState.FOCUSED: "active"}
window.connect("window-state-event", lambda _, event: say(
    "state " + " ".join(word for state, word in STATES.items() if event.new_window_state & state)))
window.show_all()


def command(word):
    if word == "focus":
        entry.grab_focus()
    elif word == "unfocus":
        button.grab_focus()
    elif word == "caret":
        line = entry.get_text_area()
        left, top = entry.translate_coordinates(window, line.x, line.y)
        origin = window.get_window().get_origin()
        say(f"caret {origin.y + top} {origin.y + top + line.height}")
    elif word == "quit":
        Gtk.main_quit()
    else:
        getattr(window, word)()
    say("ok " + word)


def readable(channel, condition):
    if condition & GLib.IO_IN:
        line = sys.stdin.readline()
        if line:
            if line.strip():
                command(line.strip())
            return True
    Gtk.main_quit()
    return False


sys.stdin = open(0, buffering=1)
GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, readable)
say("ready")
Gtk.main()
