// SPDX-License-Identifier: MIT
// Engines, opponents, environments, batches, keys and distances, asked with objects that do not
// belong together and numbers of any value. Nothing may crash; what has a status says no.
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "fuzz_tables.h"
#include "games.h"
#include "sternhalma/sternhalma.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct feed {
    const uint8_t *at, *end;
} feed;

static uint8_t take(feed *in) { return in->at < in->end ? *in->at++ : 0; }

static int take_int(feed *in) {
    static const int odd[] = {INT_MIN, -1, 0, 1, 2, 255, 256, INT_MAX};
    uint8_t byte = take(in);
    return byte < 8 ? odd[byte] : byte - 8;
}

static double take_double(feed *in) {
    static const double odd[] = {0, -1, 1e-9, 1e300, INFINITY, -INFINITY, NAN, 0.001};
    return odd[take(in) % 8];
}

static const sh_game *small_game(unsigned choice) {
    static const char *const names[] = {"3x3/1", "4x4/2", "4x4/3", "5x5/2"};
    static sh_game games[4];
    sh_game *game = &games[choice % 4];
    if (!game->players && sh_game_parse(game, names[choice % 4], SH_STRICT, NULL)) abort();
    return game;
}

static const sh_game *small_race(void) {
    static sh_game game;
    if (!game.players && sh_game_parse(&game, "star13:3p", SH_STRICT, NULL)) abort();
    return &game;
}

// A position of a game with pieces moved at will, or of any bytes.
static void take_position(feed *in, const sh_game *game, sh_position *position) {
    uint8_t how = take(in);
    sh_position_start(game, position);
    if (how & 1)
        for (size_t i = 0; i < sizeof *position; i++) ((uint8_t *)position)[i] = take(in);
    for (int i = 0; i < (how >> 1 & 3); i++) {
        uint8_t cell = take(in);
        position->army[take(in) % SH_MAX_PLAYERS].w[cell >> 6] ^= 1ULL << (cell & 63);
    }
    if (how & 16) position->turn = take(in);
}

static void ask_keys(feed *in) {
    const sh_game *game = fuzz_game(take(in)), *other = fuzz_game(take(in));
    sh_keys keys;
    sh_position position;
    take_position(in, other, &position);
    sh_keys_make(&keys, game, take(in) & 1 ? &other->symmetry[0] : NULL);
    sh_position_key(&keys, &position);
    int player = take_int(in);
    const sh_set *set = &position.army[take(in) % SH_MAX_PLAYERS];
    sh_army_away(game, player, set);
    sh_army_distance(game, player, set);
    sh_army_progress(game, player, set);
}

static void ask_batch(feed *in) {
    enum { COUNT = 3 };
    uint64_t armies[COUNT * SH_MAX_PLAYERS * 4], ranks[COUNT];
    uint8_t turns[COUNT];
    uint16_t values[COUNT];
    sh_control controls[COUNT];
    const sh_game *game = fuzz_game(take(in));
    sh_positions batch = {take(in) % (COUNT + 1), armies, turns};
    for (size_t i = 0; i < batch.count; i++) {
        sh_position position;
        take_position(in, take(in) & 3 ? game : fuzz_game(take(in)), &position);
        sh_positions_put(game, &batch, i, &position);
        ranks[i] = take(in) ? take(in) : UINT64_MAX;
    }
    int threads = take(in) & 7 ? 1 : take_int(in);
    if (threads > 2 && threads < INT_MAX) threads = 2;
    static sh_table *tables[2];
    for (int i = 0; i < 2; i++) {
        size_t bytes;
        char name[64];
        if (tables[i]) continue;
        uint8_t *table = i ? fuzz_table("star13:3p", SH_CONTROL, 0, &bytes)
                           : fuzz_table("3x3/1", SH_DTW, 0, &bytes);
        int file = fuzz_file(table, bytes, name);
        if (sh_table_open(&tables[i], name, 0, NULL)) abort();
        close(file);
        free(table);
    }
    switch (take(in) % 4) {
    case 0:
        (void)!sh_positions_rank(game, &batch, threads, ranks, NULL);
        break;
    case 1:
        (void)!sh_positions_unrank(game, ranks, threads, &batch, NULL);
        break;
    case 2:
        (void)!sh_positions_probe(tables[take(in) & 1], &batch, threads, values, NULL);
        break;
    default:
        (void)!sh_positions_control(tables[take(in) & 1], &batch, threads, controls, NULL);
    }
}

static void ask_environment(feed *in) {
    const sh_game *game = fuzz_game(take(in));
    sh_environment_options options = {.games = take(in) % 4,
                                      .max_plies = take_int(in) % 40,
                                      .opening_plies = take_int(in) % 40,
                                      .threads = take(in) & 7 ? 1 : take_int(in) % 3,
                                      .restart = take(in) & 1,
                                      .seed = take(in)};
    if (take(in) == 1) options.games = SIZE_MAX >> take(in) % 64;
    if (options.games > 4) options.max_plies = 1000000;
    sh_environment *environment;
    sh_position start;
    take_position(in, take(in) & 3 ? game : fuzz_game(take(in)), &start);
    if (options.games > 4 && options.games < 100000)
        return; // that is memory and time, not an odd one
    if (sh_environment_open(&environment, game, take(in) & 1 ? &start : NULL, &options, NULL))
        return;
    int32_t actions[4];
    for (int i = 0; i < 6; i++) {
        sh_environment_sample(environment, actions);
        if (take(in) & 1) actions[take(in) % 4] = take_int(in);
        (void)!sh_environment_step(environment, actions, NULL);
    }
    int action;
    sh_move move = {take(in), take(in)};
    (void)!sh_action_move(game, take_int(in), &move, NULL);
    (void)!sh_move_action(game, (sh_move){take(in), take(in)}, &action, NULL);
    sh_environment_reset(environment, take(in));
    sh_environment_close(environment);
}

// A record of some game, with a few moves.
static sh_record *take_record(feed *in) {
    const sh_game *game = take(in) & 3 ? small_game(take(in)) : fuzz_game(take(in));
    sh_record *record;
    sh_position position;
    sh_move moves[SH_MAX_MOVES];
    take_position(in, game, &position);
    if (sh_record_open(&record, game, take(in) & 3 ? NULL : &position, NULL)) return NULL;
    for (int i = take(in) % 8; i > 0; i--) {
        int count = sh_moves_list(game, sh_record_position(record), moves);
        if (!count || sh_record_play(record, moves[take(in) % count], NULL)) break;
    }
    return record;
}

static void ask_engine(feed *in) {
    static sh_engine *engines[4];
    static sh_opponent *opponents[4];
    sh_finding finding;
    unsigned choice = take(in) % 4;
    sh_engine_options small = {.hash_bytes = 1 << 16, .cache = ""};
    if (!engines[choice] && sh_engine_open(&engines[choice], small_game(choice), &small, NULL))
        abort();
    if (!opponents[choice] &&
        sh_opponent_open(&opponents[choice], small_game(choice), 1 + (int)choice, &small, 1, NULL))
        abort();
    sh_record *record = take_record(in);
    if (!record) return;
    sh_move only[2] = {{take(in), take(in)}, {take(in), take(in)}};
    sh_limits limits = {.depth = take_int(in),
                        .nodes = 1 + take(in),
                        .seconds = take_double(in),
                        .clock = take_double(in),
                        .increment = take_double(in),
                        .cpu = take(in) & 1,
                        .only = take(in) & 4 ? only : NULL,
                        .only_count = take_int(in) % 3};
    sh_status status =
        take(in) & 1
            ? sh_engine_search(engines[choice], record, &limits, NULL, NULL, &finding, NULL)
            : sh_opponent_choose(opponents[choice], record, &limits, &finding, NULL);
    if (status == SH_OK)
        assert(sh_move_check(sh_record_game(record), sh_record_position(record), finding.line[0],
                             NULL) == SH_OK);
    sh_engine_stop(engines[choice]);
    sh_engine_hit(engines[choice]);
    sh_record_close(record);
}

static void ask_options(feed *in) {
    static const char *const settings[] = {"reference", "",         "nonsense", "x=1",
                                           "futility=", "plain=99", ",,,",      "futility=-1,a"};
    static const char *const files[] = {"/", "/dev/null", "/missing/x", "", "/proc/self/exe"};
    sh_engine_options options = {.hash_bytes = take(in) & 1 ? SIZE_MAX >> take(in) % 44 : take(in),
                                 .threads = take_int(in),
                                 .cache = take(in) & 1 ? "" : "/dev/null",
                                 .weights = take(in) & 3 ? NULL : files[take(in) % 5],
                                 .settings = take(in) & 1 ? NULL : settings[take(in) % 8]};
    if (options.threads > 3 && options.threads <= SH_MAX_THREADS) options.threads = 3;
    if (options.hash_bytes > 1 << 20 && options.hash_bytes < (size_t)1 << 46)
        return;                  // much to clear
    uint8_t kind = take(in) & 7; // the distances of larger games take long
    const sh_game *game = kind > 1 ? small_game(take(in)) : kind ? small_race() : fuzz_game(7);
    sh_engine *engine;
    if (!sh_engine_open(&engine, game, &options, NULL)) sh_engine_close(engine);
    int level = take_int(in);
    sh_level_name(level);
    sh_opponent *opponent;
    if (!sh_opponent_open(&opponent, game, level, &options, 1, NULL)) sh_opponent_close(opponent);
    sh_score score = {.kind = (sh_score_kind)((unsigned)take_int(in) % (SH_SCORE_TABLE + 1)),
                      .amount = take_int(in),
                      .plies = take_int(in)};
    char text[SH_MAX_SCORE_TEXT];
    for (int style = SH_SCORE_SPOKEN; style <= SH_SCORE_RECORD; style++)
        sh_score_print(score, (sh_score_style)style, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    feed in = {data, data + size};
    uint8_t what = take(&in);
    if (what % 16 == 15)
        ask_options(&in);
    else if (what % 4 == 0)
        ask_keys(&in);
    else if (what % 4 == 1)
        ask_batch(&in);
    else if (what % 4 == 2)
        ask_environment(&in);
    else
        ask_engine(&in);
    sh_engine_close(NULL);
    sh_opponent_close(NULL);
    sh_environment_close(NULL);
    return 0;
}
