// SPDX-License-Identifier: MIT
// Marches: distances of lone armies, and the file that keeps them.
#include "test.h"

#include <signal.h> // signal
#include <unistd.h> // truncate

#include "oracle/oracle_duel.h"
#include "play/march.h"

static char folder[64];

static int begin(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/sternhalma-march-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int end(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
}

static void open_march(sh_march *march, sh_course *course, const char *name, uint64_t most,
                       const char *where) {
    sh_game game;
    sh_error error = {.text = ""};
    test_game(&game, name, SH_STRICT);
    if (sh_course_make(course, &game, &error) ||
        sh_march_open(march, course, most, where, NULL, &error))
        fail_msg("%s: %s", name, error.text);
}

// Is a cell of a rhombus next to another, in a direction in which pieces step?
static bool is_step(int m, int from, int to) {
    int dr = to / m - from / m, dc = to % m - from % m;
    return abs(dr) + abs(dc) == 1 || (dr == -dc && abs(dr) == 1);
}

// The least distance of a placement's neighbours, found with the oracle's moves.
static int least_around(const sh_march *march, int m, bool steps, int player, uint64_t army) {
    int least = SH_MARCH_UNKNOWN;
    for (int from = 0; from < m * m; from++) {
        if (!(army >> from & 1)) continue;
        uint64_t targets = oracle_duel_targets(m, from, army);
        for (int to = 0; to < m * m; to++) {
            if (!(targets >> to & 1) || (!steps && is_step(m, from, to))) continue;
            sh_set next = {{army ^ 1ULL << from ^ 1ULL << to}};
            int moves = sh_march_moves(march, player, &next);
            if (moves < least) least = moves;
        }
    }
    return least;
}

// Zero at the goal alone, and one more than the nearest neighbour everywhere else, where there is
// one from which the goal is reached: that is the distance.
static void check_distances(const char *name, int m) {
    sh_march march;
    static sh_course course;
    bool steps = !strstr(name, "+hops");
    int apart = 0;
    open_march(&march, &course, name, 1000000, "");
    for (int player = 0; player < 2; player++)
        for (uint64_t army = (1ULL << march.pieces) - 1; army < 1ULL << (m * m);) {
            sh_set set = {{army}};
            int moves = sh_march_moves(&march, player, &set);
            if (army == course.game.goal[player].w[0])
                assert_int_equal(moves, 0);
            else if (moves != SH_MARCH_UNKNOWN)
                assert_int_equal(moves, least_around(&march, m, steps, player, army) + 1);
            else
                assert_int_equal(least_around(&march, m, steps, player, army), SH_MARCH_UNKNOWN);
            apart += moves == SH_MARCH_UNKNOWN;
            uint64_t low = army & -army, carry = army + low; // the next set of the same size
            army = carry | ((army ^ carry) / low >> 2);
        }
    assert_int_equal(apart > 0, !steps);
    sh_march_close(&march);
}

static void test_distances(void **state) {
    (void)state;
    check_distances("3x3/1", 3);
    check_distances("4x4/2", 4);
    check_distances("4x4/4", 4);
    check_distances("5x5/3", 5);
    check_distances("5x5/3+halma", 5);
    check_distances("5x5/3+halma+hops", 5);
    check_distances("4x4/4+halma+hops", 4);
}

// Where all placements are too many the region is the end of the way.
static void test_regions(void **state) {
    (void)state;
    sh_march march;
    static sh_course course;
    open_march(&march, &course, "star121:2p+stand", 200000, "");
    assert_int_equal(march.cells, 20); // 184,756 placements
    for (int player = 0; player < 2; player++) {
        assert_true(sh_set_within(course.game.goal[player], march.region[player]));
        assert_int_equal(sh_march_moves(&march, player, &course.game.goal[player]), 0);
        assert_int_equal(sh_march_moves(&march, player, &course.game.camp[player]),
                         SH_MARCH_UNKNOWN);
    }
    sh_march_close(&march);
}

static void expect_computed_for(const char *name, uint64_t most, bool computed) {
    sh_march march;
    static sh_course course;
    open_march(&march, &course, name, most, folder);
    assert_true(!march.file.bytes == computed);
    assert_int_equal(sh_march_moves(&march, 0, &course.game.goal[0]), 0);
    sh_march_close(&march);
}

static void expect_computed(const char *name, bool computed) {
    expect_computed_for(name, 1000000, computed);
}

static void damage(const char *path, long at) {
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    int byte = fgetc(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    fputc(byte ^ 1, file);
    fclose(file);
}

// Computed once and read then; a damaged file, one of another version and a short one are computed
// again and replaced.
static void test_file(void **state) {
    (void)state;
    char path[128];
    snprintf(path, sizeof path, "%s/5x5-3-1p.march", folder);
    expect_computed("5x5/3", true);
    expect_computed("5x5/3", false);
    damage(path, 128 + 1000); // a placement
    expect_computed("5x5/3", true);
    expect_computed("5x5/3", false);
    damage(path, 8); // the version
    expect_computed("5x5/3", true);
    expect_computed("5x5/3", false);
    assert_int_equal(truncate(path, 500), 0);
    expect_computed("5x5/3", true);
    expect_computed("5x5/3", false);
    assert_int_equal(truncate(path, 0), 0);
    expect_computed("5x5/3", true);
    expect_computed("5x5/3", false);
    expect_computed("star37:2p", false);   // the same game
    expect_computed("5x5/3+halma", false); // how it ends changes no distance
    expect_computed("5x5/3+halma+leave9", false);
    expect_computed("5x5/3+halma+hops", true); // without steps all are others
    expect_computed("star37:2p+halma+hops", false);
    expect_computed("star37:2p+pass", true); // a star is a board of its own
    expect_computed("star37:2p+stand", true);
    expect_computed("5x5/3", false);
    damage(path, 0); // now it is no file of ours: it is neither read nor replaced
    expect_computed("5x5/3", true);
    expect_computed("5x5/3", true);
}

// Regions of several sizes have files of their own.
static void test_files_of_regions(void **state) {
    (void)state;
    static const uint64_t most[] = {100, 1000, 1000000};
    for (int again = 0; again < 2; again++)
        for (int i = 0; i < 3; i++) expect_computed_for("4x4/4+halma", most[i], !again);
}

// What is refused says why.
static void test_refused(void **state) {
    (void)state;
    sh_march march;
    sh_game game;
    static sh_course course;
    sh_error error;
    test_game(&game, "star37:2p+stand", SH_STRICT);
    assert_int_equal(sh_course_make(&course, &game, NULL), SH_OK);
    course.game.pieces = 33;
    assert_int_equal(sh_march_open(&march, &course, 1000000, "", NULL, &error), SH_USAGE);
    assert_non_null(strstr(error.text, "too large for distances"));
    course.game.pieces = game.pieces;
    sh_set_add(&course.game.goal[0], sh_set_next(&course.game.camp[0], 0));
    assert_int_equal(sh_march_open(&march, &course, 1000, "", NULL, &error), SH_USAGE);
    assert_non_null(strstr(error.text, "allow more placements"));
    course.game.symmetries = 0;
    assert_int_equal(sh_march_open(&march, &course, 1000000, "", NULL, &error), SH_USAGE);
    assert_non_null(strstr(error.text, "no half turn"));
}

// A file that is cut off under its reader: what is gone is unknown, and nothing worse happens. One
// that is replaced stays as it was.
static void test_cut_off(void **state) {
    signal(SIGBUS, SIG_DFL); // not the handler of the tests, so that files are mapped
    (void)state;
    sh_march march;
    static sh_course course;
    char path[128], other[128];
    snprintf(path, sizeof path, "%s/5x5-4-1p.march", folder);
    snprintf(other, sizeof other, "%s/other", folder);
    expect_computed("5x5/4", true);
    open_march(&march, &course, "5x5/4", 1000000, folder);
    FILE *file = fopen(other, "wb");
    assert_non_null(file);
    fclose(file);
    assert_int_equal(rename(other, path), 0);
    assert_int_equal(sh_march_moves(&march, 0, &course.game.goal[0]), 0);
    sh_march_close(&march);
    assert_int_equal(unlink(path), 0);

    expect_computed("5x5/4", true);
    open_march(&march, &course, "5x5/4", 1000000, folder);
    int before = sh_march_moves(&march, 0, &course.game.camp[0]);
    assert_int_not_equal(before, SH_MARCH_UNKNOWN);
    assert_int_equal(truncate(path, 0), 0);
    for (int player = 0; player < 2; player++) {
        assert_int_equal(sh_march_moves(&march, player, &course.game.camp[player]),
                         SH_MARCH_UNKNOWN);
        assert_int_equal(sh_march_moves(&march, player, &course.game.goal[player]),
                         SH_MARCH_UNKNOWN);
    }
    sh_march_close(&march);
    assert_int_equal(unlink(path), 0);
    expect_computed("5x5/4", true);
}

typedef struct listener {
    atomic_bool stop;
    uint64_t done, total;
} listener;

static void stop_at_once(void *user, const sh_progress *progress) {
    listener *l = user;
    assert_string_equal(progress->phase, "distances");
    l->done = progress->done;
    l->total = progress->total;
    atomic_store(&l->stop, true);
}

// Stopped while it computes: it says so, and keeps nothing. 13 million placements take longer than
// the time between two reports.
static void test_stopped(void **state) {
    (void)state;
    sh_march march;
    sh_game game;
    static sh_course course;
    char path[128];
    listener l = {0};
    sh_monitor monitor = {.report = stop_at_once, .user = &l, .stop = &l.stop};
    snprintf(path, sizeof path, "%s/9x9-10-1p.march", folder);
    test_game(&game, "9x9/10", SH_STRICT);
    assert_int_equal(sh_course_make(&course, &game, NULL), SH_OK);
    assert_int_equal(sh_march_open(&march, &course, 20000000, folder, &monitor, NULL),
                     SH_INTERRUPTED);
    assert_true(l.done > 0 && l.done < l.total);
    assert_int_equal(l.total, 13123110);
    assert_int_equal(access(path, F_OK), -1);
    sh_march_close(&march);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distances), cmocka_unit_test(test_regions),
        cmocka_unit_test(test_file),      cmocka_unit_test(test_files_of_regions),
        cmocka_unit_test(test_refused),   cmocka_unit_test(test_cut_off),
        cmocka_unit_test(test_stopped)};
    return cmocka_run_group_tests(tests, begin, end);
}
