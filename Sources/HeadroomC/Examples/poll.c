// A program with a poll loop of its own that keeps its field in sight.
//
//     cc poll.c $(pkg-config --cflags --libs headroom) -o poll && ./poll
//
// It follows the keyboard, solves once for each notification, and reports as the application's own plugin before it
// moves. It ends when the keyboard has come and gone; `headroom simulate` is a keyboard to try it with.
#include <headroom.h>
#include <poll.h>
#include <stdio.h>

struct app {
    headroom_plugin *plugin;
    // How far up the window is, and how far up it is to be.
    double shift, wanted;
    // The notification that is answered.
    uint64_t serial;
    bool is_over;
};

// How far a window that fills its output is to move for a field at the bottom of it.
static double solve(const headroom_notification *notification) {
    // The screen is not known where only a provider speaks that does not know it either.
    if (!notification->output_frame) return 0;
    headroom_output output;
    HEADROOM_CLEAR(output);
    output.name = notification->output;
    output.frame = *notification->output_frame;

    headroom_rect window = output.frame;
    headroom_rect field = {window.x + 100, window.y + window.height - 100, 400, 24};
    headroom_target target;
    HEADROOM_CLEAR(target);
    target.field = &field;
    headroom_scene scene;
    HEADROOM_CLEAR(scene);
    scene.outputs = &output;
    scene.output_count = 1;
    scene.container = &window;
    scene.target = &target;

    headroom_keyboard keyboard;
    HEADROOM_CLEAR(keyboard);
    headroom_adjustment adjustment;
    HEADROOM_CLEAR(adjustment);
    headroom_error error;
    HEADROOM_CLEAR(error);
    if (headroom_keyboard_from_notification(notification, NULL, 0, &keyboard, &error) != HEADROOM_OK ||
        headroom_solve(&scene, &keyboard, NULL, &adjustment, NULL, &error) != HEADROOM_OK) {
        printf("cannot solve: %s\n", error.message);
        return 0;
    }
    return adjustment.shift;
}

static void put_back(void *data, const headroom_error *error) {
    struct app *app = data;
    printf("put back%s%s\n", error->code == HEADROOM_OK ? "" : ", but not reported: ", error->message);
    app->is_over = true;
}

static void permitted(void *data, const headroom_error *error) {
    struct app *app = data;
    if (error->code != HEADROOM_OK) {
        printf("stays: %s\n", error->message);
        return;
    }
    app->shift = app->wanted;
    printf("moved up by %g\n", app->shift);
}

static void report(struct app *app, headroom_outcome outcome, headroom_ended ended) {
    headroom_report report;
    HEADROOM_CLEAR(report);
    report.outcome = outcome;
    report.serial = app->serial;
    if (outcome == HEADROOM_OUTCOME_CLEAR) {
        report.shift.y = -app->wanted;
        report.part_root = app->wanted;
    }
    headroom_plugin_report(app->plugin, &report, ended, app, NULL);
}

// Reports, then moves; where everything is to be as without us, the other way round.
static void move(struct app *app) {
    if (app->wanted == app->shift || !headroom_plugin_is_active(app->plugin, NULL)) return;
    if (app->wanted != 0) {
        report(app, HEADROOM_OUTCOME_CLEAR, permitted);
    } else {
        app->shift = 0;
        report(app, HEADROOM_OUTCOME_RESTORED, put_back);
    }
}

static void plugin_told(void *data, const headroom_plugin_update *update) {
    struct app *app = data;
    switch (update->event) {
    case HEADROOM_PLUGIN_ACTIVE:
        printf("active\n");
        move(app);
        break;
    case HEADROOM_PLUGIN_INACTIVE:
        printf("no longer active\n");
        app->shift = 0;
        report(app, HEADROOM_OUTCOME_RESTORED, NULL);
        break;
    case HEADROOM_PLUGIN_ENDED:
    case HEADROOM_PLUGIN_REFUSED:
        printf("not wanted%s%s\n", update->error ? ": " : "", update->error ? update->error->message : "");
        app->shift = 0;
        break;
    }
}

static void told(void *data, headroom_update update, const headroom_state *state) {
    struct app *app = data;
    const headroom_notification *notification = state->notification;
    if (update == HEADROOM_UPDATE_PROPERTIES) return;
    const char *name = update == HEADROOM_UPDATE_CURRENT ? "now" : headroom_kind_name(notification->kind);
    printf("%s: %g px of %s covered, in %u ms\n", name, notification->bottom_inset,
           *notification->output ? notification->output : "the screen", (unsigned)notification->duration_ms);
    bool is_visible = state->phase != HEADROOM_PHASE_HIDDEN && state->phase != HEADROOM_PHASE_HIDING;
    app->wanted = is_visible ? solve(notification) : 0;
    app->serial = notification->serial;
    move(app);
}

int main(void) {
    struct app app = {NULL, 0, 0, 0, false};
    headroom_client *client = NULL;
    headroom_subscription *subscription = NULL;
    headroom_error error;
    HEADROOM_CLEAR(error);
    setvbuf(stdout, NULL, _IOLBF, 0);

    if (headroom_client_open(NULL, &client, &error) != HEADROOM_OK ||
        headroom_plugin_open(client, "poll example", HEADROOM_PLUGIN_APP, plugin_told, &app, &app.plugin, &error) !=
            HEADROOM_OK ||
        headroom_subscribe(client, told, &app, &subscription, &error) != HEADROOM_OK) {
        fprintf(stderr, "poll: %s\n", error.message);
        headroom_client_close(client);
        return 1;
    }
    struct pollfd descriptor = {headroom_client_fd(client), POLLIN, 0};
    do {
        if (headroom_client_dispatch(client, &error) != HEADROOM_OK) {
            fprintf(stderr, "poll: %s\n", error.message);
            break;
        }
    } while (!app.is_over && poll(&descriptor, 1, -1) >= 0);

    headroom_subscription_close(subscription);
    headroom_plugin_close(app.plugin);
    headroom_client_close(client);
    return app.is_over ? 0 : 1;
}
