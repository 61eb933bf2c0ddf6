// zxdg_output_manager_v1 (version 3) and zwlr_foreign_toplevel_manager_v1 (version 3).
#include "requests.h"

static const struct wl_interface *plain[] = {NULL, NULL, NULL, NULL, NULL};
static const struct wl_interface *get_xdg_output_types[] = {&hr_xdg_output_interface, &wl_output_interface};
static const struct wl_interface *toplevel_types[] = {&hr_toplevel_interface};
static const struct wl_interface *seat_types[] = {&wl_seat_interface};
static const struct wl_interface *output_types[] = {&wl_output_interface};
static const struct wl_interface *rectangle_types[] = {&wl_surface_interface, NULL, NULL, NULL, NULL};

static const struct wl_message output_manager_requests[] = {
    {"destroy", "", plain},
    {"get_xdg_output", "no", get_xdg_output_types},
};

const struct wl_interface hr_xdg_output_manager_interface = {
    "zxdg_output_manager_v1", 3, 2, output_manager_requests, 0, NULL,
};

static const struct wl_message output_requests[] = {{"destroy", "", plain}};

static const struct wl_message output_events[] = {
    {"logical_position", "ii", plain},
    {"logical_size", "ii", plain},
    {"done", "", plain},
    {"name", "2s", plain},
    {"description", "2s", plain},
};

const struct wl_interface hr_xdg_output_interface = {"zxdg_output_v1", 3, 1, output_requests, 5, output_events};

static const struct wl_message toplevel_manager_requests[] = {{"stop", "", plain}};

static const struct wl_message toplevel_manager_events[] = {
    {"toplevel", "n", toplevel_types},
    {"finished", "", plain},
};

const struct wl_interface hr_toplevel_manager_interface = {
    "zwlr_foreign_toplevel_manager_v1", 3, 1, toplevel_manager_requests, 2, toplevel_manager_events,
};

static const struct wl_message toplevel_requests[] = {
    {"set_maximized", "", plain},
    {"unset_maximized", "", plain},
    {"set_minimized", "", plain},
    {"unset_minimized", "", plain},
    {"activate", "o", seat_types},
    {"close", "", plain},
    {"set_rectangle", "oiiii", rectangle_types},
    {"destroy", "", plain},
    {"set_fullscreen", "2?o", output_types},
    {"unset_fullscreen", "2", plain},
};

static const struct wl_message toplevel_events[] = {
    {"title", "s", plain},
    {"app_id", "s", plain},
    {"output_enter", "o", output_types},
    {"output_leave", "o", output_types},
    {"state", "a", plain},
    {"done", "", plain},
    {"closed", "", plain},
    {"parent", "3?o", toplevel_types},
};

const struct wl_interface hr_toplevel_interface = {
    "zwlr_foreign_toplevel_handle_v1", 3, 10, toplevel_requests, 8, toplevel_events,
};
