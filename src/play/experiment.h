// SPDX-License-Identifier: MIT
// The experiments of Huang and Klukas (2021), as data: games between their agents, the moves that
// the loser is short of, and what searches cost.
//
// Their games end when an army has filled the opposite camp with its own pieces; nothing is
// illegal, nothing is a draw but a game of 200 plies. After a win the loser goes on alone by greedy
// h2 until it has arrived, too: the moves that takes are the measure of the figures.
#pragma once

#include "base/progress.h"
#include "base/random.h"
#include "play/paper_search.h"

// One of their agents: one of the two is set, or none for the random agent.
typedef struct sh_paper_agent {
    const sh_paper_search *search;
    const sh_paper_playouts *playouts;
} sh_paper_agent;

enum { SH_PAPER_PLIES = 200, SH_PAPER_LOST_FOR_EVER = 200 };

typedef struct sh_paper_game {
    int winner;       // 0, 1, or -1: nobody within SH_PAPER_PLIES
    int plies;        // until then
    int losing_moves; // what the loser needs alone, at most SH_PAPER_LOST_FOR_EVER
} sh_paper_game;

// The two readings of one board that a game needs: until the first has arrived, until both have.
typedef struct sh_paper_rules {
    sh_game race, both;
} sh_paper_rules;

// The rules of a rhombus by its name, such as 7x7/6.
sh_status sh_paper_rules_make(sh_paper_rules *rules, const char *name,
                              sh_error *error) SH_NODISCARD;

// Plays `count` games; the first agent always begins. SH_INTERRUPTED when the monitor says stop.
sh_status sh_paper_games(const sh_paper_rules *rules, const sh_paper_agent agent[2], int count,
                         sh_random *random, const sh_monitor *monitor,
                         sh_paper_game *games) SH_NODISCARD;

// What the choice of one move cost: nodes, mean branching factor, seconds of CPU time.
typedef struct sh_paper_cost {
    uint64_t nodes;
    double branching, seconds;
} sh_paper_cost;

sh_paper_cost sh_paper_measure(const sh_game *game, const sh_position *position,
                               const sh_paper_search *search);
