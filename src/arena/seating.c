// SPDX-License-Identifier: MIT
// The ways to sit are numbers with one digit a seat. Those in which agent 0 has the first seat
// stand for their rounds.
#include "arena/seating.h"

#include <assert.h> // assert

// Reads a way to sit. False where somebody would have no seat.
static bool read_way(int players, int agents, int way, int seat[SH_MAX_PLAYERS]) {
    unsigned seen = 0;
    for (int p = players - 1; p >= 0; p--, way /= agents) {
        seat[p] = way % agents;
        seen |= 1u << seat[p];
    }
    return seen == (1u << agents) - 1;
}

// Finds the round of a number, or counts them all where there are not so many.
static int count_rounds(int players, int agents, int number, int seat[SH_MAX_PLAYERS]) {
    int ways = 1, count = 0;
    for (int p = 1; p < players; p++) ways *= agents;
    for (int way = 0; way < ways; way++) {
        if (!read_way(players, agents, way, seat)) continue;
        if (count++ == number) break;
    }
    return count;
}

int sh_seating_rounds(int players, int agents) {
    int seat[SH_MAX_PLAYERS];
    return count_rounds(players, agents, -1, seat);
}

int sh_seatings(int players, int agents) { return agents * sh_seating_rounds(players, agents); }

void sh_seating_find(int players, int agents, int game, int seat[SH_MAX_PLAYERS]) {
    assert(agents >= 2 && agents <= players && players <= SH_MAX_PLAYERS);
    int rounds = sh_seating_rounds(players, agents);
    assert(rounds > 0);
    count_rounds(players, agents, game / agents % rounds, seat);
    for (int p = 0; p < players; p++) seat[p] = (seat[p] + game % agents) % agents;
}
