// SPDX-License-Identifier: MIT
// Many games played side by side, as programs that learn want them: numbers in, arrays out.
//
// An action is from · cells + to, where cells are counted 0 … cells-1 in the order of the board
// (on rhombi and squares these are the cell numbers). What is known after each step lies in arrays
// that the environment owns: the view, whose addresses never change. Read them, do not write them.
//
// A game ends as a record says (sternhalma/record.h): somebody has won, the mover has no move, or a
// position came up again; after max_plies it is truncated. Rewards come with the last move: 1 for
// the winner, -1 shared by the others, 0 where nobody has won. With `restart` an ended game begins
// anew within the same step: its rewards and flags are of the game that ended, its planes and masks
// of the new one. Without it an ended game waits for a reset.
//
// Same seed and same actions, same arrays, whatever the number of threads. One caller at a time.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // int32_t

#include "sternhalma/game.h"
#include "sternhalma/positions.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SH_NO_ACTION (-1) // this game is left as it is

typedef struct sh_environment_options {
    size_t games;
    int max_plies;     // of a game: 1 to 1,000,000
    int opening_plies; // random moves before a game begins; at most max_plies
    int threads;       // 0: one for every CPU
    bool restart;      // ended games begin anew
    uint64_t seed;     // of openings and samples
} sh_environment_options;

// The arrays of `games` games, and their sizes.
typedef struct sh_environment_view {
    size_t games;
    int players, words, cells;
    int actions;       // cells · cells
    int room;          // no game has more legal actions than this
    int rows, columns; // of a plane
    int planes;        // of a game: the armies, the mover's first, and the mover's goal
    uint64_t *armies;  // [games][players][words]: with `turns` an sh_positions
    uint8_t *turns;    // [games]
    uint8_t *plane;    // [games][planes][rows][columns]: 0 or 1
    uint8_t *mask;     // [games][actions]: 1 where the action is legal
    int32_t *legal;    // [games][room]: the legal actions in ascending order, …
    int32_t *counts;   // [games]: … and how many there are
    float *rewards;    // [games][players]
    uint8_t *ended;    // [games]: by the rules, with the last step
    uint8_t *cut;      // [games]: by max_plies, with the last step
    int8_t *winners;   // [games]: of the game that ended; -1: nobody
    int32_t *lengths;  // [games]: plies of the game that ended, or so far
} sh_environment_view;

typedef struct sh_environment sh_environment;

// Begins all games. The game must outlive the environment. `start` may be NULL: the start.
SH_API sh_status sh_environment_open(sh_environment **environment, const sh_game *game,
                                     const sh_position *start,
                                     const sh_environment_options *options,
                                     sh_error *error) SH_NODISCARD;
SH_API void sh_environment_close(sh_environment *environment);
SH_API const sh_environment_view *sh_environment_look(const sh_environment *environment);

// Begins all games anew, with another seed.
SH_API void sh_environment_reset(sh_environment *environment, uint64_t seed);

// Plays one action in every game. SH_DATA where one is not legal; then no game has changed.
SH_API sh_status sh_environment_step(sh_environment *environment, const int32_t *actions,
                                     sh_error *error) SH_NODISCARD;

// A legal action of every game, all equally likely; SH_NO_ACTION of games that are over.
SH_API void sh_environment_sample(sh_environment *environment, int32_t *actions);

// Actions and moves. SH_DATA where the number or the cells are none of the game.
SH_API sh_status sh_action_move(const sh_game *game, int action, sh_move *move,
                                sh_error *error) SH_NODISCARD;
SH_API sh_status sh_move_action(const sh_game *game, sh_move move, int *action,
                                sh_error *error) SH_NODISCARD;

#ifdef __cplusplus
}
#endif
