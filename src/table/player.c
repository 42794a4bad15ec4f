// SPDX-License-Identifier: MIT
// See sternhalma/probe.h. A player is perfect play (perfect/perfect.h) with a table as its judge.
#include <stdlib.h> // calloc

#include "perfect/perfect.h"
#include "table/reader.h"

struct sh_player {
    const sh_table *table;
    sh_perfect perfect;
};

static sh_status judge_value(void *context, const sh_position *position, uint16_t *value,
                             sh_error *error) {
    return sh_table_value(context, position, value, error);
}

sh_status sh_player_open(sh_player **player, const sh_table *table, sh_error *error) {
    if (!sh_game_is_duel(&table->game))
        return sh_fail(error, SH_USAGE, "perfect play is for two players, not for %s",
                       table->game.name);
    *player = calloc(1, sizeof **player);
    if (!*player) return sh_fail(error, SH_RESOURCES, "out of memory for a player");
    (*player)->table = table;
    (*player)->perfect.judge = (sh_judge){.game = &table->game,
                                          .pairs = table->pairs,
                                          .distances = table->header.info.metric == SH_DTW,
                                          .context = (void *)table,
                                          .value = judge_value};
    return SH_OK;
}

void sh_player_close(sh_player *player) {
    if (!player) return;
    sh_perfect_close(&player->perfect);
    free(player);
}

void sh_player_reset(sh_player *player) { sh_perfect_reset(&player->perfect); }

sh_status sh_player_move(sh_player *player, const sh_position *position, sh_move *move,
                         sh_value *value, sh_error *error) {
    const sh_table *table = player->table;
    uint16_t after;
    sh_status status = sh_position_check_legal(&table->game, position, error);
    if (!status) status = sh_perfect_move(&player->perfect, position, move, &after, error);
    if (!status) *value = sh_value_before(sh_table_value_of(table, after));
    return status;
}

sh_status sh_probe_line(const sh_table *table, const sh_position *position, sh_move *line, int room,
                        int *length, sh_error *error) {
    sh_player *player;
    *length = 0;
    sh_status status = sh_player_open(&player, table, error);
    if (status) return status;
    status = sh_position_check_legal(&table->game, position, error);
    if (!status) status = sh_perfect_line(&player->perfect, position, line, room, length, error);
    sh_player_close(player);
    return status == SH_NO ? SH_OK : status; // no line was found: it is empty
}
