// SPDX-License-Identifier: MIT
// The moves of a game out of the levels of a search that found one.
//
// Levels hold boards without their parents. Backwards from a board with the goal filled, a parent
// is a board of the level before that differs in one man of each side and whose moves lead to it;
// then the moves are played forwards from the start with the functions of the rules.
#pragma once

#include "puzzle/game_store.h"

// Fills `move` and `moves` of the result.
sh_status sh_game_rebuild(const sh_game_store *store, const sh_game_kernel *kernel,
                          const void *field, sh_game_result *result, sh_error *error) SH_NODISCARD;

// Plays one game through a chain of boards, the first of them after the first move of the winner.
sh_status sh_game_replay(const sh_game_case *one, const uint64_t (*chain)[SH_GAME_MOST_WORDS],
                         int boards, sh_game_result *result, sh_error *error) SH_NODISCARD;

// Does a board lead to another in the next level?
bool sh_game_leads(const sh_game_case *one, const sh_game_kernel *kernel, const void *field,
                   int level, const uint64_t *parent, const uint64_t *child);
