// SPDX-License-Identifier: MIT
// See number_set.h. Sorting is a radix sort: by the first byte from the slots into an array of the
// right size, where every thread knows from counts where its keys belong; then each of the 256
// parts in place on some thread (McIlroy, Bostic and McIlroy, "Engineering radix sort").
#include "base/number_set.h"

#include <stdatomic.h> // atomic_compare_exchange_strong_explicit
#include <stdlib.h>    // qsort
#include <string.h>    // memset

#include "base/memory.h"

static const size_t LEAST_SLOTS = 1 << 12;

bool sh_number_set_add(sh_number_set *set, uint64_t key) {
    _Atomic uint64_t *slot = (_Atomic uint64_t *)set->slot;
    for (size_t at = sh_number_slot(set, key);; at = at + 1 == set->slots ? 0 : at + 1) {
        uint64_t found = atomic_load_explicit(&slot[at], memory_order_relaxed);
        if (found == 0 &&
            atomic_compare_exchange_strong_explicit(&slot[at], &found, key + 1,
                                                    memory_order_relaxed, memory_order_relaxed))
            return true;
        if (found == key + 1) return false;
    }
}

static size_t bytes_of(size_t slots) { return slots * sizeof(uint64_t); }

void sh_number_set_close(sh_number_set *set) {
    if (set->slot) sh_memory_unmap(set->slot, bytes_of(set->slots));
    memset(set, 0, sizeof *set);
}

#define MOVE_TASKS 64

typedef struct moving {
    const sh_number_set *from;
    sh_number_set *to;
} moving;

static void move_part(void *context, size_t index, int worker) {
    moving *m = context;
    size_t from = m->from->slots * index / MOVE_TASKS,
           to = m->from->slots * (index + 1) / MOVE_TASKS;
    for (size_t i = from; i < to; i++)
        if (m->from->slot[i]) sh_number_set_add(m->to, m->from->slot[i] - 1);
}

sh_status sh_number_set_reserve(sh_number_set *set, size_t more, size_t most, sh_pool *pool,
                                sh_error *error) {
    size_t need = (set->count + more) / 4 * 5 + LEAST_SLOTS;
    if (need <= set->slots) return SH_OK;
    size_t slots = need + set->slots / 4;
    if (bytes_of(slots + set->slots) > most) slots = need; // a small step rather than none
    if (bytes_of(slots + set->slots) > most)
        return sh_fail(error, SH_RESOURCES, "a level needs more than the memory allowed");
    sh_number_set grown = {
        .slot = sh_memory_map(bytes_of(slots)), .slots = slots, .count = set->count};
    if (!grown.slot) return sh_fail(error, SH_RESOURCES, "no memory for %zu boards", slots);
    moving m = {set, &grown};
    if (set->slots) sh_pool_run(pool, MOVE_TASKS, move_part, &m);
    sh_number_set_close(set);
    *set = grown;
    return SH_OK;
}

// Takes each key out and puts it back if it stays, in the order of the slots after an empty one: a
// key lies behind its first slot with none empty between, so it finds a place where it was or
// before.
void sh_number_set_trim(sh_number_set *set, uint64_t below) {
    size_t empty = 0;
    set->count = 0;
    while (empty < set->slots && set->slot[empty]) empty++;
    for (size_t i = 1; i < set->slots; i++) {
        size_t at = (empty + i) % set->slots;
        uint64_t found = set->slot[at];
        set->slot[at] = 0;
        if (!found || found - 1 >= below) continue;
        sh_number_set_add(set, found - 1);
        set->count++;
    }
}

static void insertion_sort(uint64_t *keys, size_t count) {
    for (size_t i = 1; i < count; i++) {
        uint64_t key = keys[i];
        size_t j = i;
        for (; j > 0 && keys[j - 1] > key; j--) keys[j] = keys[j - 1];
        keys[j] = key;
    }
}

// Splits into 256 parts by the byte at `shift`; part i is keys[end[i-1]] to keys[end[i]].
static void split(uint64_t *keys, size_t count, int shift, size_t end[256]) {
    size_t next[256] = {0}, at = 0;
    for (size_t i = 0; i < count; i++) next[keys[i] >> shift & 255]++;
    for (int i = 0; i < 256; i++) {
        size_t part = next[i];
        next[i] = at;
        at += part;
        end[i] = at;
    }
    for (int i = 0; i < 256; i++)
        while (next[i] < end[i]) {
            uint64_t key = keys[next[i]];
            int part = (int)(key >> shift & 255);
            if (part == i) {
                next[i]++;
                continue;
            }
            keys[next[i]] = keys[next[part]];
            keys[next[part]++] = key;
        }
}

static void radix_sort(uint64_t *keys, size_t count, int shift) {
    if (count < 48) {
        insertion_sort(keys, count);
        return;
    }
    size_t end[256], begin = 0;
    split(keys, count, shift, end);
    if (shift == 0) return;
    for (int i = 0; i < 256; begin = end[i++])
        if (end[i] - begin > 1) radix_sort(keys + begin, end[i] - begin, shift > 8 ? shift - 8 : 0);
}

// Slots are looked at in parts, on all threads.
enum { SORT_PARTS = 64, BYTES = 256 };

typedef struct sorting {
    const sh_number_set *set;
    uint64_t *keys;
    int shift;                    // of the first byte
    uint64_t all[SORT_PARTS];     // bits that some key of a part has
    size_t at[SORT_PARTS][BYTES]; // how many keys; then where the next one goes
    size_t end[BYTES];            // of the keys with a byte
} sorting;

static void part_of(const sorting *s, size_t part, size_t *from, size_t *to) {
    *from = s->set->slots * part / SORT_PARTS;
    *to = s->set->slots * (part + 1) / SORT_PARTS;
}

static void join_bits(void *context, size_t part, int worker) {
    (void)worker;
    sorting *s = context;
    size_t from, to;
    uint64_t all = 0;
    part_of(s, part, &from, &to);
    for (size_t i = from; i < to; i++) all |= s->set->slot[i] ? s->set->slot[i] - 1 : 0;
    s->all[part] = all;
}

static void count_bytes(void *context, size_t part, int worker) {
    (void)worker;
    sorting *s = context;
    size_t from, to;
    part_of(s, part, &from, &to);
    for (size_t i = from; i < to; i++)
        if (s->set->slot[i]) s->at[part][(s->set->slot[i] - 1) >> s->shift & 255]++;
}

static void scatter(void *context, size_t part, int worker) {
    (void)worker;
    sorting *s = context;
    size_t from, to;
    part_of(s, part, &from, &to);
    for (size_t i = from; i < to; i++) {
        if (!s->set->slot[i]) continue;
        uint64_t key = s->set->slot[i] - 1;
        s->keys[s->at[part][key >> s->shift & 255]++] = key;
    }
}

static void sort_byte(void *context, size_t byte, int worker) {
    (void)worker;
    sorting *s = context;
    size_t begin = byte ? s->end[byte - 1] : 0;
    if (s->shift)
        radix_sort(s->keys + begin, s->end[byte] - begin, s->shift > 8 ? s->shift - 8 : 0);
}

// From counts to places: by byte, then by part. How many keys there are.
static size_t place_bytes(sorting *s) {
    size_t next = 0;
    for (int byte = 0; byte < BYTES; byte++) {
        for (int part = 0; part < SORT_PARTS; part++) {
            size_t count = s->at[part][byte];
            s->at[part][byte] = next;
            next += count;
        }
        s->end[byte] = next;
    }
    return next;
}

sh_status sh_number_set_sorted(sh_number_set *set, sh_pool *pool, uint64_t **keys, size_t *count,
                               size_t *bytes, sh_error *error) {
    sorting *s = calloc(1, sizeof *s);
    if (!s) return sh_fail(error, SH_RESOURCES, "no memory to sort");
    s->set = set;
    sh_pool_run(pool, SORT_PARTS, join_bits, s);
    uint64_t all = 1;
    for (int part = 0; part < SORT_PARTS; part++) all |= s->all[part];
    int bits = 64 - __builtin_clzll(all);
    s->shift = bits > 8 ? bits - 8 : 0;
    sh_pool_run(pool, SORT_PARTS, count_bytes, s);
    *count = place_bytes(s);
    *bytes = bytes_of(*count ? *count : 1);
    *keys = s->keys = sh_memory_map(*bytes);
    if (s->keys) {
        sh_pool_run(pool, SORT_PARTS, scatter, s);
        sh_number_set_close(set);
        sh_pool_run(pool, BYTES, sort_byte, s);
    }
    free(s);
    return *keys ? SH_OK : sh_fail(error, SH_RESOURCES, "no memory to sort %zu boards", *count);
}
