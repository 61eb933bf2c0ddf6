// How far to move: the solver. Pure functions; the same input gives the same answer on every machine. Read headroom.h
// first.
#ifndef HEADROOM_SOLVER_H
#define HEADROOM_SOLVER_H

#include "state.h"

#ifdef __cplusplus
extern "C" {
#endif

// -- What may be moved

// The outermost scroll view, which is given a bottom inset.
typedef struct headroom_scroll {
    uint32_t size;
    headroom_rect frame;
    // The height of what is scrolled in it.
    double content_height;
    // How far it is scrolled: the content's y that is at the frame's top.
    double offset;
    // The free space above and below the content that it has of its own, and what the platform adds below by itself.
    double inset_top, inset_bottom, automatic_inset;
} headroom_scroll;

// A scroll view within another, which is scrolled but given no inset.
typedef struct headroom_inner_scroll {
    uint32_t size;
    // In the content of the view around it.
    headroom_rect frame;
    double content_height;
    double offset;
} headroom_inner_scroll;

// A scroll view between a field and the innermost view of the scene, which is not moved.
typedef struct headroom_nesting {
    // In the content of the view around it.
    headroom_rect frame;
    double offset;
} headroom_nesting;

// What has to stay in sight. Rectangles are in the space of the innermost view: the content of the innermost scroll
// view, y as if its offset were 0; without any scroll view, the parent of the container.
//
// A caret or field that is impossible, beyond 1e6 or 0 x 0 counts as not given.
typedef struct headroom_target {
    uint32_t size;
    const headroom_rect *field;
    // The caret, or the line that it is in.
    const headroom_rect *caret;
    // A selection: the end that stays, and the end that moves and has to stay in sight.
    const headroom_rect *selection_anchor, *selection_end;
    // The height of the handles at its ends, which need space below; 0: none are shown.
    double handle_height;
    // Views that stay as they are, innermost first; at most 64.
    const headroom_nesting *inside;
    uint32_t inside_count;
} headroom_target;

// Everything that may be moved, where it is without us. With `container` alone that is moved, with `scroll` alone that
// is scrolled; with more, each takes what those further in could not.
typedef struct headroom_scene {
    uint32_t size;
    // All outputs, in any order; 1 to 64.
    uint32_t output_count;
    const headroom_output *outputs;
    // The origin of the container's parent in the global space.
    headroom_point parent_origin;
    // What is moved as a whole, relative to `parent_origin`.
    const headroom_rect *container;
    // The window around it, in the global space, if that may be moved as well.
    const headroom_rect *window;
    const headroom_scroll *scroll;
    // The views within `scroll`, innermost first; at most 64.
    const headroom_inner_scroll *inner;
    uint32_t inner_count;
    const headroom_target *target;
} headroom_scene;

// -- The keyboard

// A keyboard, in the global space. A notification makes one, see headroom_keyboard_from_notification().
typedef struct headroom_keyboard {
    uint32_t size;
    // What it covers; NULL: only its height is known, it stands at the bottom of the content's output.
    const headroom_rect *frame;
    double height;
    // The candidate bar; part of the frame unless it is said to be outside, above it.
    double candidate_bar_height;
    bool is_candidate_bar_outside;
    // Anything else that stands on the keyboard, such as a toolbar; the same holds.
    bool is_accessory_outside;
    // Whether the frame is a guess that a measured one will follow.
    bool is_estimated;
    // Whether the compositor itself keeps this window clear of the keyboard.
    bool compositor_avoids;
    double accessory_height;
    // The free space that candidates popping up at the caret need below it.
    double room_below_caret;
    // As in a notification; NULL: the keyboard's place decides.
    const char *placement;
    // The parts of a split keyboard; at most 64.
    const headroom_rect *regions;
    uint32_t region_count;
    // Where the compositor lays out a window that it keeps clear; NULL: in the output above the keyboard.
    const headroom_rect *usable;
} headroom_keyboard;

// The keyboard of a notification, for a window in these states ("maximized" and so on; at most 64). What the
// notification points to, the keyboard does too. For WillShow and WillChangeFrame; in a hide there is none.
headroom_code headroom_keyboard_from_notification(
    const headroom_notification *notification, const char *const *window_states, uint32_t window_state_count,
    headroom_keyboard *keyboard, headroom_error *error);

// -- Wishes

// What is done about a keyboard that is not docked.
typedef enum headroom_floating {
    // Nothing: its user put it where it is.
    HEADROOM_FLOATING_IGNORE = 0,
    // A target under it moves up or down, whichever is shorter.
    HEADROOM_FLOATING_AVOID = 1
} headroom_floating;

// How much of a field has to be seen.
typedef enum headroom_reveal {
    // The caret if one is known, else the field.
    HEADROOM_REVEAL_CARET = 0,
    // The whole field if it fits, else as above.
    HEADROOM_REVEAL_FIELD = 1
} headroom_reveal;

// What the owner of the content wishes. Where NULL is passed for it: a margin of 10, and zero for all else.
typedef struct headroom_options {
    uint32_t size;
    headroom_reveal reveal;
    headroom_floating floating;
    // The free space wanted below and above the target.
    double margin, top_margin;
} headroom_options;

// -- The answer

// Where everything is to be. All values are absolute, never steps from the last answer.
typedef struct headroom_adjustment {
    uint32_t size;
    // Whether a value to be set differs from before the event; if not, there is nothing to do. Of headroom_solve():
    // whether anything is to stand elsewhere than in the scene.
    bool is_command;
    // How far the container is moved up from where it stands without us; negative: down.
    double shift;
    // How far the window around it is moved up, beyond that.
    double window_shift;
    // The offset and the bottom inset of the outermost scroll view; 0 without one.
    double offset, inset_bottom;
    // How much of the wanted way is left after all levels took their part, the margin included.
    double remainder;
    // How much of the target's height is still covered.
    double covered;
    // Until when a living plugin waits before it applies this, unless the keyboard says something earlier: a rotation
    // is one change, not two. HEADROOM_NEVER: it does not wait.
    uint64_t hold_until;
} headroom_adjustment;

// Solves once.
//
// keyboard: NULL: there is none.
// options: NULL: the usual ones.
// adjustment: its `size` has to be set.
// inner_offsets: becomes where the inner scroll views are to be scrolled to, innermost first; room for as many as the
//     scene has. May be NULL.
headroom_code headroom_solve(
    const headroom_scene *scene, const headroom_keyboard *keyboard, const headroom_options *options,
    headroom_adjustment *adjustment, double *inner_offsets, headroom_error *error);

// -- Popups

// Where the top left corner of a popup with candidates goes: near the caret, on the screen, never under the keyboard.
// A popup of 400 x 220, 4 px from a caret from 640 to 664: at 668 on a screen of 1080; over a keyboard whose top is at
// 700 above the caret, at 416.
//
// size: x is its width, y its height.
// gap: the free space between caret and popup.
// cursor: the caret; NULL, 0 x 0 or impossible: nobody knows where it is.
// window: the window that is written in; NULL or impossible: not known.
// keyboard: the keyboard; NULL or impossible: none is shown.
headroom_code headroom_popup_origin(
    const headroom_point *size, double gap, const headroom_rect *cursor, const headroom_rect *window,
    const headroom_rect *keyboard, const headroom_output *outputs, uint32_t output_count, headroom_point *origin,
    headroom_error *error);

#ifdef __cplusplus
}
#endif

#endif
