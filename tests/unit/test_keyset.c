// SPDX-License-Identifier: MIT
// Sets of keys, in memory and beyond it, beside a sorted array.
#include "test.h"

#include <stdatomic.h> // atomic_size_t

#include "base/frontier.h"
#include "base/keyset.h"
#include "base/memory.h"
#include "base/number_set.h"
#include "base/random.h"

static int by_value(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

// Sorts and leaves out repetitions; returns how many are left.
static size_t sort_unique(uint64_t *keys, size_t count) {
    size_t kept = 0;
    qsort(keys, count, sizeof *keys, by_value);
    for (size_t i = 0; i < count; i++)
        if (!kept || keys[kept - 1] != keys[i]) keys[kept++] = keys[i];
    return kept;
}

static bool is_in(const uint64_t *sorted, size_t count, uint64_t key) {
    return bsearch(&key, sorted, count, sizeof key, by_value) != NULL;
}

// Many keys of few values: repetitions are common. With two words the second tells keys apart.
static void set_is_that_of_an_array(void **state) {
    for (int words = 1; words <= 3; words++) {
        enum { MANY = 30000 };
        static uint64_t order[MANY];
        sh_keyset set = {.words = words};
        sh_random random = {7};
        size_t count = 0;
        for (int i = 0; i < MANY; i++) {
            uint64_t value = sh_random_below(&random, MANY / 2), key[3] = {0, 0, 0};
            key[words - 1] = value;
            size_t place = 0, number = 0;
            while (place < count && order[place] != value && count < 500) place++;
            bool known = sh_keyset_find(&set, key, &number);
            if (count < 500) assert_int_equal(known, place < count);
            if (known) assert_int_equal(order[number], value);
            assert_int_equal(sh_keyset_add(&set, key), known ? SH_NO : SH_OK);
            if (!known) order[count++] = value;
        }
        assert_int_equal(set.count, count);
        assert_int_equal(sort_unique(order, count), count); // nothing came twice
        for (uint64_t value = 0; value < MANY / 2; value++) {
            uint64_t key[3] = {0, 0, 0};
            key[words - 1] = value;
            assert_int_equal(sh_keyset_find(&set, key, NULL), is_in(order, count, value));
        }
        sh_keyset_clear(&set);
        uint64_t key[3] = {0, 0, 0};
        assert_false(sh_keyset_find(&set, key, NULL));
        assert_int_equal(sh_keyset_add(&set, key), SH_OK);
        sh_keyset_close(&set);
    }
}

// A chain of levels: keys of 18 bits, so that most come again later.
enum { LEVELS = 4, KEYS = 120000, THREADS = 4 };

typedef struct filling {
    sh_frontier *frontier;
    const uint64_t *keys;
    int words;
} filling;

static void fill(void *context, size_t index, int worker) {
    const filling *f = context;
    uint64_t batch[2 * (KEYS / THREADS / 8)];
    size_t count = KEYS / THREADS / 8, from = index * count;
    for (size_t i = 0; i < count; i++)
        for (int w = 0; w < f->words; w++)
            batch[i * (size_t)f->words + (size_t)w] = w == 0 ? f->keys[from + i] : 5;
    sh_frontier_add(f->frontier, batch, count);
}

static void expect_keys(const sh_frontier *frontier, int words, const uint64_t *sorted,
                        size_t count) {
    uint64_t *found = malloc(count * sizeof *found + 1), buffer[2 * 100];
    size_t total = 0;
    for (int part = 0; part < SH_FRONTIER_PARTS; part++)
        for (uint64_t from = 0; from < sh_frontier_part_count(frontier, part);) {
            size_t got;
            assert_int_equal(sh_frontier_read(frontier, part, from, buffer, 100, &got, NULL),
                             SH_OK);
            assert_true(got > 0 && total + got <= count);
            for (size_t i = 0; i < got; i++) found[total++] = buffer[i * (size_t)words];
            from += got;
        }
    assert_int_equal(total, count);
    assert_int_equal(sort_unique(found, total), count);
    assert_memory_equal(found, sorted, count * sizeof *sorted);
    free(found);
}

static bool in_earlier(uint64_t *const *sorted, const size_t *counts, int level, uint64_t key) {
    for (int i = 0; i < level; i++)
        if (is_in(sorted[i], counts[i], key)) return true;
    return false;
}

// Keys that are multiples of this number are not wanted.
enum { UNWANTED = 13 };

static bool is_wanted(void *context, int part, const uint64_t *key) {
    assert_in_range(part, 0, SH_FRONTIER_PARTS - 1);
    return *key % UNWANTED != 0;
}

static void try_levels(int words, size_t memory, bool spills, sh_pool *pool) {
    sh_frontier *level[LEVELS];
    uint64_t *sorted[LEVELS], *keys = malloc(KEYS * sizeof *keys);
    size_t counts[LEVELS];
    sh_random random = {11};
    for (int l = 0; l < LEVELS; l++) {
        sorted[l] = malloc(KEYS * sizeof **sorted);
        for (int i = 0; i < KEYS; i++) keys[i] = sh_random_below(&random, 1 << 18);
        memcpy(sorted[l], keys, KEYS * sizeof *keys);
        size_t unique = sort_unique(sorted[l], KEYS);
        counts[l] = 0;
        for (size_t i = 0; i < unique; i++)
            if (sorted[l][i] % UNWANTED && !in_earlier(sorted, counts, l, sorted[l][i]))
                sorted[l][counts[l]++] = sorted[l][i];
        // Alternating limits mix levels in memory with levels on disk.
        size_t limit = l % 2 && spills ? memory * 20 : memory;
        assert_int_equal(sh_frontier_open(&level[l], words, limit, spills ? "/tmp" : NULL, NULL),
                         SH_OK);
        filling f = {level[l], keys, words};
        sh_pool_run(pool, THREADS * 8, fill, &f);
        sh_settling settling = {(const sh_frontier *const *)level, (size_t)l, is_wanted, NULL};
        assert_int_equal(sh_frontier_settle(level[l], &settling, pool, NULL), SH_OK);
        assert_int_equal(sh_frontier_count(level[l]), counts[l]);
        if (l == 0) assert_int_equal(sh_frontier_spilled(level[l]) > 0, spills);
        expect_keys(level[l], words, sorted[l], counts[l]);
    }
    for (int l = 0; l < LEVELS; l++) {
        sh_frontier_close(level[l]);
        free(sorted[l]);
    }
    free(keys);
}

static void levels_are_those_of_arrays(void **state) {
    sh_pool *pool;
    assert_int_equal(sh_pool_open(&pool, THREADS, NULL), SH_OK);
    for (int words = 1; words <= 2; words++) {
        try_levels(words, 64 << 20, false, pool);
        try_levels(words, 512 << 10, true, pool);
    }
    sh_pool_close(pool);
}

static void too_many_keys_without_scratch(void **state) {
    sh_frontier *frontier;
    sh_pool *pool;
    sh_error error = {.text = ""};
    assert_int_equal(sh_pool_open(&pool, 1, NULL), SH_OK);
    assert_int_equal(sh_frontier_open(&frontier, 1, 1 << 20, NULL, &error), SH_OK);
    for (uint64_t key = 0; key < 1000000 && !sh_frontier_failed(frontier); key++)
        sh_frontier_add(frontier, &key, 1);
    assert_true(sh_frontier_failed(frontier));
    assert_int_equal(sh_frontier_settle(frontier, &(sh_settling){0}, pool, &error), SH_RESOURCES);
    assert_non_null(strstr(error.text, "scratch"));
    sh_frontier_close(frontier);
    sh_pool_close(pool);
    assert_int_equal(sh_frontier_open(&frontier, 1, 1 << 20, "/nonexistent", &error), SH_RESOURCES);
    assert_non_null(strstr(error.text, "/nonexistent"));
}

// Numbers of all sizes, some of them twice, added by several threads.
enum { NUMBERS = 200000 };

typedef struct adding {
    sh_number_set set;
    uint64_t number[NUMBERS];
    atomic_size_t fresh;
} adding;

static void add_some(void *context, size_t index, int worker) {
    adding *a = context;
    for (size_t i = index * (NUMBERS / 8); i < (index + 1) * (NUMBERS / 8); i++)
        a->fresh += sh_number_set_add(&a->set, a->number[i]);
}

static void numbers_come_out_sorted(void **state) {
    sh_pool *pool;
    adding *a = calloc(1, sizeof *a);
    sh_random random = {5};
    assert_non_null(a);
    assert_int_equal(sh_pool_open(&pool, THREADS, NULL), SH_OK);
    for (int i = 0; i < NUMBERS; i++)
        a->number[i] = i % 5 ? sh_random_next(&random) >> (1 + i % 60) : a->number[i / 2];
    for (uint64_t below = UINT64_MAX; below; below = below > 1000000 ? 1000000 : 0) {
        a->fresh = 0;
        assert_int_equal(sh_number_set_reserve(&a->set, 10, SIZE_MAX, pool, NULL), SH_OK);
        assert_true(sh_number_set_add(&a->set, 1)); // is moved when the set grows
        a->set.count = 1;
        assert_int_equal(sh_number_set_reserve(&a->set, NUMBERS, SIZE_MAX, pool, NULL), SH_OK);
        sh_pool_run(pool, 8, add_some, a);
        a->set.count += a->fresh;
        if (below != UINT64_MAX) sh_number_set_trim(&a->set, below);
        uint64_t *sorted = malloc((NUMBERS + 1) * sizeof *sorted);
        memcpy(sorted, a->number, sizeof a->number);
        sorted[NUMBERS] = 1;
        size_t count = sort_unique(sorted, NUMBERS + 1), found, bytes;
        while (count && sorted[count - 1] >= below) count--;
        assert_int_equal(a->set.count, count);
        uint64_t *numbers;
        assert_int_equal(sh_number_set_sorted(&a->set, pool, &numbers, &found, &bytes, NULL),
                         SH_OK);
        assert_int_equal(found, count);
        assert_memory_equal(numbers, sorted, count * sizeof *sorted);
        sh_memory_unmap(numbers, bytes);
        free(sorted);
    }
    sh_pool_close(pool);
    free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(set_is_that_of_an_array),
        cmocka_unit_test(levels_are_those_of_arrays),
        cmocka_unit_test(too_many_keys_without_scratch),
        cmocka_unit_test(numbers_come_out_sorted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
