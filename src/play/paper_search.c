// SPDX-License-Identifier: MIT
// Plain recursion on copies of the position. Minimax is alpha-beta with a window that never closes,
// so one function serves both, and their difference in nodes is the pruning alone.
#include "play/paper_search.h"

#include <math.h> // INFINITY

typedef struct walk {
    const sh_game *game;
    const sh_paper_search *search;
    uint64_t nodes, branches;
} walk;

static double judge(const walk *walk, const sh_position *position, sh_move last) {
    if (walk->search->h1) return sh_paper_value(walk->game, position, walk->search->h1);
    int mover = !position->turn;
    int advance = sh_paper_advance(walk->game, mover, last);
    return mover == 0 ? advance : -advance;
}

// The value of a position for player 0, within the window as far as it is open.
static double value_of(walk *walk, const sh_position *position, sh_move last, int depth,
                       double alpha, double beta) {
    sh_move moves[SH_MAX_MOVES];
    int count = depth > 0 ? sh_moves_list(walk->game, position, moves) : 0;
    bool maximise = position->turn == 0, prune = walk->search->method == SH_PAPER_ALPHA_BETA;
    double best = maximise ? -INFINITY : INFINITY;
    walk->nodes++;
    if (count == 0) return judge(walk, position, last);
    walk->branches++;
    for (int i = 0; i < count && !(prune && (maximise ? best >= beta : best <= alpha)); i++) {
        sh_position next = *position;
        sh_move_apply(walk->game, &next, moves[i]);
        double value = value_of(walk, &next, moves[i], depth - 1, alpha, beta);
        if (maximise ? value > best : value < best) best = value;
        if (maximise && best > alpha) alpha = best;
        if (!maximise && best < beta) beta = best;
    }
    return best;
}

sh_paper_found sh_paper_find(const sh_game *game, const sh_position *position,
                             const sh_paper_search *search, sh_random *random) {
    walk walk = {game, search, 1, 1};
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(game, position, moves), equal = 0;
    bool maximise = position->turn == 0;
    double alpha = -INFINITY, beta = INFINITY;
    sh_paper_found found = {moves[0], maximise ? -INFINITY : INFINITY, 0, 0};
    for (int i = 0; i < count; i++) {
        sh_position next = *position;
        sh_move_apply(game, &next, moves[i]);
        double value = value_of(&walk, &next, moves[i], search->depth - 1, alpha, beta);
        bool better = maximise ? value > found.value : value < found.value;
        bool same = !search->h1 && value == found.value;
        equal = better ? 1 : equal + same;
        if (better || (same && sh_random_below(random, (uint64_t)equal) == 0)) {
            found.move = moves[i];
            found.value = value;
        }
        if (search->method == SH_PAPER_MINIMAX || !search->h1) continue;
        if (maximise)
            alpha = found.value;
        else
            beta = found.value;
    }
    found.nodes = walk.nodes;
    found.branches = walk.branches;
    return found;
}

sh_move sh_paper_random_move(const sh_game *game, const sh_position *position, sh_random *random) {
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(game, position, moves);
    return moves[sh_random_below(random, (uint64_t)count)];
}

// The greedy choice of a playout: no random numbers, so that one playout says it all.
static sh_move greedy(const sh_game *game, const sh_position *position, const sh_move *moves,
                      int count, const sh_paper_h1 *h1) {
    int best = 0, sign = position->turn == 0 ? 1 : -1;
    double best_value = -INFINITY;
    for (int i = 0; i < count; i++) {
        sh_position next = *position;
        sh_move_apply(game, &next, moves[i]);
        double value = h1 ? sign * sh_paper_value(game, &next, h1)
                          : sh_paper_advance(game, position->turn, moves[i]);
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    return moves[best];
}

// How many plies a playout takes until `player` has won; a number beyond the limit if it does not.
static int plies_to_win(const sh_game *game, sh_position position, int player,
                        const sh_paper_playouts *playouts) {
    sh_move moves[SH_MAX_MOVES];
    for (int ply = 0; ply <= playouts->plies; ply++) {
        int winner = -1, count = sh_moves_list(game, &position, moves);
        if (sh_position_verdict(game, &position, &winner) == SH_WON)
            return winner == player ? ply : playouts->plies + 1;
        if (count == 0) break;
        const sh_paper_h1 *h1 = position.turn == player || playouts->mirrored ? playouts->h1 : NULL;
        sh_move_apply(game, &position, greedy(game, &position, moves, count, h1));
    }
    return playouts->plies + 1;
}

sh_move sh_paper_monte_carlo(const sh_game *game, const sh_position *position,
                             const sh_paper_playouts *playouts) {
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(game, position, moves), best = 0, soonest = playouts->plies + 1;
    for (int i = 0; i < count; i++) {
        sh_position next = *position;
        sh_move_apply(game, &next, moves[i]);
        int plies = plies_to_win(game, next, position->turn, playouts);
        if (plies < soonest) {
            soonest = plies;
            best = i;
        }
    }
    return moves[best];
}
