// Requests, one function each. `wl_proxy_marshal_flags` is variadic, which Swift cannot call.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <wayland-client.h>

extern const struct wl_interface hr_layer_shell_interface;
extern const struct wl_interface hr_layer_surface_interface;
extern const struct wl_interface hr_wm_base_interface;
extern const struct wl_interface hr_positioner_interface;
extern const struct wl_interface hr_xdg_surface_interface;
extern const struct wl_interface hr_popup_interface;
extern const struct wl_interface hr_xdg_output_manager_interface;
extern const struct wl_interface hr_xdg_output_interface;
extern const struct wl_interface hr_toplevel_manager_interface;
extern const struct wl_interface hr_toplevel_interface;

// MARK: - Sending

static inline struct wl_proxy *hr_make(struct wl_proxy *of, uint32_t opcode, const struct wl_interface *what) {
    return wl_proxy_marshal_flags(of, opcode, what, wl_proxy_get_version(of), 0, NULL);
}

static inline void hr_end(struct wl_proxy *object, uint32_t opcode) {
    wl_proxy_marshal_flags(object, opcode, NULL, wl_proxy_get_version(object), WL_MARSHAL_FLAG_DESTROY);
}

static inline void hr_send_u(struct wl_proxy *object, uint32_t opcode, uint32_t value) {
    wl_proxy_marshal_flags(object, opcode, NULL, wl_proxy_get_version(object), 0, value);
}

static inline void hr_send_ii(struct wl_proxy *object, uint32_t opcode, int32_t first, int32_t second) {
    wl_proxy_marshal_flags(object, opcode, NULL, wl_proxy_get_version(object), 0, first, second);
}

// MARK: - wl_display, wl_registry, wl_compositor, wl_surface

static inline struct wl_proxy *hr_display_get_registry(struct wl_display *display) {
    return (struct wl_proxy *)wl_display_get_registry(display);
}

static inline struct wl_proxy *hr_display_sync(struct wl_display *display) {
    return (struct wl_proxy *)wl_display_sync(display);
}

static inline struct wl_proxy *hr_bind(
    struct wl_proxy *registry, uint32_t name, const struct wl_interface *what, uint32_t version) {
    return (struct wl_proxy *)wl_registry_bind((struct wl_registry *)registry, name, what, version);
}

static inline struct wl_proxy *hr_bind_compositor(struct wl_proxy *registry, uint32_t name, uint32_t version) {
    return hr_bind(registry, name, &wl_compositor_interface, version);
}

static inline struct wl_proxy *hr_bind_output(struct wl_proxy *registry, uint32_t name, uint32_t version) {
    return hr_bind(registry, name, &wl_output_interface, version);
}

static inline void hr_output_release(struct wl_proxy *output) {
    if (wl_proxy_get_version(output) >= WL_OUTPUT_RELEASE_SINCE_VERSION) {
        wl_output_release((struct wl_output *)output);
    } else {
        wl_proxy_destroy(output);
    }
}

static inline struct wl_proxy *hr_compositor_create_surface(struct wl_proxy *compositor) {
    return (struct wl_proxy *)wl_compositor_create_surface((struct wl_compositor *)compositor);
}

/// A surface that pointers and fingers pass through.
static inline void hr_surface_refuse_input(struct wl_proxy *surface, struct wl_proxy *compositor) {
    struct wl_region *nothing = wl_compositor_create_region((struct wl_compositor *)compositor);
    if (nothing == NULL) return;
    wl_surface_set_input_region((struct wl_surface *)surface, nothing);
    wl_region_destroy(nothing);
}

static inline void hr_surface_commit(struct wl_proxy *surface) { wl_surface_commit((struct wl_surface *)surface); }

static inline void hr_surface_destroy(struct wl_proxy *surface) { wl_surface_destroy((struct wl_surface *)surface); }

// MARK: - zwlr_layer_shell_v1

static inline struct wl_proxy *hr_bind_layer_shell(struct wl_proxy *registry, uint32_t name, uint32_t version) {
    return hr_bind(registry, name, &hr_layer_shell_interface, version);
}

static inline struct wl_proxy *hr_layer_shell_get_layer_surface(
    struct wl_proxy *shell, struct wl_proxy *surface, struct wl_proxy *output, uint32_t layer, const char *scope) {
    return wl_proxy_marshal_flags(
        shell, 0, &hr_layer_surface_interface, wl_proxy_get_version(shell), 0, NULL, surface, output, layer, scope);
}

static inline void hr_layer_shell_destroy(struct wl_proxy *shell) {
    if (wl_proxy_get_version(shell) >= 3) {
        hr_end(shell, 1);
    } else {
        wl_proxy_destroy(shell);
    }
}

static inline void hr_layer_surface_set_anchor(struct wl_proxy *surface, uint32_t edges) {
    hr_send_u(surface, 1, edges);
}

static inline void hr_layer_surface_set_exclusive_zone(struct wl_proxy *surface, int32_t zone) {
    wl_proxy_marshal_flags(surface, 2, NULL, wl_proxy_get_version(surface), 0, zone);
}

static inline void hr_layer_surface_get_popup(struct wl_proxy *surface, struct wl_proxy *popup) {
    wl_proxy_marshal_flags(surface, 5, NULL, wl_proxy_get_version(surface), 0, popup);
}

static inline void hr_layer_surface_ack_configure(struct wl_proxy *surface, uint32_t serial) {
    hr_send_u(surface, 6, serial);
}

static inline void hr_layer_surface_destroy(struct wl_proxy *surface) { hr_end(surface, 7); }

// MARK: - xdg_wm_base

static inline struct wl_proxy *hr_bind_wm_base(struct wl_proxy *registry, uint32_t name, uint32_t version) {
    return hr_bind(registry, name, &hr_wm_base_interface, version);
}

static inline void hr_wm_base_destroy(struct wl_proxy *base) { hr_end(base, 0); }

static inline struct wl_proxy *hr_wm_base_create_positioner(struct wl_proxy *base) {
    return hr_make(base, 1, &hr_positioner_interface);
}

static inline struct wl_proxy *hr_wm_base_get_xdg_surface(struct wl_proxy *base, struct wl_proxy *surface) {
    return wl_proxy_marshal_flags(
        base, 2, &hr_xdg_surface_interface, wl_proxy_get_version(base), 0, NULL, surface);
}

static inline void hr_wm_base_pong(struct wl_proxy *base, uint32_t serial) { hr_send_u(base, 3, serial); }

static inline void hr_positioner_destroy(struct wl_proxy *positioner) { hr_end(positioner, 0); }

static inline void hr_positioner_set_size(struct wl_proxy *positioner, int32_t width, int32_t height) {
    hr_send_ii(positioner, 1, width, height);
}

static inline void hr_positioner_set_anchor_rect(
    struct wl_proxy *positioner, int32_t x, int32_t y, int32_t width, int32_t height) {
    wl_proxy_marshal_flags(positioner, 2, NULL, wl_proxy_get_version(positioner), 0, x, y, width, height);
}

static inline void hr_positioner_set_anchor(struct wl_proxy *positioner, uint32_t anchor) {
    hr_send_u(positioner, 3, anchor);
}

static inline void hr_positioner_set_gravity(struct wl_proxy *positioner, uint32_t gravity) {
    hr_send_u(positioner, 4, gravity);
}

static inline void hr_positioner_set_constraint_adjustment(struct wl_proxy *positioner, uint32_t adjustment) {
    hr_send_u(positioner, 5, adjustment);
}

static inline void hr_positioner_set_offset(struct wl_proxy *positioner, int32_t x, int32_t y) {
    hr_send_ii(positioner, 6, x, y);
}

static inline void hr_xdg_surface_destroy(struct wl_proxy *surface) { hr_end(surface, 0); }

/// A popup without an xdg parent; its parent is given by ``hr_layer_surface_get_popup``.
static inline struct wl_proxy *hr_xdg_surface_get_popup(struct wl_proxy *surface, struct wl_proxy *positioner) {
    return wl_proxy_marshal_flags(
        surface, 2, &hr_popup_interface, wl_proxy_get_version(surface), 0, NULL, NULL, positioner);
}

static inline void hr_xdg_surface_ack_configure(struct wl_proxy *surface, uint32_t serial) {
    hr_send_u(surface, 4, serial);
}

static inline void hr_popup_destroy(struct wl_proxy *popup) { hr_end(popup, 0); }

// MARK: - zxdg_output_manager_v1

static inline struct wl_proxy *hr_bind_xdg_output_manager(struct wl_proxy *registry, uint32_t name, uint32_t version) {
    return hr_bind(registry, name, &hr_xdg_output_manager_interface, version);
}

static inline void hr_xdg_output_manager_destroy(struct wl_proxy *manager) { hr_end(manager, 0); }

static inline struct wl_proxy *hr_xdg_output_manager_get(struct wl_proxy *manager, struct wl_proxy *output) {
    return wl_proxy_marshal_flags(
        manager, 1, &hr_xdg_output_interface, wl_proxy_get_version(manager), 0, NULL, output);
}

static inline void hr_xdg_output_destroy(struct wl_proxy *output) { hr_end(output, 0); }

// MARK: - zwlr_foreign_toplevel_manager_v1

static inline struct wl_proxy *hr_bind_toplevel_manager(struct wl_proxy *registry, uint32_t name, uint32_t version) {
    return hr_bind(registry, name, &hr_toplevel_manager_interface, version);
}

static inline void hr_toplevel_destroy(struct wl_proxy *toplevel) { hr_end(toplevel, 7); }
