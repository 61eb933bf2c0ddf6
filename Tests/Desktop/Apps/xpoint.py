"""Moves the pointer of an X display and presses its buttons, with XTEST.

Commands on standard input, each answered by `ok COMMAND` once the server has done it: move X Y | press | release |
wheel (one step down).
"""
import sys

from Xlib import X, display
from Xlib.ext import xtest

link = display.Display()


def button(kind, number):
    xtest.fake_input(link, kind, number)


print("ready", flush=True)
for line in sys.stdin:
    word, *rest = line.split()
    if word == "move":
        xtest.fake_input(link, X.MotionNotify, x=int(rest[0]), y=int(rest[1]))
    elif word == "press":
        button(X.ButtonPress, 1)
    elif word == "release":
        button(X.ButtonRelease, 1)
    elif word == "wheel":
        button(X.ButtonPress, 5)
        button(X.ButtonRelease, 5)
    link.sync()
    print("ok " + line.strip(), flush=True)
