"""A GTK 4 program that its maker made aware of the keyboard, with ctypes: LIBRARY LAYOUT [WIDTH HEIGHT].

Layouts: form (entries with nothing that scrolls), list (entries and a text area in scrolled windows, and an entry outside),
text (a text view with margins of its own), rows (a list view with an entry in each row), bar (a form with a bar over it),
nested (entries and a text area in scrolled windows within a scrolled window), header (a form below a header bar),
hanging (a form with a popover that hangs below the window).
With RTL in the environment everything goes from right to left; with TALL no content can be lower than so many pixels.
Commands come by lines on standard input, each is answered with `ok COMMAND`; `truth` says where things are in the window.
"""
import ctypes
import os
import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Gdk", "4.0")
from gi.repository import Gdk, Gio, GLib, GObject, Gtk  # noqa: E402

import gtk4machine  # noqa: E402


def say(text):
    print(text, flush=True)


class Error(ctypes.Structure):
    _fields_ = [("size", ctypes.c_uint32), ("code", ctypes.c_int), ("name", ctypes.c_char * 128), ("message", ctypes.c_char * 376)]


library = ctypes.CDLL(sys.argv[1])
library.headroom_gtk4_attach.restype = ctypes.c_void_p
layout = sys.argv[2]
width, height = (int(word) for word in sys.argv[3:5]) if len(sys.argv) > 4 else (500, 640)
GLib.set_prgname("gtk4.py")
if "RTL" in os.environ:
    Gtk.Widget.set_default_direction(Gtk.TextDirection.RTL)
fields = {}
scroller = None
inner = None
header = None


def call(name, *arguments):
    error = Error(size=ctypes.sizeof(Error))
    code = getattr(library, "headroom_gtk4_" + name)(*arguments, ctypes.byref(error))
    return code, error.message.decode()


def pointer(widget):
    return ctypes.c_void_p(hash(widget) if widget else None)


class Handle:
    value = None
    form = None


def entry(name, where, **properties):
    fields[name] = Gtk.Entry(text=f"field {name}", **properties)
    fields[name].set_name("low" if name == "low" else "field")
    where.append(fields[name])


def text_view(lines, **properties):
    view = fields["area"] = Gtk.TextView(**properties)
    view.get_buffer().set_text("\n".join(f"line {number}" for number in range(lines)))
    return view


def make_form(outside):
    entry("high", outside)
    outside.append(Gtk.Label(label="in between", vexpand=True))
    entry("middle", outside)
    entry("low", outside)
    entry("lowest", outside)


def make_list(outside):
    global scroller
    outside.append(Gtk.Label(label="header", margin_top=8, margin_bottom=8))
    scroller = Gtk.ScrolledWindow(vexpand=True)
    outside.append(scroller)
    content = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)
    scroller.set_child(content)
    for number in range(30):
        entry(f"e{number}", content)
    inner = Gtk.ScrolledWindow(height_request=260)
    inner.set_child(text_view(60))
    content.append(inner)
    entry("pinned", outside)


def make_text(outside):
    global scroller
    scroller = Gtk.ScrolledWindow(vexpand=True)
    scroller.set_child(text_view(60, top_margin=24, bottom_margin=12))
    outside.append(scroller)


def make_few(outside):
    """Entries in a scrolled window that has room for all of them, spread over it."""
    global scroller
    scroller = Gtk.ScrolledWindow(vexpand=True)
    outside.append(scroller)
    content = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    scroller.set_child(content)
    make_form(content)


def make_nested(outside):
    """Entries in a scrolled window within a scrolled window, which has a text area in another one too."""
    global scroller, inner
    scroller = Gtk.ScrolledWindow(vexpand=True)
    outside.append(scroller)
    content = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)
    scroller.set_child(content)
    for number in range(10):
        entry(f"e{number}", content)
    inner = Gtk.ScrolledWindow(height_request=200)
    content.append(inner)
    lines = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)
    inner.set_child(lines)
    for number in range(12):
        entry(f"n{number}", lines)
    text = Gtk.ScrolledWindow(height_request=160)
    text.set_child(text_view(60))
    content.append(text)
    for number in range(10, 20):
        entry(f"e{number}", content)


def make_header(outside):
    """A form below a header bar, which has an entry too, and with a button that opens a popover with one."""
    global header
    header = Gtk.HeaderBar(name="header")
    title = Gtk.Box()
    entry("title", title)
    header.set_title_widget(title)
    window.set_titlebar(header)
    make_form(outside)
    make_popover(outside, Gtk.ArrowType.UP)


def make_popover(outside, direction):
    inside = Gtk.Box()
    entry("inside", inside)
    fields["button"] = Gtk.MenuButton(popover=Gtk.Popover(child=inside), direction=direction, label="more")
    outside.append(fields["button"])


def make_hanging(outside):
    """A form at whose end a popover opens that hangs below the window."""
    make_form(outside)
    make_popover(outside, Gtk.ArrowType.DOWN)


def make_rows(outside):
    global scroller
    rows = Gtk.StringList()
    for number in range(100):
        rows.append(f"e{number}")
    factory = Gtk.SignalListItemFactory()
    factory.connect("setup", lambda _, item: item.set_child(Gtk.Entry()))

    def bind(_, item):
        name = item.get_item().get_string()
        item.get_child().set_text(name)
        fields[name] = item.get_child()

    factory.connect("bind", bind)
    factory.connect("unbind", lambda _, item: fields.pop(item.get_item().get_string(), None))
    scroller = Gtk.ScrolledWindow(vexpand=True)
    scroller.set_child(Gtk.ListView(model=Gtk.NoSelection(model=rows), factory=factory))
    outside.append(scroller)


window = Gtk.Window(title="gtk4", default_width=width, default_height=height)
least_height = int(os.environ.get("TALL", -1))
outside = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, height_request=least_height)
bar = None
if layout == "bar":
    over = Gtk.Overlay()
    over.set_child(outside)
    bar = Gtk.Box(height_request=45, valign=Gtk.Align.END, name="bar")
    bar.append(Gtk.Button(label="Next"))
    over.add_overlay(bar)
    window.set_child(over)
else:
    window.set_child(outside)
{"form": make_form, "bar": make_form, "list": make_list, "text": make_text, "few": make_few, "rows": make_rows,
 "nested": make_nested, "header": make_header, "hanging": make_hanging}[layout](outside)

provider = Gtk.CssProvider()
provider.load_from_data(b"#low, #low > text { background: #22aa22; } #bar { background: #aa2222; } "
                        b"#header { background: #2222aa; }")
Gtk.StyleContext.add_provider_for_display(Gdk.Display.get_default(), provider, 700)


def place(widget):
    native = widget.get_native()
    found, rect = widget.compute_bounds(native)
    # A surface has a border or a shadow around what GTK draws in it.
    x, y = native.get_surface_transform()
    if isinstance(native, Gtk.Popover):
        x, y = x + native.get_surface().get_position_x(), y + native.get_surface().get_position_y()
    return [rect.get_x() + x, rect.get_y() + y, rect.get_width(), rect.get_height()] if found else []


def caret():
    area = fields.get("area")
    if not area:
        return []
    buffer = area.get_buffer()
    rect = area.get_iter_location(buffer.get_iter_at_mark(buffer.get_insert()))
    x, y = area.buffer_to_window_coords(Gtk.TextWindowType.WIDGET, rect.x, rect.y)
    left, top, _, _ = place(area)
    return [left + x, top + y, rect.width, rect.height]


def truth():
    widget = window.get_focus()
    name = next((name for name, field in fields.items() if widget and (widget is field or widget.is_ancestor(field))), "none")
    words = {"focus": name, "field": place(fields[name]) if name != "none" else [], "caret": caret(),
             "child": place(window.get_child()), "bar": place(bar) if bar else [], "header": place(header) if header else []}
    if Dialog.window:
        words["dialog"] = [Dialog.window.get_child().compute_bounds(Dialog.window)[1].get_y(), int(Dialog.window.is_active())]
    if scroller:
        values = scroller.get_vadjustment()
        words |= {"offset": [values.get_value()], "range": [values.get_lower(), values.get_upper(), values.get_page_size()]}
        view = scroller.get_child()
        if isinstance(view, Gtk.TextView):
            words["margins"] = [view.get_top_margin(), view.get_bottom_margin()]
        elif isinstance(view, Gtk.Viewport):
            words["margins"] = [*view.get_child().get_size_request(), int(view.get_scroll_to_focus())]
    if inner:
        values = inner.get_vadjustment()
        words["inner"] = [values.get_value(), values.get_upper() - values.get_page_size(), place(inner)[1]]
    words |= {"frames": frames, "places": places, "tops": tops, "offsets": offsets}
    say("truth " + " ".join(
        f"{key}={value if isinstance(value, str) else ','.join(str(number) for number in value)}" for key, value in words.items()))


class Dialog:
    window = None


def open_dialog(parent, width=400, height=600):
    """A second window, over the first if that is its parent, with an entry at its end."""
    Dialog.window = Gtk.Window(title="dialog", transient_for=parent, default_width=width, default_height=height)
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    box.append(Gtk.Label(label="a dialog", vexpand=True))
    box.set_size_request(-1, least_height if height > 500 else -1)
    entry("name", box)
    Dialog.window.set_child(box)
    library.headroom_gtk4_attach(pointer(Dialog.window))
    Dialog.window.present()
    fields["name"].grab_focus()


frames = []
places = []
tops = []
offsets = []


def count_frames():
    """The times between the frames in which the content or the scroll view moves, in µs, and where they went."""
    state = {"last": None, "place": None}

    def tick(widget, clock):
        now = place(window.get_child())[1], scroller.get_vadjustment().get_value() if scroller else 0
        if state["place"] is not None and now != state["place"]:
            time = clock.get_frame_time()
            if state["last"]:
                frames.append(time - state["last"])
            state["last"] = time
            places.append(now[1] - now[0])
            tops.append(now[0])
            offsets.append(now[1])
        state["place"] = now
        return True

    for record in (frames, places, tops, offsets):
        record.clear()
    window.add_tick_callback(tick)


def move_bare():
    """Moves the content for 250 ms and back at once, as any program could, with a style of its own."""
    style = Gtk.CssProvider()
    context = window.get_child().get_style_context()
    context.add_provider(style, 800)
    start = GLib.get_monotonic_time()

    def tick(_, clock):
        share = min(1, max(0, clock.get_frame_time() - start) / 250000)
        if share == 1:
            context.remove_provider(style)
            return False
        style.load_from_data(f"* {{ transform: translateY({-150 * share:.3f}px); }}".encode())
        return True

    window.add_tick_callback(tick)


def attach():
    Handle.value = ctypes.c_void_p(library.headroom_gtk4_attach(pointer(window)))


def detach():
    library.headroom_gtk4_detach(Handle.value)


def command(line):
    word, *rest = line.split()
    if word == "attach":
        attach()
    elif word == "detach":
        detach()
    elif word == "churn":
        say(gtk4machine.churn(window, int(rest[0]), attach, detach, *(int(number) for number in rest[1:])))
    elif word == "set":
        value = pointer(bar) if rest[0] == "accessory" else ctypes.c_int(int(rest[1])) if rest[0] in ("strategy", "duration") else ctypes.c_double(float(rest[1]))
        say("set " + repr(call("set_" + rest[0], Handle.value, value)))
    elif word == "wish":
        value = ctypes.c_int(int(rest[2])) if rest[0] in ("strategy", "ignored", "order") else ctypes.c_double(float(rest[2]))
        say("wish " + repr(call("widget_set_" + rest[0], pointer(fields[rest[1]]), value)))
    elif word == "focus":
        fields[rest[0]].grab_focus()
    elif word == "caret":
        buffer = fields["area"].get_buffer()
        buffer.place_cursor(buffer.get_iter_at_line(int(rest[0]))[1])
        fields["area"].scroll_mark_onscreen(buffer.get_insert())
    elif word == "select":
        buffer = fields["area"].get_buffer()
        buffer.select_range(*(buffer.get_iter_at_line(int(number))[1] for number in rest))
    elif word == "type":
        fields["area"].get_buffer().insert_at_cursor("typed\n" * int(rest[0]))
    elif word == "scroll":
        scroller.get_vadjustment().set_value(float(rest[0]))
    elif word == "scroll-inner":
        inner.get_vadjustment().set_value(float(rest[0]))
    elif word == "animations":
        Gtk.Settings.get_default().set_property("gtk-enable-animations", rest[0] == "on")
    elif word == "frames":
        count_frames()
    elif word == "bare":
        move_bare()
    elif word == "busy":
        gtk4machine.keep_busy(rest[0] == "on")
    elif word == "size":
        window.set_default_size(int(rest[0]), int(rest[1]))
    elif word == "state":
        {"fullscreen": window.fullscreen, "maximized": window.maximize, "normal": window.unfullscreen}[rest[0]]()
    elif word == "dialog":
        open_dialog(window)
    elif word == "small-dialog":
        open_dialog(window, 300, 400)
    elif word == "second":
        open_dialog(None)
    elif word == "first":
        window.present()
    elif word == "next":
        if not Handle.form:
            Handle.form = ctypes.c_void_p()
            call("form_open", Handle.value, pointer(window), ctypes.byref(Handle.form))
        call("form_move", Handle.form, ctypes.c_int(1))
    elif word == "popup":
        fields["button"].popup()
    elif word == "popdown":
        fields["button"].popdown()
    elif word == "close":
        Dialog.window.destroy()
        Dialog.window = None
        window.present()
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
gtk4machine.tell_when_active(window, say)
window.present()
sys.stdin = open(0, buffering=1)
GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, readable)
say("ready")
loop.run()
