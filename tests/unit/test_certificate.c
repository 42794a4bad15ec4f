// SPDX-License-Identifier: MIT
// Certificates and lists of moves: what is accepted, what is refused and why; both checkers agree.
#include "test.h"

#include <unistd.h>

#include "puzzle/speed.h"
#include "puzzle/transfer.h"
#include "puzzle/transfer_recheck.h"
#include "json/certificate.h"

static sh_status understand(sh_certificate *c, const char *text, const char *puzzle,
                            sh_error *error) {
    return sh_certificate_read(c, text, puzzle, SH_PUZZLE_TRANSFER, 0, false, error);
}

static const char ATOM[] = "# a man walks\npicture\nboard sq3:4m\nstart\nx..\n...\n...\nend\n"
                           "kind transfer\nsolution 4\na1-b1, b1-c1,\nc1-c2, 4. c2-c3\n";

static void a_certificate_is_replayed(void **state) {
    sh_certificate *c = calloc(1, sizeof *c);
    sh_error error;
    if (understand(c, ATOM, NULL, &error)) fail_msg("%s", error.text);
    assert_int_equal(c->moves, 4);
    assert_int_equal(c->claimed, 4);
    assert_int_equal(c->none, -1);
    assert_true(c->arrived);
    char *moves = sh_certificate_moves(&c->puzzle, c->move, c->moves);
    assert_string_equal(moves, "a1-b1, b1-c1, c1-c2, c2-c3");
    free(moves);
    sh_certificate_free(c);
    free(c);
}

static void json_and_bare_moves_are_read(void **state) {
    static const char *const texts[] = {
        ("{\"game\":\"sq3/1:4m\",\"kind\":\"transfer\",\"length\":4,"
         "\"solution\":[\"a1-b1\",\"b1-c1\",\"c1-c2\",\"c2-c3\"]}"),
        "[\"a1-b1\",\"b1-c1\",\"c1-c2\",\"c2-c3\"]",
        "a1-b1 b1-c1\nc1-c2 c2-c3\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        sh_certificate *c = calloc(1, sizeof *c);
        sh_error error;
        if (understand(c, texts[i], "sq3/1:4m", &error)) fail_msg("%s", error.text);
        assert_int_equal(c->moves, 4);
        assert_true(c->arrived);
        sh_certificate_free(c);
        free(c);
    }
}

static void what_is_wrong_is_said(void **state) {
    static const struct {
        const char *text, *puzzle, *hint;
    } wrong[] = {
        {"a1-b1", NULL, "which puzzle"},
        {"a1-a1", "sq3/1:4m", "move 1"},
        {"a1-c1", "sq3/1:4m", "one step or a chain"},
        {"kind game\na1-b1 c3-b3 b1-c1 b3-a3 c1-c2 a3-a2 c2-c3 a2-a1", "sq3/1:4m",
         "arrived before"},
        {"picture\nboard sq3:4m\nstart\nx.\n", NULL, "ends with 'end'"},
        {"# one\npicture\nboard sq3:4m\nstart\nx.\n...\n...\nend\n", NULL, "line 5: row 1"},
        {"picture\nboard sq3:4m\nstart\nx..\n...\n...\nend\nkind dance\n", NULL, "line 8: a kind"},
        {"a1-b1\npicture\nboard sq3:4m\nstart\nx..\n...\n...\nend\n", "sq3/1:4m",
         "line 2: a picture"},
        {"picture\nboard sq9:4m\nboard sq3:4m\nend\n", NULL, "line 3: a second board"},
        {"length 251\nlevel 0 1 1\n", "sq3/1:4m", "searches go to 250"},
        {"kind game\nlength 200\nlevel 0 1 1\n", "sq3/1:4m", "searches go to 199"},
        {"length 100000\n", "sq3/1:4m", "not a number of moves"},
        {"length 8\nknown 5\nlevel 0 1 1\n", "sq3/1:4m", "at most half"},
        {"length 8\nlevel 9 1 1\n", "sq3/1:4m", "at time 9"},
        {"length 8\nlevel -1 1 1\n", "sq3/1:4m", "at time -1"},
        {"kind dance\n", "sq3/1:4m", "transfer or game"},
        {"solution many\n", "sq3/1:4m", "not a number of moves"},
        {"level 1 x\n", "sq3/1:4m", "a level is"},
        {"picture\nboard sq3:4m\n", NULL, "ends with 'end'"},
        {"{\"game\":\"sq3/1:4m\"}", NULL, "no list"},
        {"{", NULL, "line"},
        {"puzzle nothing\na1-b1\n", NULL, "is not a game"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        sh_certificate *c = calloc(1, sizeof *c);
        sh_error error = {SH_OK, ""};
        assert_int_equal(understand(c, wrong[i].text, wrong[i].puzzle, &error), SH_DATA);
        if (!strstr(error.text, wrong[i].hint))
            fail_msg("%zu: '%s' does not say '%s'", i, error.text, wrong[i].hint);
        free(c);
    }
}

// A transfer may pass through its goal: the search finds such ways, too, and both checkers know.
static void a_way_may_pass_through_the_goal(void **state) {
    (void)state;
    sh_certificate *c = calloc(1, sizeof *c);
    sh_error error;
    assert_non_null(c);
    if (understand(c, "a1-b1 b1-c1 c1-c2 c2-c3 c3-b3 b3-c3", "sq3/1:4m", &error))
        fail_msg("%s", error.text);
    assert_int_equal(c->moves, 6);
    assert_true(c->arrived);
    sh_certificate_free(c);
    free(c);
}

// What a length without a solution says of the length before it.
static void a_short_way_needs_the_length_before(void **state) {
    static const struct {
        const char *puzzle;
        int length;
        bool covers;
    } known[] = {
        {"sq9/10:6m", 26, true}, {"sq9/4:6m", 14, true},        {"star37:2p", 10, true},
        {"sq9/4:6m", 60, false}, {"star37:2p+pass", 10, false}, {"star37:2p+pass", 2, true},
        {"sq9/10:6m", 1, true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        sh_puzzle puzzle;
        sh_transfer *t;
        sh_transfer_options options = {.threads = 1};
        bool covers = !known[i].covers;
        assert_int_equal(
            sh_puzzle_parse(&puzzle, SH_PUZZLE_TRANSFER, known[i].puzzle, 0, false, NULL), SH_OK);
        assert_int_equal(sh_transfer_recheck_covers(&puzzle, known[i].length, &covers, NULL),
                         SH_OK);
        if (covers != known[i].covers) fail_msg("%s, %d", known[i].puzzle, known[i].length);
        assert_int_equal(sh_transfer_open(&t, &puzzle, &options, NULL, NULL), SH_OK);
        if (sh_transfer_covers(t, known[i].length))
            assert_true(covers); // which knows one thing more
        sh_transfer_close(t);
    }
}

static void fewer_moves_do_not_arrive(void **state) {
    sh_certificate *c = calloc(1, sizeof *c);
    assert_int_equal(understand(c, "a1-b1 b1-c1", "sq3/1:4m", NULL), SH_OK);
    assert_false(c->arrived);
    sh_certificate_free(c);
    free(c);
}

typedef struct comparing {
    const sh_transfer_level *level;
    int count, told;
} comparing;

static void compare_level(void *user, int time, uint64_t boards, uint64_t hash) {
    comparing *own = user;
    assert_true(time < own->count);
    assert_int_equal(boards, own->level[time].boards);
    assert_true(hash == own->level[time].hash);
    own->told++;
}

// The second checker computes the same levels, and the same levels come from more threads, less
// memory and a scratch folder.
static void two_programs_agree(void **state) {
    static const struct {
        const char *name;
        bool jumps_only;
        int length, known;
    } cases[] = {{"sq9/4:8m", false, 11, 3},        {"sq9/4:6m", false, 14, 4},
                 {"sq7/6:6m", false, 14, 4},        {"sq7/6:4m", false, 15, 4},
                 {"sq7/6:8m", false, 9, 3},         {"sq7/6:8m", true, 10, 3},
                 {"checkers32/12:8m", false, 14, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sh_puzzle puzzle;
        sh_error error;
        sh_transfer *t;
        bool found, again;
        if (sh_puzzle_parse(&puzzle, SH_PUZZLE_TRANSFER, cases[i].name, 0, cases[i].jumps_only,
                            &error))
            fail_msg("%s", error.text);
        sh_transfer_options options = {.threads = 2, .known = cases[i].known, .hashes = true};
        if (sh_transfer_open(&t, &puzzle, &options, NULL, &error)) fail_msg("%s", error.text);
        if (sh_transfer_settle(t, cases[i].length, &found, &error)) fail_msg("%s", error.text);
        comparing own = {0};
        own.level = sh_transfer_levels(t, &own.count);
        sh_transfer_recheck_options recheck = {.length = cases[i].length,
                                               .known = cases[i].known,
                                               .listener = compare_level,
                                               .user = &own};
        if (sh_transfer_recheck(&puzzle, &recheck, &again, &error)) fail_msg("%s", error.text);
        assert_int_equal(found, again);
        assert_int_equal(own.told, own.count);
        sh_transfer_close(t);
    }
}

// Less memory than a level needs: the level is made in several sweeps over its parents.
static void little_memory_gives_the_same_levels(void **state) {
    sh_puzzle puzzle;
    sh_error error;
    sh_transfer_level seen[2][64];
    int counts[2];
    char folder[] = "/tmp/sternhalma-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    assert_int_equal(sh_puzzle_parse(&puzzle, SH_PUZZLE_TRANSFER, "sq9/6:6m", 0, false, &error),
                     SH_OK);
    for (int i = 0; i < 2; i++) {
        sh_transfer_options options = {.threads = 1,
                                       .known = 7,
                                       .hashes = true,
                                       .memory = i ? 3u << 20 : 0,
                                       .scratch = i ? folder : NULL};
        sh_transfer *t;
        bool found;
        if (sh_transfer_open(&t, &puzzle, &options, NULL, &error)) fail_msg("%s", error.text);
        if (sh_transfer_settle(t, 23, &found, &error)) fail_msg("%s", error.text);
        assert_true(found);
        const sh_transfer_level *levels = sh_transfer_levels(t, &counts[i]);
        memcpy(seen[i], levels, (size_t)counts[i] * sizeof *levels);
        sh_transfer_close(t);
    }
    assert_int_equal(counts[0], counts[1]);
    assert_memory_equal(seen[0], seen[1], (size_t)counts[0] * sizeof **seen);
    assert_int_equal(rmdir(folder), 0); // the search removed its files
}

static void only_atom_frog_and_serpent_are_fast(void **state) {
    sh_fast_armies armies;
    assert_int_equal(sh_fast_armies_find(&armies, 4, 4, NULL, NULL), SH_OK);
    assert_int_equal(armies.count, 3);
    static const int men[] = {1, 2, 4};
    for (int i = 0; i < 3; i++) assert_int_equal(armies.army[i].men, men[i]);
    free(armies.army);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_certificate_is_replayed),
        cmocka_unit_test(json_and_bare_moves_are_read),
        cmocka_unit_test(what_is_wrong_is_said),
        cmocka_unit_test(a_way_may_pass_through_the_goal),
        cmocka_unit_test(a_short_way_needs_the_length_before),
        cmocka_unit_test(fewer_moves_do_not_arrive),
        cmocka_unit_test(two_programs_agree),
        cmocka_unit_test(little_memory_gives_the_same_levels),
        cmocka_unit_test(only_atom_frog_and_serpent_are_fast),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
