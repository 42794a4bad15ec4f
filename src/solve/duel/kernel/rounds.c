// SPDX-License-Identifier: MIT
// Memory of a thread's workspace; the rounds themselves are in rounds_part.h.
#include "solve/duel/kernel/rounds.h"

#include <stdlib.h> // calloc
#include <string.h> // memset

#include "base/memory.h"

static size_t words(uint64_t bits) { return (size_t)((bits + 63) / 64); }

sh_status sh_duel_news_open(sh_duel_news *news, const sh_duel_index *index, sh_pool *team,
                            sh_cpu_level level, sh_error *error) {
    *news = (sh_duel_news){.index = index, .team = team, .kernels = sh_duel_kernels_get(level)};
    news->found = sh_memory_map(sh_duel_strips(index, team) * sizeof *news->found);
    news->changed = calloc(words(index->ids), sizeof *news->changed);
    news->prepared = calloc(words(index->ids + 1), sizeof *news->prepared);
    news->flags = calloc(words(index->subsets), sizeof *news->flags);
    news->more = calloc(words(index->subsets), sizeof *news->more);
    news->list = calloc(index->subsets, sizeof *news->list);
    if (news->found && news->changed && news->prepared && news->flags && news->more && news->list)
        return SH_OK;
    sh_duel_news_close(news);
    return sh_fail(error, SH_RESOURCES, "no memory for the workspace of a thread");
}

void sh_duel_news_close(sh_duel_news *news) {
    if (news->found)
        sh_memory_unmap(news->found, sh_duel_strips(news->index, news->team) * sizeof *news->found);
    free(news->changed);
    free(news->prepared);
    free(news->flags);
    free(news->more);
    free(news->list);
    memset(news, 0, sizeof *news);
}

sh_status sh_duel_classes_open(sh_duel_classes *classes, const sh_duel_index *index,
                               sh_error *error) {
    *classes = (sh_duel_classes){.subset = malloc(index->subsets * sizeof *classes->subset)};
    if (!classes->subset) return sh_fail(error, SH_RESOURCES, "no memory for the order of subsets");
    uint64_t next = 0;
    for (int class = 0; class < index->cells; class ++) {
        classes->first[class] = next;
        for (uint64_t f = 0; f < index->subsets; f++) {
            int sum = 0;
            for (uint64_t left = index->subset[f]; left; left &= left - 1)
                sum += __builtin_ctzll(left);
            if (sum % index->cells == class) classes->subset[next++] = (uint32_t)f;
        }
    }
    for (int class = index->cells; class <= SH_DUEL_MAX_CELLS; class ++)
        classes->first[class] = next;
    return SH_OK;
}

void sh_duel_classes_close(sh_duel_classes *classes) {
    free(classes->subset);
    classes->subset = NULL;
}

uint64_t sh_duel_news_bytes(const sh_duel_index *index) {
    return (index->ids + 1) * sizeof(sh_strip) + index->ids / 4 + index->subsets * 5;
}

bool sh_duel_has_news(const sh_duel_news *news, const sh_duel_tile *tile) {
    uint64_t any = 0;
    for (uint64_t w = 0; w < tile->strips / 64; w++) any |= news->changed[tile->first / 64 + w];
    return any;
}

void sh_duel_example(const sh_duel_news *news, uint64_t block, uint64_t *row, uint64_t *set) {
    uint64_t w = 0;
    while (!news->changed[w]) w++;
    uint64_t id = w * 64 + (uint64_t)__builtin_ctzll(news->changed[w]);
    int lane = 0;
    while (!sh_strip_has(&news->found[id], lane)) lane++;
    *row = block * SH_LANES + (uint64_t)lane;
    *set = news->index->set[id];
}
