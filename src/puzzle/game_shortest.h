// SPDX-License-Identifier: MIT
// The shortest cooperative game: found, and proved to be the shortest.
//
// Length after length from the least that the number of men allows. For each a narrow beam looks
// for a game, then a wider one; where they find nothing the exact search settles the length. So the
// first game found is a shortest one, and the levels of all shorter lengths prove it.
#pragma once

#include "puzzle/game_search.h"

typedef struct sh_game_shortest {
    int lengths;            // looked at
    sh_game_result *result; // of each, the last one found; to be freed by sh_game_shortest_free
    bool proved;            // every shorter length has been searched to the end
} sh_game_shortest;

// Hears of every length that is settled.
typedef void sh_game_settled(void *user, const sh_game_result *result);

// SH_OK with a game; else what stopped the search, with the lengths settled before. The game is
// there, too, where memory ended only while its like were counted.
sh_status sh_game_find_shortest(const sh_puzzle *puzzle, const sh_game_options *options,
                                size_t beam, sh_game_settled *settled, void *user,
                                sh_game_shortest *shortest, sh_error *error) SH_NODISCARD;
void sh_game_shortest_free(sh_game_shortest *shortest);
