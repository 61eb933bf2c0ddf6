#include <xcb/xcb.h>
#include <xcb/xcbext.h>
#include <xcb/randr.h>
#include <xcb/shape.h>
#include <sys/eventfd.h>
#include <sys/uio.h>

// libxcb's handles of extensions are global variables, which Swift does not take for safe.
static inline xcb_extension_t *hr_randr(void) { return &xcb_randr_id; }
static inline xcb_extension_t *hr_shape(void) { return &xcb_shape_id; }

// The X-Resource extension: of it one request is wanted, QueryClientIds of one window's client, and of the client only its
// process (resproto 1.2), which is not worth a library more.
static xcb_extension_t hr_resource_id = {"X-Resource", 0};
static inline xcb_extension_t *hr_resource(void) { return &hr_resource_id; }

static inline unsigned hr_query_client_process(xcb_connection_t *connection, uint32_t window) {
    static const xcb_protocol_request_t kind = {.count = 1, .ext = &hr_resource_id, .opcode = 4, .isvoid = 0};
    // The server makes its own of the first four bytes. One question follows: of this client, the process (bit 1).
    uint32_t question[] = {0, 1, window, 2};
    struct iovec parts[4] = {[2] = {.iov_base = question, .iov_len = sizeof question}};
    return xcb_send_request(connection, XCB_REQUEST_CHECKED, parts + 2, &kind);
}
