"""What an X display really shows, by its window tree and its pixels: the truth that notifications are compared with.

    xtruth.py CLASS             a class, or
    xtruth.py title:TITLE       the title of a window that says of no class, or
    xtruth.py override:CLASS    a class, and no window manager takes care of the window, or
    xtruth.py popup:CLASS       the same, and candidates are shown in it: however low, but 60 px wide at least

It watches the windows of a class that are larger than a helper's, and the window manager, and prints what changes, each
with the time in microseconds of CLOCK_MONOTONIC at which the event was read. Of a window that takes pointers in a part
of it only, that part counts:

    wm NAME                     a window manager is there
    window TIME X Y W H         the mapped window of the class is here, in the root window's pixels
    window TIME none            there is none
    workarea TIME X Y W H       where maximised windows go

Commands on standard input, each answered by `ok COMMAND`: tree (prints `tree X Y W H` or `tree none`, asked afresh),
shot FILE (writes the screen as a PPM), paint (a plain desktop, so that pixels of another colour are a window's).
"""
import os
import select
import sys
import time

from Xlib import X, Xatom, display, error

BACKGROUND = 0x204060
HELPER = 45
NARROWEST = 60
INPUT = 2  # a kind of shape

kind, _, wanted = sys.argv[1].rpartition(":")
link = display.Display()
screen = link.screen()
root = screen.root
atom = link.intern_atom
CHECK, NAME, AREA, UTF8 = (atom(name) for name in (
    "_NET_SUPPORTING_WM_CHECK", "_NET_WM_NAME", "_NET_WORKAREA", "UTF8_STRING"))
link.set_error_handler(lambda *_: None)  # windows vanish while they are asked about


def say(*words):
    print(*words, flush=True)


def now():
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000


def asked(question, *arguments):
    """The answer of a window that may be gone."""
    try:
        return question(*arguments)
    except (error.XError, AttributeError):
        return None


def is_wanted(window):
    names = asked(window.get_wm_class)
    if kind == "title":
        return not names and asked(window.get_wm_name) == wanted
    if kind in ("override", "popup"):
        attributes = asked(window.get_attributes)
        if not attributes or not attributes.override_redirect:
            return False
    return bool(names) and wanted in names


def within(window, size):
    """The part of a window that takes pointers, in the window."""
    shape = asked(window.shape_get_rectangles, INPUT)
    left, top, right, bottom = size.width, size.height, 0, 0
    for part in shape.rectangles if shape else []:
        left, top = min(left, max(part.x, 0)), min(top, max(part.y, 0))
        right = max(right, min(part.x + part.width, size.width))
        bottom = max(bottom, min(part.y + part.height, size.height))
    return left, top, right - left, bottom - top


def place(window):
    """Where a mapped window of the class is, without its helpers."""
    attributes = asked(window.get_attributes)
    if not attributes or attributes.map_state != X.IsViewable:
        return None
    size, origin = asked(window.get_geometry), asked(root.translate_coords, window, 0, 0)
    if not size or not origin:
        return None
    x, y, width, height = within(window, size)
    is_large = width >= NARROWEST if kind == "popup" else width > HELPER and height > HELPER
    return (origin.x + x, origin.y + y, width, height) if is_large else None


def tree(window=root, depth=0):
    """All windows of the class, asked afresh."""
    answer = asked(window.query_tree)
    for child in answer.children if answer and depth < 4 else []:
        if is_wanted(child):
            yield child
        yield from tree(child, depth + 1)


known = {}  # windows that are watched, by number: whether they are of the class
last = {"window": "none", "workarea": None, "wm": None}


def watch(window):
    if window.id not in known:
        known[window.id] = False
        asked(lambda: window.change_attributes(event_mask=X.StructureNotifyMask | X.PropertyChangeMask))
        asked(lambda: window.shape_select_input(True))


def tell(kind, when, value):
    if last[kind] != value:
        last[kind] = value
        say(kind, when, value)


def look(when):
    """Tells where the keyboard is now."""
    places = [place(link.create_resource_object("window", number)) for number, ours in known.items() if ours]
    places = [each for each in places if each]
    tell("window", when, " ".join(map(str, places[0])) if places else "none")


def look_at_root(when):
    area = asked(root.get_full_property, AREA, X.AnyPropertyType)
    if area and len(area.value) >= 4:
        tell("workarea", when, " ".join(map(str, area.value[:4])))
    check = asked(root.get_full_property, CHECK, Xatom.WINDOW)
    if check and last["wm"] is None:
        manager = link.create_resource_object("window", check.value[0])
        name = asked(manager.get_full_property, NAME, UTF8)
        if name:
            last["wm"] = name.value.decode()
            say("wm", last["wm"])


def take(event):
    when = now()
    window = getattr(event, "window", None)
    if event.type == link.extension_event.ShapeNotify:
        return look(when) if known.get(event.affected_window.id) else None
    if event.type == X.CreateNotify:
        return watch(window)
    if event.type == X.DestroyNotify:
        if known.pop(window.id, False):
            look(when)
        return None
    if event.type == X.PropertyNotify and window.id == root.id:
        return look_at_root(when)
    if event.type in (X.MapNotify, X.UnmapNotify, X.ConfigureNotify, X.ReparentNotify, X.PropertyNotify):
        if not known.get(window.id) and event.type in (X.MapNotify, X.ReparentNotify, X.PropertyNotify):
            watch(window)
            known[window.id] = is_wanted(window)
        if known.get(window.id) and event.type != X.PropertyNotify:
            look(when)
    return None


def shot(path):
    size = root.get_geometry()
    image = root.get_image(0, 0, size.width, size.height, X.ZPixmap, 0xFFFFFFFF)
    pixels = bytearray(size.width * size.height * 3)
    for channel in range(3):
        pixels[channel::3] = image.data[2 - channel::4]
    with open(path + ".part", "wb") as file:
        file.write(b"P6\n%d %d\n255\n" % (size.width, size.height) + pixels)
    os.replace(path + ".part", path)


def paint():
    root.change_attributes(background_pixel=BACKGROUND)
    root.clear_area(0, 0, 0, 0)
    link.sync()


def obey(line):
    word, *rest = line.split()
    if word == "tree":
        places = [each for each in map(place, tree()) if each]
        say("tree", " ".join(map(str, places[0])) if places else "none")
    elif word == "shot":
        shot(rest[0])
    elif word == "paint":
        paint()
    say("ok", line)


root.change_attributes(event_mask=X.SubstructureNotifyMask | X.PropertyChangeMask)
for window in tree():
    watch(window)
    known[window.id] = True
look_at_root(now())
look(now())
link.flush()
say("ready")
buffer = b""
while True:
    # Flushing reads what has come: whether that is an event has to be asked after it, or the event waits for the next one.
    link.flush()
    while link.pending_events():
        take(link.next_event())
        link.flush()
    ready, _, _ = select.select([link.fileno(), sys.stdin], [], [])
    if sys.stdin in ready:
        data = os.read(0, 65536)
        if not data:
            break
        buffer += data
        while b"\n" in buffer:
            line, buffer = buffer.split(b"\n", 1)
            obey(line.decode())
