// GTK 4, and what of it Swift cannot see: macros, casts between its types, and functions with variable arguments.
#ifndef CGTK4_SHIM_H
#define CGTK4_SHIM_H

// What newer versions advise against is still there in all of version 4.
#define GLIB_DISABLE_DEPRECATION_WARNINGS
#define GDK_DISABLE_DEPRECATION_WARNINGS

#include <glib-unix.h>
#include <gtk/gtk.h>

#ifdef GDK_WINDOWING_X11
#include <gdk/x11/gdkx.h>
#endif

// -- Types: whether an instance is one; NULL is none.

static inline gboolean headroom_is(gconstpointer instance, GType type) {
    return instance != NULL && G_TYPE_CHECK_INSTANCE_TYPE(instance, type);
}

// -- Signals

// Calls `told` with `data`, and with nothing else that could be relied on, whenever the signal is emitted; `end` with
// `data` when it is disconnected.
static inline gulong headroom_connect(
    gpointer instance, const char *signal, void (*told)(gpointer data), gpointer data, void (*end)(gpointer data),
    gboolean after) {
    return g_signal_connect_data(
        instance, signal, (GCallback)(void (*)(void))told, data, (GClosureNotify)(void (*)(void))end,
        (GConnectFlags)(G_CONNECT_SWAPPED | (after ? G_CONNECT_AFTER : 0)));
}

// Calls `told` with `data` and the pointer that the signal carries, and lets everybody else have it too.
static inline gulong headroom_connect_event(
    gpointer instance, const char *signal, gboolean (*told)(gpointer data, gconstpointer event), gpointer data,
    void (*end)(gpointer data)) {
    return g_signal_connect_data(
        instance, signal, (GCallback)(void (*)(void))told, data, (GClosureNotify)(void (*)(void))end,
        G_CONNECT_SWAPPED);
}

// -- Properties

static inline gboolean headroom_has_animations(GtkSettings *settings) {
    gboolean has = TRUE;
    g_object_get(settings, "gtk-enable-animations", &has, NULL);
    return has;
}

// -- Messages

static inline void headroom_critical(const char *text) { g_log("Headroom", G_LOG_LEVEL_CRITICAL, "%s", text); }

// -- X11

#ifdef GDK_WINDOWING_X11
static inline gboolean headroom_is_x11(GdkDisplay *display) { return GDK_IS_X11_DISPLAY(display); }

static inline guint64 headroom_x11_window(GdkSurface *surface) { return gdk_x11_surface_get_xid(surface); }

// Where a surface's top left corner is on the root window, in device pixels; FALSE: it is not there any more.
static inline gboolean headroom_x11_place(GdkSurface *surface, int *x, int *y) {
    GdkDisplay *display = gdk_surface_get_display(surface);
    Display *server = gdk_x11_display_get_xdisplay(display);
    Window child;
    gdk_x11_display_error_trap_push(display);
    Bool is_found = XTranslateCoordinates(
        server, gdk_x11_surface_get_xid(surface), DefaultRootWindow(server), 0, 0, x, y, &child);
    return gdk_x11_display_error_trap_pop(display) == 0 && is_found;
}

// Which window an event says has another place or size; 0: none.
static inline guint64 headroom_x11_configured(gconstpointer event) {
    const XEvent *told = (const XEvent *)event;
    return told->type == ConfigureNotify ? told->xconfigure.window : 0;
}
#else
static inline gboolean headroom_is_x11(GdkDisplay *display) { return FALSE; }
static inline guint64 headroom_x11_window(GdkSurface *surface) { return 0; }
static inline gboolean headroom_x11_place(GdkSurface *surface, int *x, int *y) { return FALSE; }
static inline guint64 headroom_x11_configured(gconstpointer event) { return 0; }
#endif

#endif
