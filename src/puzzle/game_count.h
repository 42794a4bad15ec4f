// SPDX-License-Identifier: MIT
// How many games of the length that was found there are: sequences of moves, each a pair of cells.
//
// Backwards through the levels: a board with the goal filled counts 1, any other the sum over the
// winning boards it leads to. Mirror images are different sequences; no game is its own mirror
// image when a man who must move starts off the mirror line.
#pragma once

#include "puzzle/game_store.h"

// Fills `games` and `images` of the result; `images` is 0 where a game could be its own image.
sh_status sh_game_count(const sh_game_store *store, const sh_game_kernel *kernel, const void *field,
                        sh_pool *pool, const sh_game_options *options, sh_game_result *result,
                        sh_error *error) SH_NODISCARD;
