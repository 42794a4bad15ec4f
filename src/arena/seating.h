// SPDX-License-Identifier: MIT
// Who sits where: agents take the seats of a game in every order.
//
// With as many agents as seats these are all permutations; with fewer, all ways to seat each of
// them at least once: two agents among six players sit in 62 ways. Games come in rounds. In a round
// each agent takes over from the one before it, so that everyone has sat wherever anyone sat;
// between two players that is a pair of games with colours swapped. Rounds go through all ways to
// sit and then begin again. Pure functions.
#pragma once

#include "sternhalma/game.h"

// In how many ways agents can sit, and how many rounds that takes.
int sh_seatings(int players, int agents);
int sh_seating_rounds(int players, int agents);

// Which agent sits on each seat in a game of this number.
void sh_seating_find(int players, int agents, int game, int seat[SH_MAX_PLAYERS]);
