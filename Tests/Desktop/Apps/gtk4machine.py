"""What a GTK 4 program takes of its machine: memory, weak references, every core."""
import ctypes
import gc
import os
import subprocess
import sys

from gi.repository import GLib


libc = ctypes.CDLL(None)
gobject = ctypes.CDLL("libgobject-2.0.so.0")
gobject.g_object_get_qdata.restype = ctypes.c_void_p
glib = ctypes.CDLL("libglib-2.0.so.0")


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
