#include <xcb/xcb.h>
#include <xcb/xcbext.h>
#include <xcb/randr.h>
#include <xcb/shape.h>
#include <sys/eventfd.h>

// libxcb's handles of extensions are global variables, which Swift does not take for safe.
static inline xcb_extension_t *hr_randr(void) { return &xcb_randr_id; }
static inline xcb_extension_t *hr_shape(void) { return &xcb_shape_id; }
