// SPDX-License-Identifier: MIT
// See tally_map.h. Many at once: every tally enters its place in the list into the array, where the
// least stays. Those that find their own place there are new; counted by slices, they get their
// numbers.
#include "puzzle/tally_map.h"

#include <stdatomic.h> // atomic_compare_exchange_weak_explicit
#include <stdlib.h>    // realloc
#include <string.h>    // memset

#include "base/memory.h"

#define HALVES(tally) ((uint64_t[]){(uint64_t)(tally), (uint64_t)((tally) >> 64)})

enum { SLICE = 4096, LEAST_ROOM = 1024 };

bool sh_tally_list_add(sh_tally_list *list, sh_tally tally) {
    if (list->count == list->room) {
        size_t room = 2 * list->room + LEAST_ROOM;
        sh_tally *grown = realloc(list->tally, room * sizeof *grown);
        if (!grown) return false;
        list->tally = grown;
        list->room = room;
    }
    list->tally[list->count++] = tally;
    return true;
}

static sh_status no_memory(sh_error *error) {
    return sh_fail(error, SH_RESOURCES, "no memory for the tallies of the bounds");
}

static size_t bytes_of(const sh_tally_map *map) {
    return (size_t)map->tallying->ranks * sizeof *map->number;
}

sh_status sh_tally_map_open(sh_tally_map *map, const sh_tallying *tallying, sh_error *error) {
    *map = (sh_tally_map){.tallying = tallying, .set.words = 2};
    if (tallying->ranks) map->number = sh_memory_map(bytes_of(map));
    return tallying->ranks && !map->number ? no_memory(error) : SH_OK;
}

void sh_tally_map_close(sh_tally_map *map) {
    if (map->number) sh_memory_unmap(map->number, bytes_of(map));
    free(map->tally);
    sh_keyset_close(&map->set);
    memset(map, 0, sizeof *map);
}

uint64_t sh_tally_place(const sh_tallying *tallying, sh_tally tally) {
    return tallying->ranks ? sh_tally_rank(tallying, tally) : sh_keyset_hash(HALVES(tally), 2);
}

void sh_tally_map_prefetch(const sh_tally_map *map, uint64_t place) {
    if (map->number)
        __builtin_prefetch(&map->number[place]);
    else
        sh_keyset_prefetch(&map->set, place);
}

uint32_t sh_tally_map_find_at(const sh_tally_map *map, sh_tally tally, uint64_t place) {
    size_t number;
    if (map->number) return map->number[place] - 1;
    return sh_keyset_find(&map->set, HALVES(tally), &number) ? (uint32_t)number : SH_TALLY_NONE;
}

uint32_t sh_tally_map_find(const sh_tally_map *map, sh_tally tally) {
    return sh_tally_map_find_at(map, tally, sh_tally_place(map->tallying, tally));
}

int sh_tally_around(const sh_tallying *tallying, sh_tally tally, const sh_counts *counts,
                    sh_relaxed moves[SH_MAX_RELAXED]) {
    sh_stands stands = sh_tally_stands(tallying->passage, counts);
    sh_tally_ranks ranks;
    int count = 0;
    if (tallying->ranks) sh_tally_rank_around(tallying, counts, &ranks);
    for (uint32_t taken = stands.taken; taken; taken &= taken - 1) {
        int s = __builtin_ctz(taken);
        for (uint32_t t = sh_tally_targets(tallying->passage, &stands, s); t; t &= t - 1) {
            int to = __builtin_ctz(t);
            sh_tally next = tally - tallying->one[s] + tallying->one[to];
            uint64_t place = tallying->ranks ? sh_tally_rank_moved(tallying, counts, &ranks, s, to)
                                             : sh_tally_place(tallying, next);
            moves[count++] = (sh_relaxed){next, place, s, to};
        }
    }
    return count;
}

static bool make_room(sh_tally_map *map, size_t count) {
    if (count <= map->room) return true;
    size_t room = count + map->room / 2 + LEAST_ROOM;
    sh_tally *grown = realloc(map->tally, room * sizeof *grown);
    if (!grown) return false;
    map->tally = grown;
    map->room = room;
    return true;
}

static sh_status add_hashed(sh_tally_map *map, const sh_tally *tallies, size_t count,
                            sh_error *error) {
    for (size_t i = 0; i < count; i++) {
        sh_status status = sh_keyset_add(&map->set, HALVES(tallies[i]));
        if (status == SH_NO) continue;
        if (status || !make_room(map, map->count + 1)) return no_memory(error);
        map->tally[map->count++] = tallies[i];
    }
    return SH_OK;
}

typedef struct adding {
    sh_tally_map *map;
    const sh_tally *tallies;
    size_t count;
    uint32_t *rank; // by place in the list
    size_t *fresh;  // by slice: how many are new, then the number of the first
} adding;

static size_t slice_end(const adding *a, size_t index) {
    return (index + 1) * SLICE < a->count ? (index + 1) * SLICE : a->count;
}

// What stands in the array for the tally at a place of the list until it has its number.
static uint32_t mark_of(const adding *a, size_t place) {
    return (uint32_t)(a->map->count + place + 1);
}

static void enter_slice(void *context, size_t index, int worker) {
    (void)worker;
    adding *a = context;
    for (size_t i = index * SLICE; i < slice_end(a, index); i++) {
        a->rank[i] = sh_tally_rank(a->map->tallying, a->tallies[i]);
        _Atomic uint32_t *slot = (_Atomic uint32_t *)&a->map->number[a->rank[i]];
        uint32_t mark = mark_of(a, i), found = atomic_load_explicit(slot, memory_order_relaxed);
        while ((!found || found > mark) &&
               !atomic_compare_exchange_weak_explicit(slot, &found, mark, memory_order_relaxed,
                                                      memory_order_relaxed)) {
        }
    }
}

static void count_slice(void *context, size_t index, int worker) {
    (void)worker;
    adding *a = context;
    a->fresh[index] = 0;
    for (size_t i = index * SLICE; i < slice_end(a, index); i++)
        a->fresh[index] += a->map->number[a->rank[i]] == mark_of(a, i);
}

// A number is never larger than the mark it replaces, so no other tally takes it for its own mark.
static void number_slice(void *context, size_t index, int worker) {
    (void)worker;
    adding *a = context;
    size_t number = a->fresh[index];
    for (size_t i = index * SLICE; i < slice_end(a, index); i++) {
        _Atomic uint32_t *slot = (_Atomic uint32_t *)&a->map->number[a->rank[i]];
        if (atomic_load_explicit(slot, memory_order_relaxed) != mark_of(a, i)) continue;
        a->map->tally[number++] = a->tallies[i];
        atomic_store_explicit(slot, (uint32_t)number, memory_order_relaxed);
    }
}

static sh_status add_ranked(adding *a, sh_pool *pool, sh_error *error) {
    size_t slices = (a->count + SLICE - 1) / SLICE, next = a->map->count;
    a->rank = malloc(a->count * sizeof *a->rank);
    a->fresh = malloc(slices * sizeof *a->fresh);
    if (!a->rank || !a->fresh) return no_memory(error);
    sh_pool_run(pool, slices, enter_slice, a);
    sh_pool_run(pool, slices, count_slice, a);
    for (size_t i = 0; i < slices; i++) {
        size_t fresh = a->fresh[i];
        a->fresh[i] = next;
        next += fresh;
    }
    if (!make_room(a->map, next)) return no_memory(error);
    sh_pool_run(pool, slices, number_slice, a);
    a->map->count = next;
    return SH_OK;
}

sh_status sh_tally_map_add(sh_tally_map *map, const sh_tally *tallies, size_t count, sh_pool *pool,
                           sh_error *error) {
    if (!map->number) return add_hashed(map, tallies, count, error);
    adding a = {.map = map, .tallies = tallies, .count = count};
    sh_status status = count ? add_ranked(&a, pool, error) : SH_OK;
    free(a.rank);
    free(a.fresh);
    return status;
}
