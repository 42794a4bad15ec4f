// SPDX-License-Identifier: MIT
// What is made of a table: statistics, moves and lines, of tables whose values are of no real game
// or were changed, in all versions, of two players and of three. Any values give an answer or a
// sentence, and every line ends.
#include "fuzz_patch.h"
#include "sternhalma/sternhalma.h"
#include "table/stats.h"
#include "table/stats_race.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static sh_pool *pool(void) {
    static sh_pool *one;
    if (!one && sh_pool_open(&one, 1, NULL)) abort();
    return one;
}

static void ask_duel(const sh_table *table) {
    static sh_stats stats;
    static sh_probed_move moves[SH_MAX_MOVES];
    static sh_move line[SH_MAX_PLIES];
    sh_position start;
    sh_value value;
    int count;
    sh_position_start(sh_table_game(table), &start);
    bool answers = sh_probe(table, &start, &value, NULL) == SH_OK;
    answers = sh_probe_moves(table, &start, moves, &count, NULL) == SH_OK && answers;
    answers = sh_probe_line(table, &start, line, SH_MAX_PLIES, &count, NULL) == SH_OK && answers;
    if (answers && (count < 0 || count > SH_MAX_PLIES)) abort();
    if (sh_stats_gather(&stats, table, pool(), NULL, NULL)) return;
    uint64_t total = stats.all.win + stats.all.draw + stats.all.loss, leads = 0;
    for (int i = 0; i < SH_STATS_LEADS; i++)
        leads += stats.lead[i].win + stats.lead[i].draw + stats.lead[i].loss;
    if (total != leads) abort();
}

static void ask_race(const sh_table *table) {
    static sh_race_stats stats;
    sh_position start;
    sh_control control;
    sh_position_start(sh_table_game(table), &start);
    if (sh_probe_control(table, &start, &control, NULL)) control = (sh_control){0};
    if (sh_race_stats_gather(&stats, table, pool(), NULL, NULL)) return;
    if (stats.solo_win > 3 * stats.placements) abort();
}

static void ask(const sh_table *table, uint64_t probes) {
    (void)probes;
    (sh_table_about(table)->metric == SH_CONTROL ? ask_race : ask_duel)(table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const struct {
        const char *game;
        sh_recipe recipe;
    } kinds[] = {
        {"3x3/1", {.metric = SH_WDL, .block_states = 16}},
        {"3x3/1", {.metric = SH_DTW, .block_states = 16}},
        {"3x3/1", {.metric = SH_DTW, .block_states = 16, .only_wins = true}},
        {"3x3/3", {.metric = SH_DTW, .block_states = 16}},
        {"star13:3p", {.metric = SH_CONTROL, .block_states = 16}},
    };
    enum { WRITTEN = sizeof kinds / sizeof *kinds, KINDS = WRITTEN + 2 };
    static uint8_t *good[KINDS];
    static size_t good_size[KINDS];
    for (int i = 0; i < WRITTEN && !good[i]; i++)
        good[i] = fuzz_table_as(kinds[i].game, kinds[i].recipe, &good_size[i]);
    if (!good[WRITTEN]) {
        good[WRITTEN] = fuzz_vector(SH_VECTORS "/rows-4x4-3-wdl.shtb", &good_size[WRITTEN]);
        good[WRITTEN + 1] = fuzz_vector(SH_VECTORS "/rows-4x4-3-dtw.shtb", &good_size[WRITTEN + 1]);
    }
    if (size < 1) return 0;
    // Those of version 2 take a thousand times as long.
    int number = data[0] >> 2, kind = number ? number % WRITTEN : WRITTEN + (data[0] & 1);
    fuzz_patch(good[kind], good_size[kind], data, size, 1 << 20, ask, 0);
    return 0;
}
