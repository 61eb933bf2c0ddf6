// libheadroom-gtk4: keeps what is typed in a GTK 4 window above the on-screen keyboard.
//
// One call makes a window aware of the keyboard:
//
//     headroom_gtk4_attach(GTK_WINDOW(window));
//
// From then on the field with the focus, or its caret, is kept in sight: scrolled views around it are given room below
// and scrolled, what they cannot do the window's content does by moving up, all of it with the keyboard's own motion.
// When the keyboard goes everything is back exactly where it was. Everything else here only says how.
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

G_END_DECLS

#include "headroom-gtk4-forms.h"

#endif
