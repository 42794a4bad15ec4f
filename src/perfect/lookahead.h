// SPDX-License-Identifier: MIT
// Looking ahead in a decided position of which no distance is known.
//
// Values say which moves win, but a winning move need not come closer to the end. The search goes
// along winning moves against every reply, for a finished game or else for the furthest progress of
// the winner's army, and takes no way on which a reply could bring back a position of the game so
// far. It looks deeper and deeper until it is sure to come further than ever before in the game:
// then the plan ends on new ground whatever the defence, and as every later search finds at least
// what is left of the plan, no position comes twice. The game's own end is such a place, so the
// search is bounded by the distance to it; where the greatest depth or the number of questions to
// the judge is too little, which no game of the tests has seen, the best way found is taken all the
// same. The loser looks ahead in the same way, for the reply that leaves the winner least.
//
// What is chosen depends on the values alone, not on who gives them or how fast.
#pragma once

#include "base/keyset.h"
#include "perfect/judge.h"
#include "sternhalma/moves.h"

// The way of a game that somebody wins: its positions, and the furthest that the winner's army has
// come in them. Zero is the empty trail.
typedef struct sh_trail {
    sh_keyset seen; // rows and columns
    int winner, record;
} sh_trail;

// Adds a position. With another winner than before a new trail begins.
sh_status sh_trail_add(sh_trail *trail, const sh_judge *judge, const sh_position *position,
                       int winner, sh_error *error) SH_NODISCARD;
// Positions that are equal by symmetry count as the same.
bool sh_trail_has(const sh_trail *trail, const sh_judge *judge, const sh_position *position);

// The most promising of the winning moves, of which there must be one. In both cases the trail is
// that of the game up to the position.
sh_status sh_lookahead_win(const sh_judge *judge, const sh_trail *trail,
                           const sh_position *position, sh_move *choice,
                           sh_error *error) SH_NODISCARD;

// The most stubborn of the moves of a lost position, of which there must be one.
sh_status sh_lookahead_resist(const sh_judge *judge, const sh_trail *trail,
                              const sh_position *position, sh_move *choice,
                              sh_error *error) SH_NODISCARD;
