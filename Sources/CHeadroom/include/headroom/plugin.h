// A plugin: it claims an application, moves things there, and reports it. Read headroom.h first.
//
// A plugin moves things in an application while it is active there, and nobody else does then. It reports before it
// moves: only what was reported, and taken, is moved. It reports that nothing is moved, with any outcome that says so,
// after everything stands in its place.
#ifndef HEADROOM_PLUGIN_H
#define HEADROOM_PLUGIN_H

#include "client.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct headroom_plugin headroom_plugin;

// In which world it moves things, by rank: the highest first. A higher one takes over from a lower one.
typedef enum headroom_plugin_kind {
    // The application's own.
    HEADROOM_PLUGIN_APP = 0,
    // A part of its toolkit.
    HEADROOM_PLUGIN_TOOLKIT = 1,
    // Scrolls over the accessibility bus.
    HEADROOM_PLUGIN_ACCESSIBILITY = 2,
    // Moves whole windows.
    HEADROOM_PLUGIN_WINDOW = 3
} headroom_plugin_kind;

typedef enum headroom_plugin_event {
    // It may move things in the application, and finds everything in its place.
    HEADROOM_PLUGIN_ACTIVE = 0,
    // It moves nothing more in the application: it puts everything back, reports HEADROOM_OUTCOME_RESTORED, and waits.
    HEADROOM_PLUGIN_INACTIVE = 1,
    // The claim has ended, with the application or because the daemon could not take it anew.
    HEADROOM_PLUGIN_ENDED = 2,
    // The daemon does not take the plugin; it moves nothing until there is another daemon.
    HEADROOM_PLUGIN_REFUSED = 3
} headroom_plugin_event;

typedef struct headroom_plugin_update {
    uint32_t size;
    headroom_plugin_event event;
    // The application; empty with HEADROOM_PLUGIN_REFUSED.
    const char *subject;
    // With HEADROOM_PLUGIN_INACTIVE: how long it is waited for; 0: by its reports there is nothing to put back, or it
    // is too late.
    uint32_t grace_ms;
    // Why, with HEADROOM_PLUGIN_REFUSED; else NULL.
    const headroom_error *error;
} headroom_plugin_update;

typedef void (*headroom_plugin_told)(void *data, const headroom_plugin_update *update);

// Registers a plugin, with every daemon that comes, until it is closed. One of the first two kinds claims the
// application that it lives in by that.
//
// name: for people; may be NULL.
headroom_code headroom_plugin_open(
    headroom_client *client, const char *name, headroom_plugin_kind kind, headroom_plugin_told told, void *data,
    headroom_plugin **plugin, headroom_error *error);

// Gives up all that it claims. Put everything back before.
void headroom_plugin_close(headroom_plugin *plugin);

// The application that it lives in; empty until the daemon has said, and for a plugin that works from outside. Valid
// until the client is dispatched or closed, or the plugin closed. NULL only for NULL.
const char *headroom_plugin_subject(headroom_plugin *plugin);

// Whether it may move things in an application; NULL: in its own.
bool headroom_plugin_is_active(headroom_plugin *plugin, const char *subject);

// -- Claims of a plugin that works from outside

typedef struct headroom_claim {
    uint32_t process;
    bool is_active;
    // Empty: there is no such process.
    const char *subject;
} headroom_claim;

// What came of a claim; in all else as headroom_ended.
//
// claims: one for each process; none if there was an error.
typedef void (*headroom_claimed)(
    void *data, const headroom_claim *claims, uint32_t claim_count, const headroom_error *error);

// Claims the applications of processes (at most 256), now and with every daemon to come. `claimed` may be NULL; where
// there is no daemon yet, it is told when there is one.
headroom_code headroom_plugin_claim(
    headroom_plugin *plugin, const uint32_t *processes, uint32_t process_count, headroom_claimed claimed, void *data,
    headroom_error *error);

// Gives up applications (at most 256): those that it holds, with nothing left there, and those that it waits for.
headroom_code headroom_plugin_release(
    headroom_plugin *plugin, const char *const *subjects, uint32_t subject_count, headroom_error *error);

// -- Reports

// What was done. Closed: none will be added.
typedef enum headroom_outcome {
    // Nothing had to move.
    HEADROOM_OUTCOME_NOT_NEEDED = 0,
    // Something moved, and the target is in sight.
    HEADROOM_OUTCOME_CLEAR = 1,
    // Something moved, and some of the target is still covered.
    HEADROOM_OUTCOME_PARTIAL = 2,
    // Nothing could move, and the target is covered.
    HEADROOM_OUTCOME_IMPOSSIBLE = 3,
    // All was put back; or nothing had been moved, and what was said to be covered is not any more.
    HEADROOM_OUTCOME_RESTORED = 4
} headroom_outcome;

// What a plugin did, or is about to do, in one application.
typedef struct headroom_report {
    uint32_t size;
    headroom_outcome outcome;
    // The notification that it answers; 0: the user moved on, by typing or by another focus.
    uint64_t serial;
    // The application; empty: the plugin's own.
    const char *subject;
    // How far content is moved in all at the end, x right, y down: up by 200 is (0, -200).
    headroom_point shift;
    // The output on which `target` is; empty: not known.
    const char *output;
    // Where the target is seen at the end, relative to the output; NULL: not said.
    const headroom_rect *target;
    // How much of the target's height is still covered.
    double residual;
    // From the notification to the first thing moved, in microseconds; 0: not said.
    uint64_t latency_us;
    // How far each level moves, is inset or made lower; 0: not at all.
    double part_inset, part_scroll, part_root, part_window, part_resize;
} headroom_report;

// Says what it is about to do, or has put back. `ended` is the permission to do it; it may be NULL.
// HEADROOM_NOT_CLAIMED: move nothing, as it may not, or has reported something else since.
headroom_code headroom_plugin_report(
    headroom_plugin *plugin, const headroom_report *report, headroom_ended ended, void *data, headroom_error *error);

#ifdef __cplusplus
}
#endif

#endif
