// SPDX-License-Identifier: MIT
// The fast layout: three bit planes over all pairs of sets, whole in memory.
//
// For every block b and id, one strip each:
//   not_won[b][id]  N: T[set(id)][R] is not won for its mover (unknown or lost)
//   fresh[b][id]    X: that state is a loss of the last even round: an inbox
//   unknown[b][id]  U: T[R][set(id)] is unknown
// Overlapping, illegal and won states are zero everywhere; in the end U are the draws. Odd rounds
// read X and U and write N, even rounds read N and U and write X, and each tile of 512 strips has
// one writer: no double buffer, no atomics, no locks, and the same bits whatever the number of
// threads.
//
// With distances, bit j of half the distance of T[R][set(id)] stands in distance[j][b][id]: round t
// adds its news to the planes of the bits of t/2.
#pragma once

#include "solve/duel/backend.h"
#include "solve/duel/duel_values.h"
#include "solve/duel/index.h"
#include "solve/duel/initial.h"
#include "solve/duel/kernel/rounds.h"

typedef struct sh_fast_worker {
    sh_duel_news news;
    sh_round sum;
    sh_zugzwang zugzwang;
} sh_fast_worker;

typedef struct sh_fast {
    sh_duel_index index;
    sh_initial_rules rules;
    sh_pool *pool;
    sh_patience *patience;
    sh_cpu_level level;
    sh_metric metric;
    uint64_t stride;    // strips of a block in a plane: ids + 1, the last one zero
    uint64_t bit_words; // words of a bitmap of ids
    sh_strip *not_won, *fresh, *unknown;
    sh_strip
        *distance[SH_DISTANCE_PLANES]; // mapped when first needed; NULL: that bit is 0 everywhere
    uint64_t *not_won_dirty, *fresh_dirty, *alive; // [blocks][bit_words]
    sh_fast_worker *workers;
    int round;    // the number of the round in progress
    bool ask_all; // the next even round asks about every subset
} sh_fast;

// Maps a plane of distances.
sh_status sh_fast_add_plane(sh_fast *fast, int plane, sh_error *error) SH_NODISCARD;

// The functions of the backend, in fast_rounds.c, fast_state.c and fast_values.c.
sh_status sh_fast_begin(void *state, sh_round *round, sh_error *error) SH_NODISCARD;
sh_status sh_fast_round(void *state, int number, sh_round *round, sh_error *error) SH_NODISCARD;
sh_status sh_fast_save(void *state, sh_saver *saver, sh_error *error) SH_NODISCARD;
sh_status sh_fast_load(void *state, sh_loader *loader, sh_error *error) SH_NODISCARD;
sh_status sh_fast_rows(void *state, uint64_t first, uint32_t count, uint16_t *values) SH_NODISCARD;
sh_status sh_fast_value(void *state, uint64_t row, uint64_t set, uint16_t *value) SH_NODISCARD;
sh_status sh_fast_zugzwang(void *state, sh_zugzwang *count, sh_error *error) SH_NODISCARD;
