// SPDX-License-Identifier: MIT
// The values of a patch as two strings of symbols: outcomes, and distances given the outcomes.
//
// Column after column, 64 lanes at once: neighbours are whole columns, so sums, counts and levels
// are vectors, and only what is not sure is taken lane by lane. One source (patch_template.h) is
// compiled for each CPU level; all give the same symbols. Three functions go through the same
// states in the same order with the same contexts: one counts, one lists the symbols to be encoded
// (rans.h), one decodes; on crowded boards a fourth counts again.
//
// In memory a value is a byte as in duel.h: the distance in plies, or 0 and 1 without distances;
// SH_BYTE_DRAW; SH_BYTE_ANY where the coder may store what is cheapest. Lanes in which the two sets
// meet hold nothing.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint8_t

#include "table/band.h"
#include "table/duel.h"
#include "table/patch_model.h"

// What is known of a patch before its values are.
typedef struct sh_patch {
    const sh_patch_model *model;
    const sh_patch_shape *shape;
    _Alignas(64) int8_t mover_merit[SH_BAND_LANES]; // by lane
    _Alignas(64) uint8_t mover_turns[SH_BAND_LANES];
    const int8_t *waiter_merit; // by number of the set
    const uint8_t *waiter_turns;
} sh_patch;

// 64 lanes of bytes.
typedef struct sh_patch_lanes {
    _Alignas(64) uint8_t lane[SH_BAND_LANES];
} sh_patch_lanes;

// Working memory of one thread: what is known of the columns so far.
typedef struct sh_patch_scratch {
    uint32_t room;           // columns
    uint64_t *wins, *draws;  // by column
    sh_patch_lanes *outcome; // 1 a win, 16 another value, 0 nothing
    sh_patch_lanes *excess;
    sh_rans_list list; // of symbols to be encoded
} sh_patch_scratch;

// Room for this many columns; `encode` says whether for lists of symbols too.
sh_status sh_patch_scratch_make(sh_patch_scratch *scratch, uint32_t columns, bool encode,
                                sh_error *error) SH_NODISCARD;
uint64_t sh_patch_scratch_bytes(uint32_t columns); // with lists
void sh_patch_scratch_free(sh_patch_scratch *scratch);

// How often each answer was given in each context.
enum { SH_EXCESS_BINS = 65 }; // excess above the neighbours' least, from -32 to 32

typedef struct sh_patch_counts {
    uint32_t exception[SH_EXCEPTION_CONTEXTS][2], drawn[SH_DRAWN_CONTEXTS][2]; // no, yes
    uint32_t win[SH_LANE_CONTEXTS][2], draw[SH_DRAW_CONTEXTS][2];
    uint32_t distance[SH_DISTANCE_CONTEXTS][SH_EXCESS_BINS];
} sh_patch_counts;

// The same of distances on crowded boards, once the rest of the model is fitted.
typedef struct sh_fellow_counts {
    uint32_t of[SH_FELLOW_CONTEXTS][SH_FELLOW_BINS];
} sh_fellow_counts;

typedef struct sh_patch_coder {
    const char *name;
    // `values` are by column and lane.
    void (*count)(const sh_patch *patch, const sh_patch_lanes *values, sh_patch_scratch *scratch,
                  sh_patch_counts *counts);
    void (*count_fellows)(const sh_patch *patch, const sh_patch_lanes *values,
                          sh_patch_scratch *scratch, sh_fellow_counts *counts);
    // The symbols of the outcomes, then, with those known, of the distances: scratch->list.
    void (*list_outcomes)(const sh_patch *patch, const sh_patch_lanes *values,
                          sh_patch_scratch *scratch);
    void (*list_distances)(const sh_patch *patch, const sh_patch_lanes *values,
                           sh_patch_scratch *scratch);
    // As sh_rans_encode.
    uint8_t *(*encode)(const sh_rans_list *list, int states, uint8_t *end, size_t room);
    // Wins and draws into the scratch; then distances into `values`, all lanes, SH_BYTE_ANY where
    // there is no state. False where the bytes are damaged.
    bool (*decode_outcomes)(const sh_patch *patch, sh_rans *rans, sh_patch_scratch *scratch);
    bool (*decode_distances)(const sh_patch *patch, sh_rans *rans, sh_patch_scratch *scratch,
                             sh_patch_lanes *values);
} sh_patch_coder;

// The fastest on this CPU.
const sh_patch_coder *sh_patch_coder_best(void);

extern const sh_patch_coder sh_patch_coder_portable, sh_patch_coder_avx2, sh_patch_coder_avx512;
