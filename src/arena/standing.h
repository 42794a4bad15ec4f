// SPDX-License-Identifier: MIT
// The standing of agents among several players: shares of wins with their errors, and places.
//
// A game without a winner is shared by all who are still in it. Places are those at the end of the
// game: the winner is first, the others follow by the steps they have left; equals share the better
// place, and who was taken out or has not left its camp in time is last. The games of a round
// depend on each other, so errors (two standard deviations) are computed from rounds.
#pragma once

#include "arena/seating.h"
#include "sternhalma/position.h"

typedef struct sh_standing {
    int agents; // 0: nothing was counted
    int games;
    int wins[SH_MAX_PLAYERS];                              // by agent
    int seats[SH_MAX_PLAYERS];                             // how often it sat, all games together
    int places[SH_MAX_PLAYERS][SH_MAX_PLAYERS];            // how often it was first, second, …
    double points[SH_MAX_PLAYERS];                         // wins, and its parts of those shared
    double round[SH_MAX_PLAYERS], squares[SH_MAX_PLAYERS]; // points of this round; of all, squared
    double share[SH_MAX_PLAYERS], error[SH_MAX_PLAYERS];
} sh_standing;

// How a game of several players ended.
typedef struct sh_seats_result {
    int seat[SH_MAX_PLAYERS];  // agents
    int winner;                // the player, or -1
    bool out[SH_MAX_PLAYERS];  // who was taken out
    bool late[SH_MAX_PLAYERS]; // who had not left its camp in time, where the game asks for it
} sh_seats_result;

// The places of all players, from 1.
void sh_standing_places(const sh_game *game, const sh_position *end, const sh_seats_result *how,
                        int place[SH_MAX_PLAYERS]);
// Counts a game.
void sh_standing_add(sh_standing *standing, const sh_game *game, const sh_position *end,
                     const sh_seats_result *how, int agents);
