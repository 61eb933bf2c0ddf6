// xdg_wm_base and what a popup needs of it, version 1.
#include "requests.h"

static const struct wl_interface *plain[] = {NULL, NULL, NULL, NULL};
static const struct wl_interface *create_positioner_types[] = {&hr_positioner_interface};
static const struct wl_interface *get_xdg_surface_types[] = {&hr_xdg_surface_interface, &wl_surface_interface};
static const struct wl_interface *get_popup_types[] = {
    &hr_popup_interface, &hr_xdg_surface_interface, &hr_positioner_interface,
};
static const struct wl_interface *grab_types[] = {&wl_seat_interface, NULL};

static const struct wl_message base_requests[] = {
    {"destroy", "", plain},
    {"create_positioner", "n", create_positioner_types},
    {"get_xdg_surface", "no", get_xdg_surface_types},
    {"pong", "u", plain},
};

static const struct wl_message base_events[] = {{"ping", "u", plain}};

const struct wl_interface hr_wm_base_interface = {"xdg_wm_base", 1, 4, base_requests, 1, base_events};

static const struct wl_message positioner_requests[] = {
    {"destroy", "", plain},
    {"set_size", "ii", plain},
    {"set_anchor_rect", "iiii", plain},
    {"set_anchor", "u", plain},
    {"set_gravity", "u", plain},
    {"set_constraint_adjustment", "u", plain},
    {"set_offset", "ii", plain},
};

const struct wl_interface hr_positioner_interface = {"xdg_positioner", 1, 7, positioner_requests, 0, NULL};

// `get_toplevel` is listed for the sake of the numbers after it; nobody here sends it.
static const struct wl_message surface_requests[] = {
    {"destroy", "", plain},
    {"get_toplevel", "n", plain},
    {"get_popup", "n?oo", get_popup_types},
    {"set_window_geometry", "iiii", plain},
    {"ack_configure", "u", plain},
};

static const struct wl_message surface_events[] = {{"configure", "u", plain}};

const struct wl_interface hr_xdg_surface_interface = {"xdg_surface", 1, 5, surface_requests, 1, surface_events};

static const struct wl_message popup_requests[] = {
    {"destroy", "", plain},
    {"grab", "ou", grab_types},
};

static const struct wl_message popup_events[] = {
    {"configure", "iiii", plain},  // x, y, width, height, relative to the parent
    {"popup_done", "", plain},
};

const struct wl_interface hr_popup_interface = {"xdg_popup", 1, 2, popup_requests, 2, popup_events};
