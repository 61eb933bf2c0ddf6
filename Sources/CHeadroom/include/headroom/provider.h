// A keyboard that says where it is. Read headroom.h first.
#ifndef HEADROOM_PROVIDER_H
#define HEADROOM_PROVIDER_H

#include "client.h"
#include "space.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct headroom_provider headroom_provider;

typedef enum headroom_request_kind {
    HEADROOM_REQUEST_SHOW = 0,
    HEADROOM_REQUEST_HIDE = 1,
    // It is to leave `keep_free` free.
    HEADROOM_REQUEST_MOVE = 2
} headroom_request_kind;

// What the daemon asks of a keyboard; nothing is taken as done until the keyboard publishes it.
typedef struct headroom_request {
    uint32_t size;
    headroom_request_kind kind;
    // Relative to `output`.
    headroom_rect keep_free;
    // Empty: the one on which the keyboard is.
    const char *output;
} headroom_request;

typedef void (*headroom_requested)(void *data, const headroom_request *request);

// A provider. What it publishes holds until it says otherwise, withdraws or is closed, and is said again to a new
// daemon.
//
// name: which of the connection's providers it is; may be NULL.
// requested: may be NULL.
headroom_code headroom_provider_open(
    headroom_client *client, const char *name, headroom_requested requested, void *data, headroom_provider **provider,
    headroom_error *error);

// Takes back all that was said.
void headroom_provider_close(headroom_provider *provider);

// The members of a publication that keep their value, as bits.
enum {
    HEADROOM_KEY_VISIBLE = 1 << 0,
    HEADROOM_KEY_OUTPUT = 1 << 1,
    HEADROOM_KEY_FRAME = 1 << 2,
    HEADROOM_KEY_SPACE = 1 << 3,
    HEADROOM_KEY_CANDIDATE_BAR_HEIGHT = 1 << 4,
    HEADROOM_KEY_CANDIDATE_BAR_INCLUDED = 1 << 5,
    HEADROOM_KEY_ROOM_BELOW_CARET = 1 << 6,
    HEADROOM_KEY_ENGINE = 1 << 7,
    HEADROOM_KEY_PLACEMENT = 1 << 8,
    HEADROOM_KEY_REGIONS = 1 << 9,
    HEADROOM_KEY_OUTPUT_FRAME = 1 << 10,
    HEADROOM_KEY_CAN_SHOW = 1 << 11,
    HEADROOM_KEY_CAN_HIDE = 1 << 12
};

// What a provider says at one time.
typedef struct headroom_publication {
    uint32_t size;
    // Which of the members that have a key are given; the others keep the value they had.
    uint32_t given;
    // Which are forgotten, as if they had never been given. One that is given too is given.
    uint32_t cleared;
    // Whether the keyboard is, or is about to be, on the screen.
    bool visible;
    // Whether `frame` contains the candidate bar.
    bool candidate_bar_included;
    // Whether requests to show and to hide are followed.
    bool can_show, can_hide;
    // Name or alias of the output; empty: the one with which the frame shares the largest area.
    const char *output;
    // What the keyboard covers, or will when its motion is over.
    headroom_rect frame;
    // The space of `frame` and `regions`, not of the window. Never given: the output's if one is named, else the global
    // one.
    headroom_space space;
    // The height of the candidate bar docked above the keyboard or part of it.
    double candidate_bar_height;
    // Free space wanted below the caret for candidates that pop up there.
    double room_below_caret;
    // The input method's engine, such as "ibus:libpinyin"; empty: none.
    const char *engine;
    // As in a notification.
    const char *placement;
    // The parts of a split keyboard; at most 64.
    const headroom_rect *regions;
    uint32_t region_count;
    // The output in the global space, for desktops whose outputs the daemon cannot see.
    headroom_rect output_frame;

    // Whether the change is one motion that is announced with the members below, which hold for this time only; else it
    // is a step of a motion that nobody announced.
    bool is_motion;
    // Up to 10000.
    uint32_t duration_ms;
    headroom_curve curve;
    // 0: now.
    uint64_t start_time;
    // Why, for people and logs; may be NULL.
    const char *reason;
    // Whether `lease_ms` is given: for how long the provider lives without publishing; 0: for ever.
    bool is_lease_given;
    uint32_t lease_ms;
} headroom_publication;

// How a publication ended: whether this provider is now the one believed, or why the daemon did not take it. With
// HEADROOM_NO_DAEMON it is kept, and said when there is one. In all else as headroom_ended.
typedef void (*headroom_published)(void *data, bool is_believed, const headroom_error *error);

// Says what changed. `published` may be NULL.
headroom_code headroom_provider_publish(
    headroom_provider *provider, const headroom_publication *publication, headroom_published published, void *data,
    headroom_error *error);

// Takes back all that was said; the provider may publish again.
headroom_code headroom_provider_withdraw(headroom_provider *provider, headroom_error *error);

#ifdef __cplusplus
}
#endif

#endif
