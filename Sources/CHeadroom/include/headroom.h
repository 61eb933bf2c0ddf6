// libheadroom: Headroom for C, and so for C++, Rust, Python, Dart, C# and others.
//
// Headroom tells every program when the on-screen keyboard comes, changes or goes, before it happens. With this library
// a program
//   * hears that (headroom/client.h), and asks the keyboard to show or hide;
//   * computes how far to move so that what is typed stays in sight: once (headroom/solver.h), or over the whole life
//     of an avoidance (headroom/session.h);
//   * is a plugin, which claims an application and reports what it moved there (headroom/plugin.h);
//   * is a keyboard that says where it is (headroom/provider.h).
//
// A client in ten lines:
//
//     static void told(void *data, headroom_update update, const headroom_state *state) {
//         printf("%g px are covered\n", state->notification->bottom_inset);
//     }
//     ...
//     headroom_client *client;
//     headroom_subscription *subscription;
//     if (headroom_client_open(NULL, &client, NULL) != HEADROOM_OK) return 1;
//     headroom_subscribe(client, told, NULL, &subscription, NULL);
//     headroom_client_run(client, NULL, NULL);
//
// SPACES AND UNITS. Lengths are logical pixels as doubles, y down; instants are microseconds of CLOCK_MONOTONIC. Unless
// a comment says otherwise rectangles are in the global space, in which the outputs lie side by side; headroom/space.h
// converts.
//
// ERRORS. What can fail returns a headroom_code; its last parameter may point to a headroom_error, which is then told
// the same in words. A call that fails changes nothing. Nothing that is passed can crash or end the program, as long as
// pointers are NULL or point to what they should, and handles are open: NULL handles, wrong sizes, numbers that are not
// finite, texts that are too long or not UTF-8, unknown members of enums are answered with HEADROOM_INVALID.
//
// STRUCTS. One that begins with `size` may grow in later versions: set all of it to zero and `size` to its own size,
// HEADROOM_CLEAR does both. Zero, and NULL, mean "not given" throughout. Structs without `size` never change. What the
// library passes has its own `size`; a member that lies beyond it is not there.
//
// MEMORY. The library copies what is passed before a call returns. What it passes to a callback belongs to the library
// and is valid until the callback returns. Texts are UTF-8 with a NUL at the end, of at most 256 bytes; NULL is taken
// as an empty one, and never passed. Handles are closed by the function for that; closing NULL does nothing, using a
// closed handle is undefined. Handles of a client's own (subscriptions, providers, plugins) may be closed after it, and
// have to be closed, too; until then all they answer is HEADROOM_CLOSED.
//
// THREADS. A client and all that was made with it belong to one thread at a time. Callbacks run on that thread, inside
// headroom_client_dispatch(), headroom_client_run() or headroom_client_close() and never elsewhere. A callback may call
// everything here, also close any handle, but for dispatching and running its own client. Different clients may live on
// different threads. Functions without a client are pure: they may run anywhere, a session on one thread at a time.
//
// PROCESSES. The library starts no thread, takes no signal and prints nothing. It is linked with everything of Swift
// that it needs, and shows none of it: other Swift code, and other copies of this library, may live in the same
// process. Once loaded it stays: dlclose() is harmless, and frees nothing. After fork() only exec() is left to a child.
#ifndef HEADROOM_H
#define HEADROOM_H

#include "headroom/basics.h"
#include "headroom/client.h"
#include "headroom/plugin.h"
#include "headroom/provider.h"
#include "headroom/session.h"
#include "headroom/solver.h"
#include "headroom/space.h"
#include "headroom/state.h"

#endif
