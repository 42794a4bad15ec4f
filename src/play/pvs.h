// SPDX-License-Identifier: MIT
// The search: principal variation search over positions as bitboards, one worker a thread.
//
// A worker searches its root to a depth within a window. What all workers of an engine share is
// read-only but for the table of positions and the flag that stops them. The search exists for
// bitboards of 64, 128 and 256 cells and for each instruction set; all visit the same nodes.
#pragma once

#include <stdatomic.h> // atomic_bool
#include <stdbool.h>   // bool
#include <stdint.h>    // uint64_t

#include "play/bands.h"
#include "play/busy.h"
#include "play/course.h"
#include "play/march.h"
#include "play/transposition.h"
#include "play/truth.h"
#include "play/tuning.h"
#include "play/weights.h"
#include "sternhalma/engine.h"

#define SH_MAX_PLY 64        // the deepest node
#define SH_SEEN 4096         // slots of the filter of repetitions
#define SH_MOST_TARGETS 2048 // moves of a duel: 15 pieces, 136 cells at most

// A move of the root with what was found of it.
typedef struct sh_root_move {
    sh_move move;
    int value; // of the last search that got one, else -SH_INFINITE
    int length;
    sh_move line[SH_LINE_ROOM]; // from this move on
} sh_root_move;

typedef struct sh_worker sh_worker;

struct sh_worker {
    const sh_course *course;
    const sh_tuning *tuning;
    const sh_march *march; // NULL: without
    const sh_net *net;     // NULL: without
    const sh_truth *truth; // NULL: without tables
    const void *ground;    // the course as bitboards
    sh_transposition *transposition;
    sh_busy *busy;             // NULL with one thread
    const uint8_t *reductions; // by depth and number of the move: see sh_reductions_make
    int swing;                 // by how much one move can change what the marches are worth
    sh_position root;
    sh_root_move *moves;
    int count;
    uint64_t nodes, check_at;                        // calls `check` when nodes reach it
    void (*check)(sh_worker *worker, void *context); // sets `stopped`, moves check_at
    void *context;
    bool stopped;
    int depth;      // of the last whole iteration
    int past;       // positions of the game before the root
    uint64_t *path; // their keys, then those of the line searched; room for past + SH_MAX_PLY
    uint8_t seen[SH_SEEN]; // how many keys of the path fall into each slot
    int length[SH_MAX_PLY + 1];
    sh_move line[SH_MAX_PLY + 1][SH_MAX_PLY + 1];
};

typedef struct sh_pvs {
    // The course as bitboards, for sh_worker.ground; free with free(). NULL: out of memory.
    void *(*prepare)(const sh_course *course, const sh_march *march);
    // Searches the root; its best move comes first and its value is the result. Where the worker
    // was stopped, the first move is the best of those it got through, if it got through any.
    int (*root)(sh_worker *worker, int alpha, int beta, int depth);
    // The static value of the root for its mover.
    int (*evaluate)(sh_worker *worker);
} sh_pvs;

// By instruction set; for boards of 64, 128 and 256 cells.
extern const sh_pvs sh_pvs_portable[3], sh_pvs_avx2[3], sh_pvs_avx512[3];

// For this CPU and board.
const sh_pvs *sh_pvs_best(const sh_board *board);

#define SH_REDUCED_MOVES 64
// Plies by which the search of a move is reduced: at [depth * SH_REDUCED_MOVES + number]. In whole
// numbers, so that it is the same everywhere.
void sh_reductions_make(const sh_tuning *tuning,
                        uint8_t reductions[(SH_LIMIT_DEPTH + 1) * SH_REDUCED_MOVES]);
