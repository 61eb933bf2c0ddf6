// What is known of the keyboard. Read headroom.h first.
#ifndef HEADROOM_STATE_H
#define HEADROOM_STATE_H

#include "basics.h"

#ifdef __cplusplus
extern "C" {
#endif

// The six notifications. Will announces a motion, Did confirms its end.
typedef enum headroom_kind {
    HEADROOM_WILL_SHOW = 0,
    HEADROOM_DID_SHOW = 1,
    HEADROOM_WILL_CHANGE_FRAME = 2,
    HEADROOM_DID_CHANGE_FRAME = 3,
    HEADROOM_WILL_HIDE = 4,
    HEADROOM_DID_HIDE = 5
} headroom_kind;

// "WillShow", "DidShow" and so on; empty for what is none of the six.
const char *headroom_kind_name(headroom_kind kind);

// Where the keyboard is in its life.
typedef enum headroom_phase {
    // It covers nothing, and nothing is on its way.
    HEADROOM_PHASE_HIDDEN = 0,
    // A WillShow was sent, its DidShow not yet.
    HEADROOM_PHASE_SHOWING = 1,
    // It stands where the last notification said.
    HEADROOM_PHASE_SHOWN = 2,
    // A WillChangeFrame was sent, its DidChangeFrame not yet.
    HEADROOM_PHASE_CHANGING = 3,
    // A WillHide was sent, its DidHide not yet.
    HEADROOM_PHASE_HIDING = 4
} headroom_phase;

// A notification of the daemon.
typedef struct headroom_notification {
    uint32_t size;
    headroom_kind kind;
    // Greater than that of every notification before.
    uint64_t serial;
    // In a Did, the serial of the Will that it completes; else 0.
    uint64_t completes;
    // The output that it is about; empty while none is known.
    const char *output;
    // Where the published motion is when this one starts, and where it ends: all that the keyboard covers, the
    // candidate bar included.
    headroom_rect frame_begin, frame_end;
    // How much of the output, up from its bottom edge, a docked keyboard covers at the end; else 0.
    double bottom_inset;
    // How much of the top of frame_end, and of frame_begin, is the candidate bar.
    double candidate_bar_height, candidate_bar_height_begin;
    // The free space that candidates which pop up at the caret need below it.
    double room_below_caret;
    // The motion: when it began (that may lie in the past), how long it takes (0 in every Did), and on which curve.
    uint64_t start_time;
    uint32_t duration_ms;
    headroom_curve curve;
    // The speed of the top edge at the start in px/s, y down; 0 but for springs.
    double velocity;
    // "docked", "floating", "split", "candidates-only", "hardware"; take any other word as "floating".
    const char *placement;
    // Why it was sent, such as "visibility" or "rotation"; open.
    const char *reason;
    // Whom the daemon believes.
    const char *origin;
    // The input method's engine, such as "ibus:libpinyin"; empty: none, or nobody knows.
    const char *engine;
    // Whether the frame is a guess that a measured one may follow.
    bool is_estimated;
    // Whether some of the bar's height is only kept free for candidates that may come.
    bool is_candidate_bar_reserved;
    // The output; NULL: not known.
    const headroom_rect *output_frame;
    // Where the compositor lays out maximised windows when this is over; NULL: not known.
    const headroom_rect *usable;
    // The states of windows that the compositor itself keeps clear of the keyboard: "maximized" and so on.
    const char *const *compositor_avoids;
    uint32_t compositor_avoids_count;
    // The parts of a split keyboard; none: frame_end is all of it.
    const headroom_rect *regions;
    uint32_t region_count;
} headroom_notification;

// How things stand, as one subscriber knows it.
typedef struct headroom_state {
    uint32_t size;
    headroom_phase phase;
    // Whether there is a daemon. Without one the keyboard counts as hidden.
    bool is_daemon_present;
    // Whether anybody can be asked to show or hide the keyboard.
    bool can_show, can_hide;
    // Whether the daemon looks at the desktop; if not, only providers are heard.
    bool is_watching;
    // The newest notification, never NULL: at rest with begin and end the same, in motion the Will that runs.
    const headroom_notification *notification;
    // The outputs; none while nobody knows any.
    const headroom_output *outputs;
    uint32_t output_count;
} headroom_state;

// Where the published motion is at an instant.
headroom_code headroom_notification_frame_at(
    const headroom_notification *notification, uint64_t time, headroom_rect *frame, headroom_error *error);

#ifdef __cplusplus
}
#endif

#endif
