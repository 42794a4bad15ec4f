// SPDX-License-Identifier: MIT
// The squeezed layout: two bits a state, both symmetries, in memory or on disk.
//
// The planes are those of the fast layout (fast.h), without the overlaps: U and N, squeezed block
// by block, in a store (store.h). A round takes one block at a time into a thread's workspace: it
// expands the block's strips, applies the tiles that other blocks sent it, runs the same kernels,
// and sends its own news on. The inbox X exists only as messages. Odd rounds read and write U; even
// rounds read and write N and U; besides, every state is sent once in its life. Blocks to which
// nobody wrote are left alone.
//
// A message is a list of tiles, coded (squeezed_mail.c). Wins are cleared in N where they arrive,
// losses set in X. What was proven, sent and received in a round is compared.
//
// Every thread works on a block of its own, or, where their workspaces would take too much memory,
// several share one: a worker is a workspace, and its team the threads that it has.
//
// With a crew the blocks are dealt to its ranks in turn; each has its own store, works on its own
// blocks, and only messages cross. Sums and failures are agreed on after every step.
#pragma once

#include <pthread.h> // pthread_mutex_t

#include "solve/duel/backend.h"
#include "solve/duel/duel_values.h"
#include "solve/duel/index.h"
#include "solve/duel/initial.h"
#include "solve/duel/kernel/rounds.h"
#include "solve/duel/squeezed/coded.h"
#include "solve/duel/squeezed/failure.h"
#include "solve/duel/squeezed/store.h"

enum { SH_PLANE_UNKNOWN, SH_PLANE_NOT_WON, SH_PLANE_DISTANCE }; // distances from there on

// A message being written.
typedef struct sh_outbox {
    uint8_t *bytes;
    size_t size, room;
    uint64_t states; // that they tell of
} sh_outbox;

// A workspace.
typedef struct sh_squeezed_worker {
    sh_pool *team; // threads that share it; NULL: one
    sh_duel_news news;
    sh_strip *targets, *unknown; // as many as sh_duel_strips says
    uint64_t *dirty, *alive;     // bits by id
    uint64_t *stream;            // words of a block
    sh_outbox *outbox;           // by thread of the team
    sh_round sum;
    sh_zugzwang zugzwang;
    bool reading;     // after the solve: its strips are in use
    uint64_t proven;  // states to be sent since the last turn
    sh_status status; // the first failure of this round
    sh_error error;
} sh_squeezed_worker;

typedef struct sh_squeezed {
    sh_duel_index index;
    sh_initial_rules rules;
    sh_pool *pool;           // one thread a worker
    sh_pool *own_pool;       // the same, where workers are fewer than threads
    sh_duel_classes classes; // in that case
    sh_crew *crew;
    sh_patience *patience;
    uint64_t *gathered; // with a crew: sums over all ranks, and an example of each
    const sh_duel_kernels *kernels;
    sh_metric metric;
    const sh_store_kind *kind;
    sh_store *store;
    uint64_t block_words;
    sh_squeezed_worker *workers;
    uint64_t read, written; // bytes that the store had moved after the last round
    int round;
    bool finishing;     // whole planes are sent
    sh_coder coder;     // for them
    bool ask_all;       // the next even round asks about every subset
    uint64_t loaded;    // blocks of checkpoints of a crew
    bool by_mover;      // a crew or for a table: after the solve lanes are movers, ids waiters
    int distance_plane; // that is being turned
    pthread_mutex_t mutex;
    pthread_cond_t given_back; // a worker, by a reader
    // After the solve, when N was turned into rows:
    sh_zugzwang zugzwang;
    uint32_t *starts; // [block][ids / SH_STREAM_STEP]: where ids begin in the streams
    bool measured;    // they are known; before the solve if threads share blocks
} sh_squeezed;

#define SH_GATHERED_SUMS 4
static inline uint64_t sh_squeezed_gathered(const sh_crew *crew) {
    return SH_GATHERED_SUMS + 3 * (uint64_t)sh_crew_ranks(crew);
}

// Known places in the stream of a block.
static inline uint64_t sh_squeezed_starts(const sh_duel_index *index) {
    return (index->ids + SH_STREAM_STEP - 1) / SH_STREAM_STEP;
}

// States to be sent: strips by id, of a plane.
typedef struct sh_posting {
    int plane;
    const sh_strip *strips;
} sh_posting;

// Tiles as messages (squeezed_mail.c). sh_tile_send sends the states of one or two planes of a
// block to where they belong; `changed` are ids of which there may be some, NULL means all.
// sh_tile_apply sets (or clears) in the strips of a block what was sent to it of that plane, and
// marks the changed ids.
sh_status sh_tile_send(sh_squeezed *squeezed, sh_squeezed_worker *worker, uint64_t block,
                       const sh_posting *postings, int count,
                       const sh_duel_news *changed) SH_NODISCARD;
sh_status sh_tile_apply(sh_squeezed *squeezed, sh_pool *team, uint64_t block, int plane,
                        sh_strip *strips, uint64_t *dirty, bool clear,
                        sh_error *error) SH_NODISCARD;

// Blocks as strips (squeezed_planes.c), by the threads of a team; NULL is the caller alone.
// sh_squeezed_read borrows a block of a plane, expands it into strips and gives it back,
// sh_squeezed_squeeze makes words of a stream, sh_squeezed_write replaces a block of a plane and
// sh_squeezed_add sets the states of a stream in one.
sh_status sh_squeezed_read(sh_squeezed *squeezed, sh_pool *team, int plane, uint64_t block,
                           sh_strip *strips, sh_error *error) SH_NODISCARD;
sh_status sh_squeezed_squeeze(const sh_squeezed *squeezed, sh_pool *team, uint64_t block,
                              const sh_strip *strips, uint64_t *words,
                              sh_error *error) SH_NODISCARD;
sh_status sh_squeezed_write(sh_squeezed *squeezed, sh_pool *team, int plane, uint64_t block,
                            const sh_strip *strips, sh_error *error) SH_NODISCARD;
sh_status sh_squeezed_add(sh_squeezed *squeezed, sh_pool *team, int plane, uint64_t block,
                          const uint64_t *stream, sh_error *error) SH_NODISCARD;
// Zero strips, of all ids.
void sh_squeezed_clear(const sh_squeezed *squeezed, sh_pool *team, sh_strip *strips);
// Bits of the ids that have unknown states.
void sh_squeezed_alive(const sh_squeezed *squeezed, sh_pool *team, const sh_strip *unknown,
                       uint64_t *alive);
// Finds where ids begin in the streams of all blocks of this rank.
void sh_squeezed_measure(sh_squeezed *squeezed, sh_pool *pool);
static inline uint32_t *sh_squeezed_starts_of(const sh_squeezed *squeezed, uint64_t block) {
    return squeezed->starts +
           block / (uint64_t)sh_crew_ranks(squeezed->crew) * sh_squeezed_starts(&squeezed->index);
}

// The blocks of this rank: how many, and which.
uint64_t sh_squeezed_blocks(const sh_squeezed *squeezed);
static inline uint64_t sh_squeezed_block(const sh_squeezed *squeezed, uint64_t number) {
    return (uint64_t)sh_crew_rank(squeezed->crew) +
           number * (uint64_t)sh_crew_ranks(squeezed->crew);
}

// Runs a task for every block of this rank and adds up what the workers of all ranks did; the first
// failure is returned.
sh_status sh_squeezed_run(sh_squeezed *squeezed, sh_task *task, sh_round *round,
                          sh_error *error) SH_NODISCARD;
// Delivers what was sent; all of it must be what was proven. Adds what was moved to `round`.
sh_status sh_squeezed_turn(sh_squeezed *squeezed, sh_round *round, sh_error *error) SH_NODISCARD;

// For checkpoints (squeezed_save.c): planes in use, words of a block that has as many rows as this
// one, and the words as they belong into a checkpoint.
int sh_squeezed_planes(const sh_squeezed *squeezed);
uint64_t sh_squeezed_words(const sh_squeezed *squeezed, uint64_t block);
sh_status sh_squeezed_current(sh_squeezed *squeezed, int plane, uint64_t block, uint64_t *words,
                              sh_error *error) SH_NODISCARD;

// The functions of the backends, in squeezed_rounds.c, squeezed_save.c and squeezed_state.c.
sh_status sh_squeezed_begin(void *state, sh_round *round, sh_error *error) SH_NODISCARD;
sh_status sh_squeezed_round(void *state, int number, sh_round *round, sh_error *error) SH_NODISCARD;
sh_status sh_squeezed_save(void *state, sh_saver *saver, sh_error *error) SH_NODISCARD;
sh_status sh_squeezed_load(void *state, sh_loader *loader, sh_error *error) SH_NODISCARD;
sh_status sh_squeezed_finish(void *state, sh_error *error) SH_NODISCARD;
sh_status sh_squeezed_rows(void *state, uint64_t first, uint32_t count,
                           uint16_t *values) SH_NODISCARD;
sh_status sh_squeezed_movers(void *state, uint64_t number, sh_mover_use *use,
                             void *user) SH_NODISCARD;
sh_status sh_squeezed_value(void *state, uint64_t row, uint64_t set, uint16_t *value) SH_NODISCARD;
sh_status sh_squeezed_probe(void *state, const sh_state_query *queries, uint64_t count,
                            uint16_t *values) SH_NODISCARD;
void sh_squeezed_serve(void *state);
sh_status sh_squeezed_zugzwang(void *state, sh_zugzwang *count, sh_error *error) SH_NODISCARD;
