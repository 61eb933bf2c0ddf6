// zwlr_layer_shell_v1, as far as version 4. A signature's leading digit is the version that brought the message.
#include "requests.h"

static const struct wl_interface *get_layer_surface_types[] = {
    &hr_layer_surface_interface, &wl_surface_interface, &wl_output_interface, NULL, NULL,
};

static const struct wl_interface *get_popup_types[] = {&hr_popup_interface};

static const struct wl_interface *plain[] = {NULL, NULL, NULL, NULL};

static const struct wl_message shell_requests[] = {
    {"get_layer_surface", "no?ous", get_layer_surface_types},
    {"destroy", "3", plain},
};

const struct wl_interface hr_layer_shell_interface = {"zwlr_layer_shell_v1", 4, 2, shell_requests, 0, NULL};

static const struct wl_message surface_requests[] = {
    {"set_size", "uu", plain},
    {"set_anchor", "u", plain},
    {"set_exclusive_zone", "i", plain},
    {"set_margin", "iiii", plain},
    {"set_keyboard_interactivity", "u", plain},
    {"get_popup", "o", get_popup_types},
    {"ack_configure", "u", plain},
    {"destroy", "", plain},
    {"set_layer", "2u", plain},
};

static const struct wl_message surface_events[] = {
    {"configure", "uuu", plain},  // serial, width, height
    {"closed", "", plain},
};

const struct wl_interface hr_layer_surface_interface = {
    "zwlr_layer_surface_v1", 4, 9, surface_requests, 2, surface_events,
};
