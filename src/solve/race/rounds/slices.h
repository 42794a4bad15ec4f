// SPDX-License-Identifier: MIT
// The work of the rounds of an attractor, slice by slice (attractor.h says what a round is).
//
// Only lanes in which the next turn has news are at work in a slice. If they are less than half of
// all lanes they are renumbered 0, 1, …, else they keep their numbers; then they are cut into
// blocks of 512. Scratch strips are block-major: strip (block, id) stands at
// block·height + id, so that a block with all its ids lies together and 512×512 tiles can be
// transposed. A worker has its own scratch; between slices all of it is zero but `rest`.
//
// The code is compiled three times from one source (slices_template.h), for AVX-512, AVX2 and the
// baseline, and chosen once at run time. All variants give the same bits.
#pragma once

#include "base/cpu.h"
#include "solve/race/rounds/attractor.h"
#include "solve/race/rounds/census.h"
#include "solve/race/rounds/plane_copy.h"

#define SH_SUBSET_WORDS 5 // C(25, 2) = 300 subsets

typedef struct sh_scratch {
    size_t height;                      // strips of a block
    uint64_t active[SH_CUBE_MAX_WORDS]; // bits of the lanes at work
    bool renumbered;
    uint32_t lane_count; // numbers in use
    int blocks;
    // Rows on their way into a transposition: [block of all lanes][number of a lane at work].
    sh_strip *known_rows;
    sh_strip *unknown_rows;
    sh_strip *news;      // [block][id]: states of the next turn that have become known
    sh_strip *rest;      // [block][id]: those that are not known, where all moves count
    sh_strip *questions; // [block][id]: questions in work
    sh_strip *found;     // [block][id]: unknown states, then those that have become known
    sh_strip *occupied;  // [block][cell]
    uint64_t *marks;     // [block][words]: bits of the ids whose strips of news are not zero
    uint64_t (*flags)[SH_SUBSET_WORDS]; // [block]: bits of the subsets to visit
    uint32_t *ids; // ascending: whose strips of `found` are in use, then those with something found
    uint32_t id_count;
    uint32_t *visit;   // subsets to visit
    uint64_t count[3]; // by role: states found in this round
} sh_scratch;

// Strips that are all zero, to be freed; NULL where there is no memory.
sh_strip *sh_strips_open(size_t count);

sh_status sh_scratch_open(sh_scratch *scratch, const sh_cube *cube, sh_error *error) SH_NODISCARD;
void sh_scratch_close(sh_scratch *scratch);
uint64_t sh_scratch_bytes(const sh_cube *cube);

// What the workers share.
typedef struct sh_race_work {
    const sh_goal *goal;
    const sh_cube *cube;
    sh_plane *plane[3]; // by role, unpacked: states with that role to move; reversed: those in
                        // which it has just moved
    sh_plane *news; // as large as an unpacked plane, cut like W's: what V's last round found for W,
                    // then what W's found for U; lanes are U's sets in both
    uint8_t *changed_v;  // [V's set][W's set]: the strip of V has news for W
    uint8_t *changed_w;  // [W's set][V's set]: the strip of W has news for U
    uint64_t *active_u;  // [V's set][words]: lanes of U in which V has news
    sh_scratch *scratch; // by worker
    bool first[3];       // by role: arrivals are news, in every lane
    bool skip_u;         // the rounds begin with V
} sh_race_work;

// Tasks over the sets.
typedef struct sh_slices {
    sh_task *u_and_v;     // the rounds of U and V in a slice of W; the context is an sh_race_work
    sh_task *w;           // the round of W in a slice of V; likewise
    sh_task *list_draws;  // the context is an sh_census
    sh_task *count_types; // likewise
    sh_task *turn_strip;  // the context is an sh_turning
} sh_slices;

const sh_slices *sh_slices_get(sh_cpu_level level);
