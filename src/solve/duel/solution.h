// SPDX-License-Identifier: MIT
// Solving a two-player game from start to end: plan, rounds, checkpoints, counts, values.
//
// sh_plan_make (backend.h) chooses the backend that fits the memory; sh_solve runs it. A solution
// keeps the backend's memory until it is closed and gives out what is known: counts, single values,
// lines, and a value source for writing a table.
//
// Stopping: when the monitor's stop flag is set and there is a file for a checkpoint, the solve
// continues to the end of the next odd round, saves one, and returns SH_INTERRUPTED. If that takes
// longer than SH_SOLVE_PATIENCE, or there is nothing to save to, the round is given up within a
// block of it, and the last checkpoint is what a resumed solve begins with. One is also saved every
// options->checkpoint_every seconds. A finished solve leaves its checkpoint in
// place: the caller removes it when the results are safe. Until then sh_solution_save keeps the
// finished solve itself: resumed, it has nothing left to do.
//
// With a crew (options->crew) all ranks call sh_solve, sh_solution_save and sh_solution_finish
// alike; counts are known to all. After sh_solution_finish rank 0 alone asks for values and lines
// and then calls sh_solution_serve, in which the others answer it. Rows are given by the rank that
// has them: row r is of rank r / 512 mod ranks.
#pragma once

#include "base/pool.h"
#include "rank/pairs.h"
#include "solve/duel/backend.h"
#include "sternhalma/moves.h"

#define SH_SOLVE_PATIENCE 10.0 // seconds

typedef struct sh_solution {
    sh_game game;
    sh_solve_options options;
    sh_plan plan;
    const sh_backend *backend;
    sh_pool *pool;
    sh_pairs *pairs;
    void *state;
    sh_solve_state done;
    double touch_seconds;         // to get memory, before solving began
    double solve_seconds;         // of this run, checkpoints included
    uint64_t strips;              // of 64 bytes that went between planes in memory and the CPU
    uint64_t read, written;       // bytes from and to scratch or other ranks
    uint64_t mail[SH_MAX_ROUNDS]; // bytes of messages between blocks, by round of this run
    bool finished;                // the backend is ready to give values
    sh_status unfinished;         // why it never will be
    sh_patience patience;         // of the rounds
    int64_t saved;                // the round of the last checkpoint, or -1
} sh_solution;

// Counts as the literature gives them: both turns and no symmetry but for the mover's counts, which
// are of positions with one player to move. wins = losses (of the first player) = mover_wins +
// mover_losses.
typedef struct sh_solve_counts {
    uint64_t positions, wins, losses, draws, illegal;
    uint64_t mover_wins, mover_losses;
    uint32_t longest_win, longest_loss; // plies, where rounds are distances
} sh_solve_counts;

sh_status sh_solve(sh_solution **solution, const sh_game *game, const sh_solve_options *options,
                   const sh_plan *plan, const sh_monitor *monitor, sh_error *error) SH_NODISCARD;
void sh_solution_close(sh_solution *solution);

// Saves where the solve stands to options.checkpoint; before any value was asked for.
sh_status sh_solution_save(sh_solution *solution, sh_error *error) SH_NODISCARD;

// Makes the backend ready to give values; the functions below that give some do it themselves. To
// be called before values are asked for in tasks of a pool.
sh_status sh_solution_finish(sh_solution *solution, sh_error *error) SH_NODISCARD;

// On ranks other than 0: answers what rank 0 asks until it is done. On rank 0: it is done.
void sh_solution_serve(sh_solution *solution);

void sh_solution_count(const sh_solution *solution, sh_solve_counts *counts);
sh_value_source sh_solution_source(sh_solution *solution);

// How many placements are in mutual zugzwang. SH_NO where the backend cannot tell.
sh_status sh_solution_zugzwang(sh_solution *solution, sh_zugzwang *count,
                               sh_error *error) SH_NODISCARD;

// The value of a position as rank/values.h has it, illegal ones included.
sh_status sh_solution_value(sh_solution *solution, const sh_position *position,
                            uint16_t *value) SH_NODISCARD;
// The best line from a position (perfect/perfect.h), the same from every backend: with distances of
// that many plies, without them by a search. *length is how many moves were written, at most
// `room`; 0 for a draw. SH_NO where the search found no way to the end.
sh_status sh_solution_line(sh_solution *solution, const sh_position *position, sh_move *line,
                           int room, int *length, sh_error *error) SH_NODISCARD;
// A position with the longest win, the same in every run.
void sh_solution_longest(const sh_solution *solution, sh_position *position);
