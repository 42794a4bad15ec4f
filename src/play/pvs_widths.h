// SPDX-License-Identifier: MIT
// The search for the instruction set of the including file, which defines PVS, the table it fills,
// and GENERATOR, the generator of moves.
#include "play/pvs.h"

#include <assert.h> // assert
#include <stdlib.h> // malloc
#include <string.h> // memset

#include "board/bits.h"
#include "play/packed.h"
#include "rules/generator.h"

// The line from here on is this move and the line from the next ply on.
static inline void keep_line(sh_worker *worker, int ply, uint32_t move) {
    sh_move *line = worker->line[ply];
    int length = worker->length[ply + 1];
    line[0] = (sh_move){(uint8_t)packed_from(move), (uint8_t)packed_to(move)};
    for (int i = 0; i < length; i++) line[i + 1] = worker->line[ply + 1][i];
    worker->length[ply] = length + 1;
}

// Has this position been there before, in the game or on the way here? With the same player to
// move: every second one.
static inline bool repeats(const sh_worker *worker, uint64_t key, int ply) {
    if (!worker->seen[key % SH_SEEN]) return false;
    for (int i = worker->past + ply - 2; i >= 0; i -= 2)
        if (worker->path[i] == key) return true;
    return false;
}

static inline void enter_path(sh_worker *worker, uint64_t key, int ply) {
    worker->path[worker->past + ply] = key;
    worker->seen[key % SH_SEEN]++;
}

static inline void leave_path(sh_worker *worker, uint64_t key) { worker->seen[key % SH_SEEN]--; }

// Is what the table knows of a position as good as a search to this depth in this window?
static inline bool suffices(const sh_knowledge *known, int depth, int ply, int alpha, int beta) {
    if (known->depth < depth) return false;
    int value = from_stored(known->value, ply);
    return known->bound == SH_BOUND_EXACT ||
           (known->bound == SH_BOUND_LOWER ? value >= beta : value <= alpha);
}

// The hidden sums of the network, by view.
typedef struct net_sums {
    _Alignas(64) int16_t view[2][SH_HIDDEN];
} net_sums;

static inline void net_begin(const sh_net *net, net_sums *s) {
    for (int view = 0; view < 2; view++) memcpy(s->view[view], net->bias, sizeof net->bias);
}

static inline void net_add(const sh_net *net, int owner, int cell, net_sums *s) {
    for (int view = 0; view < 2; view++)
        for (int h = 0; h < SH_HIDDEN; h++) s->view[view][h] += net->row[view][owner][cell][h];
}

// The sums after a move.
static inline void net_move(const sh_net *net, int owner, int from, int to, const net_sums *before,
                            net_sums *after) {
    for (int view = 0; view < 2; view++) {
        const int16_t *in = net->row[view][owner][to], *out = net->row[view][owner][from];
        for (int h = 0; h < SH_HIDDEN; h++)
            after->view[view][h] = (int16_t)(before->view[view][h] + in[h] - out[h]);
    }
}

static inline int net_value(const sh_net *net, int mover, const net_sums *s) {
    int32_t value = 0;
    for (int view = 0; view < 2; view++) {
        const int16_t *sum = s->view[view ^ mover], *output = net->output[view];
        for (int h = 0; h < SH_HIDDEN; h++) {
            int16_t x = sum[h] < 0 ? 0 : sum[h] > SH_HIDDEN_MOST ? SH_HIDDEN_MOST : sum[h];
            value += (int32_t)x * output[h];
        }
    }
    return value >> SH_OUTPUT_SHIFT;
}

// Rows around the middle at which armies that have passed each other are told.
#define PASSING_ROWS 4

// The moves of a node being tried.
typedef struct sh_trial {
    int alpha, beta, depth, ply;
    int standing;  // the static value
    int best;      // the best value so far; above alpha or not
    int tried;     // moves
    uint32_t move; // the best one above the first alpha, or 0
} sh_trial;

// Do threads tell each other what they are at work on, among the later moves of this depth?
static inline bool shared(const sh_worker *worker, int depth, int number) {
    return worker->busy && number > 0 && depth >= worker->tuning->sharing;
}

// Moves put off, with their numbers in order.
typedef struct sh_late_moves {
    int count;
    uint32_t move[32];
    int number[32];
} sh_late_moves;

// False where there is no room.
static inline bool put_off(sh_late_moves *late, uint32_t move, int number) {
    if (late->count == sizeof late->move / sizeof *late->move) return false;
    late->move[late->count] = move;
    late->number[late->count++] = number;
    return true;
}

static inline void keep_knowledge(sh_worker *worker, uint64_t key, const sh_trial *trial) {
    int bound = trial->best >= trial->beta ? SH_BOUND_LOWER
                : trial->move              ? SH_BOUND_EXACT
                                           : SH_BOUND_UPPER;
    sh_transposition_store(worker->transposition, key,
                           (sh_knowledge){(int16_t)to_stored(trial->best, trial->ply),
                                          (uint8_t)trial->depth, (uint8_t)bound,
                                          (uint8_t)packed_from(trial->move),
                                          (uint8_t)packed_to(trial->move)});
}

#define TEMPLATE "play/pvs_template.h"
#include "board/widths.h"

const sh_pvs PVS[3] = {{pvs64_prepare, pvs64_root, pvs64_evaluate},
                       {pvs128_prepare, pvs128_root, pvs128_evaluate},
                       {pvs256_prepare, pvs256_root, pvs256_evaluate}};
