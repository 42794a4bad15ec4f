// SPDX-License-Identifier: MIT
// The lanes of a word mostly have their upper cells in common, so that their waiters have the low
// part in common: which ids are beside it is found once for all of them. A word has a class of
// lanes for each low part.
#include "solve/cuda/compact_index.h"

#define UNMET (1u << 31) // of a class: what no set has but one that is to meet every class

static void add_lane(sh_compact_index *index, uint64_t lane, uint32_t first, uint32_t *end) {
    uint32_t low = index->lane_low[lane] | UNMET, i = first;
    while (i < *end && index->classes[i].low != low) i++;
    if (i == *end) ++*end;
    index->classes[i].low = low;
    index->classes[i].image = index->lane_low_image[lane] | UNMET;
    index->lane_class[lane] = (uint8_t)(i - first);
}

static void take_apart(sh_compact_index *index, uint64_t lane) {
    uint64_t waiter = sh_compact_turn(index, index->lane_set[lane]);
    uint32_t parts = (1u << index->low_cells) - 1;
    index->lane_high[lane] = index->lane_set[lane] ? (uint32_t)(waiter >> index->low_cells) : ~0u;
    index->lane_low[lane] = (uint32_t)waiter & parts;
    index->lane_low_image[lane] = (uint32_t)sh_compact_turn(index, index->lane_image[lane]) & parts;
}

void sh_compact_index_classify(sh_compact_index *index) {
    uint32_t end = 0;
    for (uint64_t word = 0; word < index->words; word++) {
        uint32_t first = index->word_classes[word] = end;
        for (uint64_t lane = word * 32; lane < word * 32 + 32; lane++) {
            take_apart(index, lane);
            if (index->lane_set[lane]) add_lane(index, lane, first, &end);
        }
    }
    index->word_classes[index->words] = end;
}
