"""Listens to Headroom from a GLib main loop: what becomes of the on-screen keyboard, for any Python program."""
from dataclasses import dataclass, field

from gi.repository import Gio, GLib

NAME = "org.headroom.Headroom1"
PATH = "/org/headroom/Headroom1"
INTERFACE = "org.headroom.Headroom1.Keyboard"
ABSENCE_MS = 2000


@dataclass
class Notification:
    """What Headroom says of the keyboard, all of it; lengths in logical pixels, times in microseconds."""
    serial: int
    output: str
    frame_begin: tuple
    frame_end: tuple
    bottom_inset: float
    candidate_bar_height: float
    duration_ms: int
    details: dict = field(default_factory=dict)
    visible: bool = False


class Listener:
    """Calls `told` with each notification, beginning with how things stand. Without Headroom it calls nothing."""

    def __init__(self, told):
        self.told = told
        self.newest = None
        self.absence = 0
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.bus.signal_subscribe(NAME, INTERFACE, None, PATH, None, Gio.DBusSignalFlags.NONE, self.on_signal)
        Gio.bus_watch_name_on_connection(self.bus, NAME, Gio.BusNameWatcherFlags.NONE, self.on_owner, self.on_no_owner)

    def on_signal(self, _bus, _sender, _path, _interface, member, arguments):
        self.take(arguments.unpack(), visible=not member.endswith("Hide"))

    def on_owner(self, *_):
        if self.absence:
            GLib.source_remove(self.absence)
            self.absence = 0
        self.bus.call(NAME, PATH, INTERFACE, "GetState", None, None, Gio.DBusCallFlags.NO_AUTO_START, -1, None,
                      self.on_state)

    def on_state(self, bus, result):
        try:
            phase, *notification = bus.call_finish(result).unpack()
        except GLib.Error:
            return
        self.take(notification, visible=phase not in ("hidden", "hiding"))

    def on_no_owner(self, *_):
        # One that is replaced is back at once; without one nothing is in the way.
        if self.newest and self.newest.visible and not self.absence:
            self.absence = GLib.timeout_add(ABSENCE_MS, self.forget)

    def forget(self):
        self.absence = 0
        self.newest.visible, self.newest.bottom_inset = False, 0.0
        self.told(self.newest)
        return GLib.SOURCE_REMOVE

    def take(self, arguments, visible):
        # A reply overtakes signals that were sent before it.
        if self.newest and arguments[0] <= self.newest.serial:
            return
        self.newest = Notification(*arguments, visible=visible)
        self.told(self.newest)
