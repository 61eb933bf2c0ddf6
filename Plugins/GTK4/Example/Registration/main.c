// A registration form: four fields, notes, and a bar on the keyboard with Previous, Next and Done.
//
//     cc main.c $(pkg-config --cflags --libs headroom-gtk4) -o registration && ./registration [--fullscreen]
//
// `headroom demo --gtk` runs it beside a simulated keyboard.
#include <headroom-gtk4.h>

typedef struct {
    HeadroomGtk4 *attached;
    HeadroomGtk4Form *form;
    GtkWidget *previous, *next;
} App;

// -- The bar

static void go_back(GtkButton *button, App *app) {
    (void)button;
    headroom_gtk4_form_move(app->form, HEADROOM_GTK4_PREVIOUS, NULL);
}

static void go_on(GtkButton *button, App *app) {
    (void)button;
    headroom_gtk4_form_move(app->form, HEADROOM_GTK4_NEXT, NULL);
}

static void hide(GtkButton *button, App *app) {
    (void)button;
    headroom_gtk4_hide_keyboard(app->attached, NULL);
}

static GtkWidget *add_button(GtkWidget *bar, const char *label, GCallback clicked, App *app) {
    GtkWidget *button = gtk_button_new_with_label(label);
    // It takes the focus from no field.
    gtk_widget_set_focusable(button, FALSE);
    g_signal_connect(button, "clicked", clicked, app);
    gtk_box_append(GTK_BOX(bar), button);
    return button;
}

static GtkWidget *make_bar(App *app) {
    GtkWidget *bar = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    gtk_widget_add_css_class(bar, "toolbar");
    gtk_widget_add_css_class(bar, "background");
    gtk_widget_set_valign(bar, GTK_ALIGN_END);
    app->previous = add_button(bar, "Previous", G_CALLBACK(go_back), app);
    app->next = add_button(bar, "Next", G_CALLBACK(go_on), app);
    GtkWidget *done = add_button(bar, "Done", G_CALLBACK(hide), app);
    gtk_widget_set_hexpand(done, TRUE);
    gtk_widget_set_halign(done, GTK_ALIGN_END);
    return bar;
}

// Another field has the focus: Previous and Next lead elsewhere.
static void told(void *data, headroom_gtk4_form_event event, GtkWidget *field) {
    App *app = data;
    (void)field;
    if (event != HEADROOM_GTK4_FORM_FOCUS) return;
    gtk_widget_set_sensitive(app->previous, headroom_gtk4_form_neighbour(app->form, HEADROOM_GTK4_PREVIOUS) != NULL);
    gtk_widget_set_sensitive(app->next, headroom_gtk4_form_neighbour(app->form, HEADROOM_GTK4_NEXT) != NULL);
}

// -- The form

static void add_entry(GtkWidget *fields, const char *placeholder, GtkInputPurpose purpose) {
    GtkWidget *entry = gtk_entry_new();
    gtk_entry_set_placeholder_text(GTK_ENTRY(entry), placeholder);
    gtk_entry_set_input_purpose(GTK_ENTRY(entry), purpose);
    headroom_gtk4_field_set_clear_button(entry, HEADROOM_GTK4_CLEAR_BUTTON_WHILE_EDITING, NULL);
    gtk_box_append(GTK_BOX(fields), entry);
}

static GtkWidget *make_notes(void) {
    GtkWidget *notes = gtk_text_view_new();
    gtk_text_view_set_wrap_mode(GTK_TEXT_VIEW(notes), GTK_WRAP_WORD_CHAR);
    gtk_text_view_set_left_margin(GTK_TEXT_VIEW(notes), 8);
    gtk_text_view_set_right_margin(GTK_TEXT_VIEW(notes), 8);
    gtk_text_view_set_top_margin(GTK_TEXT_VIEW(notes), 6);
    gtk_widget_set_size_request(notes, -1, 120);
    headroom_gtk4_placeholder placeholder;
    HEADROOM_CLEAR(placeholder);
    placeholder.text = "What else should we know?";
    headroom_gtk4_text_view_set_placeholder(notes, &placeholder, NULL);
    headroom_gtk4_field_set_border(notes, HEADROOM_GTK4_BORDER_ROUNDED, NULL);
    return notes;
}

static GtkWidget *make_fields(void) {
    GtkWidget *fields = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);
    gtk_widget_set_margin_start(fields, 24);
    gtk_widget_set_margin_end(fields, 24);
    gtk_widget_set_margin_top(fields, 24);
    gtk_widget_set_margin_bottom(fields, 72);
    GtkWidget *title = gtk_label_new("Registration");
    gtk_widget_add_css_class(title, "title-1");
    gtk_widget_set_size_request(title, -1, 360);
    gtk_box_append(GTK_BOX(fields), title);
    add_entry(fields, "Name", GTK_INPUT_PURPOSE_NAME);
    add_entry(fields, "Street and town", GTK_INPUT_PURPOSE_FREE_FORM);
    add_entry(fields, "Telephone", GTK_INPUT_PURPOSE_PHONE);
    add_entry(fields, "Electronic mail", GTK_INPUT_PURPOSE_EMAIL);
    gtk_box_append(GTK_BOX(fields), make_notes());
    return fields;
}

int main(int count, char **words) {
    App app = {0};
    if (!gtk_init_check()) {
        g_printerr("registration: there is no display\n");
        return 1;
    }
    GtkWidget *window = gtk_window_new();
    gtk_window_set_title(GTK_WINDOW(window), "Registration");
    gtk_window_set_default_size(GTK_WINDOW(window), 420, 640);
    if (count > 1 && g_str_equal(words[1], "--fullscreen")) gtk_window_fullscreen(GTK_WINDOW(window));
    GtkWidget *fields = make_fields();
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), fields);
    GtkWidget *overlay = gtk_overlay_new();
    gtk_overlay_set_child(GTK_OVERLAY(overlay), scrolled);
    GtkWidget *bar = make_bar(&app);
    gtk_overlay_add_overlay(GTK_OVERLAY(overlay), bar);
    gtk_window_set_child(GTK_WINDOW(window), overlay);

    app.attached = headroom_gtk4_attach(GTK_WINDOW(window));
    headroom_gtk4_set_accessory(app.attached, bar, NULL);
    headroom_gtk4_form_open(app.attached, fields, &app.form, NULL);
    headroom_gtk4_form_set_dismissal(app.form, HEADROOM_GTK4_DISMISS_TAP_OUTSIDE | HEADROOM_GTK4_DISMISS_SCROLL, NULL);
    headroom_gtk4_form_set_told(app.form, told, &app, NULL);

    gtk_window_present(GTK_WINDOW(window));
    gtk_widget_grab_focus(gtk_widget_get_last_child(fields));
    while (g_list_model_get_n_items(gtk_window_get_toplevels()) > 0) g_main_context_iteration(NULL, TRUE);
    return 0;
}
