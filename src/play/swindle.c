// SPDX-License-Identifier: MIT
// Every reply to every move that keeps the value is looked up: some hundreds of probes, most of
// them in blocks that are decoded already.
#include "play/swindle.h"

#include <stdlib.h> // malloc
#include <string.h> // memcmp

static bool same(const sh_value *a, const sh_value *b) { return a->outcome == b->outcome; }

// Was the position after this move in the game before?
static bool returns(const sh_record *record, sh_move move) {
    const sh_game *game = sh_record_game(record);
    sh_position after = *sh_record_position(record), before = after;
    sh_move_apply(game, &after, move);
    for (int i = sh_record_count(record) - 1; i >= 0; i--) {
        sh_move_undo(game, &before, sh_record_move(record, i));
        if (before.turn == after.turn &&
            !memcmp(before.army, after.army, (size_t)game->players * sizeof *after.army))
            return true;
    }
    return false;
}

// Moves that come back to a position of the game go to the end, the others stay in order.
static void put_back(const sh_record *record, sh_probed_move *moves, int count) {
    sh_probed_move later[SH_MAX_MOVES];
    int kept = 0, put = 0;
    for (int i = 0; i < count; i++)
        if (returns(record, moves[i].move))
            later[put++] = moves[i];
        else
            moves[kept++] = moves[i];
    memcpy(moves + kept, later, (size_t)put * sizeof *later);
}

sh_status sh_keepers_list(const sh_table *table, const sh_record *record, sh_probed_move *moves,
                          int *count, sh_error *error) {
    int all = 0;
    *count = 0;
    sh_status status = sh_probe_moves(table, sh_record_position(record), moves, &all, error);
    if (status) return status;
    while (*count < all && same(&moves[*count].value, &moves[0].value)) ++*count;
    if (*count && moves[0].value.outcome == SH_DRAW) put_back(record, moves, *count);
    return SH_OK;
}

// The share of right replies to a move, in thousandths; 1000 where all are, or there is none.
static sh_status right_share(const sh_table *table, const sh_position *position, sh_move move,
                             sh_probed_move *replies, int *share, sh_error *error) {
    sh_position after = *position;
    int count = 0, right = 0;
    sh_move_apply(sh_table_game(table), &after, move);
    sh_status status = sh_probe_moves(table, &after, replies, &count, error);
    while (right < count && same(&replies[right].value, &replies[0].value)) right++;
    *share = count ? 1000 * right / count : 1000;
    return status;
}

sh_status sh_swindle_choose(const sh_table *table, const sh_position *position,
                            const sh_probed_move *moves, int count, int *choice, sh_error *error) {
    sh_probed_move *replies = malloc(SH_MAX_MOVES * sizeof *replies);
    if (!replies) return sh_fail(error, SH_RESOURCES, "out of memory for a list of moves");
    int least = 1001;
    sh_status status = SH_OK;
    for (int i = 0; i < count && !status; i++) {
        int share;
        status = right_share(table, position, moves[i].move, replies, &share, error);
        if (!status && share < least) {
            least = share;
            *choice = i;
        }
    }
    free(replies);
    return status;
}
