// SPDX-License-Identifier: MIT
// See tally_flood.h. Threads list, for a slice of tallies each, the neighbours that are not known
// yet; the lists are then added one after the other. What one thread would do has the same order.
#include "puzzle/tally_flood.h"

#include <stdatomic.h> // atomic_bool
#include <stdlib.h>    // realloc
#include <string.h>    // memset

enum { SLICE = 512, SLICES = 512, LATELY = 4096, AHEAD = 8 };

// Neighbours that a slice found.
typedef struct list {
    sh_tally *tally;
    size_t count, room;
} list;

typedef struct sweep {
    const sh_tally_flood *flood;
    const sh_tally_growth *growth;
    uint32_t begin, end; // of the tallies whose neighbours are listed
    list found[SLICES];
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

sh_status sh_tally_flood_add(sh_tally_flood *flood, sh_tally tally, int distance, sh_error *error) {
    uint32_t number, before = sh_tally_map_count(&flood->map);
    sh_status status = sh_tally_map_add(&flood->map, tally, &number, error);
    if (status || sh_tally_map_count(&flood->map) == before) return status;
    if (sh_tally_map_count(&flood->map) > flood->room) {
        flood->room = flood->map.set.room;
        uint8_t *grown = realloc(flood->distance, flood->room);
        if (!grown) return sh_fail(error, SH_RESOURCES, "no memory for the bounds");
        flood->distance = grown;
    }
    flood->distance[number] = (uint8_t)distance;
    return SH_OK;
}

int sh_tally_flood_distance(const sh_tally_flood *flood, sh_tally tally) {
    uint32_t number = sh_tally_map_find(&flood->map, tally);
    return number == SH_TALLY_NONE ? SH_TALLY_FAR : flood->distance[number];
}

static bool list_add(list *l, sh_tally tally) {
    if (l->count == l->room) {
        size_t room = 2 * l->room + 1024;
        sh_tally *grown = realloc(l->tally, room * sizeof *grown);
        if (!grown) return false;
        l->tally = grown;
        l->room = room;
    }
    l->tally[l->count++] = tally;
    return true;
}

static bool came_lately(memory *m, sh_tally tally) {
    uint64_t hash = sh_tally_map_hash(tally);
    sh_tally *slot = &m->tally[hash >> 40 & (LATELY - 1)];
    if (*slot == tally) return true;
    *slot = tally;
    return false;
}

// Lists the neighbours of a tally that are new and wanted.
static bool list_neighbours(const sweep *w, uint32_t number, memory *lately, list *found) {
    const sh_tallying *tallying = w->growth->tallying;
    const sh_passage *passage = tallying->passage;
    sh_tally tally = sh_tally_map_at(&w->flood->map, number);
    int distance = w->flood->distance[number] + 1;
    sh_counts counts;
    sh_tally_unpack(tallying, tally, &counts);
    sh_stands stands = sh_tally_stands(passage, &counts);
    for (uint32_t taken = stands.taken; taken; taken &= taken - 1) {
        int s = __builtin_ctz(taken);
        for (uint32_t t = sh_tally_targets(passage, &stands, s); t; t &= t - 1) {
            int to = __builtin_ctz(t);
            sh_tally next = tally - tallying->one[s] + tallying->one[to];
            if (came_lately(lately, next) ||
                sh_tally_map_find(&w->flood->map, next) != SH_TALLY_NONE)
                continue;
            counts.of[s]--;
            counts.of[to]++;
            bool wanted =
                !w->growth->keep || w->growth->keep(w->growth->context, next, &counts, distance);
            counts.of[s]++;
            counts.of[to]--;
            if (wanted && !list_add(found, next)) return false;
        }
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

// Adds what the slices found, in their order.
static sh_status add_found(sh_tally_flood *flood, const sweep *w, size_t slices, int distance,
                           sh_error *error) {
    for (size_t i = 0; i < slices; i++)
        for (size_t k = 0; k < w->found[i].count; k++) {
            if (k + AHEAD < w->found[i].count)
                sh_tally_map_prefetch(&flood->map, w->found[i].tally[k + AHEAD]);
            sh_status status = sh_tally_flood_add(flood, w->found[i].tally[k], distance, error);
            if (status) return status;
        }
    return SH_OK;
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
    free(w);
    return status;
}
