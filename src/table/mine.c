// SPDX-License-Identifier: MIT
// See mine.h.
#include "table/mine.h"

#include <stdlib.h> // malloc

#include "table/reader.h"

static bool is_long_enough(const sh_mining *mining, uint16_t value) {
    return mining->table->header.info.metric != SH_DTW || value >= mining->least_plies;
}

// Exactly one winning move.
static sh_status has_only_move(const sh_mining *mining, const sh_position *position, bool *fits,
                               sh_error *error) {
    sh_probed_move *moves = malloc(SH_MAX_MOVES * sizeof *moves);
    if (!moves) return sh_fail(error, SH_RESOURCES, "out of memory for a list of moves");
    int count;
    sh_status status = sh_probe_moves(mining->table, position, moves, &count, error);
    *fits = !status && count > 1 && moves[0].value.outcome == SH_WIN &&
            moves[1].value.outcome != SH_WIN;
    free(moves);
    return status;
}

// The same placement is lost for the other player too when it is that player's turn.
static sh_status is_mutual(const sh_mining *mining, const sh_position *position, bool *fits,
                           sh_error *error) {
    sh_position other = *position;
    uint16_t value;
    other.turn = !other.turn;
    sh_status status = sh_table_value(mining->table, &other, &value, error);
    *fits = !status && sh_value_is_loss(value) &&
            sh_position_verdict(&mining->table->game, &other, NULL) == SH_OPEN;
    return status;
}

// What the moves of a race's position hand to the other two.
static sh_status hands_over(const sh_mining *mining, const sh_position *position, bool *fits,
                            sh_error *error) {
    const sh_game *game = &mining->table->game;
    sh_control control;
    sh_status status = sh_probe_control(mining->table, position, &control, error);
    if (status || control.solo_win) return status;
    sh_move *moves = malloc(SH_MAX_MOVES * sizeof *moves);
    if (!moves) return sh_fail(error, SH_RESOURCES, "out of memory for a list of moves");
    int count = sh_moves_list(game, position, moves), given[3] = {0};
    for (int i = 0; !status && i < count; i++) {
        sh_position after = *position;
        sh_move_apply(game, &after, moves[i]);
        status = sh_probe_control(mining->table, &after, &control, error);
        for (int player = 0; player < 3; player++) given[player] += control.solo_win >> player & 1;
    }
    free(moves);
    int next = given[(position->turn + 1) % 3], previous = given[(position->turn + 2) % 3];
    *fits = mining->kind == SH_DECIDES ? next && previous : next + previous == 1 && count > 1;
    return status;
}

static sh_status try_position(const sh_mining *mining, const sh_position *position, bool *fits,
                              sh_error *error) {
    uint16_t value;
    *fits = false;
    if (sh_position_verdict(&mining->table->game, position, NULL) != SH_OPEN) return SH_OK;
    if (mining->kind >= SH_DECIDES) return hands_over(mining, position, fits, error);
    sh_status status = sh_table_value(mining->table, position, &value, error);
    if (status || !is_long_enough(mining, value)) return status;
    if (mining->kind == SH_ONLY_MOVE && sh_value_is_win(value))
        return has_only_move(mining, position, fits, error);
    if (mining->kind == SH_ZUGZWANG && sh_value_is_loss(value))
        return is_mutual(mining, position, fits, error);
    return SH_OK;
}

// A random state as a position. False where the sets of a race overlap.
static bool draw_position(sh_mining *mining, sh_position *position) {
    const sh_table *table = mining->table;
    uint64_t row = sh_random_below(&mining->random, table->header.info.rows);
    uint64_t column = sh_random_below(&mining->random, table->header.info.columns);
    if (table->game.family == SH_DUEL) {
        sh_pairs_position(table->pairs, (sh_pair){row, column}, position);
        return true;
    }
    const sh_triples *triples = &table->triples;
    sh_triple triple = {(uint32_t)(row / triples->sets), (uint32_t)(row % triples->sets),
                        (uint32_t)column};
    if (!sh_triples_disjoint(triples, triple)) return false;
    sh_triples_unrank(triples, triple, 0, position);
    return true;
}

sh_status sh_mining_next(sh_mining *mining, sh_position *position, const sh_monitor *monitor,
                         sh_error *error) {
    for (; mining->tries > 0; mining->tries--) {
        bool fits = false;
        sh_status status = SH_OK;
        if (draw_position(mining, position)) status = try_position(mining, position, &fits, error);
        if (status || fits) return status;
        if (sh_stopped(monitor)) return sh_fail(error, SH_INTERRUPTED, "interrupted");
    }
    return sh_fail(error, SH_NO, "no further position was found");
}
