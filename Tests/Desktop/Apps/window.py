"""An X11 client whose windows do what they are told, for what real keyboards do not do.

Commands on standard input, one a line, each answered by a line `ok COMMAND` once the server has done it:
  make NAME X Y W H [class=INSTANCE,CLASS] [type=DOCK] [title=TEXT] [unmanaged] [strut=12 or 4 NUMBERS] [border=N]
    [focus] (wants the keyboard's focus)
  map NAME | unmap NAME | destroy NAME | move NAME X Y | resize NAME W H | place NAME X Y W H | raise NAME
  shape NAME input|bounding X,Y,W,H;X,Y,W,H... (`none`: empty; `whole`: no shape)
  property NAME PROPERTY NUMBERS | atoms NAME PROPERTY ATOMS | delete NAME PROPERTY (`root` is the root window)
  class NAME INSTANCE,CLASS | title NAME TEXT | wrap NAME X Y (into a frame of its own there) | where NAME (says `at X Y W H`)
  managed (maps a window, and says `managed yes` once a window manager has put it into a frame, else `managed no`)
  truth INSTANCE [unmanaged] | truth titled TEXT (says `truth X Y W H`, where a viewable window of this class or title
    takes pointers on the screen, the largest one's place; `truth none` if nowhere)
  message TYPE NUMBER (to the root window, for everybody)
  flood N (makes and maps so many windows) | quit
"""
import sys

from Xlib import X, Xatom, Xutil, display, error
from Xlib.ext import shape
from Xlib.protocol import event

server = display.Display()
root = server.screen().root
windows = {"root": root}


def atom(name):
    return server.intern_atom(name)


def numbers(text):
    return [int(number) & 0xffffffff for number in text.split(",")]


def set_class(window, text):
    window.set_wm_class(*text.split(","))


def make(name, x, y, width, height, *options):
    given = dict(option.split("=", 1) for option in options if "=" in option)
    window = root.create_window(
        int(x), int(y), int(width), int(height), int(given.get("border", 0)), X.CopyFromParent, X.InputOutput,
        X.CopyFromParent, background_pixel=0x336699, override_redirect="unmanaged" in options)
    windows[name] = window
    # Places are as asked for, also by a window manager.
    window.set_wm_normal_hints(flags=Xutil.USPosition | Xutil.USSize | Xutil.PPosition)
    window.set_wm_hints(flags=Xutil.InputHint, input=1 if "focus" in options else 0)
    if "class" in given:
        set_class(window, given["class"])
    if "title" in given:
        window.set_wm_name(given["title"])
    if "type" in given:
        window.change_property(atom("_NET_WM_WINDOW_TYPE"), Xatom.ATOM, 32, [kind(given["type"])])
    if "strut" in given:
        strut(window, given["strut"])


def kind(name):
    return atom("_KDE_NET_WM_WINDOW_TYPE_OVERRIDE" if name == "OVERRIDE" else "_NET_WM_WINDOW_TYPE_" + name)


def strut(window, text):
    words = numbers(text)
    window.change_property(
        atom("_NET_WM_STRUT_PARTIAL" if len(words) == 12 else "_NET_WM_STRUT"), Xatom.CARDINAL, 32, words)


def set_shape(name, which, text):
    what = shape.SK.Input if which == "input" else shape.SK.Bounding
    if text == "whole":
        windows[name].shape_mask(shape.SO.Set, what, 0, 0, X.NONE)
        return
    rectangles = [] if text == "none" else [tuple(map(int, part.split(","))) for part in text.split(";")]
    windows[name].shape_rectangles(shape.SO.Set, what, X.Unsorted, 0, 0, rectangles)


def wrap(name, x, y):
    window = windows[name]
    size = window.get_geometry()
    frame = root.create_window(
        int(x), int(y), size.width, size.height, 0, X.CopyFromParent, override_redirect=True)
    windows[name + "-frame"] = frame
    window.reparent(frame, 0, 0)
    frame.map()


def where(name):
    window = windows[name]
    size = window.get_geometry()
    place = root.translate_coords(window, 0, 0)
    print(f"at {place.x} {place.y} {size.width} {size.height}", flush=True)


def managed():
    # openbox may sleep over what comes while it starts; asked again it wakes up.
    if "probe" not in windows:
        make("probe", 0, 0, 50, 50)
    windows["probe"].map()
    server.sync()
    is_framed = windows["probe"].query_tree().parent != root
    if is_framed:
        destroy("probe")
    print("managed " + ("yes" if is_framed else "no"), flush=True)


def below(window, depth=3):
    try:
        children = window.query_tree().children
    except error.BadWindow:
        return
    for child in children:
        yield child
        if depth:
            yield from below(child, depth - 1)


def on_screen(window):
    size = window.get_geometry()
    shape_of = window.shape_get_rectangles(shape.SK.Input).rectangles
    left = max(0, min(part.x for part in shape_of))
    top = max(0, min(part.y for part in shape_of))
    right = min(size.width, max(part.x + part.width for part in shape_of))
    bottom = min(size.height, max(part.y + part.height for part in shape_of))
    place = root.translate_coords(window, 0, 0)
    screen = root.get_geometry()
    x, y = max(0, place.x + left), max(0, place.y + top)
    return x, y, min(screen.width, place.x + right) - x, min(screen.height, place.y + bottom) - y


def is_meant(window, what, words):
    if window.get_attributes().map_state != X.IsViewable:
        return False
    if what == "titled":
        return window.get_wm_class() is None and window.get_wm_name() == words[0]
    name = window.get_wm_class()
    return bool(name) and name[0] == what and (
        "unmanaged" not in words or window.get_attributes().override_redirect)


def truth(what, *words):
    found = []
    for window in below(root):
        try:
            if is_meant(window, what, words):
                found.append(on_screen(window))
        except (error.BadWindow, error.BadDrawable, ValueError):
            continue
    best = max(found, key=lambda place: place[2] * place[3], default=None)
    print("truth " + (" ".join(map(str, best)) if best and min(best[2:]) > 45 else "none"), flush=True)


def message(name, number):
    root.send_event(
        event.ClientMessage(window=root, client_type=atom(name), data=(32, [int(number), 0, 0, 0, 0])),
        event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)


def flood(count):
    for _ in range(int(count)):
        root.create_window(0, 0, 10, 10, 0, X.CopyFromParent, override_redirect=True).map()


def destroy(name):
    windows.pop(name).destroy()


COMMANDS = {
    "make": make,
    "destroy": destroy,
    "shape": set_shape,
    "wrap": wrap,
    "where": where,
    "managed": managed,
    "truth": truth,
    "message": message,
    "flood": flood,
    "map": lambda name: windows[name].map(),
    "unmap": lambda name: windows[name].unmap(),
    "raise": lambda name: windows[name].configure(stack_mode=X.Above),
    "move": lambda name, x, y: windows[name].configure(x=int(x), y=int(y)),
    "resize": lambda name, w, h: windows[name].configure(width=int(w), height=int(h)),
    "place": lambda name, x, y, w, h: windows[name].configure(x=int(x), y=int(y), width=int(w), height=int(h)),
    "class": lambda name, text: set_class(windows[name], text),
    "title": lambda name, *words: windows[name].set_wm_name(" ".join(words)),
    "strut": lambda name, text: strut(windows[name], text),
    "property": lambda name, prop, text: windows[name].change_property(atom(prop), Xatom.CARDINAL, 32, numbers(text)),
    "atoms": lambda name, prop, text: windows[name].change_property(
        atom(prop), Xatom.ATOM, 32, [atom(each) for each in text.split(",")]),
    "delete": lambda name, prop: windows[name].delete_property(atom(prop)),
}

print("ready", flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "quit":
        break
    COMMANDS[words[0]](*words[1:])
    server.sync()
    print("ok " + line.strip(), flush=True)
