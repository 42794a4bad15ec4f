// SPDX-License-Identifier: MIT
// The terms of a game: what its name says, before boards, armies and symmetries are made of it.
//
// A name is read into terms, and a game is made from terms. A game like another one, of other
// players or on another board, is made from the terms of that one, changed; so it keeps all rules
// that were not changed, those that will be added one day included.
#pragma once

#include "board/scope.h"

typedef struct sh_terms {
    sh_shape shape;
    int size, directions; // as sh_board_make takes them
    int pieces, players;
    uint32_t added; // rules that the name adds: SH_RULE_HOPS and so on
    int leave;      // with SH_RULE_LEAVE: the move
    sh_profile profile;
} sh_terms;

// Reads a name; SH_USAGE and a sentence where it is not one. That it has terms does not mean that
// there is such a game.
sh_status sh_terms_parse(sh_terms *terms, const char *name, sh_profile profile,
                         sh_error *error) SH_NODISCARD;

// The terms of a game.
sh_terms sh_terms_of(const sh_game *game);

// Makes the game, with its name. SH_USAGE and a sentence where there is no such game.
sh_status sh_game_make(sh_game *game, const sh_terms *terms, sh_error *error) SH_NODISCARD;
