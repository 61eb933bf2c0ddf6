"""A panel for input methods, as plasmashell is one: owns org.kde.impanel, and says what it is told to show.

Printed as it comes: `table COUNT LAYOUT` | `caret X Y W H` | `candidates TEXT TEXT ...`
"""
import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

NODE = Gio.DBusNodeInfo.new_for_xml("""<node><interface name="org.kde.impanel2">
<method name="SetSpotRect"><arg type="i"/><arg type="i"/><arg type="i"/><arg type="i"/></method>
<method name="SetLookupTable"><arg type="as"/><arg type="as"/><arg type="as"/><arg type="b"/><arg type="b"/><arg type="i"/>
<arg type="i"/></method></interface></node>""")


def say(*words):
    print(*words, flush=True)


def hear(connection, sender, path, interface, member, arguments, invocation):
    values = arguments.unpack()
    if member == "SetSpotRect":
        say("caret", *values)
    else:
        say("candidates", *values[1])
        say("table", len(values[0]), values[6])
    invocation.return_value(None)


def own(connection, name):
    say("ready")


def lose(connection, name):
    raise SystemExit("org.kde.impanel is somebody else's")


bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.register_object("/org/kde/impanel", NODE.interfaces[0], hear, None, None)
Gio.bus_own_name_on_connection(bus, "org.kde.impanel", Gio.BusNameOwnerFlags.DO_NOT_QUEUE, own, lose)
GLib.MainLoop().run()
