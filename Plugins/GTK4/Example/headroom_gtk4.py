"""libheadroom-gtk4 for Python: a module to copy. Its functions take GTK's own objects, and raise what they cannot do.

    import headroom_gtk4 as headroom
    attached = headroom.attach(window)
    headroom.field_set_clear_button(entry, headroom.CLEAR_BUTTON_WHILE_EDITING)

Functions and constants are those of headroom-gtk4.h without their prefix. HEADROOM_GTK4_LIBRARY names another library
than the one that is installed.
"""
import ctypes as c
import os

from gi.repository import GObject

CLEAR_BUTTON_NEVER, CLEAR_BUTTON_WHILE_EDITING, CLEAR_BUTTON_UNLESS_EDITING, CLEAR_BUTTON_ALWAYS = range(4)
BORDER_THEME, BORDER_NONE, BORDER_LINE, BORDER_BEZEL, BORDER_ROUNDED = range(5)
FILLING_STRETCH, FILLING_TILE = range(2)
STRATEGY_AUTOMATIC, STRATEGY_SHIFT, STRATEGY_SCROLL, STRATEGY_NONE = range(4)
RETURN_PLAIN, RETURN_NEXT, RETURN_DONE, RETURN_GO, RETURN_SEARCH, RETURN_SEND, RETURN_NEW_LINE = range(7)
DONE_DISMISS, DONE_SUBMIT, DONE_NOTHING = range(3)
FORM_FOCUS, FORM_DONE = range(2)
PREVIOUS, NEXT = -1, 1
DISMISS_NEVER, DISMISS_TAP_OUTSIDE, DISMISS_SCROLL = range(3)


class Error(Exception):
    """What the library says it cannot do."""


class Sized(c.Structure):
    """A struct that begins with its own size."""

    def __init__(self, **members):
        super().__init__(size=c.sizeof(self), **members)


class _Record(Sized):
    _fields_ = [("size", c.c_uint32), ("code", c.c_int), ("name", c.c_char * 128), ("message", c.c_char * 376)]


class Point(c.Structure):
    _fields_ = [("x", c.c_double), ("y", c.c_double)]


class Rect(c.Structure):
    _fields_ = [("x", c.c_double), ("y", c.c_double), ("width", c.c_double), ("height", c.c_double)]


class Color(c.Structure):
    _fields_ = [("red", c.c_float), ("green", c.c_float), ("blue", c.c_float), ("alpha", c.c_float)]


class Caps(c.Structure):
    _fields_ = [("top", c.c_double), ("left", c.c_double), ("bottom", c.c_double), ("right", c.c_double)]


class Placeholder(Sized):
    _fields_ = [
        ("size", c.c_uint32), ("is_single_line", c.c_int), ("text", c.c_char_p), ("color", c.POINTER(Color)),
        ("offset", Point),
    ]


_library = c.CDLL(os.environ.get("HEADROOM_GTK4_LIBRARY", "libheadroom-gtk4.so.1"))
_Told = c.CFUNCTYPE(None, c.c_void_p, c.c_int, c.c_void_p)


def _function(name, result):
    function = getattr(_library, f"headroom_gtk4_{name}")
    function.restype = result
    return function


def _passed(argument):
    """As C takes it: of an object its address."""
    if isinstance(argument, GObject.Object):
        return c.c_void_p(hash(argument))
    return c.byref(argument) if isinstance(argument, Sized) else argument


def _call(name, *arguments):
    error = _Record()
    if _function(name, c.c_int)(*map(_passed, arguments), c.byref(error)):
        raise Error(error.message.decode())


def __getattr__(name):
    """Any function of the header whose last parameter is an error."""
    if name.startswith("_"):
        raise AttributeError(name)
    return lambda *arguments: _call(name, *arguments)


def attach(window):
    """Makes a window aware of the keyboard."""
    return c.c_void_p(_function("attach", c.c_void_p)(_passed(window)))


def detach(attached):
    _function("detach", None)(attached)


def field_reset(field):
    _function("field_reset", None)(_passed(field))


def measure_placeholder(view):
    """The room for a view's placeholder, and what it takes of that."""
    space, frame = Rect(), Rect()
    _call("text_view_measure_placeholder", view, c.byref(space), c.byref(frame))
    return space, frame


class Form:
    """The fields in a widget. It ends with the widget, at close(), or with the attached window."""

    def __init__(self, attached, root):
        self._handle = c.c_void_p()
        self._told = None
        _call("form_open", attached, root, c.byref(self._handle))

    def __getattr__(self, name):
        return lambda *arguments: _call(f"form_{name}", self._handle, *arguments)

    def close(self):
        _function("form_close", None)(self._handle)

    def set_told(self, told):
        """Calls `told` with each event, and whether a field of the form has the focus."""
        self._told = _Told(lambda _data, event, field: told(event, bool(field)))
        _call("form_set_told", self._handle, self._told, None)

    def leads(self, direction):
        """Whether Next or Previous leads to a field."""
        return bool(_function("form_neighbour", c.c_void_p)(self._handle, direction))

    def return_key(self, field):
        return _function("form_return_key", c.c_int)(self._handle, _passed(field))
