// A connection to Headroom. Read headroom.h first.
#ifndef HEADROOM_CLIENT_H
#define HEADROOM_CLIENT_H

#include "state.h"

#ifdef __cplusplus
extern "C" {
#endif

// A connection. It outlives the daemon and the session bus: what was made with it goes on with the next one.
typedef struct headroom_client headroom_client;

// Connects. Whether there is a daemon is told later, to subscriptions.
//
// address: where the bus is, such as "unix:path=/run/user/1000/bus" (up to 4096 bytes); NULL: the user's session bus.
// HEADROOM_NO_BUS: nobody listens there. HEADROOM_SYSTEM.
headroom_code headroom_client_open(const char *address, headroom_client **client, headroom_error *error);

// Ends everything that was made with the client, and calls what waits for an answer with HEADROOM_CLOSED. Nothing is
// called after this returns.
void headroom_client_close(headroom_client *client);

// -- In a loop of one's own: dispatch once, then poll the descriptor for POLLIN, without a timeout, and dispatch again
//    whenever it is readable. Deadlines make it readable, too, so there is nothing else to wait for.

// The descriptor to poll; -1 if there is none. It stays the client's: neither read nor close it.
int headroom_client_fd(headroom_client *client);

// Handles all that is due, without waiting.
headroom_code headroom_client_dispatch(headroom_client *client, headroom_error *error);

// -- Without one

// Runs until headroom_client_stop() or headroom_client_close().
//
// exit_code: becomes what headroom_client_stop() was given; may be NULL.
headroom_code headroom_client_run(headroom_client *client, int *exit_code, headroom_error *error);

// Ends headroom_client_run() when what is running now returns. A client that was stopped does not run again.
void headroom_client_stop(headroom_client *client, int exit_code);

// -- Following the keyboard

typedef enum headroom_update {
    // How things stand: the first thing told, and again when they stand otherwise although no notification said so,
    // because the daemon came, left for more than 2 s, or came back knowing something else. In motion, join the motion
    // where it is now; hidden, act as on a WillHide of duration 0.
    HEADROOM_UPDATE_CURRENT = 0,
    // The daemon sent a notification.
    HEADROOM_UPDATE_NOTIFICATION = 1,
    // Outputs, engine or abilities changed; where a notification goes with it, that follows.
    HEADROOM_UPDATE_PROPERTIES = 2
} headroom_update;

// What becomes of the keyboard.
typedef void (*headroom_told)(void *data, headroom_update update, const headroom_state *state);

typedef struct headroom_subscription headroom_subscription;

// Tells what becomes of the keyboard until it is closed. The first thing told is how things stand, as soon as that is
// known: also that there is no daemon.
headroom_code headroom_subscribe(
    headroom_client *client, headroom_told told, void *data, headroom_subscription **subscription,
    headroom_error *error);

// How things stand as far as was told; NULL before that. Valid until the client is dispatched or closed, or the
// subscription closed.
const headroom_state *headroom_subscription_state(headroom_subscription *subscription);

void headroom_subscription_close(headroom_subscription *subscription);

// -- Asking the keyboard

// Asks the keyboard to show, or to hide. `ended` may be NULL; it is told when the request was handed over, or why it
// was not. What comes of it, subscriptions tell.
headroom_code headroom_client_show(headroom_client *client, headroom_ended ended, void *data, headroom_error *error);
headroom_code headroom_client_hide(headroom_client *client, headroom_ended ended, void *data, headroom_error *error);

#ifdef __cplusplus
}
#endif

#endif
