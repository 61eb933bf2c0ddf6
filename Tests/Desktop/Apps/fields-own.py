"""fields-gtk3.py as a program that has a plugin of its own: that is registered from the beginning, moves nothing, and leaves at
SIGUSR1.
"""
import os
import signal
import sys

from gi.repository import Gio, GLib

bus = Gio.bus_get_sync(Gio.BusType.SESSION)


def call(member, arguments):
    return bus.call_sync(
        "org.headroom.Headroom1", "/org/headroom/Headroom1", "org.headroom.Headroom1.Avoidance", member, arguments, None,
        Gio.DBusCallFlags.NO_AUTO_START, -1, None).unpack()


plugin, _, _ = call("Register", GLib.Variant("(ssa{sv})", ("fields", "toolkit", {})))


def leave():
    call("Unregister", GLib.Variant("(t)", (plugin,)))
    return False


GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, leave)
with open(os.path.join(os.path.dirname(sys.argv[0]), "fields-gtk3.py")) as program:
    exec(program.read(), {"__name__": "__main__"})
