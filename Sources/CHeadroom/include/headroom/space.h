// From one space into another. Read headroom.h first.
#ifndef HEADROOM_SPACE_H
#define HEADROOM_SPACE_H

#include "basics.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum headroom_space {
    // Not said; no space to convert from or to.
    HEADROOM_SPACE_UNSAID = 0,
    // Logical pixels; all outputs side by side.
    HEADROOM_SPACE_GLOBAL = 1,
    // Logical pixels from the output's top left corner: what is on the bus.
    HEADROOM_SPACE_OUTPUT = 2,
    // Device pixels, as X11 programs see them.
    HEADROOM_SPACE_DEVICE = 3,
    // Logical pixels from the window's top left corner.
    HEADROOM_SPACE_WINDOW = 4
} headroom_space;

// Converts a rectangle.
//
// output: for HEADROOM_SPACE_OUTPUT and HEADROOM_SPACE_DEVICE; else it may be NULL. Where nobody knows its device
//     frame, device pixels are global ones.
// window: the window's top left corner in the global space, for HEADROOM_SPACE_WINDOW; else it may be NULL.
headroom_code headroom_convert(
    headroom_rect *rect, headroom_space from, headroom_space to, const headroom_output *output,
    const headroom_point *window, headroom_error *error);

#ifdef __cplusplus
}
#endif

#endif
