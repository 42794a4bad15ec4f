// SPDX-License-Identifier: MIT
// A duel's position is judged by its value first, which costs one probe, and by the values of its
// best two moves where that can matter. A race's position that nobody wins by force is judged by
// how many moves crown whom.
#include "table/quiz.h"

#include <stdlib.h> // malloc
#include <string.h> // strcmp

#include "table/choices.h"
#include "table/reader.h"

static const char *const NAMES[SH_QUIZ_KINDS] = {
    [SH_ONLY_WIN] = "only-win", [SH_FASTEST] = "fastest",     [SH_ONLY_DRAW] = "only-draw",
    [SH_ZUGZWANG] = "zugzwang", [SH_LONGEST] = "longest-win", [SH_KINGMAKER] = "kingmaker",
    [SH_CROWN] = "crown",       [SH_SPOILER] = "spoiler"};

const char *sh_quiz_kind_name(sh_quiz_kind kind) { return NAMES[kind]; }

sh_status sh_quiz_kind_parse(sh_quiz_kind *kind, const char *name, sh_error *error) {
    for (int i = 0; i < SH_QUIZ_KINDS; i++)
        if (strcmp(name, NAMES[i]) == 0) {
            *kind = (sh_quiz_kind)i;
            return SH_OK;
        }
    return sh_fail(error, SH_USAGE,
                   "unknown kind of puzzle '%.20s': use only-win, fastest, only-draw, zugzwang, "
                   "longest-win, kingmaker, crown or spoiler",
                   name);
}

unsigned sh_quiz_kinds(const sh_table *table) {
    unsigned plain = 1U << SH_ONLY_WIN | 1U << SH_ONLY_DRAW | 1U << SH_ZUGZWANG;
    sh_metric metric = sh_table_about(table)->metric;
    if (metric == SH_CONTROL) return 1U << SH_KINGMAKER | 1U << SH_CROWN | 1U << SH_SPOILER;
    return metric == SH_DTW ? plain | 1U << SH_FASTEST | 1U << SH_LONGEST : plain;
}

// What is being judged, and the quizzes found so far.
typedef struct judging {
    const sh_table *table;
    const sh_position *position;
    unsigned wanted;
    sh_quiz *found;
    int count;
} judging;

static bool is_wanted(const judging *j, sh_quiz_kind kind) { return j->wanted >> kind & 1; }

static void add(judging *j, sh_quiz quiz) {
    if (!is_wanted(j, quiz.kind)) return;
    quiz.position = *j->position;
    j->found[j->count++] = quiz;
    j->wanted &= ~(1U << quiz.kind); // one of each kind
}

// The kind that the values of the moves, best first, make of a position.
static void judge_moves(judging *j, sh_value value, const sh_probed_move *moves, int count) {
    if (count < SH_QUIZ_FEWEST) return;
    sh_value second = moves[1].value;
    sh_quiz quiz = {
        .solved = true, .solution = moves[0].move, .value = value, .player = j->position->turn};
    if (value.outcome == SH_WIN && value.distance == 1) return; // too easy
    if (value.outcome == SH_WIN)
        quiz.kind = second.outcome == SH_WIN ? SH_FASTEST : SH_ONLY_WIN;
    else
        quiz.kind = SH_ONLY_DRAW;
    if (quiz.kind == SH_FASTEST && second.distance <= value.distance) return;
    if (quiz.kind == SH_ONLY_DRAW && second.outcome == SH_DRAW) return;
    add(j, quiz);
}

static sh_status judge_choice(judging *j, sh_value value, sh_error *error) {
    sh_probed_move *moves = malloc(SH_MAX_MOVES * sizeof *moves);
    if (!moves) return sh_fail(error, SH_RESOURCES, "out of memory for a list of moves");
    int count;
    sh_status status = sh_probe_moves(j->table, j->position, moves, &count, error);
    if (!status) judge_moves(j, value, moves, count);
    free(moves);
    return status;
}

// The same placement is lost for the other player too when it is that player's turn.
static sh_status judge_loss(judging *j, sh_value value, sh_error *error) {
    sh_position other = *j->position;
    sh_value reverse;
    other.turn = !other.turn;
    if (sh_position_verdict(&j->table->game, &other, NULL) != SH_ONGOING) return SH_OK;
    sh_status status = sh_probe(j->table, &other, &reverse, error);
    if (!status && reverse.outcome == SH_LOSS)
        add(j, (sh_quiz){.kind = SH_ZUGZWANG, .value = value, .player = j->position->turn});
    return status;
}

static sh_status judge_duel(judging *j, sh_error *error) {
    sh_value value;
    sh_status status = sh_probe(j->table, j->position, &value, error);
    if (status) return status;
    bool choice = value.outcome == SH_WIN ? is_wanted(j, SH_ONLY_WIN) || is_wanted(j, SH_FASTEST)
                                          : value.outcome == SH_DRAW && is_wanted(j, SH_ONLY_DRAW);
    if (choice) return judge_choice(j, value, error);
    return value.outcome == SH_LOSS && is_wanted(j, SH_ZUGZWANG) ? judge_loss(j, value, error)
                                                                 : SH_OK;
}

// Players are counted from the mover.
static void judge_crowns(judging *j, sh_control_code control, const sh_choice *choices, int count) {
    int turn = j->position->turn, given[3] = {0};
    sh_move crown[3] = {{0, 0}};
    for (int i = 0; i < count; i++) {
        int victor = sh_control_victor(choices[i].control);
        if (victor < 0) continue;
        given[victor]++;
        crown[victor] = choices[i].move;
    }
    if (given[1] && given[2]) add(j, (sh_quiz){.kind = SH_KINGMAKER, .player = turn});
    for (int i = 0; i < 3; i++) {
        int player = (turn + i) % 3;
        if (i && given[i] == 1 && count >= SH_QUIZ_FEWEST)
            add(j, (sh_quiz){
                       .kind = SH_CROWN, .solved = true, .solution = crown[i], .player = player});
        if (control & sh_control_draw(i)) add(j, (sh_quiz){.kind = SH_SPOILER, .player = player});
    }
}

static sh_status judge_race(judging *j, sh_error *error) {
    sh_choice *choices = malloc(SH_MAX_MOVES * sizeof *choices);
    if (!choices) return sh_fail(error, SH_RESOURCES, "out of memory for a list of moves");
    sh_control_code control;
    int count;
    sh_status status = sh_table_control(j->table, j->position, &control, error);
    if (!status && sh_control_victor(control) < 0) {
        status = sh_choices_list(j->table, j->position, &control, choices, &count, error);
        if (!status) judge_crowns(j, control, choices, count);
    }
    free(choices);
    return status;
}

sh_status sh_quiz_judge(const sh_table *table, const sh_position *position, unsigned wanted,
                        sh_quiz found[SH_QUIZ_KINDS], int *count, sh_error *error) {
    judging j = {table, position, wanted, found, 0};
    sh_status status = SH_OK;
    if (sh_position_verdict(&table->game, position, NULL) == SH_ONGOING)
        status = sh_table_about(table)->metric == SH_CONTROL ? judge_race(&j, error)
                                                             : judge_duel(&j, error);
    *count = status ? 0 : j.count;
    return status;
}
