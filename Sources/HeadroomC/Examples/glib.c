// A program on GLib's main loop whose text view scrolls to keep its caret in sight.
//
//     cc glib.c $(pkg-config --cflags --libs headroom glib-2.0) -o glib && ./glib
//
// It keeps a session, which is told what happens and says what is to be set, glides there on the keyboard's own curve,
// and reports as a part of its toolkit. It ends when the keyboard has come and gone; `headroom simulate` is a keyboard
// to try it with.
#include <glib-unix.h>
#include <headroom.h>
#include <stdio.h>

typedef struct {
    GMainLoop *loop;
    headroom_client *client;
    headroom_plugin *plugin;
    headroom_subscription *subscription;
    // From the first output that is known on.
    headroom_session *session;
    // What is to be set, from the permission on.
    headroom_adjustment adjustment;
    // Whether something stands elsewhere than without us.
    gboolean has_moved;
    // The timer that draws while something moves.
    guint frames;
    int exit_code;
} App;

static void quit(App *app, int exit_code) {
    app->exit_code = exit_code;
    g_main_loop_quit(app->loop);
}

// A text of 2000 pixels, scrolled by 400 in a window that fills its output; the caret is in the line at 1100.
static void begin(App *app, const headroom_notification *notification) {
    headroom_output output;
    HEADROOM_CLEAR(output);
    output.name = notification->output;
    output.frame = *notification->output_frame;
    headroom_scroll scroll;
    HEADROOM_CLEAR(scroll);
    scroll.frame = output.frame;
    scroll.content_height = 2000;
    scroll.offset = 400;
    headroom_rect caret = {100, 1100, 1, 24};
    headroom_target target;
    HEADROOM_CLEAR(target);
    target.caret = &caret;
    headroom_scene scene;
    HEADROOM_CLEAR(scene);
    scene.outputs = &output;
    scene.output_count = 1;
    scene.scroll = &scroll;
    scene.target = &target;
    headroom_error error;
    HEADROOM_CLEAR(error);
    if (headroom_session_open(&scene, NULL, &app->session, &error) != HEADROOM_OK) g_error("%s", error.message);
}

static bool is_hidden(const headroom_state *state) {
    return state->phase == HEADROOM_PHASE_HIDDEN || state->phase == HEADROOM_PHASE_HIDING;
}

// Where a real view would be drawn.
static gboolean draw(gpointer data) {
    App *app = data;
    double offset = headroom_session_offset_at(app->session, headroom_now());
    if (offset != app->adjustment.offset) return G_SOURCE_CONTINUE;
    printf("stands at %g, with an inset of %g\n", offset, app->adjustment.inset_bottom);
    app->frames = 0;
    if (!app->has_moved && is_hidden(headroom_subscription_state(app->subscription))) quit(app, 0);
    return G_SOURCE_REMOVE;
}

static void glide(App *app) {
    if (app->frames == 0) app->frames = g_timeout_add(16, draw, app);
}

static void permitted(void *data, const headroom_error *error) {
    App *app = data;
    if (error->code != HEADROOM_OK) {
        printf("stays: %s\n", error->message);
        return;
    }
    printf("scrolls to %g\n", app->adjustment.offset);
    app->has_moved = TRUE;
    glide(app);
}

// Does that, then reports it.
static void put_back(App *app, uint64_t serial) {
    if (!app->has_moved) return;
    printf("goes back to %g\n", app->adjustment.offset);
    app->has_moved = FALSE;
    glide(app);
    headroom_report report;
    HEADROOM_CLEAR(report);
    report.outcome = HEADROOM_OUTCOME_RESTORED;
    report.serial = serial;
    headroom_plugin_report(app->plugin, &report, NULL, NULL, NULL);
}

// Reports what the session says is to be done, then does it; where everything goes back, the other way round.
static void carry_out(App *app, uint64_t serial) {
    if (!app->session || !headroom_plugin_is_active(app->plugin, NULL)) return;
    headroom_report report;
    HEADROOM_CLEAR(report);
    headroom_session_report(app->session, &report, NULL);
    report.serial = serial;
    if (report.outcome != HEADROOM_OUTCOME_NOT_NEEDED) {
        headroom_plugin_report(app->plugin, &report, permitted, app, NULL);
    } else {
        put_back(app, serial);
    }
}

static void plugin_told(void *data, const headroom_plugin_update *update) {
    App *app = data;
    switch (update->event) {
    case HEADROOM_PLUGIN_ACTIVE: {
        printf("active\n");
        const headroom_state *state = headroom_subscription_state(app->subscription);
        if (!app->session || !state) break;
        headroom_session_stands(app->session, state, NULL, 0, headroom_now(), &app->adjustment, NULL);
        carry_out(app, state->notification->serial);
        break;
    }
    case HEADROOM_PLUGIN_INACTIVE:
        // Another plugin moves things from now on; as for us, there is no keyboard.
        printf("no longer active\n");
        if (app->session) headroom_session_hide(app->session, headroom_now(), NULL, 0, &app->adjustment, NULL);
        put_back(app, 0);
        break;
    case HEADROOM_PLUGIN_ENDED:
    case HEADROOM_PLUGIN_REFUSED:
        printf("not wanted%s%s\n", update->error ? ": " : "", update->error ? update->error->message : "");
        quit(app, 1);
        break;
    }
}

static void told(void *data, headroom_update update, const headroom_state *state) {
    App *app = data;
    if (update == HEADROOM_UPDATE_PROPERTIES) return;
    const headroom_notification *notification = state->notification;
    if (update == HEADROOM_UPDATE_NOTIFICATION) printf("%s\n", headroom_kind_name(notification->kind));
    if (!app->session && notification->output_frame) begin(app, notification);
    if (!app->session) return;
    if (update == HEADROOM_UPDATE_CURRENT) {
        headroom_session_stands(app->session, state, NULL, 0, headroom_now(), &app->adjustment, NULL);
    } else {
        headroom_session_notified(app->session, notification, NULL, 0, headroom_now(), &app->adjustment, NULL);
    }
    if (app->adjustment.is_command) carry_out(app, notification->serial);
}

static gboolean dispatch(gint descriptor, GIOCondition condition, gpointer data) {
    App *app = data;
    headroom_error error;
    HEADROOM_CLEAR(error);
    (void)descriptor;
    (void)condition;
    if (headroom_client_dispatch(app->client, &error) == HEADROOM_OK) return G_SOURCE_CONTINUE;
    g_printerr("glib: %s\n", error.message);
    quit(app, 1);
    return G_SOURCE_REMOVE;
}

int main(void) {
    App app = {0};
    headroom_error error;
    HEADROOM_CLEAR(error);
    HEADROOM_CLEAR(app.adjustment);
    setvbuf(stdout, NULL, _IOLBF, 0);
    app.loop = g_main_loop_new(NULL, FALSE);

    if (headroom_client_open(NULL, &app.client, &error) != HEADROOM_OK ||
        headroom_plugin_open(app.client, "glib example", HEADROOM_PLUGIN_TOOLKIT, plugin_told, &app, &app.plugin,
                             &error) != HEADROOM_OK ||
        headroom_subscribe(app.client, told, &app, &app.subscription, &error) != HEADROOM_OK) {
        g_printerr("glib: %s\n", error.message);
        app.exit_code = 1;
    } else {
        guint watch = g_unix_fd_add(headroom_client_fd(app.client), G_IO_IN, dispatch, &app);
        // Once before the first wait.
        if (dispatch(-1, 0, &app)) g_main_loop_run(app.loop);
        g_source_remove(watch);
    }
    headroom_subscription_close(app.subscription);
    headroom_plugin_close(app.plugin);
    headroom_session_close(app.session);
    headroom_client_close(app.client);
    g_main_loop_unref(app.loop);
    return app.exit_code;
}
