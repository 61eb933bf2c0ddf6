"""fields-gtk3.py as a program that has a plugin of its own: that is registered from the beginning, moves nothing, and leaves at
SIGUSR1.
"""
import os
import runpy
import signal
import sys

from gi.repository import Gio, GLib

bus = Gio.bus_get_sync(Gio.BusType.SESSION)


def call(member, arguments):
    return bus.call_sync(
        "org.headroom.Headroom1", "/org/headroom/Headroom1", "org.headroom.Headroom1.Avoidance", member, arguments, None,
        Gio.DBusCallFlags.NO_AUTO_START, -1, None).unpack()


number, _, _ = call("Register", GLib.Variant("(ssa{sv})", ("fields", "toolkit", {})))
GLib.unix_signal_add(
    GLib.PRIORITY_DEFAULT, signal.SIGUSR1, lambda: call("Unregister", GLib.Variant("(t)", (number,))) and False)
runpy.run_path(os.path.join(os.path.dirname(sys.argv[0]), "fields-gtk3.py"), run_name="__main__")
