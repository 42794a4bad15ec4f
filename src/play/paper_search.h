// SPDX-License-Identifier: MIT
// The searching agents of Huang and Klukas (2021): random, greedy h2, minimax, alpha-beta, and
// Monte Carlo with guided full playouts.
//
// They are kept as the paper has them, weaknesses included: searches go to a fixed depth, look at
// moves in the order of the generator and do not see that a game is over but by its having no
// moves. Player 0 maximises, player 1 minimises. Every position given must have a move. Pure
// functions, but for the random numbers passed in.
#pragma once

#include <stdint.h> // uint64_t

#include "base/random.h"
#include "play/paper_features.h"

typedef enum sh_paper_method { SH_PAPER_MINIMAX, SH_PAPER_ALPHA_BETA } sh_paper_method;

// A search to a depth. Leaves are judged by h1, or by h2 (how far the last move went) where `h1` is
// NULL; with h2 equal moves are chosen from at random, with h1 the first is taken.
typedef struct sh_paper_search {
    sh_paper_method method;
    const sh_paper_h1 *h1;
    int depth; // at least 1
} sh_paper_search;

// What a search found and what it took.
typedef struct sh_paper_found {
    sh_move move;
    double value;      // for player 0
    uint64_t nodes;    // visited, the root included
    uint64_t branches; // nodes with moves: (nodes - 1) / branches is the mean branching factor
} sh_paper_found;

sh_paper_found sh_paper_find(const sh_game *game, const sh_position *position,
                             const sh_paper_search *search, sh_random *random);

// Any move, drawn at random.
sh_move sh_paper_random_move(const sh_game *game, const sh_position *position, sh_random *random);

// One playout for each move: the agent moves by greedy h1, its opponent by greedy h2, or by the
// same h1 where `mirrored`. The move whose playout wins soonest is taken; the first move where none
// wins within `plies`.
typedef struct sh_paper_playouts {
    const sh_paper_h1 *h1;
    bool mirrored;
    int plies;
} sh_paper_playouts;

sh_move sh_paper_monte_carlo(const sh_game *game, const sh_position *position,
                             const sh_paper_playouts *playouts);
