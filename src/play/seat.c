// SPDX-License-Identifier: MIT
// Levels of the engine are opponents. With a table the moves that keep the value are known; where
// it has distances the best of them is too, and where it has none the engine chooses among them.
#include "play/seat.h"

#include <stdlib.h> // calloc
#include <string.h> // strcmp

#include "base/random.h"
#include "play/bands.h"
#include "play/scopes.h"
#include "play/swindle.h"
#include "sternhalma/opponent.h"
#include "table/choices.h"

#define PROGRESS_NODES 50000 // for progress where a table has no distances

struct sh_seat {
    sh_game game;
    bool swindler, perfect;
    sh_opponent *opponent; // of other levels
    sh_engine *engine;     // for progress, opened when it is needed
    sh_engine_options options;
};

bool sh_seat_able(const sh_game *game, const sh_table *table) {
    return table || !sh_scope_misses(&sh_engine_scope, game);
}

sh_status sh_seat_open(sh_seat **seat, const sh_game *game, const char *level,
                       const sh_engine_options *options, sh_error *error) {
    int number = 0;
    bool swindler = !strcmp(level, "swindler");
    sh_status status = swindler ? SH_OK : sh_level_parse(&number, level, error);
    if (status) return status;
    sh_seat *made = calloc(1, sizeof *made);
    if (!made) return sh_fail(error, SH_RESOURCES, "out of memory for a player");
    made->game = *game;
    made->options = options ? *options : (sh_engine_options){0};
    made->swindler = swindler;
    made->perfect = number == SH_LEVEL_PERFECT;
    if (!swindler && !made->perfect)
        status = sh_opponent_open(&made->opponent, &made->game, number, options, 0, error);
    if (status)
        sh_seat_close(made);
    else
        *seat = made;
    return status;
}

void sh_seat_close(sh_seat *seat) {
    if (!seat) return;
    sh_opponent_close(seat->opponent);
    sh_engine_close(seat->engine);
    free(seat);
}

void sh_seat_stop(sh_seat *seat) {
    if (seat->opponent) sh_opponent_stop(seat->opponent); // other searches are short
}

// What a table says of the chosen move, as a search would.
static void take(sh_finding *finding, const sh_probed_move *chosen) {
    *finding = (sh_finding){.from_table = true,
                            .length = 1,
                            .line = {chosen->move},
                            .score = sh_score_by_table(chosen->value)};
}

// The first of the moves, or one that is as good, at random.
static int draw_equal(const sh_probed_move *moves, int count, uint64_t seed) {
    sh_random random = {.state = seed};
    int equal = 1;
    while (equal < count && moves[equal].value.distance == moves[0].value.distance) equal++;
    return (int)sh_random_below(&random, (uint64_t)equal);
}

static sh_status progress(sh_seat *seat, const sh_record *record, const sh_probed_move *moves,
                          int count, double seconds, sh_finding *finding, sh_error *error) {
    sh_move only[SH_MAX_MOVES];
    for (int i = 0; i < count; i++) only[i] = moves[i].move;
    sh_limits limits = {
        .nodes = PROGRESS_NODES, .seconds = seconds, .only = only, .only_count = count};
    sh_status status =
        seat->engine ? SH_OK : sh_engine_open(&seat->engine, &seat->game, &seat->options, error);
    if (!status)
        status = sh_engine_search(seat->engine, record, &limits, NULL, NULL, finding, error);
    if (status) return status;
    sh_score score = finding->score;
    take(finding, &(sh_probed_move){finding->line[0], moves[0].value});
    if (score.kind == SH_SCORE_PROOF && sh_score_winner(score) == sh_score_winner(finding->score))
        finding->score.plies = score.plies; // the search has proved how long
    return SH_OK;
}

static sh_status choose_duel(sh_seat *seat, const sh_record *record, const sh_table *table,
                             double seconds, uint64_t seed, sh_finding *finding, sh_error *error) {
    sh_probed_move moves[SH_MAX_MOVES];
    int count = 0, choice = 0;
    sh_status status = sh_keepers_list(table, record, moves, &count, error);
    if (status) return status;
    bool wins = moves[0].value.outcome == SH_WIN, exact = sh_table_about(table)->metric == SH_DTW;
    if (seat->swindler && !wins)
        status = sh_swindle_choose(table, sh_record_position(record), moves, count, &choice, error);
    else if (!exact && moves[0].value.outcome != SH_DRAW)
        return progress(seat, record, moves, count, seconds, finding, error);
    else if (exact && moves[0].value.outcome != SH_DRAW)
        choice = draw_equal(moves, count, seed);
    if (!status) take(finding, &moves[choice]);
    return status;
}

// Who can force its own win, if anybody can.
static sh_score score_of_race(sh_control_code control) {
    int victor = sh_control_victor(control);
    if (victor < 0) return (sh_score){.kind = SH_SCORE_NONE};
    return (sh_score){.kind = SH_SCORE_TABLE, .amount = victor == 0 ? 1 : -1};
}

// One of the moves that control as much as the best.
static sh_status choose_race(const sh_record *record, const sh_table *table, uint64_t seed,
                             sh_finding *finding, sh_error *error) {
    sh_choice *choices = malloc(SH_MAX_MOVES * sizeof *choices);
    if (!choices) return sh_fail(error, SH_RESOURCES, "out of memory for a list of moves");
    sh_control_code control;
    int count = 0, equal = 0;
    sh_status status =
        sh_choices_list(table, sh_record_position(record), &control, choices, &count, error);
    while (equal < count && choices[equal].control == choices[0].control) equal++;
    sh_random random = {.state = seed};
    if (!status)
        *finding = (sh_finding){.from_table = true,
                                .length = 1,
                                .line = {choices[sh_random_below(&random, (uint64_t)equal)].move},
                                .score = score_of_race(control)};
    free(choices);
    return status;
}

sh_status sh_seat_choose(sh_seat *seat, const sh_record *record, const sh_table *table,
                         double seconds, uint64_t seed, sh_finding *finding, sh_error *error) {
    sh_status status = sh_record_check_ongoing(record, error);
    if (status) return status;
    if (seat->opponent) {
        sh_limits limits = {.seconds = seconds};
        sh_opponent_reset(seat->opponent, seed);
        return sh_opponent_choose(seat->opponent, record, &limits, finding, error);
    }
    if (!table)
        return sh_fail(error, SH_NO, "this level needs a table of %s, and there is none",
                       seat->game.name);
    return sh_game_is_duel(&seat->game)
               ? choose_duel(seat, record, table, seconds, seed, finding, error)
               : choose_race(record, table, seed, finding, error);
}
