// How clients and what was made with them begin and end, on a bus with a daemon: every order of closing, from inside
// callbacks too, and what is told about requests that nobody answered.
#include "check.h"

struct ear {
    int count;
    headroom_code code;
    bool is_believed;
    headroom_client *client;
    headroom_subscription *subscription;
    headroom_provider *provider;
    headroom_plugin *plugin;
    char subject[257];
};

static void ended(void *data, const headroom_error *error) {
    struct ear *ear = data;
    ear->count += 1;
    ear->code = error->code;
    CHECK(error->size == sizeof(headroom_error));
}

static void ended_once(void *data, headroom_update update, const headroom_state *state) {
    struct ear *ear = data;
    CHECK(update == HEADROOM_UPDATE_CURRENT && state->notification != NULL);
    ear->count += 1;
}

static void told(void *data, headroom_update update, const headroom_state *state) {
    struct ear *ear = data;
    CHECK(state->size == sizeof(headroom_state) && state->notification->size == sizeof(headroom_notification));
    (void)update;
    ear->count += 1;
}

static void plugin_told(void *data, const headroom_plugin_update *update) {
    struct ear *ear = data;
    CHECK(update->size == sizeof(headroom_plugin_update) && update->event == HEADROOM_PLUGIN_ACTIVE);
    CHECK(update->subject[0] != 0 && update->error == NULL);
    ear->count += 1;
}

static headroom_client *opened(void) {
    headroom_client *client = NULL;
    MUST(headroom_client_open(NULL, &client, &failure));
    CHECK(headroom_client_fd(client) >= 0);
    return client;
}

static void asks_anew(void *data, const headroom_error *error) {
    struct ear *ear = data;
    ended(data, error);
    CHECK(headroom_client_show(ear->client, ended, ear, NULL) == HEADROOM_CLOSED);
    CHECK(headroom_subscribe(ear->client, told, ear, &ear->subscription, NULL) == HEADROOM_CLOSED);
    CHECK(headroom_client_dispatch(ear->client, NULL) == HEADROOM_CLOSED && headroom_client_fd(ear->client) == -1);
}

static void requests_end_with_the_client(void) {
    struct ear ear = {0};
    headroom_client *client = ear.client = opened();
    MUST(headroom_client_show(client, asks_anew, &ear, &failure));
    MUST(headroom_client_hide(client, NULL, NULL, &failure));
    CHECK(ear.count == 0);
    headroom_client_close(client);
    CHECK(ear.count == 1 && ear.code == HEADROOM_CLOSED);
}

static void closes_its_client(void *data, headroom_update update, const headroom_state *state) {
    struct ear *ear = data;
    (void)update;
    (void)state;
    ear->count += 1;
    headroom_client_close(ear->client);
    ear->client = NULL;
}

static void a_callback_may_close_its_client(void) {
    struct ear ear = {0}, other = {0}, request = {0};
    headroom_client *client = ear.client = opened();
    MUST(headroom_subscribe(client, closes_its_client, &ear, &ear.subscription, &failure));
    MUST(headroom_subscribe(client, told, &other, &other.subscription, &failure));
    MUST(headroom_provider_open(client, NULL, NULL, NULL, &ear.provider, &failure));
    MUST(headroom_plugin_open(client, "life", HEADROOM_PLUGIN_WINDOW, plugin_told, NULL, &ear.plugin,
                              &failure));
    int code = 7;
    MUST(headroom_client_run(client, &code, &failure));
    CHECK(ear.count == 1 && code == 0);
    // What was made with it is silent, and says so.
    headroom_publication publication;
    HEADROOM_CLEAR(publication);
    CHECK(headroom_provider_publish(ear.provider, &publication, NULL, NULL, NULL) == HEADROOM_CLOSED);
    CHECK(headroom_provider_withdraw(ear.provider, &failure) == HEADROOM_CLOSED);
    CHECK(failure.code == HEADROOM_CLOSED && failure.message[0] != 0);
    headroom_report report;
    HEADROOM_CLEAR(report);
    CHECK(headroom_plugin_report(ear.plugin, &report, ended, &request, NULL) == HEADROOM_CLOSED);
    uint32_t process = 1;
    CHECK(headroom_plugin_claim(ear.plugin, &process, 1, NULL, NULL, NULL) == HEADROOM_CLOSED);
    CHECK(!headroom_plugin_is_active(ear.plugin, NULL) && headroom_plugin_subject(ear.plugin)[0] == 0);
    CHECK(headroom_subscription_state(ear.subscription) == NULL);
    CHECK(request.count == 0);
    headroom_plugin_close(ear.plugin);
    headroom_provider_close(ear.provider);
    headroom_subscription_close(other.subscription);
    headroom_subscription_close(ear.subscription);
}

static void closes_itself(void *data, headroom_update update, const headroom_state *state) {
    struct ear *ear = data;
    ear->count += 1;
    headroom_subscription_close(ear->subscription);
    ear->subscription = NULL;
    // What was passed is valid until this returns.
    CHECK(update == HEADROOM_UPDATE_CURRENT && state->notification->serial + 1 > 0);
    CHECK(headroom_client_dispatch(ear->client, NULL) == HEADROOM_INVALID);
    CHECK(headroom_client_run(ear->client, NULL, NULL) == HEADROOM_INVALID);
    MUST(headroom_client_show(ear->client, ended, ear + 1, &failure));
}

static void a_callback_may_close_what_called_it(void) {
    struct ear ears[2] = {{0}, {0}}, other = {0};
    ears[0].client = opened();
    MUST(headroom_subscribe(ears[0].client, closes_itself, &ears[0], &ears[0].subscription, &failure));
    MUST(headroom_subscribe(ears[0].client, told, &other, &other.subscription, &failure));
    TURN_UNTIL(ears[0].client, ears[1].count == 1 && other.count > 0);
    CHECK(ears[0].count == 1);
    // Nobody can show a keyboard here.
    CHECK(ears[1].code == HEADROOM_NOT_SUPPORTED);
    headroom_client_close(ears[0].client);
    headroom_subscription_close(other.subscription);
}

static void published(void *data, bool is_believed, const headroom_error *error) {
    struct ear *ear = data;
    ear->count += 1;
    ear->code = error->code;
    ear->is_believed = is_believed;
}

static void requested(void *data, const headroom_request *request) {
    struct ear *ear = data;
    CHECK(request->size == sizeof(headroom_request) && request->kind == HEADROOM_REQUEST_HIDE);
    ear->count = -1;
    headroom_provider_close(ear->provider);
    ear->provider = NULL;
}

static void a_provider_is_heard_and_asked(void) {
    struct ear ear = {0}, reader = {0}, asked = {0};
    headroom_client *client = opened();
    MUST(headroom_subscribe(client, told, &reader, &reader.subscription, &failure));
    MUST(headroom_provider_open(client, "life", requested, &ear, &ear.provider, &failure));
    headroom_publication publication;
    HEADROOM_CLEAR(publication);
    publication.given = HEADROOM_KEY_VISIBLE | HEADROOM_KEY_FRAME | HEADROOM_KEY_OUTPUT | HEADROOM_KEY_OUTPUT_FRAME |
                        HEADROOM_KEY_CAN_HIDE;
    publication.visible = publication.can_hide = true;
    publication.output = "A-1";
    publication.output_frame = (headroom_rect){1000, 0, 1280, 800};
    publication.frame = (headroom_rect){0, 540, 1280, 260};
    publication.is_motion = true;
    MUST(headroom_provider_publish(ear.provider, &publication, published, &ear, &failure));
    TURN_UNTIL(client, ear.count == 1);
    CHECK(ear.code == HEADROOM_OK && ear.is_believed);
    const headroom_state *state = NULL;
    TURN_UNTIL(client, (state = headroom_subscription_state(reader.subscription)) && state->can_hide &&
                           state->phase == HEADROOM_PHASE_SHOWN);
    const headroom_notification *notification = state->notification;
    CHECK(notification->kind == HEADROOM_DID_SHOW && notification->bottom_inset == 260);
    CHECK(strcmp(notification->origin, "life") == 0 && strcmp(notification->output, "A-1") == 0);
    CHECK(notification->frame_end.x == 1000 && notification->frame_end.y == 540);
    // A keyboard that is not what it should be is refused by the daemon, and the one before stands.
    publication.duration_ms = 4000000000u;
    MUST(headroom_provider_publish(ear.provider, &publication, published, &ear, &failure));
    TURN_UNTIL(client, ear.count == 2);
    CHECK(ear.code == HEADROOM_REFUSED && !ear.is_believed);
    MUST(headroom_client_hide(client, ended, &asked, &failure));
    TURN_UNTIL(client, ear.count == -1 && asked.count == 1);
    CHECK(asked.code == HEADROOM_OK);
    TURN_UNTIL(client, (state = headroom_subscription_state(reader.subscription)) &&
                           state->phase == HEADROOM_PHASE_HIDDEN);
    headroom_subscription_close(reader.subscription);
    headroom_client_close(client);
}

static void claimed(void *data, const headroom_claim *claims, uint32_t count, const headroom_error *error) {
    struct ear *ear = data;
    ear->code = error->code;
    CHECK(count == 2 && claims[0].process == 1 && claims[1].process == 4000000000u);
    CHECK(claims[0].subject[0] != 0 && claims[1].subject[0] == 0 && !claims[1].is_active);
    snprintf(ear->subject, sizeof ear->subject, "%s", claims[0].subject);
}

static void plugins_claim_and_report(void) {
    struct ear app = {0}, window = {0}, request = {0};
    headroom_client *client = opened();
    MUST(headroom_plugin_open(client, "app", HEADROOM_PLUGIN_APP, plugin_told, &app, &app.plugin, &failure));
    MUST(headroom_plugin_open(client, "window", HEADROOM_PLUGIN_WINDOW, plugin_told, &window, &window.plugin,
                              &failure));
    const uint32_t processes[] = {1, 4000000000u};
    MUST(headroom_plugin_claim(window.plugin, processes, 2, claimed, &window, &failure));
    // A daemon that has just started lets the lower ranks wait.
    TURN_UNTIL(client, app.count == 1 && window.count == 1);
    CHECK(window.code == HEADROOM_OK && headroom_plugin_is_active(window.plugin, window.subject));
    const char *subjects[] = {window.subject};
    MUST(headroom_plugin_release(window.plugin, subjects, 1, &failure));
    CHECK(!headroom_plugin_is_active(window.plugin, window.subject));
    CHECK(headroom_plugin_is_active(app.plugin, NULL) && headroom_plugin_is_active(app.plugin, ""));
    CHECK(headroom_plugin_subject(app.plugin)[0] != 0 && headroom_plugin_subject(window.plugin)[0] == 0);
    headroom_report report;
    HEADROOM_CLEAR(report);
    report.subject = "pid:0.0";
    report.outcome = HEADROOM_OUTCOME_CLEAR;
    MUST(headroom_plugin_report(app.plugin, &report, ended, &request, &failure));
    TURN_UNTIL(client, request.count == 1);
    CHECK(request.code == HEADROOM_NOT_CLAIMED);
    report.subject = headroom_plugin_subject(app.plugin);
    MUST(headroom_plugin_report(app.plugin, &report, ended, &request, &failure));
    TURN_UNTIL(client, request.count == 2);
    CHECK(request.code == HEADROOM_OK);
    headroom_plugin_close(app.plugin);
    headroom_plugin_close(window.plugin);
    headroom_client_close(client);
}

// Before anything is known everything waits; closing is the end of it.
static void what_never_began_ends(void) {
    struct ear first = {0}, second = {0};
    headroom_client *client = opened();
    MUST(headroom_provider_open(client, NULL, requested, NULL, &first.provider, &failure));
    headroom_publication publication;
    HEADROOM_CLEAR(publication);
    MUST(headroom_provider_publish(first.provider, &publication, published, &first, &failure));
    MUST(headroom_provider_publish(first.provider, &publication, published, &second, &failure));
    headroom_provider_close(first.provider);
    CHECK(first.count == 0);
    headroom_client_close(client);
    CHECK(first.count == 1 && first.code == HEADROOM_CLOSED && second.count == 1);
}

static void a_client_can_be_stopped(void) {
    struct ear ear = {0};
    headroom_client *client = opened();
    MUST(headroom_subscribe(client, ended_once, &ear, &ear.subscription, &failure));
    TURN_UNTIL(client, ear.count > 0);
    headroom_client_stop(client, 5);
    int code = 0;
    MUST(headroom_client_run(client, &code, &failure));
    CHECK(code == 5);
    MUST(headroom_client_run(client, NULL, &failure));
    MUST(headroom_client_dispatch(client, &failure));
    headroom_client_close(client);
    headroom_subscription_close(ear.subscription);
}

static void nowhere_is_no_bus(void) {
    headroom_client *client = NULL;
    CHECK(headroom_client_open("unix:path=/nowhere", &client, &failure) == HEADROOM_NO_BUS);
    CHECK(client == NULL && failure.code == HEADROOM_NO_BUS && failure.message[0] != 0);
    CHECK(headroom_client_open("nonsense", &client, &failure) != HEADROOM_OK);
    CHECK(headroom_client_open("", &client, &failure) != HEADROOM_OK);
    CHECK(headroom_client_open("\xff", &client, &failure) == HEADROOM_INVALID);
}

int main(void) {
    HEADROOM_CLEAR(failure);
    requests_end_with_the_client();
    a_callback_may_close_its_client();
    a_callback_may_close_what_called_it();
    a_provider_is_heard_and_asked();
    plugins_claim_and_report();
    what_never_began_ends();
    a_client_can_be_stopped();
    nowhere_is_no_bus();
    puts("all is well");
    return 0;
}
