// SPDX-License-Identifier: MIT
// Which rivals always go as far as they can: what a game's moves tell of those who made them.
//
// Two kinds of player are weighed against each other, move by move. One makes a move that brings it
// the most steps, any of them at random, as `greedy` does. The other looks at what cells are worth:
// it makes a move the more likely the more that gains. Both go far most of the time; but of two
// moves that go as far the first takes the worse as often as the better. The odds of the first, as
// a logarithm, add up over the game.
//
// Rivals at one table are often of one kind, so what is known of some speaks for the others, too.
//
// Of a rival that is known so, a tree follows no best moves, but some of those that go farthest,
// drawn at random, in turn; the more often a position is visited, the more of them. In return it
// tries more of the player's own moves.
#pragma once

#include "play/crowd_ways.h"
#include "sternhalma/record.h"

typedef struct sh_habits {
    int plies;            // moves that were weighed …
    sh_position position; // … and the position behind them
    float odds[SH_MAX_PLAYERS];
} sh_habits;

// Nothing is known.
void sh_habits_forget(sh_habits *habits);

// Weighs the moves of a record that were not weighed yet; all of them where it is another game.
void sh_habits_follow(sh_habits *habits, const sh_ways *ways, const sh_record *record);

// How much more likely a move is of one that always goes farthest, as a logarithm.
float sh_habits_weigh(const sh_ways *ways, const sh_position *position, sh_move move);

// The odds that a player always goes farthest as another one (`self`) sees it: by its own moves and
// by those of all others but `self`.
float sh_habits_judge(const sh_habits *habits, int players, int self, int player);
