// SPDX-License-Identifier: MIT
// See tally_flood.h. Threads list, for a slice of tallies each, the neighbours that are not known
// yet; the lists are then added in their order. What one thread would do has the same order.
#include "puzzle/tally_flood.h"

#include <stdatomic.h> // atomic_bool
#include <stdlib.h>    // realloc
#include <string.h>    // memset

enum { SLICE = 512, SLICES = 512, LATELY = 4096 };

typedef struct sweep {
    const sh_tally_flood *flood;
    const sh_tally_growth *growth;
    uint32_t begin, end;         // of the tallies whose neighbours are listed
    sh_tally_list found[SLICES]; // neighbours, by slice
    sh_tally_list all;
    size_t first[SLICES]; // of a slice's tallies in the list of all
    atomic_bool full;
} sweep;

// What one slice listed lately need not be listed again.
typedef struct memory {
    sh_tally tally[LATELY];
} memory;

void sh_tally_flood_close(sh_tally_flood *flood) {
    sh_tally_map_close(&flood->map);
    free(flood->distance);
    memset(flood, 0, sizeof *flood);
}

// Adds tallies of one distance.
static sh_status add(sh_tally_flood *flood, const sh_tally *tallies, size_t count, int distance,
                     sh_pool *pool, sh_error *error) {
    size_t before = flood->map.count;
    sh_status status = sh_tally_map_add(&flood->map, tallies, count, pool, error);
    if (status) return status;
    if (flood->map.room > flood->room) {
        uint8_t *grown = realloc(flood->distance, flood->map.room);
        if (!grown) return sh_fail(error, SH_RESOURCES, "no memory for the bounds");
        flood->distance = grown;
        flood->room = flood->map.room;
    }
    if (flood->room) memset(flood->distance + before, distance, flood->map.count - before);
    return SH_OK;
}

sh_status sh_tally_flood_open(sh_tally_flood *flood, const sh_tallying *tallying,
                              const sh_tally *seeds, size_t count, sh_pool *pool, sh_error *error) {
    memset(flood, 0, sizeof *flood);
    sh_status status = sh_tally_map_open(&flood->map, tallying, error);
    return status ? status : add(flood, seeds, count, 0, pool, error);
}

int sh_tally_flood_distance(const sh_tally_flood *flood, sh_tally tally, uint64_t place) {
    uint32_t number = sh_tally_map_find_at(&flood->map, tally, place);
    return number == SH_TALLY_NONE ? SH_TALLY_FAR : flood->distance[number];
}

static bool came_lately(memory *m, sh_tally tally, uint64_t place) {
    sh_tally *slot = &m->tally[place * 0x9e3779b97f4a7c15 >> 40 & (LATELY - 1)];
    if (*slot == tally) return true;
    *slot = tally;
    return false;
}

// The neighbours of a tally that did not come lately; their memory is asked for.
static int look_around(const sweep *w, sh_tally tally, const sh_counts *counts, memory *lately,
                       sh_relaxed *moves) {
    int all = sh_tally_around(w->growth->tallying, tally, counts, moves), count = 0;
    for (int i = 0; i < all; i++) {
        if (came_lately(lately, moves[i].tally, moves[i].place)) continue;
        sh_tally_map_prefetch(&w->flood->map, moves[i].place);
        moves[count++] = moves[i];
    }
    return count;
}

// Lists the neighbours of a tally that are new and wanted.
static bool list_neighbours(const sweep *w, uint32_t number, memory *lately, sh_tally_list *found) {
    const sh_tally_growth *growth = w->growth;
    sh_tally tally = sh_tally_map_at(&w->flood->map, number);
    int distance = w->flood->distance[number] + 1;
    sh_relaxed moves[SH_MAX_RELAXED];
    sh_counts counts;
    sh_tally_unpack(growth->tallying, tally, &counts);
    int count = look_around(w, tally, &counts, lately, moves);
    for (const sh_relaxed *m = moves; m < moves + count; m++) {
        if (sh_tally_map_find_at(&w->flood->map, m->tally, m->place) != SH_TALLY_NONE) continue;
        counts.of[m->from]--;
        counts.of[m->to]++;
        bool wanted =
            !growth->keep || growth->keep(growth->context, m->tally, m->place, &counts, distance);
        counts.of[m->from]++;
        counts.of[m->to]--;
        if (wanted && !sh_tally_list_add(found, m->tally)) return false;
    }
    return true;
}

static void list_slice(void *context, size_t index, int worker) {
    (void)worker;
    sweep *w = context;
    uint32_t from = w->begin + (uint32_t)index * SLICE;
    uint32_t to = w->end - from < SLICE ? w->end : from + SLICE;
    memory *lately = calloc(1, sizeof *lately);
    bool fine = lately;
    w->found[index].count = 0;
    for (uint32_t i = from; i < to && fine; i++)
        fine = list_neighbours(w, i, lately, &w->found[index]);
    if (!fine) w->full = true;
    free(lately);
}

static void collect_slice(void *context, size_t index, int worker) {
    (void)worker;
    sweep *w = context;
    const sh_tally_list *found = &w->found[index];
    if (found->count)
        memcpy(w->all.tally + w->first[index], found->tally, found->count * sizeof *found->tally);
}

// Adds what the slices found, in their order.
static sh_status add_found(sh_tally_flood *flood, sweep *w, size_t slices, int distance,
                           sh_error *error) {
    w->all.count = 0;
    for (size_t i = 0; i < slices; i++) {
        w->first[i] = w->all.count;
        w->all.count += w->found[i].count;
    }
    if (w->all.count > w->all.room) {
        free(w->all.tally);
        w->all.room = w->all.count + w->all.count / 2;
        w->all.tally = malloc(w->all.room * sizeof *w->all.tally);
        if (!w->all.tally) return sh_fail(error, SH_RESOURCES, "no memory for the bounds");
    }
    sh_pool_run(w->growth->pool, slices, collect_slice, w);
    return add(flood, w->all.tally, w->all.count, distance, w->growth->pool, error);
}

static sh_status grow_once(sh_tally_flood *flood, sweep *w, uint32_t begin, uint32_t end,
                           sh_error *error) {
    int distance = flood->distance[begin] + 1;
    for (w->begin = begin; w->begin < end; w->begin = w->end) {
        w->end = end - w->begin < SLICE * SLICES ? end : w->begin + SLICE * SLICES;
        size_t slices = (w->end - w->begin + SLICE - 1) / SLICE;
        sh_pool_run(w->growth->pool, slices, list_slice, w);
        if (w->full) return sh_fail(error, SH_RESOURCES, "no memory for the bounds");
        if (sh_stopped(w->growth->monitor)) return SH_INTERRUPTED;
        sh_status status = add_found(flood, w, slices, distance, error);
        if (status) return status;
    }
    return SH_OK;
}

sh_status sh_tally_flood_grow(sh_tally_flood *flood, const sh_tally_growth *growth, int depth,
                              sh_error *error) {
    sweep *w = calloc(1, sizeof *w);
    if (!w) return sh_fail(error, SH_RESOURCES, "no memory for the bounds");
    w->flood = flood;
    w->growth = growth;
    sh_status status = SH_OK;
    uint32_t begin = 0, end = sh_tally_map_count(&flood->map);
    while (begin < end && flood->distance[begin] < depth && !status) {
        status = grow_once(flood, w, begin, end, error);
        begin = end;
        end = sh_tally_map_count(&flood->map);
    }
    for (int i = 0; i < SLICES; i++) free(w->found[i].tally);
    free(w->all.tally);
    free(w);
    return status;
}
