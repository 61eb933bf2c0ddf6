// Two copies of the library in one process, one on two threads, the other on a third, all at once; then all once more
// after they were let go. Arguments: the two files.
#include "check.h"

#include <dlfcn.h>
#include <pthread.h>

#define NAMED(library, name) find(library, #name, (void *)&(library)->name)

struct library {
    const char *path;
    void *handle;
    const char *(*version)(void);
    headroom_code (*client_open)(const char *, headroom_client **, headroom_error *);
    void (*client_close)(headroom_client *);
    int (*client_fd)(headroom_client *);
    headroom_code (*client_dispatch)(headroom_client *, headroom_error *);
    headroom_code (*subscribe)(headroom_client *, headroom_told, void *, headroom_subscription **, headroom_error *);
    void (*subscription_close)(headroom_subscription *);
    headroom_code (*provider_open)(
        headroom_client *, const char *, headroom_requested, void *, headroom_provider **, headroom_error *);
    headroom_code (*provider_publish)(
        headroom_provider *, const headroom_publication *, headroom_published, void *, headroom_error *);
    void (*provider_close)(headroom_provider *);
    // Notifications that were told, and publications that were answered.
    int told, published;
};

// ISO C knows no way from an object's address to a function's; dlsym() is meant to be used so.
static void find(struct library *library, const char *name, void *place) {
    char symbol[64];
    snprintf(symbol, sizeof symbol, "headroom_%s", name);
    void *address = dlsym(library->handle, symbol);
    CHECK(address != NULL);
    memcpy(place, &address, sizeof address);
}

static void load(struct library *library) {
    library->handle = dlopen(library->path, RTLD_NOW | RTLD_LOCAL);
    if (!library->handle) fprintf(stderr, "%s\n", dlerror());
    CHECK(library->handle != NULL);
    NAMED(library, version);
    NAMED(library, client_open);
    NAMED(library, client_close);
    NAMED(library, client_fd);
    NAMED(library, client_dispatch);
    NAMED(library, subscribe);
    NAMED(library, subscription_close);
    NAMED(library, provider_open);
    NAMED(library, provider_publish);
    NAMED(library, provider_close);
    library->told = library->published = 0;
}

static void told(void *data, headroom_update update, const headroom_state *state) {
    struct library *library = data;
    if (update == HEADROOM_UPDATE_NOTIFICATION && state->notification->bottom_inset > 0) library->told += 1;
}

static void published(void *data, bool is_believed, const headroom_error *error) {
    struct library *library = data;
    CHECK(error->code == HEADROOM_OK);
    (void)is_believed;
    library->published += 1;
}

// Shows a keyboard of its own, and follows what is published.
static void *use(void *data) {
    struct library *library = data;
    headroom_client *client = NULL;
    headroom_subscription *subscription = NULL;
    headroom_provider *provider = NULL;
    headroom_publication publication;
    HEADROOM_CLEAR(publication);
    publication.given = HEADROOM_KEY_VISIBLE | HEADROOM_KEY_FRAME | HEADROOM_KEY_OUTPUT | HEADROOM_KEY_OUTPUT_FRAME;
    publication.visible = true;
    publication.output = "A-1";
    publication.output_frame = (headroom_rect){0, 0, 1280, 800};
    publication.is_motion = true;
    CHECK(library->client_open(NULL, &client, NULL) == HEADROOM_OK);
    CHECK(library->subscribe(client, told, library, &subscription, NULL) == HEADROOM_OK);
    CHECK(library->provider_open(client, library->path, NULL, NULL, &provider, NULL) == HEADROOM_OK);
    for (int round = 0; round < 20; round++) {
        publication.frame = (headroom_rect){0, 500 + 5 * round, 1280, 300 - 5 * round};
        CHECK(library->provider_publish(provider, &publication, published, library, NULL) == HEADROOM_OK);
        while (library->client_dispatch(client, NULL) == HEADROOM_OK && library->published <= round) {
            struct pollfd waited = {library->client_fd(client), POLLIN, 0};
            CHECK(poll(&waited, 1, 60000) > 0);
        }
    }
    // Of all keyboards one is believed; what is published of it all hear.
    while (library->client_dispatch(client, NULL) == HEADROOM_OK && library->told == 0) {
        struct pollfd waited = {library->client_fd(client), POLLIN, 0};
        CHECK(poll(&waited, 1, 60000) > 0);
    }
    library->subscription_close(subscription);
    library->provider_close(provider);
    library->client_close(client);
    return NULL;
}

int main(int count, char **words) {
    CHECK(count == 3);
    HEADROOM_CLEAR(failure);
    enum { USERS = 3 };
    struct library libraries[USERS] = {{0}, {0}, {0}};
    for (int round = 0; round < 2; round++) {
        pthread_t threads[USERS];
        for (int i = 0; i < USERS; i++) {
            libraries[i].path = words[i % 2 + 1];
            load(&libraries[i]);
        }
        CHECK(libraries[0].version != libraries[1].version);
        for (int i = 0; i < USERS; i++) CHECK(pthread_create(&threads[i], NULL, use, &libraries[i]) == 0);
        for (int i = 0; i < USERS; i++) CHECK(pthread_join(threads[i], NULL) == 0);
        for (int i = 0; i < USERS; i++) CHECK(dlclose(libraries[i].handle) == 0);
    }
    puts("all is well");
    return 0;
}
