// SPDX-License-Identifier: MIT
// With distances the best move is known at once: the first with the best value. Without them all
// winning moves look alike, so a search among them decides (lookahead.h), and the trail of
// positions seen keeps the game from going in a circle.
#include "perfect/perfect.h"

#include <stdlib.h> // free

void sh_perfect_close(sh_perfect *perfect) { sh_keyset_close(&perfect->trail.seen); }

void sh_perfect_reset(sh_perfect *perfect) { sh_keyset_clear(&perfect->trail.seen); }

// Which of two successors the mover prefers; values are the opponent's. Losses of the opponent
// first, the shortest of them; then draws; then its wins, the longest.
static int preference(uint16_t value) {
    if (sh_value_is_loss(value)) return 2 * SH_VALUE_MAX_DISTANCE - value;
    if (sh_value_is_win(value)) return value - SH_VALUE_MAX_DISTANCE;
    return SH_VALUE_MAX_DISTANCE / 2;
}

// The first of the moves with the best value.
static sh_status first_best(const sh_judge *judge, const sh_position *position, sh_move *move,
                            uint16_t *after, sh_error *error) {
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(judge->game, position, moves);
    if (count <= 0) return sh_fail(error, SH_NO, "the game is over");
    sh_judge_expect(judge, position, 1);
    for (int i = 0; i < count; i++) {
        sh_position next = *position;
        uint16_t value;
        sh_move_apply(judge->game, &next, moves[i]);
        sh_status status = judge->value(judge->context, &next, &value, error);
        if (status) return status;
        if (i > 0 && preference(value) <= preference(*after)) continue;
        *after = value;
        *move = moves[i];
    }
    return SH_OK;
}

sh_status sh_perfect_move(sh_perfect *perfect, const sh_position *position, sh_move *move,
                          uint16_t *after, sh_error *error) {
    const sh_judge *judge = &perfect->judge;
    sh_trail *trail = &perfect->trail;
    sh_status status = first_best(judge, position, move, after, error);
    if (status || judge->distances || *after == SH_VALUE_DRAW) return status;
    bool wins = sh_value_is_loss(*after);
    status =
        sh_trail_add(trail, judge, position, wins ? position->turn : 1 - position->turn, error);
    if (status) return status;
    return (wins ? sh_lookahead_win : sh_lookahead_resist)(judge, trail, position, move, error);
}

sh_status sh_perfect_line(sh_perfect *perfect, const sh_position *position, sh_move *line, int room,
                          int *length, sh_error *error) {
    sh_position now = *position;
    sh_status status = SH_OK;
    *length = 0;
    sh_perfect_reset(perfect);
    while (*length < room) {
        uint16_t after;
        if (sh_trail_has(&perfect->trail, &perfect->judge, &now)) {
            *length = 0;
            return sh_fail(error, SH_NO, "the search for a line to the end went in a circle");
        }
        status = sh_perfect_move(perfect, &now, &line[*length], &after, error);
        if (status || after == SH_VALUE_DRAW) break;
        sh_move_apply(perfect->judge.game, &now, line[(*length)++]);
    }
    return status == SH_NO ? SH_OK : status;
}
