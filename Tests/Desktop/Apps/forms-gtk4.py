"""A GTK 4 window with fields of every kind, whose fields are told how to behave as a test says.

Commands on standard input, each answered by lines and `ok COMMAND`. A NAME is that of a widget.
  do EXPRESSION           a Python expression with `headroom`, and the widgets by their names
  ask EXPRESSION          the same; says `answer VALUE`
  quit
What goes wrong is said as `error WHAT`.
"""
import ctypes
import sys
import weakref

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, GObject, Gtk  # noqa: E402

sys.path.insert(0, sys.argv[1])
import headroom_gtk4 as headroom  # noqa: E402

gobject = ctypes.CDLL("libgobject-2.0.so.0")
gobject.g_signal_handler_find.restype = ctypes.c_ulong
gtk = ctypes.CDLL("libgtk-4.so.1")
BUTTON_RELEASE, TOUCH_END = 3, 19
STYLE = b"""
    window { background: #ffffff; color: #000000; } label { color: #000000; } .large, .large * { font-size: 32px; }
    textview, textview text { background: #ffffff; font-family: monospace; font-size: 16px; }
"""


def say(*words):
    print(*words, flush=True)


GLib.set_prgname("forms-gtk4.py")
style = Gtk.CssProvider()
style.load_from_data(STYLE)
Gtk.StyleContext.add_provider_for_display(
    Gdk.Display.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)

window = Gtk.Window(title="forms", default_width=500, default_height=640)
outside = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8)
window.set_child(outside)
first = Gtk.Entry(name="first")
second = Gtk.Entry(name="second")
secret = Gtk.PasswordEntry(name="secret", show_peek_icon=True)
third = Gtk.Entry(name="third")
button = Gtk.Button(label="button", name="button")
notes = Gtk.TextView(name="notes", wrap_mode=Gtk.WrapMode.WORD_CHAR)
notes_view = Gtk.ScrolledWindow(height_request=120, child=notes, name="notes_view")
content = Gtk.Box(height_request=2000, name="content")
scroller = Gtk.ScrolledWindow(vexpand=True, child=content, name="scroller")
suggestions = Gtk.Label(label="suggestions", height_request=30, name="suggestions")
empty = Gtk.Box(height_request=40, name="empty")
for each in (first, second, secret, third, button, notes_view, empty, suggestions, scroller):
    outside.append(each)
events = []
kept = {}
pressed = False
clicks = 0


def key_released(*_):
    global pressed
    pressed = True


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
def happened(_controller, event, _data):
    # Connected by ctypes: Python does not know what GTK 4.8 makes of events.
    global clicks
    clicks += gtk.gdk_event_get_event_type(ctypes.c_void_p(event)) in (BUTTON_RELEASE, TOUCH_END)
    return 0


def name(widget):
    """The name of a widget, or of the one that it is a part of."""
    while widget and widget.get_name().startswith("Gtk"):
        widget = widget.get_parent()
    return widget.get_name() if widget else "none"


def focus():
    return name(window.get_focus())


def place(widget, other=window):
    """Where a widget is in another one."""
    is_there, rect = widget.compute_bounds(other)
    return (rect.get_x(), rect.get_y(), rect.get_width(), rect.get_height()) if is_there else None


def label(view=notes):
    """The label of a view's placeholder, which lies in a box over the text; None: there is none, or it is hidden."""
    def below(widget):
        child = widget.get_first_child()
        while child:
            yield child
            yield from below(child)
            child = child.get_next_sibling()
    return next((each for each in below(view) if isinstance(each, Gtk.Label) and each.get_mapped()), None)


def insets(view=notes):
    return view.get_left_margin(), view.get_right_margin(), view.get_top_margin()


def address(each):
    return ctypes.c_void_p(hash(each))


def handlers(*objects):
    """How many handlers of signals some objects have, and event controllers."""
    count = 0
    for each in objects:
        kinds = [each.__gtype__] + each.__gtype__.interfaces
        kind = each.__gtype__.parent
        while kind != GObject.TYPE_INVALID:
            kinds.append(kind)
            kind = kind.parent
        for identity in {signal for kind in kinds for signal in GObject.signal_list_ids(kind)}:
            blocked = []
            while handler := gobject.g_signal_handler_find(address(each), 1 | 1 << 5, identity, 0, None, None, None):
                blocked.append(handler)
                GObject.GObject.handler_block(each, handler)
            for handler in blocked:
                GObject.GObject.handler_unblock(each, handler)
            count += len(blocked)
        if isinstance(each, Gtk.Widget):
            count += each.observe_controllers().get_n_items()
    return count


def all_handlers():
    adjustments = [notes.get_hadjustment(), notes.get_vadjustment(), notes.get_buffer()]
    texts = [entry.get_delegate() for entry in (first, second, secret, third)]
    return handlers(window, outside, first, second, secret, third, notes, *texts, *adjustments)


def image(width, height, caps, edge, middle):
    """A picture whose border, as wide as the caps, is of another colour than its middle."""
    top, left, bottom, right = caps
    rows = [
        middle if left <= x < width - right and top <= y < height - bottom else edge
        for y in range(height) for x in range(width)]
    return Gdk.MemoryTexture.new(
        width, height, Gdk.MemoryFormat.R8G8B8, GLib.Bytes.new(b"".join(bytes(row) for row in rows)), width * 3)


def short_lived():
    """A window with fields that behave in every way, which is destroyed; what is left of it."""
    other = Gtk.Window()
    box = Gtk.Box()
    entry, view = Gtk.Entry(text="x"), Gtk.TextView()
    box.append(entry)
    box.append(view)
    other.set_child(box)
    everything(entry, view)
    form = headroom.Form(headroom.attach(other), box)
    form.set_dismissal(headroom.DISMISS_TAP_OUTSIDE | headroom.DISMISS_SCROLL)
    other.present()
    entry.grab_focus()
    left = [weakref.ref(each) for each in (other, box, entry, view)]
    buffer = view.get_buffer()
    other.destroy()
    del other, box, entry, view
    kept["left"], kept["buffer"], kept["form"] = left, buffer, form


def everything(entry, view):
    headroom.field_set_clear_button(entry, headroom.CLEAR_BUTTON_ALWAYS)
    headroom.field_set_clears_on_begin(entry, True)
    headroom.field_set_secure_clear(entry, True)
    headroom.field_set_border(entry, headroom.BORDER_LINE)
    headroom.field_set_background(
        entry, image(9, 9, (3, 3, 3, 3), (255, 0, 0), (0, 0, 255)), headroom.Caps(3, 3, 3, 3), headroom.FILLING_STRETCH)
    headroom.text_view_set_placeholder(view, headroom.Placeholder(text=b"notes"))


def still_there():
    return sum(each() is not None for each in kept["left"])


def told(event, has_field):
    events.append("done" if event == headroom.FORM_DONE else "focus" if has_field else "none")


def command(line):
    word, _, rest = line.partition(" ")
    try:
        if word == "do":
            exec(rest, globals())
        elif word == "ask":
            say("answer", eval(rest, globals()))
        elif word == "quit":
            loop.quit()
    except Exception as error:
        say(f"error {error}")
    say("ok " + line)


def readable(_channel, _condition):
    line = sys.stdin.readline()
    if not line:
        loop.quit()
        return False
    command(line.strip())
    return True


loop = GLib.MainLoop()
pointer = Gtk.EventControllerLegacy(propagation_phase=Gtk.PropagationPhase.CAPTURE)
gobject.g_signal_connect_data(address(pointer), b"event", happened, None, None, 0)
window.add_controller(pointer)
keys = Gtk.EventControllerKey(propagation_phase=Gtk.PropagationPhase.CAPTURE)
keys.connect("key-released", key_released)
window.add_controller(keys)
window.connect("notify::is-active", lambda *_: say("active") if window.is_active() else None)
window.present()
sys.stdin = open(0, buffering=1)
GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, readable)
say("ready")
loop.run()
