// The life of an avoidance: what the keyboard, the user and the app do, and what follows from it. Read headroom.h
// first.
//
// A session remembers how things stood without us, so that nothing adds up and all is put back exactly. Every function
// that takes an event takes the time too, and answers what is to be set; a time before the last one counts as the last
// one. What has to happen without an event is due at headroom_session_deadline(): call headroom_session_advance() then.
//
// An event that may not be believed (a rectangle that is not finite or of negative size) is answered with
// HEADROOM_INVALID and changes nothing.
#ifndef HEADROOM_SESSION_H
#define HEADROOM_SESSION_H

#include "plugin.h"
#include "solver.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct headroom_session headroom_session;

// Begins with things as they are, and no keyboard.
//
// options: NULL: the usual ones.
headroom_code headroom_session_open(
    const headroom_scene *scene, const headroom_options *options, headroom_session **session, headroom_error *error);

void headroom_session_close(headroom_session *session);

// -- Events. `pace` is how a change goes to its end; NULL: at once. `adjustment` may be NULL; else its `size` has to be
//    set.

// A notification came, about the output that the content is on. Its motion is joined for what is left of it.
//
// window_states: the window's own, as in headroom_keyboard_from_notification().
headroom_code headroom_session_notified(
    headroom_session *session, const headroom_notification *notification, const char *const *window_states,
    uint32_t window_state_count, uint64_t time, headroom_adjustment *adjustment, headroom_error *error);

// How things stand, as a subscription told with HEADROOM_UPDATE_CURRENT: as the notification in it, or a hide at once
// where the keyboard is hidden.
headroom_code headroom_session_stands(
    headroom_session *session, const headroom_state *state, const char *const *window_states,
    uint32_t window_state_count, uint64_t time, headroom_adjustment *adjustment, headroom_error *error);

// A keyboard that is known from elsewhere shows or changes.
headroom_code headroom_session_keyboard(
    headroom_session *session, const headroom_keyboard *keyboard, uint64_t time, const headroom_pace *pace,
    headroom_adjustment *adjustment, headroom_error *error);

// A keyboard that is known from elsewhere goes.
//
// grace_ms: within it the keyboard may come back as if nothing had been; 0 for a hide that the user asked for.
headroom_code headroom_session_hide(
    headroom_session *session, uint64_t time, const headroom_pace *pace, uint32_t grace_ms,
    headroom_adjustment *adjustment, headroom_error *error);

// Another target has the focus, or none (NULL).
headroom_code headroom_session_focus(
    headroom_session *session, const headroom_target *target, uint64_t time, const headroom_pace *pace,
    headroom_adjustment *adjustment, headroom_error *error);

// The caret moved while its user types: content follows by whole lines, and only if it has to.
headroom_code headroom_session_caret(
    headroom_session *session, const headroom_target *target, uint64_t time, const headroom_pace *pace,
    headroom_adjustment *adjustment, headroom_error *error);

// The user scrolled the outermost scroll view to `offset`; it stays there until the next focus or caret event, or hide.
headroom_code headroom_session_user_scrolled(
    headroom_session *session, double offset, uint64_t time, headroom_adjustment *adjustment, headroom_error *error);

// What is new about the content's place. What is NULL stays as it was.
typedef struct headroom_window_change {
    uint32_t size;
    // Whether the places given contain the shift that we commanded; else they are the places without it.
    bool includes_shift;
    // Whether `target` is given: NULL then means that there is none any more.
    bool is_target_given;
    const headroom_rect *container;
    const headroom_point *parent_origin;
    const headroom_scroll *scroll;
    const headroom_target *target;
} headroom_window_change;

// The content has a new place or size; the keyboard stays. A container where we put it ourselves changes nothing.
headroom_code headroom_session_window_changed(
    headroom_session *session, const headroom_window_change *change, uint64_t time, const headroom_pace *pace,
    headroom_adjustment *adjustment, headroom_error *error);

// The outputs were rotated, scaled or rearranged, and with them perhaps the content (`change` may be NULL): these are
// the new places without us, and the keyboard's old frame means nothing any more.
headroom_code headroom_session_outputs_changed(
    headroom_session *session, const headroom_output *outputs, uint32_t output_count,
    const headroom_window_change *change, uint64_t time, const headroom_pace *pace, headroom_adjustment *adjustment,
    headroom_error *error);

// Time has come to `time`.
headroom_code headroom_session_advance(
    headroom_session *session, uint64_t time, headroom_adjustment *adjustment, headroom_error *error);

// -- Questions

// When headroom_session_advance() has to be called; HEADROOM_NEVER: not at all.
uint64_t headroom_session_deadline(headroom_session *session);

// The container's shift, and the outermost scroll view's offset, on their way at an instant.
double headroom_session_shift_at(headroom_session *session, uint64_t time);
double headroom_session_offset_at(headroom_session *session, uint64_t time);

// Where the inner scroll views are to be scrolled to, innermost first.
//
// offsets: room for as many as the scene has.
headroom_code headroom_session_inner_offsets(headroom_session *session, double *offsets, headroom_error *error);

// What is done now, ready to be reported by a plugin, but for `serial`, `subject` and `latency_us`. A session that is
// hidden has put everything back: whether that is HEADROOM_OUTCOME_RESTORED is known to whoever moved something.
//
// report: its `size` has to be set. What it points to is valid until the next call with the session.
headroom_code headroom_session_report(headroom_session *session, headroom_report *report, headroom_error *error);

#ifdef __cplusplus
}
#endif

#endif
