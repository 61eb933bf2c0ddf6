"""Asks a program over the accessibility bus what toolkits answer differently, and prints each as `QUESTION: ANSWER`.

    answers.py PID entry|area|away|fixed FIELD WINDOW

PID is the program's process, or what has started it. FIELD is where the field with the focus is by the toolkit itself, WINDOW
where its window is: X,Y,WIDTH,HEIGHT on the screen. An entry and an area have the caret at their end; one that is away is
scrolled out of sight; one that is fixed lies in nothing that scrolls. It ends with `ok`.
"""
import pathlib
import sys
import time

from gi.repository import Gio, GLib

ROOT = "/org/a11y/atspi/accessible/root"
A11Y = "org.a11y.atspi."
SCROLL_BAR, BOXES, PAGES = 48, (20, 39), (82, 95)
BROWSERS = ("Chromium", "Gecko")
pid, state, field, window = int(sys.argv[1]), sys.argv[2], *(
    [float(number) for number in word.split(",")] for word in sys.argv[3:5])

session = Gio.bus_get_sync(Gio.BusType.SESSION)
address = session.call_sync(
    "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, -1, None).unpack()[0]
bus = Gio.DBusConnection.new_for_address_sync(
    address, Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)


class Refused(Exception):
    """An answer that is an error, or none."""


def ask(thing, interface, member, signature="()", *arguments):
    parameters = GLib.Variant(signature, arguments)
    try:
        answer = bus.call_sync(*thing, interface, member, parameters, None, 0, 2000, None).unpack()
    except GLib.Error as problem:
        if problem.matches(Gio.io_error_quark(), Gio.IOErrorEnum.TIMED_OUT):
            raise Refused("no answer")
        raise Refused((Gio.DBusError.get_remote_error(problem) or "error").split(".")[-1])
    return answer[0] if len(answer) == 1 else answer


def property_of(thing, interface, name):
    return ask(thing, "org.freedesktop.DBus.Properties", "Get", "(ss)", A11Y + interface, name)


def children(thing):
    return ask(thing, A11Y + "Accessible", "GetChildren")


def has(thing, bit):
    low, high = ask(thing, A11Y + "Accessible", "GetState")
    return bool((high << 32 | low) >> bit & 1)


def role(thing):
    return ask(thing, A11Y + "Accessible", "GetRole")


def process(name):
    return ask(("org.freedesktop.DBus", "/org/freedesktop/DBus"), "org.freedesktop.DBus",
               "GetConnectionUnixProcessID", "(s)", name)


def is_ours(name):
    """Whether a connection is that of the program that is asked."""
    each = process(name)
    while each > 1 and each != pid:
        each = int(pathlib.Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()[1])
    return each == pid


def focused(level):
    while level:
        found = next((thing for thing in level if has(thing, 12) and has(thing, 7)), None)
        if found:
            return found
        level = [child for thing in level for child in children(thing)]
    return None


def wait(found, what):
    """Programs come to the bus when they like, and browsers make pages anew there."""
    for _ in range(400):
        try:
            thing = found()
            if thing:
                return thing
        except Refused:
            pass
        time.sleep(0.05)
    raise SystemExit(what)


def say(question, answer, *arguments):
    try:
        text = answer(*arguments)
    except Refused as problem:
        text = str(problem)
    print(f"{state}, {question}: {'yes' if text is True else 'no' if text is False else text}", flush=True)


def place(extents):
    """What a rectangle is in relation to where the field really is."""
    x, y, width, height = extents
    if -2 ** 31 in (x, y):
        return "INT_MIN"
    if (x, y, width, height) == (-1, -1, -1, -1):
        return "-1"
    if width <= 0 and height <= 0:
        return "empty"
    left, top, right, bottom = field[0] - 12, field[1] - 12, field[0] + field[2] + 12, field[1] + field[3] + 12
    if left <= x <= right and top <= y <= bottom:
        return "on the screen"
    if left <= x + window[0] <= right and top <= y + window[1] <= bottom:
        return "in the window"
    return "elsewhere"


def extents(thing, space):
    return ask(thing, A11Y + "Component", "GetExtents", "(u)", space)


def character(space, back=0):
    offset = property_of(it, "Text", "CharacterCount") - back
    return place(ask(it, A11Y + "Text", "GetCharacterExtents", "(iu)", offset, space))


def settled():
    """Where the field is once nothing moves: browsers scroll some time after they were told."""
    last, count = None, 0
    for _ in range(500 if kit in BROWSERS else 0):
        here = extents(it, 0)
        last, count = here, count + 1 if here == last and place(here) != "-1" else 0
        if count == 10:
            break
        time.sleep(0.02)
    return extents(it, 1 if kit == "GTK" else 0)


def later(answer, *arguments):
    """What is said once browsers have looked, who do so after the first question."""
    for _ in range(200 if kit in BROWSERS else 0):
        if answer(*arguments) not in ("empty", "nothing"):
            break
        time.sleep(0.02)
    return answer(*arguments)


def effect(interface, member, signature, *arguments):
    """What it says, and whether the field moved."""
    before = settled()
    said = ask(it, A11Y + interface, member, signature, *arguments)
    for _ in range(150 if said and kit in BROWSERS else 0):
        if extents(it, 0) != before:
            break
        time.sleep(0.02)
    return f"{'yes' if said else 'no'}, {'moved' if settled() != before else 'nothing moved'}"


def lineage():
    """What the field lies in, from it outwards."""
    way, thing = [], it
    while not thing[1].endswith(("/root", "/null")):
        way.append(tuple(thing))
        thing = property_of(thing, "Accessible", "Parent")
    return way


def hit():
    """What is said to be where the field is, by the page that it lies in, or by its window."""
    way = lineage()
    x, y, width, height = extents(it, 0)
    whole = next((thing for thing in reversed(way) if role(thing) in PAGES), way[-1])
    there = tuple(ask(whole, A11Y + "Component", "GetAccessibleAtPoint", "(iiu)", x + width // 2, y + height // 2, 0))
    if there == way[0]:
        return "the field"
    if there in way:
        return "what it lies in"
    return "nothing" if there[1].endswith("/null") else "another object"


def bar():
    """The vertical scroll bar of the innermost pane, as the plugin looks for it."""
    thing, former = it, None
    while not thing[1].endswith(("/root", "/null")):
        beside = [child for child in children(thing) if tuple(child) != former or thing == it]
        if len(beside) <= 6:
            for box in beside:
                for each in [box] + (children(box) if role(box) in BOXES else []):
                    _, _, width, height = extents(each, 1)
                    if role(each) == SCROLL_BAR and height > width:
                        return each
        former, thing = tuple(thing), tuple(property_of(thing, "Accessible", "Parent"))
    raise Refused("there is none")


def valued():
    found = bar()
    try:
        property_of(found, "Value", "CurrentValue")
        return "itself", found
    except Refused:
        return "its child", children(found)[0]


def set_bar(wanted):
    """What its value is after it was set, and what it was before; it is put back."""
    thing = valued()[1]
    old = property_of(thing, "Value", "CurrentValue")
    wanted = wanted(thing, old)
    for value in (wanted, old):
        ask(thing, "org.freedesktop.DBus.Properties", "Set", "(ssv)", A11Y + "Value", "CurrentValue",
            GLib.Variant("d", value))
        if value == wanted:
            new = property_of(thing, "Value", "CurrentValue")
    return abs(new - wanted) < 1


def settable():
    return set_bar(lambda thing, value: value - 16 if value > 16 else value + 16)


def reachable():
    return set_bar(lambda thing, value: property_of(thing, "Value", "MaximumValue"))


registry = ("org.a11y.atspi.Registry", ROOT)
application = wait(lambda: next((thing for thing in children(registry) if is_ours(thing[0])), None), "it is not there")
it = tuple(wait(lambda: focused(children(application)), "nothing has the focus"))
frames = children(application)
kit = property_of((it[0], ROOT), "Application", "ToolkitName")
if state == "entry":
    say("its toolkit", lambda: kit)
    say("its process is the window's", lambda: is_ours(frames[0][0]))
    say("editable", has, it, 7)
    say("said to be showing", has, it, 25)
    say("extents at first", lambda: place(extents(it, 0)))
    settled()
    say("extents on the screen", lambda: place(extents(it, 0)))
    say("extents in the window", lambda: place(extents(it, 1)))
    say("what is hit there at first", hit)
    say("what is hit there", later, hit)
    say("a character at first", character, 0, 1)
    say("a character on the screen", later, character, 0, 1)
    say("a character in the window", character, 1, 1)
    say("the caret at the end", character, 0)
    say("what has the scroll bar's value", lambda: valued()[0])
    say("that can be set", settable)
    say("its greatest can be reached", reachable)
    say("ScrollTo", effect, "Component", "ScrollTo", "(u)", 2)
    say("ScrollToPoint", effect, "Component", "ScrollToPoint", "(uii)", 0, int(field[0]), int(field[1]) - 40)
    say("ScrollSubstringTo", effect, "Text", "ScrollSubstringTo", "(iiu)", 0, 1, 2)
    say("GrabFocus", lambda: ask(it, A11Y + "Component", "GrabFocus"))
elif state == "area":
    say("multi-line", has, it, 17)
    say("a character on the screen", later, character, 0, 1)
    say("a character in the window", character, 1, 1)
    say("the caret at the end", character, 0)
    say("what has the scroll bar's value", lambda: valued()[0])
    say("that can be set", settable)
    say("its greatest can be reached", reachable)
    say("ScrollTo", effect, "Component", "ScrollTo", "(u)", 2)
    say("ScrollSubstringTo", lambda: ask(it, A11Y + "Text", "ScrollSubstringTo", "(iiu)", 0, 1, 2))
elif state == "fixed":
    say("ScrollToPoint", effect, "Component", "ScrollToPoint", "(uii)", 0, int(field[0]), int(field[1]) - 40)
else:
    say("extents on the screen", lambda: place(extents(it, 0)))
    say("extents in the window", lambda: place(extents(it, 1)))
print("ok", flush=True)
