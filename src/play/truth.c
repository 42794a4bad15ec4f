// SPDX-License-Identifier: MIT
// Tables at the root of a search and inside it.
#include "play/truth.h"

#include "play/bands.h"

// What the table says as a value of the search, so many plies from the root.
static int value_at(sh_value value, int ply) {
    int plies = ply + (value.distance > 0 ? value.distance : 0);
    int won = (value.distance >= 0 ? SH_WINNING : SH_TABLED) - plies;
    return value.outcome == SH_DRAW ? 0 : value.outcome == SH_WIN ? won : -won;
}

bool sh_truth_differs(const sh_truth *truth, const sh_position *inner, int ply, int *found) {
    sh_position outer;
    sh_value value;
    sh_course_leave(truth->course, inner, &outer);
    if (sh_probe(truth->table, &outer, &value, NULL)) return false;
    int outcome = outer.turn == truth->turn ? (int)value.outcome : -(int)value.outcome;
    *found = value_at(value, ply);
    return outcome != truth->outcome;
}

// Does a move lead to a position of the record?
static bool leads_back(const sh_record *record, sh_move move) {
    sh_position after = *sh_record_position(record), before = after;
    sh_move_apply(sh_record_game(record), &after, move);
    for (int i = sh_record_count(record) - 1; i >= 0; i--) {
        sh_move_undo(sh_record_game(record), &before, sh_record_move(record, i));
        if (sh_position_equal(&before, &after)) return true;
    }
    return false;
}

// The first of the best moves: where the position is won, one that does not repeat it.
static int first_best(const sh_record *record, const sh_probed_move *probed, int count) {
    int best = 0;
    while (best < count && probed[best].value.outcome == SH_WIN &&
           leads_back(record, probed[best].move))
        best++;
    return best < count && probed[best].value.outcome == probed[0].value.outcome ? best : 0;
}

// Can a rival of the player to move force its win after this move of a race?
static bool crowns(const sh_table *table, const sh_position *position, sh_move move) {
    sh_control control;
    sh_position after = *position;
    sh_move_apply(sh_table_game(table), &after, move);
    return !sh_probe_control(table, &after, &control, NULL) &&
           (control.solo_win & ~(1u << position->turn));
}

// Moves that make a rival the winner are left out where there are others.
static int keep_uncrowned(const sh_table *table, const sh_position *position, sh_move *moves,
                          int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (crowns(table, position, moves[i])) continue;
        sh_move move = moves[kept];
        moves[kept++] = moves[i];
        moves[i] = move;
    }
    return kept ? kept : count;
}

sh_status sh_truth_keep(sh_truth *truth, const sh_record *record, sh_move *moves, int *count,
                        sh_error *error) {
    sh_probed_move probed[SH_MAX_MOVES];
    int all, kept = 0;
    sh_status status =
        sh_probe_moves(truth->table, sh_record_position(record), probed, &all, error);
    if (status) return status;
    int best = first_best(record, probed, all);
    sh_value value = probed[best].value;
    for (int i = best; i < all && probed[i].value.outcome == value.outcome &&
                       probed[i].value.distance == value.distance;
         i++)
        if (i == best || value.outcome != SH_WIN || !leads_back(record, probed[i].move))
            moves[kept++] = probed[i].move;
    if (sh_game_is_race(sh_table_game(truth->table)))
        kept = keep_uncrowned(truth->table, sh_record_position(record), moves, kept);
    *count = kept;
    truth->turn = sh_record_position(record)->turn;
    truth->outcome = (int)value.outcome;
    truth->score = sh_score_by_table(value);
    return SH_OK;
}
