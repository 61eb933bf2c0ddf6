"""A GTK 4 window like that of fields-gtk3.py. It knows no place on the screen: places are those in the window, and
`truth` has that window's size as well."""
import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402


def say(text):
    print(text, flush=True)


GLib.set_prgname("fields-gtk4.py")
style = Gtk.CssProvider()
style.load_from_data(b"entry:focus-within { background: #cc3300; }")
Gtk.StyleContext.add_provider_for_display(Gdk.Display.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
fields = {}
window = Gtk.Window(title="fields", default_width=500, default_height=640)
outside = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
window.set_child(outside)
outside.append(Gtk.Label(label="header", margin_top=8, margin_bottom=8))
scroller = Gtk.ScrolledWindow(vexpand=True)
outside.append(scroller)
content = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)
scroller.set_child(content)


def entry(name, where):
    fields[name] = Gtk.Entry(text=f"field {name}")
    where.append(fields[name])


for number in range(30):
    entry(f"e{number}", content)
area_scroller = Gtk.ScrolledWindow(height_request=260)
area = fields["area"] = Gtk.TextView()
area.get_buffer().set_text("\n".join(f"line {number}" for number in range(60)))
area_scroller.set_child(area)
content.append(area_scroller)
for number in range(30, 40):
    entry(f"e{number}", content)
entry("pinned", outside)


def place(widget):
    _, rect = widget.compute_bounds(window)
    return [rect.get_x(), rect.get_y(), rect.get_width(), rect.get_height()]


def caret():
    buffer = area.get_buffer()
    rect = area.get_iter_location(buffer.get_iter_at_mark(buffer.get_insert()))
    x, y = area.buffer_to_window_coords(Gtk.TextWindowType.WIDGET, rect.x, rect.y)
    left, top, _, _ = place(area)
    return [left + x, top + y, rect.width, rect.height]


def truth():
    widget = window.get_focus()
    name = next((name for name, field in fields.items() if widget is field or (widget and widget.is_ancestor(field))), "none")
    rect = ",".join(str(value) for value in place(fields[name])) if name != "none" else ""
    line = ",".join(str(value) for value in caret())
    view = ",".join(str(value) for value in place(scroller))
    say(f"truth focus={name} field={rect} view={view} caret={line} offset={scroller.get_vadjustment().get_value()} "
        f"inner={area_scroller.get_vadjustment().get_value()} size={window.get_width()},{window.get_height()}")


def command(line):
    word, *rest = line.split()
    if word == "focus":
        fields[rest[0]].grab_focus()
    elif word in ("caret", "end"):
        buffer = area.get_buffer()
        buffer.place_cursor(buffer.get_iter_at_line(int(rest[0]))[1] if rest else buffer.get_end_iter())
        area.scroll_mark_onscreen(buffer.get_insert())
    elif word == "scroll":
        scroller.get_vadjustment().set_value(float(rest[0]))
    elif word == "truth":
        truth()
    elif word == "quit":
        loop.quit()
    say("ok " + line)


def readable(channel, condition):
    line = sys.stdin.readline()
    if not line:
        loop.quit()
        return False
    command(line.strip())
    return True


loop = GLib.MainLoop()
window.connect("notify::is-active", lambda *_: say("active") if window.is_active() else None)
window.present()
sys.stdin = open(0, buffering=1)
GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, readable)
say("ready")
loop.run()
