// Version, errors, and the values that all else is made of. Read headroom.h first.
#ifndef HEADROOM_BASICS_H
#define HEADROOM_BASICS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

// -- Version

// Which binary interface this header describes. Within one, structs and enums grow and functions are added, no more.
#define HEADROOM_ABI 1

// Which one the library that is loaded has.
uint32_t headroom_abi(void);

// The library's version, such as "0.1.0".
const char *headroom_version(void);

// -- Structs

// Sets all of a struct to zero, and its `size`.
#define HEADROOM_CLEAR(variable) (memset(&(variable), 0, sizeof(variable)), (void)((variable).size = sizeof(variable)))

// -- Errors

// More may come: take those you do not know as HEADROOM_SYSTEM.
typedef enum headroom_code {
    HEADROOM_OK = 0,
    // An argument that cannot be used; the error says which and why.
    HEADROOM_INVALID = 1,
    // The client was closed.
    HEADROOM_CLOSED = 2,
    // There is no session bus, or the connection to it is lost.
    HEADROOM_NO_BUS = 3,
    // There is no Headroom in this session, or a sandbox hides it.
    HEADROOM_NO_DAEMON = 4,
    // Nobody on this desktop can do it.
    HEADROOM_NOT_SUPPORTED = 5,
    // The plugin may not move things there now.
    HEADROOM_NOT_CLAIMED = 6,
    // The daemon refused the call: a value it cannot use, a limit, a caller that may not.
    HEADROOM_REFUSED = 7,
    // The daemon did not answer in time.
    HEADROOM_TIMEOUT = 8,
    // The system gave no descriptor or memory, or an answer made no sense.
    HEADROOM_SYSTEM = 9
} headroom_code;

// What went wrong. Its `size` has to be set before it is passed.
typedef struct headroom_error {
    uint32_t size;
    headroom_code code;
    // The D-Bus error's name, for logs; empty if it did not come from the bus.
    char name[128];
    // What happened, in words; cut off where it does not fit.
    char message[376];
} headroom_error;

// How a request ended. Called exactly once for each request that returned HEADROOM_OK, never before it returned; at
// the latest when the client is closed, with HEADROOM_CLOSED.
//
// data: what was passed with the callback.
// error: its code is HEADROOM_OK if all went well.
typedef void (*headroom_ended)(void *data, const headroom_error *error);

// -- Time

// Now, in microseconds of CLOCK_MONOTONIC.
uint64_t headroom_now(void);

// No instant: nothing is due, nothing is waited for.
#define HEADROOM_NEVER UINT64_MAX

// -- Geometry

typedef struct headroom_point {
    double x, y;
} headroom_point;

typedef struct headroom_rect {
    double x, y, width, height;
} headroom_rect;

// A screen as the desktop lays it out.
typedef struct headroom_output {
    uint32_t size;
    bool is_primary;
    // The connector's name, such as "eDP-1".
    const char *name;
    headroom_rect frame;
    // Device pixels per logical pixel; 0 is taken as 1.
    double scale;
    // How the picture is turned, in the words of wl_output.transform: "normal", "90", "flipped-90" and so on.
    const char *transform;
    // What panels leave free, the keyboard not counted; NULL: nobody knows.
    const headroom_rect *work_area;
    // Where it lies in device pixels, as X11 programs see it; NULL: nobody knows.
    const headroom_rect *device_frame;
    // Other names of the same screen, such as XWayland's; at most 64.
    const char *const *aliases;
    uint32_t alias_count;
} headroom_output;

// -- Motion

typedef enum headroom_curve_kind {
    HEADROOM_CURVE_LINEAR = 0,
    // Parameters: x1, y1, x2, y2.
    HEADROOM_CURVE_CUBIC_BEZIER = 1,
    // Parameters: mass, stiffness, damping.
    HEADROOM_CURVE_SPRING = 2
} headroom_curve_kind;

// How a motion goes over its duration.
typedef struct headroom_curve {
    headroom_curve_kind kind;
    double parameters[4];
} headroom_curve;

// How a change of ours goes to its end. All zero: at once.
typedef struct headroom_pace {
    // In milliseconds; not above 0, or not finite: at once.
    double duration_ms;
    headroom_curve curve;
} headroom_pace;

// The part of the way covered `elapsed_ms` into a motion of `duration_ms`: 0 at the start, 1 at and after the end; may
// lie outside 0 to 1 on the way. An impossible curve is taken as linear; a motion without a duration is at its end.
double headroom_curve_progress(const headroom_curve *curve, double elapsed_ms, double duration_ms);

#ifdef __cplusplus
}
#endif

#endif
