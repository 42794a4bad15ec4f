// SPDX-License-Identifier: MIT
// See sternhalma/probe.h: who controls a race of three.
#include "table/reader.h"

// The game is over: the winner has what it wants, and nobody can change it.
static sh_control finished(int winner) {
    return (sh_control){.solo_win = (uint8_t)(1 << winner),
                        .solo_loss = (uint8_t)(7 & ~(1 << winner))};
}

sh_status sh_probe_control(const sh_table *table, const sh_position *position, sh_control *control,
                           sh_error *error) {
    const sh_game *game = &table->game;
    int winner;
    if (game->family != SH_RACE)
        return sh_fail(error, SH_USAGE, "a table of %s knows its value, not who controls it",
                       game->name);
    sh_verdict verdict = sh_position_verdict(game, position, &winner);
    if (verdict == SH_WON) {
        *control = finished(winner);
        return SH_OK;
    }
    if (verdict != SH_OPEN) return sh_position_check_legal(game, position, error);
    sh_triple triple = sh_triples_rank(&table->triples, position);
    uint64_t row = (uint64_t)triple.mover * table->triples.sets + triple.next;
    uint16_t code;
    sh_status status = sh_table_stored(table, row, triple.previous, &code, error);
    if (!status) *control = sh_codes_control(code, position->turn);
    return status;
}
