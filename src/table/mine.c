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

static sh_status try_position(const sh_mining *mining, const sh_position *position, bool *fits,
                              sh_error *error) {
    uint16_t value;
    *fits = false;
    if (sh_position_verdict(&mining->table->game, position, NULL) != SH_OPEN) return SH_OK;
    sh_status status = sh_table_value(mining->table, position, &value, error);
    if (status || !is_long_enough(mining, value)) return status;
    if (mining->kind == SH_ONLY_MOVE && sh_value_is_win(value))
        return has_only_move(mining, position, fits, error);
    if (mining->kind == SH_ZUGZWANG && sh_value_is_loss(value))
        return is_mutual(mining, position, fits, error);
    return SH_OK;
}

sh_status sh_mining_next(sh_mining *mining, sh_position *position, const sh_monitor *monitor,
                         sh_error *error) {
    const sh_table *table = mining->table;
    for (; mining->tries > 0; mining->tries--) {
        bool fits;
        sh_pair pair = {sh_random_below(&mining->random, table->header.info.rows),
                        sh_random_below(&mining->random, table->header.info.columns)};
        sh_pairs_position(table->pairs, pair, position);
        sh_status status = try_position(mining, position, &fits, error);
        if (status || fits) return status;
        if (sh_stopped(monitor)) return sh_fail(error, SH_INTERRUPTED, "interrupted");
    }
    return sh_fail(error, SH_NO, "no further position was found");
}
