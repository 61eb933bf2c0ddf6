"""A layer-shell keyboard or panel that does what it is told, for what real keyboards do not do.

Commands on standard input, one a line, each answered by a line `ok COMMAND` once it is asked of the compositor:
  show | hide | size N [ZONE] | zone N | edge bottom|top|left|right | margin N | layer background|bottom|top|overlay
  output NAME | slide MS (the margin from outside the screen to 0) | grow MS (size and zone from 1) | visible yes|no | quit
`mapped` and `unmapped` are printed as they happen; `slid` when a slide or growth ends.

Options: --size N, --edge E, --layer L, --zone N (default: size), --colour RRGGBB, --namespace NAME,
  --osk0 (owns sm.puri.OSK0 and speaks its interface: SetVisible shows and hides).
"""
import argparse
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
gi.require_version("GtkLayerShell", "0.1")
from gi.repository import Gdk, Gio, GLib, Gtk, GtkLayerShell as Shell  # noqa: E402

EDGES = {"bottom": Shell.Edge.BOTTOM, "top": Shell.Edge.TOP, "left": Shell.Edge.LEFT, "right": Shell.Edge.RIGHT}
LAYERS = {"background": Shell.Layer.BACKGROUND, "bottom": Shell.Layer.BOTTOM, "top": Shell.Layer.TOP,
          "overlay": Shell.Layer.OVERLAY}
OSK0 = """<node><interface name="sm.puri.OSK0"><method name="SetVisible"><arg type="b" direction="in"/></method>
<property name="Visible" type="b" access="read"/></interface></node>"""

options = argparse.ArgumentParser()
options.add_argument("--size", type=int, default=200)
options.add_argument("--zone", type=int)
options.add_argument("--edge", default="bottom")
options.add_argument("--layer", default="top")
options.add_argument("--colour", default="cc3300")
options.add_argument("--namespace", default="osk")
options.add_argument("--output")
options.add_argument("--osk0", action="store_true")
options = options.parse_args()


def say(text):
    print(text, flush=True)


paint = Gtk.CssProvider()
paint.load_from_data(f"window {{ background: #{options.colour}; }}".encode())
Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), paint, Gtk.STYLE_PROVIDER_PRIORITY_USER)


class Keyboard:
    def __init__(self):
        self.size = options.size
        self.zone = options.zone
        self.edge = options.edge
        self.layer = options.layer
        self.margin = 0
        self.output = options.output
        self.window = None
        self.bus = None
        self.visible = False
        if options.osk0:
            Gio.bus_own_name(Gio.BusType.SESSION, "sm.puri.OSK0", Gio.BusNameOwnerFlags.NONE, self.on_bus,
                             lambda *_: say("osk0"), lambda *_: say("no osk0"))

    # -- sm.puri.OSK0

    def on_bus(self, bus, _):
        self.bus = bus
        interface = Gio.DBusNodeInfo.new_for_xml(OSK0).interfaces[0]
        bus.register_object("/sm/puri/OSK0", interface, self.on_call, lambda *_: GLib.Variant("b", self.visible), None)

    def on_call(self, _bus, _sender, _path, _interface, _member, arguments, invocation):
        invocation.return_value(None)
        self.show() if arguments.unpack()[0] else self.hide()
        self.set_visible(arguments.unpack()[0])

    def set_visible(self, visible):
        if visible == self.visible:
            return
        self.visible = visible
        if self.bus:
            changed = GLib.Variant("(sa{sv}as)", ("sm.puri.OSK0", {"Visible": GLib.Variant("b", visible)}, []))
            self.bus.emit_signal(None, "/sm/puri/OSK0", "org.freedesktop.DBus.Properties", "PropertiesChanged", changed)

    # -- the surface

    def monitor(self):
        display = Gdk.Display.get_default()
        monitors = [display.get_monitor(i) for i in range(display.get_n_monitors())]
        # GTK 3 knows no connector names; headless outputs lie from left to right in the order of their names' numbers
        # unless they were moved, so `output` takes "X,Y", a point of the output.
        if not self.output:
            return None
        x, y = (int(part) for part in self.output.split(","))
        for monitor in monitors:
            area = monitor.get_geometry()
            if area.x <= x < area.x + area.width and area.y <= y < area.y + area.height:
                return monitor
        return None

    def show(self):
        if self.window:
            return
        window = Gtk.Window()
        Shell.init_for_window(window)
        Shell.set_namespace(window, options.namespace)
        if self.monitor():
            Shell.set_monitor(window, self.monitor())
        window.connect("map-event", lambda *_: say("mapped"))
        self.window = window
        self.place()
        window.show()

    def hide(self):
        if self.window:
            self.window.destroy()
            self.window = None
            say("unmapped")

    def place(self):
        window = self.window
        if not window:
            return
        Shell.set_layer(window, LAYERS[self.layer])
        across = {"bottom": "top", "top": "bottom", "left": "right", "right": "left"}[self.edge]
        for name, edge in EDGES.items():
            Shell.set_anchor(window, edge, name != across)
            Shell.set_margin(window, edge, self.margin if name == self.edge else 0)
        upright = self.edge in ("left", "right")
        window.set_size_request(self.size if upright else -1, -1 if upright else self.size)
        window.resize(self.size if upright else 1, 1 if upright else self.size)
        Shell.set_exclusive_zone(window, self.size if self.zone is None else self.zone)
        # What was set goes out with the next picture.
        window.queue_draw()

    # -- motion

    def animate(self, milliseconds, step):
        begin = GLib.get_monotonic_time()

        def tick():
            part = min(1.0, (GLib.get_monotonic_time() - begin) / 1000 / milliseconds)
            step(part)
            self.place()
            if part < 1:
                return True
            say("slid")
            return False

        step(0.0)
        self.show()
        self.place()
        GLib.timeout_add(16, tick)

    def slide(self, milliseconds):
        def step(part):
            # A surface wholly outside gets no frame callbacks, and GTK would stand still.
            self.margin = -min(self.size - 1, round((1 - part) * self.size))

        self.animate(milliseconds, step)

    def grow(self, milliseconds):
        full = self.size

        def step(part):
            self.size = max(1, round(part * full))

        self.animate(milliseconds, step)


keyboard = Keyboard()


def command(line):
    word, *rest = line.split()
    if word == "show":
        keyboard.show()
    elif word == "hide":
        keyboard.hide()
    elif word == "visible":
        keyboard.set_visible(rest[0] == "yes")
    elif word == "slide":
        keyboard.slide(int(rest[0]))
    elif word == "grow":
        keyboard.grow(int(rest[0]))
    elif word == "quit":
        Gtk.main_quit()
    else:
        if word == "size":
            keyboard.size = int(rest[0])
            if len(rest) > 1:
                keyboard.zone = int(rest[1])
        elif word in ("zone", "margin"):
            setattr(keyboard, word, int(rest[0]))
        elif word in ("edge", "layer", "output"):
            setattr(keyboard, word, rest[0])
        else:
            say("unknown " + line)
            return
        keyboard.place()
    say("ok " + line)


def readable(channel, condition):
    if condition & GLib.IO_IN:
        line = sys.stdin.readline()
        if line:
            if line.strip():
                command(line.strip())
            return True
    Gtk.main_quit()
    return False


# Unbuffered reading, so that no second line hides behind the first.
sys.stdin = open(0, buffering=1)
GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, readable)
say("ready")
Gtk.main()
