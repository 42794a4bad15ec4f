// SPDX-License-Identifier: MIT
// See sternhalma/probe.h. A move's value is the value of the position after it, seen from the other
// side and one ply further from the end.
#include "sternhalma/probe.h"

#include <stdlib.h> // qsort
#include <string.h> // strcmp

#include "table/reader.h"

static const char *const METRICS[] = {"wdl", "dtw", "control"};

const char *sh_metric_name(sh_metric metric) {
    return metric >= SH_WDL && metric <= SH_CONTROL ? METRICS[metric] : "?";
}

sh_status sh_metric_parse(sh_metric *metric, const char *name, sh_error *error) {
    for (int i = SH_WDL; i <= SH_CONTROL; i++)
        if (strcmp(name, METRICS[i]) == 0) {
            *metric = (sh_metric)i;
            return SH_OK;
        }
    return sh_fail(error, SH_USAGE, "unknown metric '%.20s': use wdl, dtw or control", name);
}

sh_value sh_table_value_of(const sh_table *table, uint16_t value) {
    if (value == SH_VALUE_DRAW) return (sh_value){SH_DRAW, -1};
    bool distances = table->header.info.metric == SH_DTW;
    return (sh_value){sh_value_is_win(value) ? SH_WIN : SH_LOSS, distances ? value : -1};
}

// What a race is worth to a player.
static sh_status probe_race(const sh_table *table, const sh_position *position, int player,
                            sh_value *value, sh_error *error) {
    sh_control control;
    sh_status status = sh_probe_control(table, position, &control, error);
    if (status) return status;
    bool win = control.solo_win >> player & 1, loss = control.solo_loss >> player & 1;
    *value = (sh_value){win ? SH_WIN : loss ? SH_LOSS : SH_DRAW, -1};
    return SH_OK;
}

sh_status sh_probe(const sh_table *table, const sh_position *position, sh_value *value,
                   sh_error *error) {
    if (sh_game_is_race(&table->game))
        return probe_race(table, position, position->turn, value, error);
    uint16_t code;
    if (!sh_pairs_fits(table->pairs, position))
        return sh_position_check(&table->game, position, error);
    sh_status status = sh_table_value(table, position, &code, error);
    if (status) return status;
    if (code == SH_VALUE_ILLEGAL) return sh_position_check_legal(&table->game, position, error);
    *value = sh_table_value_of(table, code);
    return SH_OK;
}

sh_value sh_value_before(sh_value after) {
    return (sh_value){(sh_outcome)-after.outcome, after.distance < 0 ? -1 : after.distance + 1};
}

// Better moves first. Among wins a short one, among losses a long one.
static int compare_moves(const void *left, const void *right) {
    const sh_probed_move *a = left, *b = right;
    if (a->value.outcome != b->value.outcome) return b->value.outcome - a->value.outcome;
    int longer = a->value.distance - b->value.distance;
    if (longer) return a->value.outcome == SH_WIN ? longer : -longer;
    if (a->move.from != b->move.from) return a->move.from - b->move.from;
    return a->move.to - b->move.to;
}

// A move and where the position after it is stored.
typedef struct stored_move {
    sh_move move;
    uint64_t place;
} stored_move;

static int compare_places(const void *left, const void *right) {
    const stored_move *a = left, *b = right;
    return a->place < b->place ? -1 : a->place > b->place;
}

// In the order in which they are stored, so that each block is decoded once.
static void order_moves(const sh_table *table, const sh_position *position, const sh_move *list,
                        int count, stored_move *stored) {
    sh_position after = *position;
    for (int i = 0; i < count; i++) {
        sh_move_apply(&table->game, &after, list[i]);
        stored[i] = (stored_move){list[i], table->pairs ? sh_table_place(table, &after) : 0};
        sh_move_undo(&table->game, &after, list[i]);
    }
    if (table->pairs) qsort(stored, (size_t)count, sizeof *stored, compare_places);
}

static sh_status probe_list(const sh_table *table, const sh_position *position,
                            const stored_move *stored, int count, sh_probed_move *moves,
                            sh_error *error) {
    sh_position after = *position;
    sh_status status = SH_OK;
    bool race = sh_game_is_race(&table->game);
    for (int i = 0; !status && i < count; i++) {
        sh_value value = {SH_DRAW, -1};
        sh_move_apply(&table->game, &after, stored[i].move);
        status = race ? probe_race(table, &after, position->turn, &value, error)
                      : sh_probe(table, &after, &value, error);
        sh_move_undo(&table->game, &after, stored[i].move);
        moves[i] = (sh_probed_move){stored[i].move, race ? value : sh_value_before(value)};
    }
    return status;
}

sh_status sh_probe_moves(const sh_table *table, const sh_position *position, sh_probed_move *moves,
                         int *count, sh_error *error) {
    sh_status status = sh_position_check_legal(&table->game, position, error);
    if (status) return status;
    sh_move *list = malloc(SH_MAX_MOVES * sizeof *list);
    stored_move *stored = malloc(SH_MAX_MOVES * sizeof *stored);
    if (list && stored) {
        *count = sh_moves_list(&table->game, position, list);
        order_moves(table, position, list, *count, stored);
        status = probe_list(table, position, stored, *count, moves, error);
    } else {
        status = sh_fail(error, SH_RESOURCES, "out of memory for a list of moves");
    }
    free(list);
    free(stored);
    if (!status) qsort(moves, (size_t)*count, sizeof *moves, compare_moves);
    return status;
}
