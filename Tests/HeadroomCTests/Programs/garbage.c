// Calls everything with values that nobody should pass, again and again. Arguments: a number to begin with, and how
// many rounds. What a call refuses it must not have touched, and the library must be as good as before: at the end
// something sensible is asked of it.
#include "check.h"

#include <float.h>
#include <math.h>

static uint64_t state;
static unsigned long accepted, refused;

static uint64_t next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static uint32_t below(uint32_t bound) { return (uint32_t)(next() % bound); }

// One in `odds`.
static bool rarely(uint32_t odds) { return below(odds) == 0; }

// Whether something is to be wrong; in every other round nothing is, so that much is accepted, too.
static bool is_tame;
static bool wrong(uint32_t odds) { return !is_tame && rarely(odds); }

static double number(void) {
    static const double odd[] = {0, -0.0, -1, 1e-300, 1e6, 1e7, -1e7, 1e12, 1e13, DBL_MAX, -DBL_MAX, DBL_MIN};
    if (wrong(40)) return rarely(2) ? NAN : rarely(2) ? INFINITY : -INFINITY;
    if (wrong(8)) return odd[below(sizeof odd / sizeof *odd)];
    return (double)(int)(below(3000)) - (rarely(4) ? 1500 : 0);
}

static uint64_t instant(void) { return rarely(8) ? next() : below(5000000); }

static headroom_rect rect(void) {
    headroom_rect made = {number(), number(), fabs(number()), fabs(number())};
    if (wrong(20)) made.height = -made.height;
    return made;
}

// Memory to point into, made anew in each round.
enum { MANY = 70 };
static headroom_rect rects[MANY];
static headroom_point points[4];
static headroom_output outputs[MANY];
static headroom_inner_scroll inner[MANY];
static headroom_scroll scrolls[2];
static headroom_nesting nestings[MANY];
static headroom_target targets[2];
static headroom_notification notifications[2];
static uint32_t processes[300];
static char long_text[5000];
static const char *texts[300];

static const headroom_rect *some_rect(void) { return rarely(2) ? NULL : &rects[below(MANY)]; }

static const char *text(void) {
    static const char *const some[] = {
        "", "docked", "floating", "split", "90", "A-1", "maximized", "\xf0\x9f\x98\x80", "\xff\xfe", "\xc3",
        "\xed\xa0\x80",
    };
    if (rarely(4)) return NULL;
    if (is_tame) return some[below(7)];
    return rarely(15) ? long_text : some[below(sizeof some / sizeof *some)];
}

static uint32_t size(size_t right) { return wrong(25) ? (uint32_t)next() : (uint32_t)right; }

// Counts beyond what memory there is are beyond what any list may hold, too.
static uint32_t count(void) { return wrong(20) ? (uint32_t)next() | 0x10000 : below(wrong(6) ? MANY : 4); }

// A list; none only where something is wrong, as the count may say otherwise.
#define list(memory) (wrong(6) ? NULL : (memory))

static int word(void) { return wrong(25) ? (int)next() : (int)below(5); }

static headroom_curve curve(void) {
    headroom_curve made = {(headroom_curve_kind)(wrong(30) ? word() : (int)below(3)), {0, 0, 0, 0}};
    for (int i = 0; i < 4; i++) made.parameters[i] = wrong(3) ? number() : below(100) / 50.0;
    return made;
}

static void remake(void) {
    for (int i = 0; i < MANY; i++) {
        rects[i] = rect();
        outputs[i] = (headroom_output){size(sizeof *outputs), rarely(2), text(), rect(), fabs(number()), text(),
                                       some_rect(), some_rect(), list(texts), count()};
        inner[i] = (headroom_inner_scroll){size(sizeof *inner), rect(), number(), number()};
        nestings[i] = (headroom_nesting){rect(), number()};
    }
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) texts[i] = text();
    for (size_t i = 0; i < sizeof processes / sizeof *processes; i++) processes[i] = (uint32_t)next();
    for (int i = 0; i < 4; i++) points[i] = (headroom_point){number(), number()};
    for (int i = 0; i < 2; i++) {
        scrolls[i] = (headroom_scroll){size(sizeof *scrolls), rect(), number(), number(), number(), number(), number()};
        targets[i] = (headroom_target){
            size(sizeof *targets), some_rect(), some_rect(), some_rect(), some_rect(), number(),
            list(nestings), count()};
        headroom_notification *made = &notifications[i];
        HEADROOM_CLEAR(*made);
        made->size = size(sizeof *made);
        made->kind = (headroom_kind)word();
        made->serial = next();
        made->completes = rarely(2) ? 0 : next();
        made->output = text();
        made->frame_begin = rect();
        made->frame_end = rect();
        made->bottom_inset = fabs(number());
        made->candidate_bar_height = fabs(number());
        made->room_below_caret = fabs(number());
        made->start_time = instant();
        made->duration_ms = rarely(4) ? (uint32_t)next() : below(500);
        made->curve = curve();
        made->velocity = number();
        made->placement = text();
        made->reason = text();
        made->engine = text();
        made->is_estimated = rarely(2);
        made->output_frame = some_rect();
        made->usable = some_rect();
        made->compositor_avoids = list(texts);
        made->compositor_avoids_count = count();
        made->regions = list(rects);
        made->region_count = count();
    }
}

static const headroom_target *some_target(void) { return rarely(3) ? NULL : &targets[below(2)]; }

static headroom_keyboard keyboard(void) {
    return (headroom_keyboard){
        size(sizeof(headroom_keyboard)), some_rect(), number(), fabs(number()), rarely(2), rarely(2), rarely(2),
        rarely(2), fabs(number()), fabs(number()), text(), list(rects), count(), some_rect()};
}

static headroom_scene scene(void) {
    return (headroom_scene){
        size(sizeof(headroom_scene)), wrong(4) ? count() : 1 + below(3), list(outputs), points[0],
        some_rect(), some_rect(), rarely(2) ? NULL : &scrolls[below(2)], list(inner), count(),
        some_target()};
}

static headroom_window_change change(void) {
    return (headroom_window_change){
        size(sizeof(headroom_window_change)), rarely(2), rarely(2), some_rect(), rarely(2) ? NULL : &points[below(4)],
        rarely(2) ? NULL : &scrolls[below(2)], some_target()};
}

// Whether a call may have written where it was told to.
static bool counted(headroom_code code) {
    CHECK(code == HEADROOM_OK || code == HEADROOM_INVALID || code == HEADROOM_CLOSED);
    CHECK(failure.size != sizeof failure || failure.code == code);
    if (code == HEADROOM_OK) accepted += 1; else refused += 1;
    failure.size = sizeof failure;
    return code == HEADROOM_OK;
}

static headroom_adjustment adjustment, untouched;

// Whether `adjustment` is as it was before a call that was refused.
static void judge(headroom_code code) {
    if (!counted(code)) CHECK(memcmp(&adjustment, &untouched, sizeof adjustment) == 0);
    memset(&adjustment, 0x55, sizeof adjustment);
    adjustment.size = size(sizeof adjustment);
    untouched = adjustment;
}

static void solve(void) {
    headroom_scene made = scene();
    headroom_keyboard shown = keyboard();
    headroom_options options = {
        size(sizeof options), (headroom_reveal)below(wrong(9) ? 9 : 2), (headroom_floating)below(2), number(),
        number()};
    double offsets[MANY];
    judge(headroom_solve(wrong(50) ? NULL : &made, rarely(5) ? NULL : &shown, rarely(3) ? NULL : &options,
                         &adjustment, rarely(3) ? NULL : offsets, &failure));
}

static headroom_session *session;

static void happen(void) {
    headroom_keyboard shown = keyboard();
    headroom_window_change changed = change();
    headroom_pace some_pace = {number(), curve()};
    const headroom_pace *pace = rarely(3) ? NULL : &some_pace;
    const headroom_notification *notification = wrong(30) ? NULL : &notifications[below(2)];
    headroom_state stands = {
        size(sizeof stands), (headroom_phase)word(), rarely(2), true, true, true, notification, outputs, 1};
    headroom_adjustment *answer = rarely(9) ? NULL : &adjustment;
    headroom_session *of = wrong(50) ? NULL : session;
    const char *const *states = list(texts);
    double offsets[MANY];
    headroom_report report;
    HEADROOM_CLEAR(report);
    switch (below(13)) {
    case 0: judge(headroom_session_notified(of, notification, states, count(), instant(), answer, &failure)); break;
    case 1: judge(headroom_session_stands(of, &stands, states, count(), instant(), answer, &failure)); break;
    case 2: judge(headroom_session_keyboard(of, &shown, instant(), pace, answer, &failure)); break;
    case 3:
        judge(headroom_session_hide(of, instant(), pace, rarely(3) ? 0 : (uint32_t)next(), answer, &failure));
        break;
    case 4: judge(headroom_session_focus(of, some_target(), instant(), pace, answer, &failure)); break;
    case 5: judge(headroom_session_caret(of, some_target(), instant(), pace, answer, &failure)); break;
    case 6: judge(headroom_session_user_scrolled(of, number(), instant(), answer, &failure)); break;
    case 7: judge(headroom_session_window_changed(of, &changed, instant(), pace, answer, &failure)); break;
    case 8:
        judge(headroom_session_outputs_changed(of, outputs, count(), rarely(2) ? NULL : &changed, instant(), pace,
                                               answer, &failure));
        break;
    case 9: judge(headroom_session_advance(of, instant(), answer, &failure)); break;
    case 10: counted(headroom_session_report(of, wrong(9) ? NULL : &report, &failure)); break;
    case 11: counted(headroom_session_inner_offsets(of, wrong(9) ? NULL : offsets, &failure)); break;
    default:
        headroom_session_deadline(of);
        headroom_session_shift_at(of, instant());
        headroom_session_offset_at(of, instant());
    }
    if (rarely(20)) {
        headroom_session *opened = NULL;
        headroom_scene made = scene();
        bool is_open = counted(headroom_session_open(&made, NULL, &opened, &failure));
        CHECK(is_open == (opened != NULL));
        if (is_open) {
            headroom_session_close(session);
            session = opened;
        }
    }
}

static void convert(void) {
    headroom_rect given = rect(), before = given;
    if (!counted(headroom_convert(&given, (headroom_space)(word() + 1), (headroom_space)(word() + 1),
                                  wrong(5) ? NULL : &outputs[below(MANY)], wrong(5) ? NULL : points, &failure)))
        CHECK(memcmp(&given, &before, sizeof given) == 0);
    counted(headroom_notification_frame_at(&notifications[below(2)], instant(), &given, &failure));
    headroom_keyboard made;
    HEADROOM_CLEAR(made);
    made.size = size(sizeof made);
    counted(headroom_keyboard_from_notification(&notifications[below(2)], texts, count(), &made, &failure));
    headroom_curve some = curve();
    double progress = headroom_curve_progress(rarely(9) ? NULL : &some, number(), number());
    CHECK(!isnan(progress));
    CHECK(headroom_kind_name((headroom_kind)word()) != NULL);
    headroom_point corner = {7, 7};
    if (!counted(headroom_popup_origin(wrong(9) ? NULL : points, number(), some_rect(), some_rect(), some_rect(),
                                       list(outputs), count(), &corner, &failure)))
        CHECK(corner.x == 7 && corner.y == 7);
}

static int answers;

static void ended(void *data, const headroom_error *error) {
    CHECK(data == &answers && error->size == sizeof *error);
    answers += 1;
}

static void published(void *data, bool is_believed, const headroom_error *error) {
    CHECK(is_believed == false || error->code == HEADROOM_OK);
    ended(data, error);
}

static void claimed(void *data, const headroom_claim *claims, uint32_t claim_count, const headroom_error *error) {
    CHECK((claims == NULL) == (claim_count == 0));
    ended(data, error);
}

static void plugin_told(void *data, const headroom_plugin_update *update) { CHECK(data == NULL && update != NULL); }

static int requests;

static void say(headroom_provider *provider, headroom_plugin *plugin) {
    headroom_publication publication = {
        size(sizeof publication), wrong(30) ? (uint32_t)next() : below(1 << 13), rarely(5) ? below(1 << 13) : 0,
        rarely(2), rarely(2), rarely(2), rarely(2), text(), rect(), (headroom_space)(1 + below(wrong(3) ? 9 : 3)),
        fabs(number()), fabs(number()), text(), text(), list(rects), count(), rect(), rarely(2),
        rarely(5) ? (uint32_t)next() : below(300), curve(), rarely(2) ? 0 : instant(), text(), rarely(2),
        (uint32_t)next()};
    headroom_report report = {
        size(sizeof report), (headroom_outcome)below(wrong(9) ? 9 : 5), next(), text(), points[0], text(), some_rect(),
        fabs(number()), next(), number(), number(), number(), number(), number()};
    switch (below(4)) {
    case 0:
        requests += counted(headroom_provider_publish(provider, &publication, published, &answers, &failure));
        break;
    case 1: requests += counted(headroom_plugin_report(plugin, &report, ended, &answers, &failure)); break;
    case 2:
        requests += counted(headroom_plugin_claim(plugin, wrong(9) ? NULL : processes, count(), claimed, &answers,
                                                  &failure));
        break;
    default: counted(headroom_plugin_release(plugin, texts, count(), &failure));
    }
    headroom_plugin_is_active(plugin, text());
}

// No handle, and nothing else either.
static void nothing(void) {
    headroom_client_close(NULL);
    headroom_subscription_close(NULL);
    headroom_provider_close(NULL);
    headroom_plugin_close(NULL);
    headroom_session_close(NULL);
    headroom_client_stop(NULL, 1);
    CHECK(headroom_client_fd(NULL) == -1);
    CHECK(headroom_plugin_subject(NULL) == NULL && headroom_subscription_state(NULL) == NULL);
    CHECK(!headroom_plugin_is_active(NULL, NULL) && headroom_session_deadline(NULL) == HEADROOM_NEVER);
    counted(headroom_client_open(NULL, NULL, &failure));
    counted(headroom_client_dispatch(NULL, &failure));
    counted(headroom_client_run(NULL, NULL, &failure));
    counted(headroom_client_show(NULL, NULL, NULL, &failure));
    counted(headroom_client_hide(NULL, NULL, NULL, &failure));
    counted(headroom_subscribe(NULL, NULL, NULL, NULL, &failure));
    counted(headroom_provider_open(NULL, NULL, NULL, NULL, NULL, &failure));
    counted(headroom_provider_publish(NULL, NULL, NULL, NULL, &failure));
    counted(headroom_provider_withdraw(NULL, &failure));
    counted(headroom_plugin_open(NULL, NULL, HEADROOM_PLUGIN_APP, NULL, NULL, NULL, &failure));
    counted(headroom_plugin_claim(NULL, NULL, 0, NULL, NULL, &failure));
    counted(headroom_plugin_release(NULL, NULL, 0, &failure));
    counted(headroom_plugin_report(NULL, NULL, NULL, NULL, &failure));
    counted(headroom_session_open(NULL, NULL, NULL, &failure));
    counted(headroom_solve(NULL, NULL, NULL, NULL, NULL, &failure));
    counted(headroom_convert(NULL, HEADROOM_SPACE_UNSAID, HEADROOM_SPACE_UNSAID, NULL, NULL, &failure));
    counted(headroom_notification_frame_at(NULL, 0, NULL, &failure));
    counted(headroom_keyboard_from_notification(NULL, NULL, 0, NULL, &failure));
    counted(headroom_popup_origin(NULL, 0, NULL, NULL, NULL, NULL, 0, NULL, &failure));
    CHECK(accepted == 0);
    CHECK(headroom_solve(NULL, NULL, NULL, NULL, NULL, NULL) == HEADROOM_INVALID);
    headroom_error odd;
    memset(&odd, 0x55, sizeof odd);
    CHECK(headroom_client_open(NULL, NULL, &odd) == HEADROOM_INVALID && odd.message[0] == 0x55);
}

int main(int argument_count, char **arguments) {
    CHECK(argument_count == 3);
    state = strtoull(arguments[1], NULL, 10) * 2654435761u + 1;
    HEADROOM_CLEAR(failure);
    HEADROOM_CLEAR(adjustment);
    untouched = adjustment;
    memset(long_text, 'x', sizeof long_text - 1);
    nothing();

    headroom_client *client = NULL;
    headroom_provider *provider = NULL;
    headroom_plugin *plugin = NULL;
    MUST(headroom_client_open(NULL, &client, &failure));
    MUST(headroom_provider_open(client, "garbage", NULL, NULL, &provider, &failure));
    MUST(headroom_plugin_open(client, NULL, HEADROOM_PLUGIN_WINDOW, plugin_told, NULL, &plugin, &failure));
    long rounds = strtol(arguments[2], NULL, 10);
    for (long round = 0; round < rounds; round++) {
        is_tame = round % 2 == 0;
        remake();
        for (int i = 0; i < 4; i++) {
            if (wrong(30)) failure.size = (uint32_t)next();
            solve();
            happen();
            convert();
        }
        if (round % 10 > 1) continue;
        say(provider, plugin);
        TURN_UNTIL(client, answers == requests);
    }
    headroom_plugin_close(plugin);
    headroom_provider_close(provider);
    headroom_client_close(client);
    headroom_session_close(session);

    headroom_rect field = {100, 700, 400, 24}, window = {0, 0, 1280, 800}, frame = {0, 540, 1280, 260};
    headroom_output output = {.size = sizeof output, .name = "A-1", .frame = window};
    headroom_target target = {.size = sizeof target, .field = &field};
    headroom_scene last = {.size = sizeof last, .output_count = 1, .outputs = &output, .container = &window,
                           .target = &target};
    headroom_keyboard shown = {.size = sizeof shown, .frame = &frame};
    HEADROOM_CLEAR(adjustment);
    MUST(headroom_solve(&last, &shown, NULL, &adjustment, NULL, &failure));
    CHECK(adjustment.shift == 194);
    headroom_rect screen = {0, 0, 1920, 1080}, caret = {100, 640, 1, 24}, low = {0, 700, 1920, 380};
    headroom_point popup = {400, 220}, corner = {0, 0};
    output.frame = screen;
    MUST(headroom_popup_origin(&popup, 4, &caret, NULL, NULL, &output, 1, &corner, &failure));
    CHECK(corner.y == 668);
    MUST(headroom_popup_origin(&popup, 4, &caret, NULL, &low, &output, 1, &corner, &failure));
    CHECK(corner.y == 416);
    printf("%lu accepted, %lu refused, %d requests\n", accepted, refused, requests);
    return 0;
}
