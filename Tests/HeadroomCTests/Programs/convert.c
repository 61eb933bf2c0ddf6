// One rectangle in every space, from each into each and back; and what cannot be converted.
#include "check.h"

static const headroom_space spaces[] = {
    HEADROOM_SPACE_GLOBAL, HEADROOM_SPACE_OUTPUT, HEADROOM_SPACE_DEVICE, HEADROOM_SPACE_WINDOW,
};

// A keyboard on the right one of two outputs, of scale 2, and a window there.
static const headroom_rect places[] = {
    {1330, 650, 1280, 260}, {50, 550, 1280, 260}, {2660, 1300, 2560, 520}, {30, 500, 1280, 260},
};

static bool is_same(const headroom_rect *one, const headroom_rect *other) {
    return one->x == other->x && one->y == other->y && one->width == other->width && one->height == other->height;
}

int main(void) {
    HEADROOM_CLEAR(failure);
    headroom_rect device = {2560, 200, 2560, 1600};
    headroom_output output;
    HEADROOM_CLEAR(output);
    output.name = "HDMI-1";
    output.frame = (headroom_rect){1280, 100, 1280, 800};
    output.scale = 2;
    output.device_frame = &device;
    headroom_point window = {1300, 150};
    for (int from = 0; from < 4; from++) {
        for (int to = 0; to < 4; to++) {
            headroom_rect rect = places[from];
            MUST(headroom_convert(&rect, spaces[from], spaces[to], &output, &window, &failure));
            CHECK(is_same(&rect, &places[to]));
        }
    }

    // What is not needed need not be known; what is has to be.
    headroom_rect rect = places[0];
    MUST(headroom_convert(&rect, HEADROOM_SPACE_GLOBAL, HEADROOM_SPACE_WINDOW, NULL, &window, &failure));
    CHECK(is_same(&rect, &places[3]));
    CHECK(headroom_convert(&rect, HEADROOM_SPACE_WINDOW, HEADROOM_SPACE_OUTPUT, NULL, &window, &failure)
          == HEADROOM_INVALID);
    CHECK(headroom_convert(&rect, HEADROOM_SPACE_WINDOW, HEADROOM_SPACE_OUTPUT, &output, NULL, &failure)
          == HEADROOM_INVALID);
    CHECK(headroom_convert(&rect, HEADROOM_SPACE_UNSAID, HEADROOM_SPACE_OUTPUT, &output, &window, &failure)
          == HEADROOM_INVALID);
    CHECK(is_same(&rect, &places[3]));

    // Where nobody knows them, device pixels are global ones.
    output.device_frame = NULL;
    rect = places[0];
    MUST(headroom_convert(&rect, HEADROOM_SPACE_GLOBAL, HEADROOM_SPACE_DEVICE, &output, NULL, &failure));
    CHECK(is_same(&rect, &places[0]));
    puts("all is well");
    return 0;
}
