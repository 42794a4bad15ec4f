// SPDX-License-Identifier: MIT
// One round of one block: which unknown states of 512 rows are now won, or lost.
//
// Retrograde analysis in synchronous rounds t = 0, 1, 2, …; t is the distance of what it proves.
//   Odd: a state is won if a move leads to a new loss (targets = X, the losses of round t-1).
//   Even: a state is lost if no move leads to a state that is not won (targets = N).
// A round reads the block's targets and its unknown states U, clears what it proves in U and leaves
// the news in the workspace: news->found[id] for the ids set in news->changed. The caller hands
// them on, transposed, to the blocks whose states can move there.
//
// Only subsets F of which some target changed since the block's last round of that kind are
// visited; a state found without a way out among those is then asked about its other subsets.
//
// A thread works on a block alone, or several share one where memory is short (team_part.h).
#pragma once

#include "base/pool.h"
#include "solve/duel/index.h"
#include "solve/duel/kernel/kernel.h"

// A block as the rounds see it; strips are by id, and as many as sh_duel_strips says.
struct sh_duel_block {
    uint64_t number;
    const sh_strip *targets;
    const uint64_t *dirty; // bits by id: targets that changed; NULL means all
    sh_strip *unknown;
    uint64_t *alive; // bits by id: unknown[id] is not zero; never set for copies of own mirrors
};

// Subsets by the sum of their cells, modulo the number of cells.
typedef struct sh_duel_classes {
    uint32_t *subset;                      // those of class 0, then of class 1, …
    uint64_t first[SH_DUEL_MAX_CELLS + 1]; // where a class begins
} sh_duel_classes;

sh_status sh_duel_classes_open(sh_duel_classes *classes, const sh_duel_index *index,
                               sh_error *error) SH_NODISCARD;
void sh_duel_classes_close(sh_duel_classes *classes);

// The workspace of one thread, or of threads that share a block.
struct sh_duel_news {
    const sh_duel_index *index;
    sh_pool *team; // NULL: one thread, which needs no classes
    const sh_duel_classes *classes;
    const sh_duel_kernels *kernels;
    union { // one array, under two names
        sh_strip
            *questions;  // during the visits: the states still asked about, of ids in `prepared`
        sh_strip *found; // afterwards: the new states, of ids in `changed`; the others are zero
    };
    uint64_t *changed;  // bits by id
    uint64_t *prepared; // bits by id
    uint64_t *flags;    // bits by subset: visited this round
    uint64_t *more;     // bits by subset: to be visited in the second stage
    uint32_t *list;     // subsets in ascending order
    uint64_t states;    // new states of the stored rows
    uint64_t positions; // the same without symmetry
    uint64_t strips;    // of planes and of `questions`, read or written
};

sh_status sh_duel_news_open(sh_duel_news *news, const sh_duel_index *index, sh_pool *team,
                            sh_cpu_level level, sh_error *error) SH_NODISCARD;
void sh_duel_news_close(sh_duel_news *news);
uint64_t sh_duel_news_bytes(const sh_duel_index *index);

// Strips by id, and zero ones after them: visits write zeros there, so each thread has its own.
static inline uint64_t sh_duel_strips(const sh_duel_index *index, const sh_pool *team) {
    return index->ids + (uint64_t)sh_pool_threads(team);
}

// Whether a tile of the block has news.
bool sh_duel_has_news(const sh_duel_news *news, const sh_duel_tile *tile);

// One of the news of a block, the first by id and lane: its row and its mover's set.
void sh_duel_example(const sh_duel_news *news, uint64_t block, uint64_t *row, uint64_t *set);
