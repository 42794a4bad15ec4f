// SPDX-License-Identifier: MIT
// A position's key: 64 bits that follow a move with four XORs.
//
// A key is the XOR of one random word for each piece (by player and cell) and one for the player to
// move (Zobrist). Equal positions have equal keys; two different ones share a key once in 2^64, so
// whoever must be certain compares the positions of equal keys. The words are the same on every
// machine and for every game.
//
// Words can be made as seen through a symmetry: then the key of a position is the key that its
// image has as it stands, without an image being made. A search that takes mirror images for one
// keeps both keys up to date and uses the lesser:
//
//     sh_keys plain, mirrored;
//     sh_keys_make(&plain, game, NULL);
//     sh_keys_make(&mirrored, game, sh_symmetry_mirror(game));
//     ... sh_key_canonical(sh_key_after(&plain, key, player, move),
//                          sh_key_after(&mirrored, mirrored_key, player, move))
//
// Keys are plain data, immutable once made, safe to share between threads.
#pragma once

#include <stdint.h> // uint64_t

#include "sternhalma/moves.h"
#include "sternhalma/position.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sh_keys {
    uint64_t piece[SH_MAX_PLAYERS][SH_MAX_CELLS];
    uint64_t turn[SH_MAX_PLAYERS];      // who is to move
    uint64_t turn_over[SH_MAX_PLAYERS]; // what changes when this player has moved
} sh_keys;

// As the game stands, or seen through one of its symmetries.
SH_API void sh_keys_make(sh_keys *keys, const sh_game *game, const sh_symmetry *symmetry);

// The key of a position from scratch.
SH_API uint64_t sh_position_key(const sh_keys *keys, const sh_position *position);

// The key after a move of this player; and before it, from the key after it.
static inline uint64_t sh_key_after(const sh_keys *keys, uint64_t key, int player, sh_move move) {
    return key ^ keys->piece[player][move.from] ^ keys->piece[player][move.to] ^
           keys->turn_over[player];
}

static inline uint64_t sh_key_canonical(uint64_t key, uint64_t mirrored) {
    return key < mirrored ? key : mirrored;
}

#ifdef __cplusplus
}
#endif
