// Fields and forms: what text fields do on phones and tablets, for those of GTK 4. Read headroom-gtk4.h first.
//
// A FIELD is a GtkEntry, GtkPasswordEntry, GtkSearchEntry, GtkSpinButton or any other GtkEditable with a GtkText in
// it, a GtkText by itself, or a GtkTextView. What is set of a field ends with the widget, or with
// headroom_gtk4_field_reset(), and every handler with it; another widget is answered with HEADROOM_INVALID. A field
// is EDITED while it has its window's focus, also while that window is not the active one.
#ifndef HEADROOM_GTK4_FORMS_H
#define HEADROOM_GTK4_FORMS_H

#include "headroom-gtk4.h"

G_BEGIN_DECLS

// -- Clearing

typedef enum headroom_gtk4_clear_button {
    HEADROOM_GTK4_CLEAR_BUTTON_NEVER = 0,
    HEADROOM_GTK4_CLEAR_BUTTON_WHILE_EDITING = 1,
    HEADROOM_GTK4_CLEAR_BUTTON_UNLESS_EDITING = 2,
    HEADROOM_GTK4_CLEAR_BUTTON_ALWAYS = 3
} headroom_gtk4_clear_button;

// When a GtkEntry shows a button that clears it, as its secondary icon: never without text, nor while the text cannot
// be changed. The focus stays where it is. NEVER, the default, gives the icon back.
//
// HEADROOM_INVALID: it is no GtkEntry, or has a secondary icon of its own.
headroom_code headroom_gtk4_field_set_clear_button(
    GtkWidget *field, headroom_gtk4_clear_button mode, headroom_error *error);

// Whether the text goes as soon as editing begins; FALSE by default. Not for a GtkTextView.
headroom_code headroom_gtk4_field_set_clears_on_begin(GtkWidget *field, gboolean clears, headroom_error *error);

// Whether the first edit after the focus came back clears a text that is not shown (GtkText's `visibility`), since a
// password cannot be corrected unseen; FALSE by default. A text that is shown for once can be corrected. What the
// application writes is no edit; nor is moving the caret. Not for a GtkTextView.
headroom_code headroom_gtk4_field_set_secure_clear(GtkWidget *field, gboolean clears, headroom_error *error);

// -- The look

typedef enum headroom_gtk4_border {
    // As the theme has it.
    HEADROOM_GTK4_BORDER_THEME = 0,
    HEADROOM_GTK4_BORDER_NONE = 1,
    // A thin rectangle.
    HEADROOM_GTK4_BORDER_LINE = 2,
    // A sunken rectangle.
    HEADROOM_GTK4_BORDER_BEZEL = 3,
    // With round corners and a background of its own: an image set as background is not drawn.
    HEADROOM_GTK4_BORDER_ROUNDED = 4
} headroom_gtk4_border;

// The field's border; THEME by default.
headroom_code headroom_gtk4_field_set_border(GtkWidget *field, headroom_gtk4_border border, headroom_error *error);

// Widths along the edges of an image, in its pixels.
typedef struct headroom_gtk4_caps {
    double top, left, bottom, right;
} headroom_gtk4_caps;

typedef enum headroom_gtk4_filling {
    HEADROOM_GTK4_FILLING_STRETCH = 0,
    // Edges and middle are repeated.
    HEADROOM_GTK4_FILLING_TILE = 1
} headroom_gtk4_filling;

// An image as the field's background and border, in nine parts: the corners keep their size, a pixel of the image for
// a logical pixel; what is between the caps, which are taken in whole pixels, fills the rest. Caps that leave less
// than a pixel between them give way, the right and the bottom one first. The text keeps clear of the caps. The image
// is copied. NULL: none, the default.
//
// HEADROOM_INVALID: also for a GtkTextView, whose text has a background of its own.
headroom_code headroom_gtk4_field_set_background(
    GtkWidget *field, GdkTexture *image, headroom_gtk4_caps caps, headroom_gtk4_filling filling,
    headroom_error *error);

// -- The placeholder of a GtkTextView, which GTK gives only to entries

typedef struct headroom_gtk4_placeholder {
    uint32_t size;
    // Whether it is cut off after one line; else it takes several.
    gboolean is_single_line;
    // At most 4096 bytes.
    const char *text;
    // NULL: the text's, dimmed.
    const GdkRGBA *color;
    // How far it reaches out of the view's margins towards its edges: x at both sides, y at the top. Negative: into it.
    headroom_point offset;
} headroom_gtk4_placeholder;

// What the view shows while it has no text, and its input method composes none. It is set in the view's font, as wide
// as the view less 2 x (margin - offset), and follows both; it adds nothing to the size the view asks for.
//
// placeholder: its `size` has to be set. NULL: none, the default.
headroom_code headroom_gtk4_text_view_set_placeholder(
    GtkWidget *view, const headroom_gtk4_placeholder *placeholder, headroom_error *error);

// Where the placeholder is, or would be if there were no text, from the view's top left.
//
// space: the room for it. frame: what it takes of that. Either may be NULL.
// HEADROOM_INVALID: there is no placeholder, or no room for one.
headroom_code headroom_gtk4_text_view_measure_placeholder(
    GtkWidget *view, headroom_rect *space, headroom_rect *frame, headroom_error *error);

// -- The place in a form

// headroom_gtk4_widget_set_order() of headroom-gtk4.h has the field's place in the order.

// Next and Previous never leave a group; 0 by default.
headroom_code headroom_gtk4_field_set_group(GtkWidget *field, int32_t group, headroom_error *error);

// Whether Return does in the field what it does without us, and Next and Previous pass it by; FALSE by default.
headroom_code headroom_gtk4_field_set_left_out(GtkWidget *field, gboolean is_left_out, headroom_error *error);

// Takes back everything that was set of a field.
void headroom_gtk4_field_reset(GtkWidget *field);

// -- Forms: Return leads from field to field, and the keyboard is put away by a tap or by scrolling

// The fields in a widget, also those that come later. A number, as HeadroomGtk4 is: it ends with
// headroom_gtk4_form_close(), with the widget, or with what it was opened with.
typedef struct HeadroomGtk4Form HeadroomGtk4Form;

// Return (GtkText::activate) goes on to the next field that can be written in: those with a place in the order first,
// then the others as a page is read. In a GtkTextView it writes a new line. If the application's own handler moved
// the focus, that counts. GTK 4 has no input hint for a return key, so keyboards go on showing their plain one;
// headroom_gtk4_form_return_key() has its word for an accessory bar. Hints and purposes of the fields stay as they
// are.
//
// attached: through whom the keyboard is asked to hide; NULL: nobody, and the form is for Return, Next and Previous.
// root: in a window or not, or the window.
headroom_code headroom_gtk4_form_open(
    HeadroomGtk4 *attached, GtkWidget *root, HeadroomGtk4Form **form, headroom_error *error);

// NULL, or one that has ended: does nothing.
void headroom_gtk4_form_close(HeadroomGtk4Form *form);

// What a return key says.
typedef enum headroom_gtk4_return_key {
    // What the toolkit lets it say: it leads nowhere.
    HEADROOM_GTK4_RETURN_PLAIN = 0,
    HEADROOM_GTK4_RETURN_NEXT = 1,
    HEADROOM_GTK4_RETURN_DONE = 2,
    HEADROOM_GTK4_RETURN_GO = 3,
    HEADROOM_GTK4_RETURN_SEARCH = 4,
    HEADROOM_GTK4_RETURN_SEND = 5,
    HEADROOM_GTK4_RETURN_NEW_LINE = 6
} headroom_gtk4_return_key;

// What Return does in the last field.
typedef enum headroom_gtk4_done {
    // The keyboard is asked to go.
    HEADROOM_GTK4_DONE_DISMISS = 0,
    // The window's default widget is activated.
    HEADROOM_GTK4_DONE_SUBMIT = 1,
    HEADROOM_GTK4_DONE_NOTHING = 2
} headroom_gtk4_done;

// What happens at the last field of a group; by default its key says DONE, and it does DISMISS.
//
// wraps: whether the first field follows the last one.
// key: what its return key says: DONE, GO, SEARCH or SEND.
headroom_code headroom_gtk4_form_set_ending(
    HeadroomGtk4Form *form, gboolean wraps, headroom_gtk4_return_key key, headroom_gtk4_done done, headroom_error *error);

typedef enum headroom_gtk4_form_event {
    // Another field of the form has the focus, or none (NULL): what Next and Previous lead to is another one.
    HEADROOM_GTK4_FORM_FOCUS = 0,
    // Return was pressed in the last field; told before what follows from it is done.
    HEADROOM_GTK4_FORM_DONE = 1
} headroom_gtk4_form_event;

typedef void (*headroom_gtk4_form_told)(void *data, headroom_gtk4_form_event event, GtkWidget *field);

// told: NULL: nobody, the default. It may close the form.
headroom_code headroom_gtk4_form_set_told(
    HeadroomGtk4Form *form, headroom_gtk4_form_told told, void *data, headroom_error *error);

typedef enum headroom_gtk4_direction {
    HEADROOM_GTK4_PREVIOUS = -1,
    HEADROOM_GTK4_NEXT = 1
} headroom_gtk4_direction;

// The field that Next or Previous leads to from the one with the focus; NULL: none. For the buttons of a bar.
GtkWidget *headroom_gtk4_form_neighbour(HeadroomGtk4Form *form, headroom_gtk4_direction direction);

// Goes there.
//
// HEADROOM_INVALID: there is none.
headroom_code headroom_gtk4_form_move(
    HeadroomGtk4Form *form, headroom_gtk4_direction direction, headroom_error *error);

// What the return key of a field has to say; PLAIN if it is none of the form's.
headroom_gtk4_return_key headroom_gtk4_form_return_key(HeadroomGtk4Form *form, GtkWidget *field);

// What puts the keyboard away; flags.
typedef enum headroom_gtk4_dismissal {
    HEADROOM_GTK4_DISMISS_NEVER = 0,
    // A tap beside all fields, controls (buttons, switches, sliders, header bars) and exempted widgets.
    HEADROOM_GTK4_DISMISS_TAP_OUTSIDE = 1,
    // Scrolling a GtkScrolledWindow: by a finger, or a pressed button, that drags it by more than 8 pixels from beside
    // all of those, by a wheel or a touchpad.
    HEADROOM_GTK4_DISMISS_SCROLL = 2
} headroom_gtk4_dismissal;

// While a field of the form has the focus and the keyboard is there; NEVER by default. The keyboard is asked to hide,
// the focus stays; what was tapped or scrolled gets its events as ever.
headroom_code headroom_gtk4_form_set_dismissal(
    HeadroomGtk4Form *form, unsigned int dismissal, headroom_error *error);

// A widget that may be tapped without leaving the field, such as a list of suggestions. The attached window's accessory
// bar is one anyway.
headroom_code headroom_gtk4_form_exempt(HeadroomGtk4Form *form, GtkWidget *widget, headroom_error *error);

G_END_DECLS

#endif
