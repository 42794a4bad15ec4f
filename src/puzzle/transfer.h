// SPDX-License-Identifier: MIT
// Exact search for army transfers: is there a solution of L moves, and which.
//
// A search knows all boards that J moves lead to (J grows while they are few). To settle a length L
// it goes on level by level inside a corridor to time L - J, where a board solves the puzzle iff J
// moves lead from the start to its reverse (or, without a reversal, from the board to the goal).
// Levels are not cleaned of boards of earlier levels: a level is what exactly t moves lead to. So a
// solution of L - 2 moves, with a move and its opposite added, is found, too; and one of L - 1
// moves by playing one of its chains in two parts. sh_transfer_covers says whether "none of L
// moves" means "none of L moves or less". For the same reason a solution is any way of so many
// moves from start to goal: it may pass through its goal before.
#pragma once

#include "puzzle/expand.h"
#include "puzzle/numbering.h"
#include "sternhalma/moves.h"

#define SH_MAX_TRANSFER 250 // moves

typedef struct sh_transfer_level {
    uint64_t boards; // up to the mirror
    uint64_t hash;   // Σ sh_board_hash: any order, any machine
} sh_transfer_level;

typedef struct sh_transfer_options {
    int threads;         // 0: all
    size_t memory;       // bytes; 0: three quarters of what is available
    const char *scratch; // a folder for levels: beyond memory, and to resume from; or NULL
    int known;           // J; 0: chosen by size
    bool hashes;         // hash the levels
    bool keep;           // keep all levels, to find and count solutions
    // Hears of every level beyond the exact ones as it is complete; may be NULL.
    void (*listener)(void *user, int time, const sh_transfer_level *level);
    void *user;
} sh_transfer_options;

typedef struct sh_transfer sh_transfer;

sh_status sh_transfer_open(sh_transfer **transfer, const sh_puzzle *puzzle,
                           const sh_transfer_options *options, const sh_monitor *monitor,
                           sh_error *error) SH_NODISCARD;
void sh_transfer_close(sh_transfer *transfer);

// Is there a solution of exactly `length` moves (see above)? *found says; the levels of this run
// are then those of sh_transfer_levels. SH_RESOURCES where memory ends, with the level reached in
// the sentence; SH_INTERRUPTED on request.
sh_status sh_transfer_settle(sh_transfer *transfer, int length, bool *found,
                             sh_error *error) SH_NODISCARD;

// Does the absence of solutions of `length` moves prove that there is no shorter one? (A solution
// without chains would have to be longer. Where chains pass through cells on which nobody may stand
// they cannot be played in two moves, and it does not.)
bool sh_transfer_covers(const sh_transfer *transfer, int length);

// Have the moves from the start led to all boards they can ever lead to? Then a solution, if there
// is one, has at most the length settled last.
bool sh_transfer_exhausted(const sh_transfer *transfer);

// The moves of a solution that was found; `moves` has room for SH_MAX_TRANSFER.
sh_status sh_transfer_solution(sh_transfer *transfer, sh_move *moves, int *count,
                               sh_error *error) SH_NODISCARD;

// How many solutions of the settled length there are: as sequences of moves, and up to the
// puzzle's symmetries and reversals; and how many are their own reverse, for the reversal of the
// passage and for its mirror image. Options must have had `keep`.
typedef struct sh_transfer_count {
    unsigned __int128 solutions, classes, palindromes[2];
} sh_transfer_count;
sh_status sh_transfer_count_all(sh_transfer *transfer, sh_transfer_count *count,
                                sh_error *error) SH_NODISCARD;

// A palindrome of this length, for the reversal of the passage.
sh_status sh_transfer_fold(sh_transfer *transfer, int length, bool *found, sh_move *moves,
                           sh_error *error) SH_NODISCARD;

// What the last run looked at: levels 0 … *count - 1, boards in all.
const sh_transfer_level *sh_transfer_levels(const sh_transfer *transfer, int *count);
uint64_t sh_transfer_boards(const sh_transfer *transfer);
int sh_transfer_known(const sh_transfer *transfer);
