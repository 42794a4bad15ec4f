// SPDX-License-Identifier: MIT
// Playing matches and rating them.
//
// Elo is 400 log10(s / (1 - s)) of the score s; its error comes from the variance of the pairs'
// points, carried through the slope of that function.
#include "play/match.h"

#include <math.h>   // log10
#include <stdlib.h> // calloc
#include <string.h> // memset

#include "base/random.h"

#define LONGEST 1000

typedef struct match {
    const sh_match_options *options;
    sh_agent *agent[2];
    sh_agent_choice *choices;
    int longest;
    sh_match_score *score;
} match;

sh_status sh_opening_draw(sh_record **record, const sh_game *game, int plies, uint64_t seed,
                          sh_error *error) {
    sh_random random = {seed};
    sh_status status = sh_record_open(record, game, NULL, error);
    for (int ply = 0; !status && ply < plies;) {
        sh_move moves[SH_MAX_MOVES];
        int count = sh_moves_list(game, sh_record_position(*record), moves);
        sh_move move = moves[sh_random_below(&random, (uint64_t)count)];
        status = sh_record_play(*record, move, error);
        ply++;
        if (status || sh_record_result(*record).ending == SH_GOES_ON) continue;
        while (sh_record_undo(*record)) ply--; // it ended the game: draw again
    }
    return status;
}

void sh_match_rate(sh_match_score *score) {
    double n = 0, sum = 0, squares = 0;
    score->games = score->wins + score->draws + score->losses;
    score->score = score->games ? (score->wins + 0.5 * score->draws) / score->games : 0.5;
    for (int i = 0; i < 5; i++) {
        double points = i / 4.0;
        n += score->pairs[i];
        sum += score->pairs[i] * points;
        squares += score->pairs[i] * points * points;
    }
    double s = score->score, mean = n > 0 ? sum / n : 0.5;
    double deviation = n > 1 ? sqrt((squares / n - mean * mean) / (n - 1)) : INFINITY;
    if (s <= 0 || s >= 1) {
        score->elo = 0;
        score->error = INFINITY;
        return;
    }
    score->elo = 400 * log10(s / (1 - s));
    score->error = 2 * deviation * 400 / (log(10) * s * (1 - s));
}

// One move of a game. False where the agent fails or its move is not legal.
static bool play_move(match *m, sh_record *record, int agent, sh_agent_choice *choice) {
    if (sh_agent_choose(m->agent[agent], record, NULL, choice, NULL)) return false;
    m->score->seconds[agent] += choice->seconds;
    m->score->nodes[agent] += choice->nodes;
    m->score->moves[agent]++;
    return sh_record_play(record, choice->move, NULL) == SH_OK;
}

// Plays on from an opening until the game is over.
static void play_game(match *m, sh_record *record, sh_match_game *game) {
    sh_result result;
    game->winner = game->faulty = -1;
    for (int ply = 0; ply < m->longest; ply++) {
        result = sh_record_result(record);
        if (result.ending != SH_GOES_ON) {
            if (result.winner >= 0) game->winner = result.winner ^ game->first;
            return;
        }
        int agent = sh_record_position(record)->turn ^ game->first;
        if (!play_move(m, record, agent, &m->choices[ply])) {
            game->faulty = agent;
            game->winner = 1 - agent;
            m->score->faults[agent]++;
            return;
        }
    }
}

static int count_game(sh_match_score *score, const sh_match_game *game) {
    score->wins += game->winner == 0;
    score->losses += game->winner == 1;
    score->draws += game->winner < 0;
    return game->winner == 0 ? 2 : game->winner < 0 ? 1 : 0;
}

// The two games of one opening.
static sh_status play_pair(match *m, int pair, const sh_monitor *monitor, sh_match_report *report,
                           void *user, sh_error *error) {
    const sh_match_options *o = m->options;
    int points = 0;
    for (int first = 0; first < 2; first++) {
        if (sh_stopped(monitor)) return SH_INTERRUPTED;
        sh_record *record = NULL;
        uint64_t seed = o->seed * 0x9e3779b97f4a7c15ULL + (uint64_t)pair;
        sh_status status = sh_opening_draw(&record, o->game, o->opening, seed, error);
        if (status) {
            sh_record_close(record);
            return status;
        }
        sh_match_game game = {.number = 2 * pair + first,
                              .first = first,
                              .record = record,
                              .opening = o->opening,
                              .choices = m->choices};
        for (int i = 0; i < 2; i++) sh_agent_reset(m->agent[i]);
        play_game(m, record, &game);
        points += count_game(m->score, &game);
        if (first == 1) m->score->pairs[points]++;
        sh_match_rate(m->score);
        if (report) report(user, &game, m->score);
        sh_record_close(record);
    }
    return SH_OK;
}

sh_status sh_match_play(const sh_match_options *options, const sh_monitor *monitor,
                        sh_match_report *report, void *user, sh_match_score *score,
                        sh_error *error) {
    match m = {.options = options, .score = score};
    memset(score, 0, sizeof *score);
    m.longest = options->longest ? options->longest : LONGEST;
    m.choices = calloc((size_t)m.longest, sizeof *m.choices);
    sh_status status =
        m.choices ? SH_OK : sh_fail(error, SH_RESOURCES, "out of memory for a match");
    for (int i = 0; i < 2 && !status; i++)
        status = sh_agent_open(&m.agent[i], options->game, options->agent[i],
                               options->seed + (uint64_t)i, error);
    for (int pair = 0; pair < options->pairs && !status; pair++)
        status = play_pair(&m, pair, monitor, report, user, error);
    for (int i = 0; i < 2; i++) sh_agent_close(m.agent[i]);
    free(m.choices);
    return status;
}
