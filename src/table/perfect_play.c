// SPDX-License-Identifier: MIT
// See sternhalma/probe.h. Perfect play (perfect/perfect.h) with a table as its judge.
#include <stdlib.h> // calloc

#include "perfect/perfect.h"
#include "table/reader.h"

struct sh_perfect_play {
    const sh_table *table;
    sh_perfect perfect;
};

static sh_status judge_value(void *context, const sh_position *position, uint16_t *value,
                             sh_error *error) {
    return sh_table_value(context, position, value, error);
}

sh_status sh_perfect_play_open(sh_perfect_play **play, const sh_table *table, sh_error *error) {
    if (!sh_game_is_duel(&table->game))
        return sh_fail(error, SH_USAGE, "perfect play is for two players, not for %s",
                       table->game.name);
    *play = calloc(1, sizeof **play);
    if (!*play) return sh_fail(error, SH_RESOURCES, "out of memory for perfect play");
    (*play)->table = table;
    (*play)->perfect.judge = (sh_judge){.game = &table->game,
                                        .pairs = table->pairs,
                                        .distances = table->header.info.metric == SH_DTW,
                                        .context = (void *)table,
                                        .value = judge_value};
    return SH_OK;
}

void sh_perfect_play_close(sh_perfect_play *play) {
    if (!play) return;
    sh_perfect_close(&play->perfect);
    free(play);
}

void sh_perfect_play_reset(sh_perfect_play *play) { sh_perfect_reset(&play->perfect); }

sh_status sh_perfect_play_move(sh_perfect_play *play, const sh_position *position, sh_move *move,
                               sh_value *value, sh_error *error) {
    const sh_table *table = play->table;
    uint16_t after;
    sh_status status = sh_position_check_legal(&table->game, position, error);
    if (!status) status = sh_perfect_move(&play->perfect, position, move, &after, error);
    if (!status) *value = sh_value_before(sh_table_value_of(table, after));
    return status;
}

sh_status sh_probe_line(const sh_table *table, const sh_position *position, sh_move *line, int room,
                        int *length, sh_error *error) {
    sh_perfect_play *play;
    *length = 0;
    sh_status status = sh_perfect_play_open(&play, table, error);
    if (status) return status;
    status = sh_position_check_legal(&table->game, position, error);
    if (!status) status = sh_perfect_line(&play->perfect, position, line, room, length, error);
    sh_perfect_play_close(play);
    return status == SH_NO ? SH_OK : status; // no line was found: it is empty
}
