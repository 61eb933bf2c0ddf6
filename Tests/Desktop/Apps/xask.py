"""Asks an X desktop for something to happen to one managed window, as taskbars and input-method menus do, or on the screen,
as its user does.

    xask.py CLASS | xask.py title:TITLE

Commands on standard input, each answered by `ok COMMAND` when the server has it, which is before it happened:
iconify | restore | maximize | place X Y W H (the window itself, without its frame) | close | strut N N ... (as if the window had set it)
keyboard show | keyboard hide (what matchbox-keyboard listens to)
press X Y (the pointer's button, there) | release
"""
import sys

from Xlib import X, Xatom, display, protocol
from Xlib.ext import xtest

kind, _, wanted = sys.argv[1].rpartition(":")
link = display.Display()
root = link.screen().root
atom = link.intern_atom
STATIC, ALL = 10, 0xF00  # a window's gravity, and all four numbers
ICONIC = 3


def window():
    """The managed window; what happens to one that is gone is nobody's business."""
    listed = root.get_full_property(atom("_NET_CLIENT_LIST"), Xatom.WINDOW)
    for number in listed.value if listed else []:
        each = link.create_resource_object("window", number)
        names = each.get_wm_class() or ()
        if wanted in names or kind == "title" and not names and each.get_wm_name() == wanted:
            return each
    sys.exit(f"no window of {sys.argv[1]}")


def ask(target, message, *numbers):
    data = (list(numbers) + [0] * 5)[:5]
    root.send_event(protocol.event.ClientMessage(window=target, client_type=atom(message), data=(32, data)),
                    event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)


print("ready", flush=True)
for line in sys.stdin:
    word, *rest = line.split()
    if word == "iconify":
        ask(window(), "WM_CHANGE_STATE", ICONIC)
    elif word == "restore":
        ask(window(), "_NET_ACTIVE_WINDOW", 2)
    elif word == "maximize":
        ask(window(), "_NET_WM_STATE", 1, atom("_NET_WM_STATE_MAXIMIZED_VERT"), atom("_NET_WM_STATE_MAXIMIZED_HORZ"))
    elif word == "place":
        ask(window(), "_NET_MOVERESIZE_WINDOW", STATIC | ALL, *(int(number) % 2 ** 32 for number in rest))
    elif word == "close":
        ask(window(), "_NET_CLOSE_WINDOW")
    elif word == "strut":
        window().change_property(atom("_NET_WM_STRUT_PARTIAL"), Xatom.CARDINAL, 32, [int(number) for number in rest])
    elif word == "keyboard":
        ask(root, "_MB_IM_INVOKER_COMMAND", {"show": 1, "hide": 2}[rest[0]])
    elif word == "press":
        xtest.fake_input(link, X.MotionNotify, x=int(rest[0]), y=int(rest[1]))
        xtest.fake_input(link, X.ButtonPress, 1)
    elif word == "release":
        xtest.fake_input(link, X.ButtonRelease, 1)
    link.sync()
    print("ok", line.strip(), flush=True)
