// SPDX-License-Identifier: MIT
// Perfect play of two-player games from their values.
//
// With distances the winner hurries and the loser delays, ply by ply; ties go to the first move.
// Without them both look ahead (lookahead.h): the winner for a way that makes progress whatever the
// reply, the loser for the most stubborn reply. From a drawn position the first move that keeps the
// draw is taken.
//
// The context holds what a game in progress needs: one for each game, one thread for each context.
#pragma once

#include "perfect/lookahead.h"

// Fill in the judge, the rest being zero.
typedef struct sh_perfect {
    sh_judge judge;
    sh_trail trail; // where distances are not known
} sh_perfect;

void sh_perfect_close(sh_perfect *perfect);
// A new game: forgets the positions seen.
void sh_perfect_reset(sh_perfect *perfect);

// The move to play in a legal position, and the value of the position after it for who is to move
// there. SH_NO where the game is over.
sh_status sh_perfect_move(sh_perfect *perfect, const sh_position *position, sh_move *move,
                          uint16_t *after, sh_error *error) SH_NODISCARD;

// The best line from a legal position, both sides played perfectly, in a new game. It keeps the
// value at every move, repeats no position, and goes to the end or as far as there is room. Draws
// have no line: its length is 0. SH_NO, with length 0, where no way to the end was found, which can
// only be without distances.
sh_status sh_perfect_line(sh_perfect *perfect, const sh_position *position, sh_move *line, int room,
                          int *length, sh_error *error) SH_NODISCARD;
