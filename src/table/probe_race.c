// SPDX-License-Identifier: MIT
// See sternhalma/probe.h: who controls a race of three. Finished games are left to the rules,
// ongoing ones are looked up by their triple of sets.
#include "table/reader.h"

sh_status sh_table_control(const sh_table *table, const sh_position *position,
                           sh_control_code *control, sh_error *error) {
    const sh_game *game = &table->game;
    int winner;
    if (!sh_game_is_race(game))
        return sh_fail(error, SH_USAGE, "a table of %s knows its value, not who controls it",
                       game->name);
    sh_status status = sh_position_check(game, position, error);
    if (status) return status;
    sh_verdict verdict = sh_position_verdict(game, position, &winner);
    if (verdict == SH_WON) {
        *control = sh_control_won((winner + 3 - position->turn) % 3);
        return SH_OK;
    }
    if (verdict != SH_ONGOING) return sh_position_check_legal(game, position, error);
    sh_triple triple = sh_triples_rank(&table->triples, position);
    uint64_t row = (uint64_t)triple.mover * table->triples.sets + triple.next;
    return sh_table_stored(table, row, triple.previous, control, error);
}

sh_status sh_probe_control(const sh_table *table, const sh_position *position, sh_control *control,
                           sh_error *error) {
    sh_control_code code = 0;
    sh_status status = sh_table_control(table, position, &code, error);
    if (!status) *control = sh_control_players(code, position->turn);
    return status;
}
