// SPDX-License-Identifier: MIT
// The inner loop of searches for cooperative games: the moves of both sides and the bounds.
//
// A board is stored after a move of the winner, as words: the winner's men, then the loser's, each
// in width/64 words; of a board and its mirror images the one with the least sum of codes is kept
// (the least words among equals). A kernel serves one width of bitboards on one kind of CPU and
// all kernels give the same boards.
//
// Let s be the winner's men outside the goal and f = (moves left to the winner) − s, the moves she
// can spare. A board is dropped if it breaks one of the bounds, which docs/puzzles.md proves:
//   1 reach   while s = all men: the armies and the goal are further apart than 2f + 3 steps
//   2 ladder  the j-th cheapest man needs more than 2f + j gaps filled and moves of his own
//   3 types   more men must change their type than f + those that can step into the goal at once
//   4 exits   more of the loser's men stand in the goal than the loser has moves
//   5 dead    with f = 0, a free cell of the goal that no man can enter any more
// Exits are also looked at after the loser's move, and what breaks reach on any child as well.
//
// A field belongs to one case and is read-only after sh_game_kernel.prepare: any thread may use it.
#pragma once

#include <stddef.h> // size_t

#include "puzzle/game_case.h"

enum { SH_GAME_BATCH = 2048, SH_GAME_MOST_WORDS = 8 };

typedef enum sh_game_bound {
    SH_GAME_REACH = 1,
    SH_GAME_LADDER = 2,
    SH_GAME_TYPES = 4,
    SH_GAME_EXITS = 8,
    SH_GAME_DEAD = 16,
    SH_GAME_ALL_BOUNDS = 31,
} sh_game_bound;

// Boards on their way from a kernel to whoever takes them. When `count` reaches SH_GAME_BATCH the
// kernel calls `full`, which empties the batch.
typedef struct sh_game_batch {
    size_t count;
    uint64_t *boards; // SH_GAME_BATCH of them
    uint64_t *sums;   // and of each the least sum of codes
    void (*full)(struct sh_game_batch *batch);
    void *user;
} sh_game_batch;

// Moves left to each side.
typedef struct sh_game_left {
    int winner, loser;
} sh_game_left;

// What a beam judges by: costs are those of bound 2.
typedef struct sh_game_features {
    int dear;  // sum of the costs of all men outside
    int worst; // cost of the dearest
    int ready; // men that cost nothing
    int slack; // moves that the loser can spare
    int spare; // moves that the winner can spare
    int stuck; // men of the loser that cannot leave the goal with one move
} sh_game_features;

typedef struct sh_game_kernel {
    int width;
    size_t field_bytes; // a field is aligned to 64 bytes
    void (*prepare)(void *field, const sh_game_case *one, unsigned bounds);
    // All boards after one move of the loser (unless `winner_only`) and one of the winner, with
    // repetitions and before the bounds 2, 3 (in full) and 5. `left` is before these moves.
    void (*expand)(const void *field, const uint64_t *board, sh_game_left left, bool winner_only,
                   sh_game_batch *batch);
    // All boards from which such moves lead to this one, with repetitions and without bounds.
    void (*retract)(const void *field, const uint64_t *board, bool winner_only,
                    sh_game_batch *batch);
    // Does a board after the winner's move stand the bounds? `left` is after that move.
    bool (*keep)(const void *field, const uint64_t *board, sh_game_left left);
    // The same with all bounds, and what a beam judges by.
    bool (*measure)(const void *field, const uint64_t *board, sh_game_left left,
                    sh_game_features *features);
} sh_game_kernel;

// The kernel for a width on this CPU.
const sh_game_kernel *sh_game_kernel_get(int width);

// Words of one board.
static inline size_t sh_game_words(int width) { return (size_t)width / 32; }

// Of boards as words: the one a case begins with, an image, whether the winner's goal is filled,
// and the hash (game_case.h) of one that is the least of its images.
void sh_game_first_board(const sh_game_case *one, uint64_t *board);
void sh_game_image(const sh_game_case *one, int image, const uint64_t *from, uint64_t *to);
bool sh_game_arrived(const sh_game_case *one, const uint64_t *board);
uint64_t sh_game_hash(const sh_game_case *one, const uint64_t *board);

// A level holds boards after so many moves of the winner: what is left to both sides, and how many
// moves were played. Only from level 0 of a game that she begins she moves alone.
sh_game_left sh_game_left_at(const sh_game_case *one, int level);
int sh_game_played_at(const sh_game_case *one, int level);
static inline bool sh_game_winner_only(const sh_game_case *one, int level) {
    return level == 0 && one->winner_first;
}
