// The part of the Wayland protocols that Headroom speaks, through libwayland-client.
//
// The tables in layer-shell.c, xdg-shell.c and desktop.c name the messages of interfaces that libwayland does not know;
// the functions here send them. An object is a `struct wl_proxy *` whatever its interface. A function that makes an
// object returns null if memory ran out or the connection broke. Nothing here is called on a connection that is gone.
#pragma once

#include <wayland-client.h>

#include "requests.h"
