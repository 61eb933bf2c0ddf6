// Answers events of a session, and scenes to be solved, from its standard input; what it prints is compared with what
// the core library says. A line is a command and numbers; all events answer a line of numbers.
#include "check.h"

static headroom_session *session;
static headroom_output output;
static headroom_rect container, field;
static headroom_scroll scroll;
static headroom_inner_scroll inner[2];
static headroom_target target;
static headroom_scene scene;
static headroom_options options;

// The next number of the line that strtok() is in.
static double number(void) {
    const char *word = strtok(NULL, " \n");
    CHECK(word != NULL);
    return strtod(word, NULL);
}

static headroom_rect rect(void) {
    headroom_rect rect;
    rect.x = number();
    rect.y = number();
    rect.width = number();
    rect.height = number();
    return rect;
}

static void print(const headroom_adjustment *adjustment) {
    printf("%.17g %.17g %.17g %.17g %.17g %.17g %d", adjustment->shift, adjustment->window_shift, adjustment->offset,
           adjustment->inset_bottom, adjustment->remainder, adjustment->covered, adjustment->is_command);
}

// output, margin, whether there is a container and it, whether there is a scroll view and it, how many inner ones and
// these, whether there is a field and it.
static void begin(void) {
    HEADROOM_CLEAR(output);
    HEADROOM_CLEAR(scene);
    HEADROOM_CLEAR(options);
    HEADROOM_CLEAR(scroll);
    HEADROOM_CLEAR(target);
    output.name = "A-1";
    output.frame = rect();
    scene.outputs = &output;
    scene.output_count = 1;
    options.margin = number();
    if (number() != 0) {
        container = rect();
        scene.container = &container;
    }
    if (number() != 0) {
        scroll.frame = rect();
        scroll.content_height = number();
        scroll.offset = number();
        scroll.inset_top = number();
        scroll.inset_bottom = number();
        scroll.automatic_inset = number();
        scene.scroll = &scroll;
    }
    scene.inner_count = (uint32_t)number();
    CHECK(scene.inner_count <= 2);
    scene.inner = scene.inner_count ? inner : NULL;
    for (uint32_t i = 0; i < scene.inner_count; i++) {
        HEADROOM_CLEAR(inner[i]);
        inner[i].frame = rect();
        inner[i].content_height = number();
        inner[i].offset = number();
    }
    if (number() != 0) {
        field = rect();
        target.field = &field;
        scene.target = &target;
    }
    headroom_session_close(session);
    MUST(headroom_session_open(&scene, &options, &session, &failure));
}

// The keyboard, the height of its bar outside of it.
static headroom_keyboard keyboard_of(const headroom_rect *frame) {
    headroom_keyboard keyboard;
    HEADROOM_CLEAR(keyboard);
    keyboard.frame = frame;
    keyboard.candidate_bar_height = number();
    keyboard.is_candidate_bar_outside = true;
    return keyboard;
}

static void solve(void) {
    headroom_rect frame = rect();
    headroom_keyboard keyboard = keyboard_of(&frame);
    headroom_adjustment adjustment;
    HEADROOM_CLEAR(adjustment);
    double offsets[2] = {0, 0};
    MUST(headroom_solve(&scene, &keyboard, &options, &adjustment, offsets, &failure));
    print(&adjustment);
    for (uint32_t i = 0; i < scene.inner_count; i++) printf(" %.17g", offsets[i]);
    printf("\n");
}

static void happen(const char *word) {
    headroom_adjustment adjustment;
    HEADROOM_CLEAR(adjustment);
    uint64_t time = (uint64_t)number();
    headroom_pace pace = {number(), {HEADROOM_CURVE_CUBIC_BEZIER, {0.2, 0, 0, 1}}};
    if (strcmp(word, "show") == 0) {
        headroom_rect frame = rect();
        headroom_keyboard keyboard = keyboard_of(&frame);
        MUST(headroom_session_keyboard(session, &keyboard, time, &pace, &adjustment, &failure));
    } else if (strcmp(word, "hide") == 0) {
        MUST(headroom_session_hide(session, time, &pace, (uint32_t)number(), &adjustment, &failure));
    } else if (strcmp(word, "focus") == 0 || strcmp(word, "caret") == 0) {
        headroom_rect caret = rect();
        headroom_target focused;
        HEADROOM_CLEAR(focused);
        focused.caret = &caret;
        MUST((word[0] == 'f' ? headroom_session_focus : headroom_session_caret)(
            session, &focused, time, &pace, &adjustment, &failure));
    } else if (strcmp(word, "scroll") == 0) {
        MUST(headroom_session_user_scrolled(session, number(), time, &adjustment, &failure));
    } else if (strcmp(word, "move") == 0) {
        headroom_rect frame = rect();
        headroom_window_change change;
        HEADROOM_CLEAR(change);
        change.container = &frame;
        MUST(headroom_session_window_changed(session, &change, time, &pace, &adjustment, &failure));
    } else if (strcmp(word, "turn") == 0) {
        output.frame = rect();
        MUST(headroom_session_outputs_changed(session, &output, 1, NULL, time, &pace, &adjustment, &failure));
    } else {
        CHECK(strcmp(word, "advance") == 0);
        MUST(headroom_session_advance(session, time, &adjustment, &failure));
    }
    headroom_report report;
    HEADROOM_CLEAR(report);
    MUST(headroom_session_report(session, &report, &failure));
    double offsets[2] = {0, 0};
    MUST(headroom_session_inner_offsets(session, offsets, &failure));
    print(&adjustment);
    uint64_t deadline = headroom_session_deadline(session);
    printf(" %.17g %.17g %d %.17g %.17g", headroom_session_shift_at(session, time + 20000),
           headroom_session_offset_at(session, time + 20000), (int)report.outcome, report.shift.y, report.residual);
    printf(" %.17g %.17g %.17g", report.part_inset, report.part_scroll, report.part_root);
    printf(" %d", deadline == HEADROOM_NEVER ? -1 : (int)(deadline - time));
    printf(" %d", adjustment.hold_until == HEADROOM_NEVER ? -1 : (int)(adjustment.hold_until - time));
    for (uint32_t i = 0; i < scene.inner_count; i++) printf(" %.17g", offsets[i]);
    printf("\n");
}

int main(void) {
    HEADROOM_CLEAR(failure);
    char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        const char *word = strtok(line, " \n");
        if (!word) continue;
        if (strcmp(word, "begin") == 0) {
            begin();
        } else if (strcmp(word, "solve") == 0) {
            solve();
        } else {
            happen(word);
        }
    }
    headroom_session_close(session);
    return 0;
}
