// SPDX-License-Identifier: MIT
// The library without memory: each use of it is repeated while its first allocation fails, then its
// second, and so on, until no allocation is left to fail. Every function must then say
// SH_RESOURCES, or do without, and leave nothing behind, which the build with sanitizers sees.
#include "allocating.h"
#include "sternhalma/engine.h"
#include "sternhalma/environment.h"
#include "sternhalma/opponent.h"
#include "sternhalma/positions.h"
#include "tabling.h"
#include "json/encode.h"
#include "json/whole.h"

// Repeats a use of the library until it works with all its allocations.
static void exhaust(sh_status (*use)(sh_error *error)) {
    for (int both = 0; both < 2; both++)
        for (unsigned long n = 1;; n++) {
            sh_error error = {.text = ""};
            atomic_store(&calls, 0);
            failing = n;
            all = both;
            sh_status status = use(&error);
            failing = 0;
            if (status && (status != SH_RESOURCES || !error.text[0]))
                fail_msg("allocation %lu%s: status %d, '%s'", n, all ? " and all later ones" : "",
                         status, error.text);
            if (atomic_load(&calls) >= n) continue;
            if (status) fail_msg("it fails with all its memory: %s", error.text);
            assert_true(n > 1);
            break;
        }
}

static char table_file[128];
static sh_game game;

static sh_status use_table(sh_error *error) {
    sh_table *table;
    sh_value value;
    sh_position start;
    sh_probed_move moves[SH_MAX_MOVES];
    sh_move line[SH_MAX_PLIES];
    int count;
    sh_status status = sh_table_open(&table, table_file, 0, error);
    if (status) return status;
    sh_position_start(&game, &start);
    status = sh_table_check(table, error);
    if (!status) status = sh_probe(table, &start, &value, error);
    if (!status) assert_int_equal(value.outcome, SH_WIN);
    if (!status) status = sh_probe_moves(table, &start, moves, &count, error);
    if (!status) status = sh_probe_line(table, &start, line, SH_MAX_PLIES, &count, error);
    sh_table_close(table);
    return status;
}

static sh_status use_folder(sh_error *error) {
    sh_tables *tables;
    sh_perfect_play *play = NULL;
    sh_position start;
    sh_move move;
    sh_value value;
    sh_status status = sh_tables_open(&tables, tabling_folder, 0, error);
    if (status) return status;
    const sh_table *table = sh_tables_find(tables, &game);
    if (!table) status = sh_fail(error, SH_RESOURCES, "the table was left out");
    sh_position_start(&game, &start);
    if (!status) status = sh_perfect_play_open(&play, table, error);
    if (!status) status = sh_perfect_play_move(play, &start, &move, &value, error);
    sh_perfect_play_close(play);
    sh_tables_close(tables);
    return status;
}

static void test_tables(void **state) {
    (void)state;
    truth *t = tabling_truth("4x4/2");
    game = t->game;
    tabling_path(table_file, "t.shtb");
    tabling_write(t, SH_DTW, 0, 1, table_file);
    exhaust(use_table);
    exhaust(use_folder);
}

static sh_status search(const char *name, sh_error *error) {
    sh_engine *engine;
    sh_record *record = NULL;
    sh_finding finding;
    sh_engine_options options = {.hash_bytes = 1 << 20, .threads = 1, .cache = ""};
    sh_limits limits = {.nodes = 100};
    sh_game searched;
    assert_int_equal(sh_game_parse(&searched, name, SH_STRICT, NULL), SH_OK);
    sh_status status = sh_engine_open(&engine, &searched, &options, error);
    if (status) return status;
    status = sh_record_open(&record, &searched, NULL, error);
    if (!status) status = sh_engine_search(engine, record, &limits, NULL, NULL, &finding, error);
    if (!status) status = sh_record_play(record, finding.line[0], error);
    if (!status) status = sh_engine_search(engine, record, &limits, NULL, NULL, &finding, error);
    sh_record_close(record);
    sh_engine_close(engine);
    return status;
}

static sh_status search_duel(sh_error *error) { return search("4x4/2", error); }
static sh_status search_race(sh_error *error) { return search("star13:3p", error); }
static sh_status search_star(sh_error *error) { return search("star37/1:2p", error); }

static void test_engines(void **state) {
    (void)state;
    exhaust(search_duel);
    exhaust(search_race);
    exhaust(search_star);
}

static sh_status use_opponent(sh_error *error) {
    sh_opponent *opponent;
    sh_record *record = NULL;
    sh_finding finding;
    sh_engine_options options = {.cache = ""};
    sh_status status = sh_opponent_open(&opponent, &game, 3, &options, 1, error);
    if (status) return status;
    status = sh_record_open(&record, &game, NULL, error);
    if (!status) status = sh_opponent_choose(opponent, record, NULL, &finding, error);
    sh_record_close(record);
    sh_opponent_close(opponent);
    return status;
}

static sh_status use_record(sh_error *error) {
    sh_record *record;
    sh_move moves[SH_MAX_MOVES];
    sh_status status = sh_record_open(&record, &game, NULL, error);
    if (status) return status;
    for (int ply = 0; !status && ply < 200 && !sh_record_over(record); ply++) {
        int count = sh_moves_list(&game, sh_record_position(record), moves);
        status = sh_record_play(record, moves[ply % count], error);
    }
    while (sh_record_undo(record)) continue;
    while (sh_record_redo(record)) continue;
    sh_record_close(record);
    return status;
}

static sh_status use_environment(sh_error *error) {
    sh_environment *environment;
    int32_t actions[3];
    sh_environment_options options = {
        .games = 3, .max_plies = 40, .threads = 1, .restart = true, .seed = 5};
    sh_status status = sh_environment_open(&environment, &game, NULL, &options, error);
    if (status) return status;
    for (int step = 0; !status && step < 60; step++) {
        sh_environment_sample(environment, actions);
        status = sh_environment_step(environment, actions, error);
    }
    sh_environment_close(environment);
    return status;
}

static void test_games(void **state) {
    (void)state;
    assert_int_equal(sh_game_parse(&game, "4x4/2", SH_STRICT, NULL), SH_OK);
    exhaust(use_opponent);
    exhaust(use_record);
    exhaust(use_environment);
}

static char *whole_text;

static sh_status use_json(sh_error *error) {
    sh_json_forget();
    char *text = sh_json_text(sh_encode_board(&game));
    if (!text) return sh_fail(error, SH_RESOURCES, "out of memory for JSON");
    if (whole_text) assert_string_equal(text, whole_text); // no key is missing
    free(text);
    return SH_OK;
}

static void test_json(void **state) {
    (void)state;
    sh_json_watch();
    assert_int_equal(sh_game_parse(&game, "4x4/2", SH_STRICT, NULL), SH_OK);
    whole_text = sh_json_text(sh_encode_board(&game));
    assert_non_null(whole_text);
    exhaust(use_json);
    free(whole_text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_engines),
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_json),
    };
    return cmocka_run_group_tests(tests, tabling_begin, tabling_end);
}
