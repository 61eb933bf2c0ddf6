"""What a GTK 4 program takes of its machine: memory, weak references, every core; and when it has the focus."""
import ctypes
import gc
import os
import subprocess
import sys

from gi.repository import GLib, Gtk

libc = ctypes.CDLL(None)
gobject = ctypes.CDLL("libgobject-2.0.so.0")
gobject.g_object_get_qdata.restype = ctypes.c_void_p
glib = ctypes.CDLL("libglib-2.0.so.0")
libdbus = ctypes.CDLL("libdbus-1.so.3")


def in_use():
    """How many blocks are allocated, and how many bytes in them, once Python has let go of what it does not need any more.
    Only with `live.c` loaded before.
    """
    gc.collect()
    libc.live_blocks.restype = libc.live_bytes.restype = ctypes.c_long
    return libc.live_blocks(), libc.live_bytes()


def open_files():
    return len(os.listdir("/proc/self/fd"))


def weak_references(widget):
    """How many places know a widget or anything in it by a GWeakRef, which GLib has listed as data of each object."""
    assert GLib.MINOR_VERSION < 80, "GLib has them listed otherwise"
    number = glib.g_quark_try_string(b"GObject-weak-locations")

    def count(widget):
        places = gobject.g_object_get_qdata(ctypes.c_void_p(hash(widget)), number)
        own = glib.g_slist_length(ctypes.c_void_p(ctypes.c_void_p.from_address(places).value)) if places else 0
        child = widget.get_first_child()
        while child:
            own += count(child)
            child = child.get_next_sibling()
        return own

    return count(widget)


busy = []


def keep_busy(is_busy):
    """Has every core something else to do, as long as this program lives."""
    if is_busy:
        spin = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"
        busy.extend(subprocess.Popen([sys.executable, "-c", spin]) for _ in range(os.cpu_count()))
    else:
        for child in busy:
            child.kill()
            child.wait()
        busy.clear()


def churn(window, count, attach, detach, at_once=1):
    """Attaches and detaches a window that often. What is left then: blocks, bytes, weak references, open files.

    Each time has a connection of its own until the daemon has heard of its end: so many of them are there at once. GLib's
    loop keeps its list as long as it was once.
    """
    # What is drawn of a caret that blinks takes memory, and what is drawn of one that does not takes none.
    Gtk.Settings.get_default().set_property("gtk-cursor-blink", False)
    # A thread of GLib's pool that has had nothing to do for a while ends, and what it had goes with it: now, not then.
    glib.g_thread_pool_set_max_unused_threads(0)
    files = open_files()
    for number in range(count):
        attach()
        detach()
        while number % at_once == at_once - 1 and open_files() > files:
            GLib.MainContext.default().iteration(True)
    if count:
        # Nobody is connected by libdbus now: it lets go of the last five messages, which it keeps however long they were.
        libdbus.dbus_shutdown()
    # The loop has something of its own now and then: the least is what is kept.
    least = (sys.maxsize, sys.maxsize)
    for _ in range(20):
        end = GLib.get_monotonic_time() + 30_000
        while GLib.get_monotonic_time() < end:
            GLib.MainContext.default().iteration(False)
        least = min(least, in_use())
    return f"left {least[0]} {least[1]} {weak_references(window)} {open_files()}"


def tell_when_active(window, say):
    """Says `active` whenever it is. A window manager with much to do may pass by a window that has just come: until it was
    active for the first time it asks again."""
    was_active = []

    def changed(*_):
        if window.is_active():
            was_active.append(True)
            say("active")

    def ask():
        if not was_active:
            window.present()
        return not was_active

    window.connect("notify::is-active", changed)
    GLib.timeout_add(2000, ask)
