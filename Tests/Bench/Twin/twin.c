// The hot path of headroomd in plain C on libdbus and sd-event: the floor that the benchmark measures the daemon
// against. It reads the a{sv} of Publish and sends what the daemon sends for a changed frame with duration 0:
// PropertiesChanged and WillChangeFrame, PropertiesChanged and DidChangeFrame, and the reply. It decides, keeps and
// checks nothing else.
#include <dbus/dbus.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <systemd/sd-event.h>
#include <time.h>

#define PATH "/org/headroom/Headroom1"
#define KEYBOARD "org.headroom.Headroom1.Keyboard"

typedef struct { double x, y, w, h; } rect;

static DBusConnection *bus;
static rect frame = {0, 540, 1280, 260}, output = {0, 0, 1280, 800};
static uint64_t serial;

static uint64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

// A number of any type that the contract allows.
static double number(DBusMessageIter *i) {
    DBusBasicValue v;
    int type = dbus_message_iter_get_arg_type(i);
    if (!dbus_type_is_basic(type)) return NAN;
    dbus_message_iter_get_basic(i, &v);
    switch (type) {
    case DBUS_TYPE_BYTE: return v.byt;
    case DBUS_TYPE_INT16: return v.i16;
    case DBUS_TYPE_UINT16: return v.u16;
    case DBUS_TYPE_INT32: return v.i32;
    case DBUS_TYPE_UINT32: return v.u32;
    case DBUS_TYPE_INT64: return (double)v.i64;
    case DBUS_TYPE_UINT64: return (double)v.u64;
    case DBUS_TYPE_DOUBLE: return v.dbl;
    default: return NAN;
    }
}

static void read_update(DBusMessage *call, uint32_t *duration, dbus_bool_t *visible) {
    DBusMessageIter top, dict, entry, value, member;
    if (!dbus_message_iter_init(call, &top)) return;
    for (dbus_message_iter_recurse(&top, &dict); dbus_message_iter_get_arg_type(&dict) == DBUS_TYPE_DICT_ENTRY;
         dbus_message_iter_next(&dict)) {
        const char *key;
        dbus_message_iter_recurse(&dict, &entry);
        dbus_message_iter_get_basic(&entry, &key);
        dbus_message_iter_next(&entry);
        dbus_message_iter_recurse(&entry, &value);
        if (!strcmp(key, "frame") && dbus_message_iter_get_arg_type(&value) == DBUS_TYPE_STRUCT) {
            double n[4] = {0};
            int count = 0;
            for (dbus_message_iter_recurse(&value, &member);
                 count < 4 && dbus_message_iter_get_arg_type(&member) != DBUS_TYPE_INVALID; dbus_message_iter_next(&member))
                n[count++] = number(&member);
            if (isfinite(n[0]) && isfinite(n[1]) && n[2] >= 0 && n[3] >= 0) frame = (rect){n[0], n[1], n[2], n[3]};
        } else if (!strcmp(key, "duration-ms")) {
            double ms = number(&value);
            if (ms >= 0 && ms <= 10000) *duration = (uint32_t)ms;
        } else if (!strcmp(key, "visible")) {
            dbus_message_iter_get_basic(&value, visible);
        }
    }
}

static void put_rect(DBusMessageIter *to, rect r) {
    DBusMessageIter s;
    dbus_message_iter_open_container(to, DBUS_TYPE_STRUCT, NULL, &s);
    dbus_message_iter_append_basic(&s, DBUS_TYPE_DOUBLE, &r.x);
    dbus_message_iter_append_basic(&s, DBUS_TYPE_DOUBLE, &r.y);
    dbus_message_iter_append_basic(&s, DBUS_TYPE_DOUBLE, &r.w);
    dbus_message_iter_append_basic(&s, DBUS_TYPE_DOUBLE, &r.h);
    dbus_message_iter_close_container(to, &s);
}

static void open_entry(DBusMessageIter *dict, DBusMessageIter *entry, DBusMessageIter *v, const char *key, const char *type) {
    dbus_message_iter_open_container(dict, DBUS_TYPE_DICT_ENTRY, NULL, entry);
    dbus_message_iter_append_basic(entry, DBUS_TYPE_STRING, &key);
    dbus_message_iter_open_container(entry, DBUS_TYPE_VARIANT, type, v);
}

static void close_entry(DBusMessageIter *dict, DBusMessageIter *entry, DBusMessageIter *v) {
    dbus_message_iter_close_container(entry, v);
    dbus_message_iter_close_container(dict, entry);
}

static void put(DBusMessageIter *dict, const char *key, int type, const void *value) {
    DBusMessageIter entry, v;
    char signature[2] = {(char)type, 0};
    open_entry(dict, &entry, &v, key, signature);
    dbus_message_iter_append_basic(&v, type, value);
    close_entry(dict, &entry, &v);
}

static void send_changed(const char *phase, int is_whole) {
    DBusMessage *m = dbus_message_new_signal(PATH, "org.freedesktop.DBus.Properties", "PropertiesChanged");
    DBusMessageIter top, dict, entry, v, none;
    const char *interface = KEYBOARD;
    double inset = output.y + output.h - frame.y;
    dbus_message_iter_init_append(m, &top);
    dbus_message_iter_append_basic(&top, DBUS_TYPE_STRING, &interface);
    dbus_message_iter_open_container(&top, DBUS_TYPE_ARRAY, "{sv}", &dict);
    put(&dict, "Phase", DBUS_TYPE_STRING, &phase);
    if (is_whole) {
        open_entry(&dict, &entry, &v, "Frame", "(dddd)");
        put_rect(&v, frame);
        close_entry(&dict, &entry, &v);
        put(&dict, "BottomInset", DBUS_TYPE_DOUBLE, &inset);
    }
    dbus_message_iter_close_container(&top, &dict);
    dbus_message_iter_open_container(&top, DBUS_TYPE_ARRAY, "s", &none);
    dbus_message_iter_close_container(&top, &none);
    dbus_connection_send(bus, m, NULL);
    dbus_message_unref(m);
}

static void send_notification(const char *name, rect begin, uint32_t duration, uint64_t completes) {
    DBusMessage *m = dbus_message_new_signal(PATH, KEYBOARD, name);
    DBusMessageIter top, dict, entry, v, none;
    const char *output_name = "eDP-1", *linear = "linear", *docked = "docked", *reason = "frame", *origin = "bench";
    double inset = output.y + output.h - frame.y, zero = 0;
    dbus_bool_t estimated = FALSE;
    uint64_t start = now();
    serial++;
    dbus_message_iter_init_append(m, &top);
    dbus_message_iter_append_basic(&top, DBUS_TYPE_UINT64, &serial);
    dbus_message_iter_append_basic(&top, DBUS_TYPE_STRING, &output_name);
    put_rect(&top, begin);
    put_rect(&top, frame);
    dbus_message_iter_append_basic(&top, DBUS_TYPE_DOUBLE, &inset);
    dbus_message_iter_append_basic(&top, DBUS_TYPE_DOUBLE, &zero);
    dbus_message_iter_append_basic(&top, DBUS_TYPE_UINT32, &duration);
    dbus_message_iter_open_container(&top, DBUS_TYPE_ARRAY, "{sv}", &dict);
    put(&dict, "start-time", DBUS_TYPE_UINT64, &start);
    put(&dict, "curve", DBUS_TYPE_STRING, &linear);
    open_entry(&dict, &entry, &v, "curve-parameters", "ad");
    dbus_message_iter_open_container(&v, DBUS_TYPE_ARRAY, "d", &none);
    dbus_message_iter_close_container(&v, &none);
    close_entry(&dict, &entry, &v);
    put(&dict, "velocity", DBUS_TYPE_DOUBLE, &zero);
    put(&dict, "placement", DBUS_TYPE_STRING, &docked);
    put(&dict, "reason", DBUS_TYPE_STRING, &reason);
    put(&dict, "origin", DBUS_TYPE_STRING, &origin);
    put(&dict, "estimated", DBUS_TYPE_BOOLEAN, &estimated);
    if (completes) put(&dict, "completes", DBUS_TYPE_UINT64, &completes);
    open_entry(&dict, &entry, &v, "output-frame", "(dddd)");
    put_rect(&v, output);
    close_entry(&dict, &entry, &v);
    dbus_message_iter_close_container(&top, &dict);
    dbus_connection_send(bus, m, NULL);
    dbus_message_unref(m);
}

static DBusHandlerResult publish(DBusConnection *c, DBusMessage *call, void *data) {
    (void)data;
    if (!dbus_message_is_method_call(call, "org.headroom.Headroom1.Provider", "Publish"))
        return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    rect begin = frame;
    uint32_t duration = 0;
    dbus_bool_t visible = TRUE, believed = TRUE;
    read_update(call, &duration, &visible);
    send_changed("changing", 1);
    send_notification("WillChangeFrame", begin, duration, 0);
    send_changed("shown", 0);
    send_notification("DidChangeFrame", frame, 0, serial);
    DBusMessage *reply = dbus_message_new_method_return(call);
    dbus_message_append_args(reply, DBUS_TYPE_BOOLEAN, &believed, DBUS_TYPE_INVALID);
    dbus_connection_send(c, reply, NULL);
    dbus_message_unref(reply);
    return DBUS_HANDLER_RESULT_HANDLED;
}

// libdbus has a watch for reading and one for writing on the same descriptor; what is written here never blocks.
static int ready(sd_event_source *source, int fd, uint32_t events, void *watch) {
    (void)source, (void)fd, (void)events;
    dbus_watch_handle(watch, DBUS_WATCH_READABLE);
    while (dbus_connection_dispatch(bus) == DBUS_DISPATCH_DATA_REMAINS) {}
    return 0;
}

static dbus_bool_t add_watch(DBusWatch *watch, void *loop) {
    if (!(dbus_watch_get_flags(watch) & DBUS_WATCH_READABLE)) return TRUE;
    return sd_event_add_io(loop, NULL, dbus_watch_get_unix_fd(watch), EPOLLIN, ready, watch) >= 0;
}

static void remove_watch(DBusWatch *watch, void *loop) { (void)watch, (void)loop; }

int main(int count, char **words) {
    DBusError error = DBUS_ERROR_INIT;
    const DBusObjectPathVTable table = {.message_function = publish};
    serial = now();
    bus = dbus_bus_get_private(DBUS_BUS_SESSION, &error);
    if (!bus || count < 2) {
        fprintf(stderr, "twin: %s\n", bus ? "give it the name to own" : error.message);
        return 1;
    }
    dbus_connection_register_object_path(bus, PATH, &table, NULL);
    if (dbus_bus_request_name(bus, words[1], DBUS_NAME_FLAG_DO_NOT_QUEUE, &error) != DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER) {
        fprintf(stderr, "twin: cannot own %s\n", words[1]);
        return 1;
    }
    sd_event *loop;
    if (sd_event_new(&loop) < 0 || !dbus_connection_set_watch_functions(bus, add_watch, remove_watch, NULL, loop, NULL))
        return 1;
    dbus_connection_set_exit_on_disconnect(bus, TRUE);
    while (dbus_connection_dispatch(bus) == DBUS_DISPATCH_DATA_REMAINS) {}
    return sd_event_loop(loop);
}
