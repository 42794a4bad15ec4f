// SPDX-License-Identifier: MIT
// Moves: one piece goes to another cell by a step or a chain of hops.
//
// Moves are identified by (from, to): how a chain gets there does not matter to the game. Moves
// into illegal positions do not exist and are never generated here; a position that is won has no
// moves. All functions are pure and thread-safe.
#pragma once

#include <stddef.h> // size_t
#include <stdint.h> // uint8_t

#include "sternhalma/position.h"

#ifdef __cplusplus
extern "C" {
#endif

// Cell numbers: on stars and the checkers board not all from 0 on, see board.h.
typedef struct sh_move {
    uint8_t from, to;
} sh_move;

// The cells a move touches: from, every landing, to. A step has two.
typedef struct sh_path {
    int length;
    uint8_t cell[SH_MAX_CELLS];
} sh_path;

// No position of any board has more moves than this (21 pieces, 235 empty cells).
#define SH_MAX_MOVES 4936

// Writes the legal moves in ascending order of (from, to) and returns how many there are.
// `moves` has room for SH_MAX_MOVES.
SH_API int sh_moves_list(const sh_game *game, const sh_position *position, sh_move *moves);

// The same with the moves into illegal positions, which do not exist in the game: what the pieces
// can do, as sh_perft counts it.
SH_API int sh_moves_list_plain(const sh_game *game, const sh_position *position, sh_move *moves);

// Plays a move that is legal, or takes it back: the same XOR, with the turn passed on or back.
// Nothing happens where the player has no piece to move.
SH_API void sh_move_apply(const sh_game *game, sh_position *position, sh_move move);
SH_API void sh_move_undo(const sh_game *game, sh_position *position, sh_move move);

// Is this move legal here? SH_DATA and a sentence if not.
SH_API sh_status sh_move_check(const sh_game *game, const sh_position *position, sh_move move,
                               sh_error *error) SH_NODISCARD;

// The shortest path of a legal move; of others it may be empty.
SH_API void sh_move_path(const sh_game *game, const sh_position *position, sh_move move,
                         sh_path *path);

// Is this path legal hop by hop? It gives the move (path ends) if so.
SH_API sh_status sh_path_check(const sh_game *game, const sh_position *position,
                               const sh_path *path, sh_move *move, sh_error *error) SH_NODISCARD;

// Number of move sequences of a length; a game that is over has no further moves. As in the
// published counts, moves into illegal positions count; the second function leaves them out. They
// differ from the third ply of games with six or more pieces, when a tip can be vacated behind
// walls.
#define SH_MAX_PERFT 64 // plies; for more than these the count is 0, as is that of no position
SH_API uint64_t sh_perft(const sh_game *game, const sh_position *position, int depth);
SH_API uint64_t sh_perft_legal(const sh_game *game, const sh_position *position, int depth);

#ifdef __cplusplus
}
#endif
