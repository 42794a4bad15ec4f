// SPDX-License-Identifier: MIT
// Shares, errors and places.
#include "arena/standing.h"

#include <math.h> // sqrt

#include "sternhalma/distance.h"

// Who is behind whom: the winner has nothing left, who was taken out more than anybody.
static int behind(const sh_game *game, const sh_position *end, const sh_seats_result *how,
                  int player) {
    if (player == how->winner) return -1;
    return how->out[player] || how->late[player]
               ? INT32_MAX
               : sh_army_distance(game, player, &end->army[player]);
}

void sh_standing_places(const sh_game *game, const sh_position *end, const sh_seats_result *how,
                        int place[SH_MAX_PLAYERS]) {
    for (int p = 0; p < game->players; p++) {
        place[p] = 1;
        for (int q = 0; q < game->players; q++)
            place[p] += behind(game, end, how, q) < behind(game, end, how, p);
    }
}

static double points_of(const sh_game *game, const sh_seats_result *how, int player) {
    int sharing = 0;
    if (how->winner >= 0) return player == how->winner;
    for (int p = 0; p < game->players; p++) sharing += !how->out[p] && !how->late[p];
    return sharing && !how->out[player] && !how->late[player] ? 1.0 / sharing : 0;
}

// Fills shares and errors from the points of rounds that are over.
static void rate(sh_standing *s) {
    int whole = s->games / s->agents;
    double rounds = whole;
    for (int a = 0; a < s->agents; a++) {
        double mean = rounds > 0 ? (s->points[a] - s->round[a]) / rounds : 0;
        double variance = rounds > 1 ? (s->squares[a] / rounds - mean * mean) / (rounds - 1) : 0;
        s->share[a] = s->points[a] / s->games;
        s->error[a] = rounds > 1 ? 2 * sqrt(variance > 0 ? variance : 0) / s->agents : INFINITY;
    }
}

void sh_standing_add(sh_standing *s, const sh_game *game, const sh_position *end,
                     const sh_seats_result *how, int agents) {
    int place[SH_MAX_PLAYERS];
    sh_standing_places(game, end, how, place);
    s->agents = agents;
    s->games++;
    for (int p = 0; p < game->players; p++) {
        int a = how->seat[p];
        double points = points_of(game, how, p);
        s->wins[a] += p == how->winner;
        s->seats[a]++;
        s->places[a][place[p] - 1]++;
        s->points[a] += points;
        s->round[a] += points;
    }
    for (int a = 0; a < agents && s->games % agents == 0; a++) {
        s->squares[a] += s->round[a] * s->round[a];
        s->round[a] = 0;
    }
    rate(s);
}
