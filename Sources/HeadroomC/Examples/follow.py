#!/usr/bin/env python3
"""Follows the keyboard from Python, by ctypes alone, and keeps a field in sight.

    ./follow.py

It solves once for each notification, and reports as the application's own plugin before it moves. It ends when the
keyboard has come and gone; `headroom simulate` is a keyboard to try it with. HEADROOM_LIBRARY names another library
than the one that is installed.
"""

import ctypes as c
import os
import select
import sys

# -- The parts of headroom.h that this needs. The library refuses a struct whose size is not right.

OK = 0
UPDATE_PROPERTIES = 2
PHASE_HIDDEN, PHASE_HIDING = 0, 4
PLUGIN_APP, PLUGIN_ACTIVE = 0, 0
OUTCOME_CLEAR, OUTCOME_RESTORED = 1, 4


class Sized(c.Structure):
    """A struct that begins with its own size."""

    def __init__(self, **members):
        super().__init__(size=c.sizeof(self), **members)


class Error(Sized):
    _fields_ = [("size", c.c_uint32), ("code", c.c_int), ("name", c.c_char * 128), ("message", c.c_char * 376)]


class Point(c.Structure):
    _fields_ = [("x", c.c_double), ("y", c.c_double)]


class Rect(c.Structure):
    _fields_ = [("x", c.c_double), ("y", c.c_double), ("width", c.c_double), ("height", c.c_double)]


class Curve(c.Structure):
    _fields_ = [("kind", c.c_int), ("parameters", c.c_double * 4)]


class Output(Sized):
    _fields_ = [
        ("size", c.c_uint32), ("is_primary", c.c_bool), ("name", c.c_char_p), ("frame", Rect), ("scale", c.c_double),
        ("transform", c.c_char_p), ("work_area", c.POINTER(Rect)), ("device_frame", c.POINTER(Rect)),
        ("aliases", c.POINTER(c.c_char_p)), ("alias_count", c.c_uint32),
    ]


class Notification(Sized):
    _fields_ = [
        ("size", c.c_uint32), ("kind", c.c_int), ("serial", c.c_uint64), ("completes", c.c_uint64),
        ("output", c.c_char_p), ("frame_begin", Rect), ("frame_end", Rect), ("bottom_inset", c.c_double),
        ("candidate_bar_height", c.c_double), ("candidate_bar_height_begin", c.c_double),
        ("room_below_caret", c.c_double), ("start_time", c.c_uint64), ("duration_ms", c.c_uint32), ("curve", Curve),
        ("velocity", c.c_double), ("placement", c.c_char_p), ("reason", c.c_char_p), ("origin", c.c_char_p),
        ("engine", c.c_char_p), ("is_estimated", c.c_bool), ("is_candidate_bar_reserved", c.c_bool),
        ("output_frame", c.POINTER(Rect)), ("usable", c.POINTER(Rect)),
        ("compositor_avoids", c.POINTER(c.c_char_p)), ("compositor_avoids_count", c.c_uint32),
        ("regions", c.POINTER(Rect)), ("region_count", c.c_uint32),
    ]


class State(Sized):
    _fields_ = [
        ("size", c.c_uint32), ("phase", c.c_int), ("is_daemon_present", c.c_bool), ("can_show", c.c_bool),
        ("can_hide", c.c_bool), ("is_watching", c.c_bool), ("notification", c.POINTER(Notification)),
        ("outputs", c.POINTER(Output)), ("output_count", c.c_uint32),
    ]


class Target(Sized):
    _fields_ = [
        ("size", c.c_uint32), ("field", c.POINTER(Rect)), ("caret", c.POINTER(Rect)),
        ("selection_anchor", c.POINTER(Rect)), ("selection_end", c.POINTER(Rect)), ("handle_height", c.c_double),
        ("inside", c.c_void_p), ("inside_count", c.c_uint32),
    ]


class Scene(Sized):
    _fields_ = [
        ("size", c.c_uint32), ("output_count", c.c_uint32), ("outputs", c.POINTER(Output)), ("parent_origin", Point),
        ("container", c.POINTER(Rect)), ("window", c.POINTER(Rect)), ("scroll", c.c_void_p), ("inner", c.c_void_p),
        ("inner_count", c.c_uint32), ("target", c.POINTER(Target)),
    ]


class Keyboard(Sized):
    _fields_ = [
        ("size", c.c_uint32), ("frame", c.POINTER(Rect)), ("height", c.c_double),
        ("candidate_bar_height", c.c_double), ("is_candidate_bar_outside", c.c_bool),
        ("is_accessory_outside", c.c_bool), ("is_estimated", c.c_bool), ("compositor_avoids", c.c_bool),
        ("accessory_height", c.c_double), ("room_below_caret", c.c_double), ("placement", c.c_char_p),
        ("regions", c.POINTER(Rect)), ("region_count", c.c_uint32), ("usable", c.POINTER(Rect)),
    ]


class Adjustment(Sized):
    _fields_ = [
        ("size", c.c_uint32), ("is_command", c.c_bool), ("shift", c.c_double), ("window_shift", c.c_double),
        ("offset", c.c_double), ("inset_bottom", c.c_double), ("remainder", c.c_double), ("covered", c.c_double),
        ("hold_until", c.c_uint64),
    ]


class PluginUpdate(Sized):
    _fields_ = [
        ("size", c.c_uint32), ("event", c.c_int), ("subject", c.c_char_p), ("grace_ms", c.c_uint32),
        ("error", c.POINTER(Error)),
    ]


class Report(Sized):
    _fields_ = [
        ("size", c.c_uint32), ("outcome", c.c_int), ("serial", c.c_uint64), ("subject", c.c_char_p), ("shift", Point),
        ("output", c.c_char_p), ("target", c.POINTER(Rect)), ("residual", c.c_double), ("latency_us", c.c_uint64),
        ("part_inset", c.c_double), ("part_scroll", c.c_double), ("part_root", c.c_double),
        ("part_window", c.c_double), ("part_resize", c.c_double),
    ]


Ended = c.CFUNCTYPE(None, c.c_void_p, c.POINTER(Error))
Told = c.CFUNCTYPE(None, c.c_void_p, c.c_int, c.POINTER(State))
PluginTold = c.CFUNCTYPE(None, c.c_void_p, c.POINTER(PluginUpdate))

library = c.CDLL(os.environ.get("HEADROOM_LIBRARY", "libheadroom.so.1"))
library.headroom_kind_name.restype = c.c_char_p
library.headroom_plugin_is_active.restype = c.c_bool


def call(function, *arguments):
    """Calls a function of the library that can fail."""
    error = Error()
    if function(*arguments, c.byref(error)) != OK:
        raise RuntimeError(error.message.decode())


# -- The program


class App:
    """A window that fills its output, with a field at the bottom of it."""

    def __init__(self):
        self.shift = self.wanted = 0.0
        self.serial = 0
        self.is_over = False
        # What the library calls must live as long as it may be called.
        self.callbacks = Told(self.told), PluginTold(self.plugin_told), Ended(self.permitted), Ended(self.put_back)
        told, plugin_told, _, _ = self.callbacks
        self.client, self.plugin, self.subscription = c.c_void_p(), c.c_void_p(), c.c_void_p()
        call(library.headroom_client_open, None, c.byref(self.client))
        call(library.headroom_plugin_open, self.client, b"python example", PLUGIN_APP, plugin_told, None,
             c.byref(self.plugin))
        call(library.headroom_subscribe, self.client, told, None, c.byref(self.subscription))

    def run(self):
        """Turns a loop of its own until the keyboard has come and gone."""
        poll = select.poll()
        poll.register(library.headroom_client_fd(self.client), select.POLLIN)
        while True:
            call(library.headroom_client_dispatch, self.client)
            if self.is_over:
                break
            poll.poll()
        library.headroom_subscription_close(self.subscription)
        library.headroom_plugin_close(self.plugin)
        library.headroom_client_close(self.client)

    def told(self, _, update, state):
        """What becomes of the keyboard."""
        if update == UPDATE_PROPERTIES:
            return
        state = state.contents
        notification = state.notification.contents
        name = library.headroom_kind_name(notification.kind).decode() if update else "now"
        print(f"{name}: {notification.bottom_inset:g} px covered, in {notification.duration_ms} ms")
        is_visible = state.phase not in (PHASE_HIDDEN, PHASE_HIDING)
        self.wanted = self.solve(notification) if is_visible else 0.0
        self.serial = notification.serial
        self.move()

    @staticmethod
    def solve(notification):
        """How far the window is to move."""
        if not notification.output_frame:
            return 0.0
        window = notification.output_frame.contents
        field = Rect(window.x + 100, window.y + window.height - 100, 400, 24)
        output = Output(name=notification.output, frame=window)
        scene = Scene(outputs=c.pointer(output), output_count=1, container=c.pointer(window),
                      target=c.pointer(Target(field=c.pointer(field))))
        keyboard, adjustment = Keyboard(), Adjustment()
        call(library.headroom_keyboard_from_notification, c.byref(notification), None, 0, c.byref(keyboard))
        call(library.headroom_solve, c.byref(scene), c.byref(keyboard), None, c.byref(adjustment), None)
        return adjustment.shift

    def report(self, outcome, ended):
        """Says what is about to be done, or has been put back."""
        up = self.wanted if outcome == OUTCOME_CLEAR else 0.0
        report = Report(outcome=outcome, serial=self.serial, shift=Point(0, -up), part_root=up)
        call(library.headroom_plugin_report, self.plugin, c.byref(report), ended, None)

    def move(self):
        """Reports, then moves; where everything is to be as without us, the other way round."""
        if self.wanted == self.shift or not library.headroom_plugin_is_active(self.plugin, None):
            return
        _, _, permitted, put_back = self.callbacks
        if self.wanted:
            self.report(OUTCOME_CLEAR, permitted)
        else:
            self.shift = 0.0
            self.report(OUTCOME_RESTORED, put_back)

    def permitted(self, _, error):
        """Whether the window may move."""
        if error.contents.code != OK:
            print("stays:", error.contents.message.decode())
            return
        self.shift = self.wanted
        print(f"moved up by {self.shift:g}")

    def put_back(self, _, error):
        """Whether the daemon heard that all is in its place."""
        print("put back" if error.contents.code == OK else "put back, but not reported")
        self.is_over = True

    def plugin_told(self, _, update):
        """What becomes of the plugin."""
        if update.contents.event == PLUGIN_ACTIVE:
            print("active")
            self.move()
        else:
            print("no longer active")
            self.shift = 0.0
            self.report(OUTCOME_RESTORED, Ended())


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)
    App().run()
