// libheadroom-gtk4: keeps what is typed in a GTK 4 window above the on-screen keyboard.
//
// One call makes a window aware of the keyboard:
//
//     headroom_gtk4_attach(GTK_WINDOW(window));
//
// From then on the field with the focus, or its caret, is kept in sight: scrolled views around it are scrolled, the
// innermost first, and the outermost is given room below; what they cannot do the window's content does by moving up,
// all of it with the keyboard's own motion.
// When the keyboard goes everything is back exactly where it was. Everything else here only says how.
//
// PLACES. A window on X11 is asked where it is. On Wayland none knows: fullscreen, maximised and tiled ones, and those as high
// as what the desktop leaves free, are where the compositor lays such windows out; in others nothing is moved. A window that
// the compositor itself makes lower for the keyboard is only scrolled inside.
//
// UNITS. Lengths are GTK's: logical pixels, y down.
//
// ERRORS. What can fail returns a headroom_code; its last parameter may point to a headroom_error, or be NULL, which is
// then told the same in words. A call that fails changes nothing.
//
// OBJECTS. A HeadroomGtk4 is a number that means one attached window. It ends with headroom_gtk4_detach(), or with the
// window, so nobody has to free it; using one that has ended is answered with HEADROOM_CLOSED. What is set of a widget
// ends with the widget. Widgets that are passed stay their owner's: none is kept alive.
//
// THREADS. Everything is called on GTK's thread, and tells on it. Nothing here waits for anything.
#ifndef HEADROOM_GTK4_H
#define HEADROOM_GTK4_H

#include <gtk/gtk.h>
#include <headroom/basics.h>

G_BEGIN_DECLS

// The library's version, such as "0.1.0".
const char *headroom_gtk4_version(void);

// -- Windows

typedef struct HeadroomGtk4 HeadroomGtk4;

// Makes a window aware of the keyboard, with the defaults below; one that is already keeps what was set. It works
// without Headroom's daemon, and then does nothing; and goes on with each daemon that comes.
//
// NULL, with a critical warning: it is no GtkWindow, or GTK is not initialised.
HeadroomGtk4 *headroom_gtk4_attach(GtkWindow *window);

// Puts everything back at once, and lets go of the window. NULL, or one that has ended: does nothing.
void headroom_gtk4_detach(HeadroomGtk4 *attached);

// Asks the keyboard to hide; what comes of it is seen when it does.
headroom_code headroom_gtk4_hide_keyboard(HeadroomGtk4 *attached, headroom_error *error);

// -- How things are moved in a window. What is set while the keyboard is shown is followed at once.

typedef enum headroom_gtk4_strategy {
    // Scrolled where something scrolls, and what that cannot do the content is shifted. The default.
    HEADROOM_GTK4_AUTOMATIC = 0,
    // The content is shifted up as a whole, and nothing is scrolled.
    HEADROOM_GTK4_SHIFT = 1,
    // Only scrolled; what scrolling cannot do is not done.
    HEADROOM_GTK4_SCROLL = 2,
    // Nothing is moved.
    HEADROOM_GTK4_NONE = 3
} headroom_gtk4_strategy;

headroom_code headroom_gtk4_set_strategy(
    HeadroomGtk4 *attached, headroom_gtk4_strategy strategy, headroom_error *error);

// The free space between the field and the keyboard, or what stands on that. 10 by default. Content that is shifted goes up
// no further than it is covered: below a field at its very end there is no space, as there is nothing to show in it.
headroom_code headroom_gtk4_set_margin(HeadroomGtk4 *attached, double margin, headroom_error *error);

// More free space, on top of the margin and like that. 0 by default.
headroom_code headroom_gtk4_set_extra(HeadroomGtk4 *attached, double extra, headroom_error *error);

// How high a bar is that the application itself keeps on the keyboard. 0 by default; a bar of
// headroom_gtk4_set_accessory() counts by itself.
headroom_code headroom_gtk4_set_accessory_height(HeadroomGtk4 *attached, double height, headroom_error *error);

// How long a movement takes, in milliseconds, that no notification of the keyboard gives a time: to another field while
// the keyboard stands. 300 by default; 0: at once. With the keyboard things move as long as that does.
headroom_code headroom_gtk4_set_duration(HeadroomGtk4 *attached, uint32_t milliseconds, headroom_error *error);

// A widget in the window that is kept on the keyboard's top edge while that covers its own place, and moves as the
// keyboard does. It shows and hides as the application says; an overlay's child at the bottom is a good one. NULL, the
// default: none.
headroom_code headroom_gtk4_set_accessory(HeadroomGtk4 *attached, GtkWidget *bar, headroom_error *error);

// What is shifted: a widget in the window. NULL, the default: the window's child.
headroom_code headroom_gtk4_set_content(HeadroomGtk4 *attached, GtkWidget *content, headroom_error *error);

// -- The same for one widget and all in it. The nearest word counts: the field's own, else that of what is around it,
//    else the window's, else the default. A widget may get its wishes before it is in any window.

headroom_code headroom_gtk4_widget_set_strategy(
    GtkWidget *widget, headroom_gtk4_strategy strategy, headroom_error *error);
headroom_code headroom_gtk4_widget_set_margin(GtkWidget *widget, double margin, headroom_error *error);
headroom_code headroom_gtk4_widget_set_extra(GtkWidget *widget, double extra, headroom_error *error);
headroom_code headroom_gtk4_widget_set_accessory_height(GtkWidget *widget, double height, headroom_error *error);

// Whether nothing is moved for fields in it: the same as HEADROOM_GTK4_NONE and HEADROOM_GTK4_AUTOMATIC.
headroom_code headroom_gtk4_widget_set_ignored(GtkWidget *widget, gboolean is_ignored, headroom_error *error);

// Its place in the order in which the Return key goes from field to field: lower first, fields without one by where they
// are.
headroom_code headroom_gtk4_widget_set_order(GtkWidget *widget, int32_t order, headroom_error *error);

// Nothing is wished of the widget any more.
headroom_code headroom_gtk4_widget_clear(GtkWidget *widget, headroom_error *error);

G_END_DECLS

#include "headroom-gtk4-forms.h"

#endif
