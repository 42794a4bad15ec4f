// SPDX-License-Identifier: MIT
#include "server/mine.h"

#include <stdlib.h> // calloc

#include "base/random.h"
#include "server/mine_race.h"

#define GAMES 4000     // at most this many games are played to mine a duel
#define GAME_PLIES 60  // and each for at most so long
#define FEWEST_MOVES 8 // fewer make no puzzle

// Adds a puzzle unless the kind is full or has that position already.
void sh_findings_add(sh_findings *findings, sh_quiz_kind kind, const sh_puzzle *puzzle) {
    int count = findings->puzzles[kind];
    if (count == SH_MAX_PUZZLES) return;
    for (int i = 0; i < count; i++)
        if (sh_position_equal(&findings->puzzle[kind][i].position, &puzzle->position)) return;
    findings->puzzle[kind][count] = *puzzle;
    findings->puzzles[kind] = count + 1;
}

// What the values of a duel's moves, best first, make of a position.
static void judge(sh_findings *findings, const sh_position *position, const sh_probed_move *moves,
                  int count) {
    if (count < FEWEST_MOVES) return;
    sh_value best = moves[0].value, second = moves[1].value;
    sh_puzzle puzzle = {*position, moves[0].move, best.distance, position->turn};
    bool short_win = best.distance > 1 && best.distance <= 9;
    if (best.outcome == SH_WIN && second.outcome != SH_WIN && best.distance != 1)
        sh_findings_add(findings, SH_ONLY_WIN, &puzzle);
    else if (best.outcome == SH_WIN && short_win && second.distance > best.distance)
        sh_findings_add(findings, SH_FASTEST, &puzzle);
    else if (best.outcome == SH_DRAW && second.outcome == SH_LOSS)
        sh_findings_add(findings, SH_ONLY_DRAW, &puzzle);
}

static void mine_duel(sh_findings *findings, const sh_table *table, const atomic_bool *stop) {
    const sh_game *game = sh_table_game(table);
    sh_probed_move *moves = malloc(SH_MAX_MOVES * sizeof *moves);
    sh_random random = {2019};
    for (int g = 0; moves && g < GAMES && !atomic_load(stop); g++) {
        bool full = true;
        for (int kind = SH_ONLY_WIN; kind <= SH_ONLY_DRAW; kind++)
            full &= findings->puzzles[kind] == SH_MAX_PUZZLES;
        if (full) break;
        sh_position position;
        sh_position_start(game, &position);
        for (int ply = 0; ply < GAME_PLIES; ply++) {
            int count;
            sh_status status = sh_probe_moves(table, &position, moves, &count, NULL);
            if (status != SH_OK || !count) break;
            if (ply >= 6) judge(findings, &position, moves, count);
            // Two of three moves are among the best three, the others any.
            bool careful = sh_random_below(&random, 3) && count > 3;
            uint64_t pick = sh_random_below(&random, careful ? 3 : (uint64_t)count);
            sh_move_apply(game, &position, moves[pick].move);
        }
    }
    free(moves);
}

sh_findings *sh_mine_table(const sh_table *table, const atomic_bool *stop) {
    sh_findings *findings = calloc(1, sizeof *findings);
    if (!findings) return NULL;
    if (sh_table_about(table)->metric == SH_CONTROL)
        sh_mine_race(findings, table, stop);
    else
        mine_duel(findings, table, stop);
    return findings;
}
