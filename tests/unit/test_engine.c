// SPDX-License-Identifier: MIT
// The engine: proven scores are true, moves are legal, limits hold, threads agree with the rules.
#include "test.h"

#include <math.h>      // fabs
#include <pthread.h>   // pthread_create
#include <stdatomic.h> // atomic_ullong
#include <time.h>      // nanosleep

#include "base/progress.h"
#include "base/random.h"
#include "oracle/oracle_duel.h"
#include "play/course.h"
#include "play/opening.h"
#include "sternhalma/engine.h"
#include "sternhalma/notation.h"

static sh_engine *open_engine(const sh_game *game, int threads, const char *settings) {
    sh_error error = {.text = ""};
    sh_engine *engine;
    sh_engine_options options = {
        .hash_bytes = 1 << 20, .threads = threads, .settings = settings, .cache = ""};
    if (sh_engine_open(&engine, game, &options, &error)) fail_msg("%s", error.text);
    return engine;
}

static sh_finding find(sh_engine *engine, const sh_record *record, sh_limits limits) {
    sh_error error = {.text = ""};
    sh_finding finding;
    if (sh_engine_search(engine, record, &limits, NULL, NULL, &finding, &error))
        fail_msg("%s", error.text);
    return finding;
}

static sh_record *record_of(const sh_game *game, const sh_position *start) {
    sh_error error = {.text = ""};
    sh_record *record;
    if (sh_record_open(&record, game, start, &error)) fail_msg("%s", error.text);
    return record;
}

// Positions of 4x4/3 drawn at random: a score that says how long a win takes is a win that long or
// longer by the oracle's count, and never one of a position that is not won.
static void check_proven_scores(int threads) {
    sh_game game;
    oracle_duel oracle;
    test_game(&game, "4x4/3", SH_STRICT);
    oracle_duel_solve(&oracle, 4, 3, false);
    sh_engine *engine = open_engine(&game, threads, "alone=0");
    sh_random random = {7};
    int proven = 0;
    for (int i = 0; i < 300; i++) {
        sh_position p = {.turn = (uint8_t)(i & 1)};
        p.army[0].w[0] = oracle.set[sh_random_below(&random, (uint64_t)oracle.sets)];
        p.army[1].w[0] = oracle.set[sh_random_below(&random, (uint64_t)oracle.sets)];
        if ((p.army[0].w[0] & p.army[1].w[0]) || sh_position_verdict(&game, &p, NULL) != SH_ONGOING)
            continue;
        uint16_t truth = oracle_duel_value(&oracle, p.army[0].w[0], p.army[1].w[0], p.turn);
        if (truth == ORACLE_ILLEGAL) continue;
        sh_record *record = record_of(&game, &p);
        sh_engine_reset(engine);
        if (sh_record_result(record).ending == SH_GOES_ON) {
            sh_finding finding = find(engine, record, (sh_limits){.depth = 8});
            int plies = sh_score_winner(finding.score) * finding.score.plies;
            if (plies > 0) assert_true(truth != ORACLE_DRAW && truth % 2 == 1 && plies >= truth);
            if (truth == 1) assert_int_equal(plies, 1);
            proven += plies > 0;
            assert_int_equal(sh_move_check(&game, &p, finding.line[0], NULL), SH_OK);
        }
        sh_record_close(record);
    }
    assert_true(proven > 30);
    sh_engine_close(engine);
    oracle_duel_free(&oracle);
}

static void test_proven_scores_are_true(void **state) {
    (void)state;
    check_proven_scores(1);
}

// Threads put off what others are at work on, and nothing is left out.
static void test_threads_prove_the_same(void **state) {
    (void)state;
    check_proven_scores(3);
}

// Whole games on every kind of board: every line of play given is legal to its end.
static void test_lines_are_legal(void **state) {
    (void)state;
    static const char *const names[] = {"3x3/1",
                                        "5x5/2",
                                        "5x5/5",
                                        "5x5/6",
                                        "7x7/6",
                                        "9x9/10",
                                        "11x11/15",
                                        "star37:2p",
                                        "star121:2p",
                                        "star121:2p+pass",
                                        "star121:2p+stand",
                                        "star73/4:2p"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        sh_game game;
        test_game(&game, names[i], SH_STRICT);
        sh_engine *engine = open_engine(&game, 1, "alone=0");
        sh_record *record = record_of(&game, NULL);
        for (int ply = 0; ply < 60 && sh_record_result(record).ending == SH_GOES_ON; ply++) {
            sh_finding finding = find(engine, record, (sh_limits){.nodes = 1500});
            assert_true(finding.length >= 1 && finding.length <= SH_LINE_ROOM);
            sh_position p = *sh_record_position(record);
            for (int j = 0; j < finding.length; j++) {
                sh_error error = {.text = ""};
                if (sh_move_check(&game, &p, finding.line[j], &error))
                    fail_msg("%s, ply %d, move %d: %s", names[i], ply, j, error.text);
                sh_move_apply(&game, &p, finding.line[j]);
            }
            assert_int_equal(sh_record_play(record, finding.line[0], NULL), SH_OK);
        }
        sh_record_close(record);
        sh_engine_close(engine);
    }
}

// The strict star of two players is a rhombus: the same search, cell for cell.
static void test_strict_star_is_a_rhombus(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"star121:2p", "9x9/10"}, {"star73:2p", "7x7/6"}, {"star37:2p", "5x5/3"}};
    for (int i = 0; i < 3; i++) {
        uint64_t nodes[2];
        sh_score score[2];
        for (int j = 0; j < 2; j++) {
            sh_game game;
            test_game(&game, pairs[i][j], SH_STRICT);
            sh_engine *engine = open_engine(&game, 1, "alone=0");
            sh_record *record = record_of(&game, NULL);
            sh_finding finding = find(engine, record, (sh_limits){.depth = 5});
            nodes[j] = finding.nodes;
            score[j] = finding.score;
            sh_record_close(record);
            sh_engine_close(engine);
        }
        assert_int_equal(nodes[0], nodes[1]);
        assert_memory_equal(&score[0], &score[1], sizeof score[0]);
    }
}

// Every instruction set visits the same nodes. (The level is read from the environment.)
static void test_same_nodes_everywhere(void **state) {
    (void)state;
    static const char *const levels[] = {"generic", "avx2", "avx512"};
    static const char *const names[] = {"7x7/6", "9x9/10", "star121:2p+stand"};
    for (int i = 0; i < 3; i++) {
        uint64_t nodes[3];
        for (int j = 0; j < 3; j++) {
            sh_game game;
            test_game(&game, names[i], SH_STRICT);
            setenv("STERNHALMA_CPU", levels[j], 1);
            sh_engine *engine = open_engine(&game, 1, "alone=0");
            sh_record *record;
            assert_int_equal(sh_opening_draw(&record, &game, 8, 3, NULL), SH_OK);
            nodes[j] = find(engine, record, (sh_limits){.depth = 5}).nodes;
            sh_record_close(record);
            sh_engine_close(engine);
        }
        unsetenv("STERNHALMA_CPU");
        assert_int_equal(nodes[0], nodes[1]);
        assert_int_equal(nodes[0], nodes[2]);
    }
}

static void test_limits_hold(void **state) {
    (void)state;
    sh_game game;
    test_game(&game, "7x7/6", SH_STRICT);
    sh_engine *engine = open_engine(&game, 1, "alone=0");
    sh_record *record = record_of(&game, NULL);
    uint64_t nodes = find(engine, record, (sh_limits){.nodes = 12345}).nodes;
    assert_true(nodes >= 12345 && nodes < 12345 + 200);
    assert_int_equal(find(engine, record, (sh_limits){.depth = 3}).depth, 3);
    sh_finding finding = find(engine, record, (sh_limits){.seconds = 0.05, .cpu = true});
    assert_true(finding.depth > 3 && finding.nodes > 0);
    finding = find(engine, record, (sh_limits){.clock = 0.5, .increment = 0.01, .cpu = true});
    assert_true(finding.depth > 3 && finding.seconds < 0.25); // a share of the clock
    sh_record_close(record);
    sh_engine_close(engine);
}

typedef struct thinker {
    sh_engine *engine;
    const sh_record *record;
    sh_limits limits;
    sh_finding finding;
    atomic_ullong nodes; // so far; all ones at the end
    sh_status status;
} thinker;

static void note_nodes(void *user, const sh_finding *finding) {
    atomic_store(&((thinker *)user)->nodes, finding->nodes);
}

static void *think(void *context) {
    thinker *t = context;
    t->status =
        sh_engine_search(t->engine, t->record, &t->limits, note_nodes, t, &t->finding, NULL);
    atomic_store(&t->nodes, UINT64_MAX);
    return NULL;
}

// Starts to think, and waits for so many nodes.
static pthread_t start_thinking(thinker *t, uint64_t nodes) {
    struct timespec moment = {0, 1000000};
    pthread_t thread;
    atomic_store(&t->nodes, 0);
    assert_int_equal(pthread_create(&thread, NULL, think, t), 0);
    while (atomic_load(&t->nodes) < nodes) nanosleep(&moment, NULL);
    return thread;
}

// A search among some moves finds one of them; none that is legal is refused.
static void test_chosen_moves(void **state) {
    (void)state;
    sh_game game;
    sh_move moves[SH_MAX_MOVES];
    test_game(&game, "5x5/3", SH_STRICT);
    sh_engine *engine = open_engine(&game, 1, "alone=0");
    sh_record *record = record_of(&game, NULL);
    int count = sh_moves_list(&game, sh_record_position(record), moves);
    for (int i = 0; i < count; i++) {
        sh_finding finding =
            find(engine, record, (sh_limits){.depth = 3, .only = &moves[i], .only_count = 1});
        assert_memory_equal(&finding.line[0], &moves[i], sizeof moves[i]);
    }
    sh_finding finding;
    sh_move none = {moves[0].from, moves[0].from};
    sh_limits limits = {.depth = 3, .only = &none, .only_count = 1};
    assert_int_equal(sh_engine_search(engine, record, &limits, NULL, NULL, &finding, NULL),
                     SH_DATA);
    sh_record_close(record);
    sh_engine_close(engine);
}

// Several threads search without limit until another one stops them; a search that ponders takes no
// notice of its limits until it is hit.
static void test_stop_and_ponder(void **state) {
    (void)state;
    sh_game game;
    test_game(&game, "7x7/6", SH_STRICT);
    sh_engine *engine = open_engine(&game, 2, "alone=0");
    sh_record *record = record_of(&game, NULL);
    thinker t = {.engine = engine, .record = record};
    pthread_t thread = start_thinking(&t, 1);
    sh_engine_stop(engine);
    pthread_join(thread, NULL);
    assert_int_equal(t.status, SH_OK);
    assert_true(t.finding.depth >= 1);
    assert_int_equal(sh_move_check(&game, sh_record_position(record), t.finding.line[0], NULL),
                     SH_OK);

    t.limits = (sh_limits){.nodes = 1, .ponder = true};
    thread = start_thinking(&t, 1000);
    sh_engine_hit(engine);
    pthread_join(thread, NULL);
    assert_int_equal(t.status, SH_OK);
    assert_true(t.finding.nodes >= 1000);
    sh_record_close(record);
    sh_engine_close(engine);
}

// A side that wins does not let the position come up again; one that loses does, and draws.
static void test_repetition(void **state) {
    (void)state;
    sh_game game;
    sh_position start;
    test_game(&game, "5x5/1", SH_STRICT);
    // o is two plies from winning, and x is far away: shuffling back is all x has if it repeats.
    assert_int_equal(sh_position_parse(&game, "5/1o3/5/1x3/5 o", &start, NULL), SH_OK);
    sh_engine *engine = open_engine(&game, 1, NULL);
    sh_record *record = record_of(&game, &start);
    int plies = 0;
    while (sh_record_result(record).ending == SH_GOES_ON && plies++ < 50)
        assert_int_equal(
            sh_record_play(record, find(engine, record, (sh_limits){.depth = 6}).line[0], NULL),
            SH_OK);
    assert_int_equal(sh_record_result(record).ending, SH_ENDED_WON);
    sh_record_close(record);
    sh_engine_close(engine);
}

static void expect_usage(const char *name, const sh_engine_options *options, const char *word) {
    sh_game game;
    sh_engine *engine;
    sh_error error = {.text = ""};
    test_game(&game, name, SH_STRICT);
    assert_int_equal(sh_engine_open(&engine, &game, options, &error), SH_USAGE);
    assert_non_null(strstr(error.text, word));
}

static bool refuse(void *user, uint64_t done, uint64_t total, double seconds) {
    int *calls = user;
    assert_true(done < total && seconds > 0);
    ++*calls;
    return false;
}

// Whoever listens to the distances being computed can stop that.
static void test_opening_can_be_stopped(void **state) {
    (void)state;
    sh_game game;
    sh_engine *engine;
    int calls = 0;
    test_game(&game, "9x9/10", SH_STRICT);
    sh_engine_options options = {.cache = "", .progress = refuse, .user = &calls};
    assert_int_equal(sh_engine_open(&engine, &game, &options, NULL), SH_INTERRUPTED);
    assert_int_equal(calls, 1);
}

static void test_bad_input_is_refused(void **state) {
    (void)state;
    expect_usage("star37:1p", NULL, "one army alone");
    expect_usage("star37:3p", &(sh_engine_options){.threads = 2}, "one thread");
    expect_usage("sq8/10:8m", NULL, "square board");
    expect_usage("7x7/3", &(sh_engine_options){.threads = 1000}, "threads");
    expect_usage("7x7/3", &(sh_engine_options){.settings = "speed=9"}, "speed");
    expect_usage("7x7/3", &(sh_engine_options){.settings = "tempo=many"}, "tempo");
    expect_usage("7x7/3", &(sh_engine_options){.settings = "fast"}, "fast");
    // What another search reads is refused, with who reads it.
    expect_usage("7x7/6", &(sh_engine_options){.settings = "blocked=1000"},
                 "blocked is a parameter of maxn, paranoid, brs, brs+, opps and mcts");
    expect_usage(
        "star37:3p", &(sh_engine_options){.settings = "aspiration=50,method=2"},
        "aspiration is a parameter of the engine for two; star37:3p is played by paranoid");
    expect_usage("star37:3p", &(sh_engine_options){.settings = "replies=1"}, "of opps;");
    expect_usage("star37:3p", &(sh_engine_options){.settings = "method=2", .weights = "file"},
                 "leave weights out");
    expect_usage("star37:3p", &(sh_engine_options){.settings = "reference"}, "leave the choice");

    sh_game game, other;
    sh_error error = {.text = ""};
    sh_finding finding;
    sh_limits limits = {.depth = 1};
    test_game(&game, "3x3/1", SH_STRICT);
    test_game(&other, "4x4/1", SH_STRICT);
    sh_engine *engine = open_engine(&game, 1, NULL);
    sh_record *record = record_of(&other, NULL);
    assert_int_equal(sh_engine_search(engine, record, &limits, NULL, NULL, &finding, &error),
                     SH_DATA);
    assert_non_null(strstr(error.text, "4x4/1"));
    sh_record_close(record);
    sh_position won;
    assert_int_equal(sh_position_parse(&game, "2o/3/2x o", &won, NULL), SH_OK);
    record = record_of(&game, &won);
    assert_int_equal(sh_engine_search(engine, record, &limits, NULL, NULL, &finding, &error),
                     SH_DATA);
    assert_non_null(strstr(error.text, "over"));
    sh_record_close(record);
    sh_engine_close(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proven_scores_are_true),
        cmocka_unit_test(test_threads_prove_the_same),
        cmocka_unit_test(test_lines_are_legal),
        cmocka_unit_test(test_strict_star_is_a_rhombus),
        cmocka_unit_test(test_same_nodes_everywhere),
        cmocka_unit_test(test_limits_hold),
        cmocka_unit_test(test_chosen_moves),
        cmocka_unit_test(test_stop_and_ponder),
        cmocka_unit_test(test_repetition),
        cmocka_unit_test(test_opening_can_be_stopped),
        cmocka_unit_test(test_bad_input_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
