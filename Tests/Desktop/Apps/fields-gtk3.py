"""A GTK 3 window with a list of 40 fields, a text area among them, and a field pinned at its bottom.

The entry with the focus is painted #cc3300.

Commands on standard input: focus NAME | caret LINE | late LINE | end | scroll OFFSET | truth | quit; names are e0 to e39,
area (after e29) and pinned; `caret` puts the caret of the text area at the beginning of a line, `late` does so and scrolls
there 150 ms later, `end` puts it behind the last character. Each is answered by `ok COMMAND`. `truth` first prints `truth`
and key=value words: focus, field, view and caret (x,y,width,height on the screen, by the toolkit's own numbers; view is
where the list is seen), offset and inner (of the list and of the area).
"""
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402


def say(text):
    print(text, flush=True)


style = Gtk.CssProvider()
style.load_from_data(b"entry:focus { background: #cc3300; }")
Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
fields = {}
window = Gtk.Window(title="fields")
window.set_default_size(500, 640)
outside = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
window.add(outside)
outside.pack_start(Gtk.Label(label="header"), False, False, 8)
scroller = Gtk.ScrolledWindow()
outside.pack_start(scroller, True, True, 0)
content = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)
scroller.add(content)


def entry(name, where):
    fields[name] = Gtk.Entry(text=f"field {name}")
    where.pack_start(fields[name], False, False, 0)


for number in range(30):
    entry(f"e{number}", content)
area_scroller = Gtk.ScrolledWindow()
area_scroller.set_size_request(-1, 260)
area = fields["area"] = Gtk.TextView()
area.get_buffer().set_text("\n".join(f"line {number}" for number in range(60)))
area_scroller.add(area)
content.pack_start(area_scroller, False, False, 0)
for number in range(30, 40):
    entry(f"e{number}", content)
entry("pinned", outside)


def place(widget):
    x, y = widget.translate_coordinates(window, 0, 0)
    _, left, top = window.get_window().get_origin()
    return [left + x, top + y, widget.get_allocated_width(), widget.get_allocated_height()]


def caret():
    buffer = area.get_buffer()
    rect = area.get_iter_location(buffer.get_iter_at_mark(buffer.get_insert()))
    x, y = area.buffer_to_window_coords(Gtk.TextWindowType.WIDGET, rect.x, rect.y)
    left, top, _, _ = place(area)
    return [left + x, top + y, rect.width, rect.height]


def truth():
    widget = window.get_focus()
    name = next((name for name, field in fields.items() if field is widget), "none")
    rect = ",".join(str(value) for value in place(widget)) if widget else ""
    line = ",".join(str(value) for value in caret())
    view = ",".join(str(value) for value in place(scroller))
    say(f"truth focus={name} field={rect} view={view} caret={line} offset={scroller.get_vadjustment().get_value()} "
        f"inner={area_scroller.get_vadjustment().get_value()}")


def show_caret():
    area.scroll_mark_onscreen(area.get_buffer().get_insert())


def command(line):
    word, *rest = line.split()
    if word == "focus":
        fields[rest[0]].grab_focus()
        if rest[0] != "area":
            fields[rest[0]].set_position(-1)
    elif word in ("caret", "late", "end"):
        buffer = area.get_buffer()
        buffer.place_cursor(buffer.get_iter_at_line(int(rest[0])) if rest else buffer.get_end_iter())
        GLib.timeout_add(150, show_caret) if word == "late" else show_caret()
    elif word == "scroll":
        scroller.get_vadjustment().set_value(float(rest[0]))
    elif word == "truth":
        truth()
    elif word == "quit":
        Gtk.main_quit()
    say("ok " + line)


def readable(channel, condition):
    line = sys.stdin.readline()
    if not line:
        Gtk.main_quit()
        return False
    command(line.strip())
    return True


window.connect("destroy", Gtk.main_quit)
window.connect("focus-in-event", lambda *_: say("active"))
window.move(100, 40)
window.show_all()
sys.stdin = open(0, buffering=1)
GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, readable)
say("ready")
Gtk.main()
