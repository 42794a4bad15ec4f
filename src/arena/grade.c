// SPDX-License-Identifier: MIT
// Judging and counting moves: the table gives the values of all moves, best first. A move has given
// away what lies between the first and its own; a position is critical where the last is worse.
#include "arena/grade.h"

#include "sternhalma/distance.h"

const char *sh_phase_name(sh_phase phase) {
    static const char *const NAMES[SH_PHASES] = {"opening", "middle", "last"};
    return NAMES[phase];
}

static int to_go(const sh_game *game, const sh_position *position) {
    int sum = 0;
    for (int p = 0; p < game->players; p++) sum += sh_army_distance(game, p, &position->army[p]);
    return sum;
}

sh_phase sh_phase_of(const sh_game *game, const sh_position *position) {
    sh_position start;
    sh_position_start(game, &start);
    int all = to_go(game, &start), left = to_go(game, position);
    if (3 * left > 2 * all) return SH_PHASE_OPENING;
    return 3 * left > all ? SH_PHASE_MIDDLE : SH_PHASE_LAST;
}

int sh_lead(const sh_game *game, const sh_position *position) {
    int mover = position->turn, least = INT32_MAX;
    for (int p = 0; p < game->players; p++) {
        int left = sh_army_distance(game, p, &position->army[p]);
        if (p != mover && left < least) least = left;
    }
    return least - sh_army_distance(game, mover, &position->army[mover]);
}

// Can a rival of the player to move force its win after this move?
static sh_status crowns(const sh_table *table, const sh_position *position, sh_move move, bool *yes,
                        sh_error *error) {
    sh_control control;
    sh_position after = *position;
    sh_move_apply(sh_table_game(table), &after, move);
    sh_status status = sh_probe_control(table, &after, &control, error);
    *yes = !status && (control.solo_win & ~(1u << position->turn));
    return status;
}

// … and would another move not have let it?
static sh_status crowned(const sh_table *table, const sh_position *position, sh_move move,
                         const sh_probed_move *moves, int count, bool *yes, sh_error *error) {
    bool always = true;
    sh_status status = crowns(table, position, move, yes, error);
    for (int i = 0; i < count && !status && *yes && always; i++)
        status = crowns(table, position, moves[i].move, &always, error);
    *yes = *yes && !always;
    return status;
}

sh_status sh_grade_move(const sh_table *table, const sh_position *position, sh_move move,
                        bool repeats, sh_graded_move *graded, sh_error *error) {
    sh_probed_move moves[SH_MAX_MOVES];
    int count;
    sh_status status = sh_probe_moves(table, position, moves, &count, error);
    if (status) return status;
    int at = 0;
    while (at < count && (moves[at].move.from != move.from || moves[at].move.to != move.to)) at++;
    if (at == count) return sh_fail(error, SH_DATA, "the move to be graded is not legal");
    graded->phase = sh_phase_of(sh_table_game(table), position);
    graded->before = moves[0].value;
    graded->after = repeats ? (sh_value){SH_DRAW, -1} : moves[at].value;
    graded->critical = moves[count - 1].value.outcome < moves[0].value.outcome;
    graded->crowned = false;
    if (!sh_game_is_race(sh_table_game(table)) || repeats) return SH_OK;
    return crowned(table, position, move, moves, count, &graded->crowned, error);
}

sh_status sh_grade_critical(const sh_table *table, const sh_position *position, bool *critical,
                            sh_value *value, sh_error *error) {
    sh_probed_move moves[SH_MAX_MOVES];
    int count;
    sh_status status = sh_probe_moves(table, position, moves, &count, error);
    if (status) return status;
    *value = count ? moves[0].value : (sh_value){SH_LOSS, -1};
    *critical = count && moves[count - 1].value.outcome < moves[0].value.outcome;
    return SH_OK;
}

void sh_grade_add(sh_grade *grade, const sh_graded_move *graded) {
    sh_grade_count *count = &grade->count[graded->phase][graded->before.outcome + 1];
    sh_value before = graded->before, after = graded->after;
    count->moves++;
    count->critical += graded->critical;
    count->crowned += graded->crowned;
    if (after.outcome < before.outcome) {
        count->to_draw += after.outcome == SH_DRAW;
        count->to_loss += after.outcome == SH_LOSS;
    } else if (after.outcome == before.outcome && before.distance >= 0) {
        int longer = after.distance - before.distance;
        count->timed++;
        count->plies += (uint64_t)(longer < 0 ? -longer : longer);
    }
}

static void add_counts(sh_grade_count *count, const sh_grade_count *other) {
    count->moves += other->moves;
    count->critical += other->critical;
    count->to_draw += other->to_draw;
    count->to_loss += other->to_loss;
    count->crowned += other->crowned;
    count->timed += other->timed;
    count->plies += other->plies;
}

void sh_grade_merge(sh_grade *grade, const sh_grade *other) {
    for (int phase = 0; phase < SH_PHASES; phase++)
        for (int value = 0; value < 3; value++)
            add_counts(&grade->count[phase][value], &other->count[phase][value]);
    grade->careful += other->careful;
    grade->achieved += other->achieved;
    grade->faults += other->faults;
    grade->seconds += other->seconds;
    grade->judging += other->judging;
}

sh_grade_count sh_grade_sum(const sh_grade *grade, sh_phase phase, sh_outcome value) {
    sh_grade_count sum = {0};
    for (int p = 0; p < SH_PHASES; p++)
        if (phase == SH_PHASES || phase == (sh_phase)p)
            add_counts(&sum, &grade->count[p][value + 1]);
    return sum;
}
