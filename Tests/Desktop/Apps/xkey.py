"""Presses keys of an X display, and says when: with XTEST, so that no program has to start for a key.

Commands on standard input: `press KEYSYM`, answered by `pressed TIME` in microseconds of CLOCK_MONOTONIC, taken before
the key goes down.
"""
import sys
import time

from Xlib import X, XK, display
from Xlib.ext import xtest

link = display.Display()
print("ready", flush=True)
for line in sys.stdin:
    code = link.keysym_to_keycode(XK.string_to_keysym(line.split()[1]))
    when = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
    xtest.fake_input(link, X.KeyPress, code)
    xtest.fake_input(link, X.KeyRelease, code)
    link.sync()
    print("pressed", when, flush=True)
