// What the programs here have in common.
#ifndef CHECK_H
#define CHECK_H

#include <headroom.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

// Ends the program unless something holds.
#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            exit(1); \
        } \
    } while (0)

// Ends the program unless a call went well.
#define MUST(call) \
    do { \
        headroom_code code_ = (call); \
        if (code_ != HEADROOM_OK) { \
            fprintf(stderr, "%s:%d: %s: code %d: %s\n", __FILE__, __LINE__, #call, (int)code_, failure.message); \
            exit(1); \
        } \
    } while (0)

// What the last call with `&failure` said.
static headroom_error failure;

// Turns the loop until something holds, for a minute at most.
#define TURN_UNTIL(client, condition) \
    do { \
        MUST(headroom_client_dispatch(client, &failure)); \
        while (!(condition)) { \
            struct pollfd waited_ = {headroom_client_fd(client), POLLIN, 0}; \
            CHECK(poll(&waited_, 1, 60000) > 0); \
            MUST(headroom_client_dispatch(client, &failure)); \
        } \
    } while (0)

#endif
