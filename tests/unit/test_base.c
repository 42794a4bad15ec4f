// SPDX-License-Identifier: MIT
// The ground: threads, memory, sizes.
#include "test.h"

#include <stdatomic.h>

#include "base/memory.h"
#include "base/pool.h"
#include "base/text.h"

typedef struct tally {
    atomic_int seen[1000];
    atomic_int bad_worker;
    int threads;
} tally;

static void mark(void *context, size_t index, int worker) {
    tally *t = context;
    atomic_fetch_add(&t->seen[index], 1);
    if (worker < 0 || worker >= t->threads) atomic_store(&t->bad_worker, 1);
}

static void pool_runs_each_index_once(void **state) {
    for (int threads = 1; threads <= 5; threads++) {
        sh_pool *pool;
        assert_int_equal(sh_pool_open(&pool, threads, NULL), SH_OK);
        assert_int_equal(sh_pool_threads(pool), threads);
        tally *t = calloc(1, sizeof *t);
        t->threads = threads;
        for (int run = 1; run <= 50; run++) {
            sh_pool_run(pool, 1000, mark, t);
            for (int i = 0; i < 1000; i++) assert_int_equal(t->seen[i], run);
        }
        sh_pool_run(pool, 0, mark, t);
        assert_int_equal(t->bad_worker, 0);
        free(t);
        sh_pool_close(pool);
    }
    sh_pool *none;
    assert_int_equal(sh_pool_open(&none, -1, NULL), SH_USAGE);
}

static void sizes_as_text(void **state) {
    static const struct {
        const char *text;
        size_t bytes;
    } good[] = {{"1000", 1000},         {"6GB", 6000000000}, {"512M", 512000000},
                {"1.5GiB", 1610612736}, {"2k", 2000},        {"3kib", 3072}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        size_t bytes;
        assert_int_equal(sh_memory_parse(&bytes, good[i].text, NULL), SH_OK);
        assert_int_equal(bytes, good[i].bytes);
    }
    static const char *const bad[] = {"", "GB", "-1G", "0", "6 GB", "6GBs", "1e40", "nan", "inf"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        size_t bytes;
        assert_int_equal(sh_memory_parse(&bytes, bad[i], NULL), SH_USAGE);
    }
    char text[32];
    sh_memory_print(8.21e9, text);
    assert_string_equal(text, "8.2 GB");
    sh_memory_print(999, text);
    assert_string_equal(text, "999 B");
    sh_memory_print(999.9e6, text);
    assert_string_equal(text, "1.0 GB");
}

static void text_that_may_be_shown(void **state) {
    (void)state;
    static const char *const plain[] = {"",         "sternhalma 1.0, gcc~", "Jürgen’s 𝔰𝔬𝔩𝔳𝔢𝔯",
                                        "\xc2\xa0", "\xed\x9f\xbf",         "\xf4\x8f\xbf\xbf"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (!sh_text_is_plain(plain[i])) fail_msg("text %zu", i);
    // control characters of one byte and of two; bytes alone, cut off, too long, beyond Unicode
    static const char *const other[] = {"a\033[2J",
                                        "\n",
                                        "\x7f",
                                        "\xc2\x9bm",
                                        "\xff",
                                        "\x80",
                                        "a\xc3",
                                        "\xe2\x82",
                                        "\xf0\x9d\x94",
                                        "\xc1\xbf",
                                        "\xe0\x9f\xbf",
                                        "\xed\xa0\x80",
                                        "\xf0\x8f\xbf\xbf",
                                        "\xf4\x90\x80\x80"};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (sh_text_is_plain(other[i])) fail_msg("text %zu", i);
}

static void memory_is_zero_and_large(void **state) {
    size_t bytes = (size_t)9 << 20;
    uint8_t *memory = sh_memory_map(bytes);
    assert_non_null(memory);
    sh_pool *pool;
    assert_int_equal(sh_pool_open(&pool, 2, NULL), SH_OK);
    sh_memory_touch(pool, memory, bytes);
    sh_pool_close(pool);
    for (size_t i = 0; i < bytes; i += 511) assert_int_equal(memory[i], 0);
    memory[bytes - 1] = 1;
    sh_memory_unmap(memory, bytes);
    assert_true(sh_memory_total() > 0 && sh_memory_available() <= sh_memory_total());
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pool_runs_each_index_once),
        cmocka_unit_test(sizes_as_text),
        cmocka_unit_test(text_that_may_be_shown),
        cmocka_unit_test(memory_is_zero_and_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
