// SPDX-License-Identifier: MIT
// A race and its table when one allocation after another fails: each is a sentence, none an abort.
#include <errno.h>  // ENOMEM
#include <limits.h> // INT_MAX
#include <unistd.h> // unlink

#include "racing.h"
#include "solve/race/source.h"
#include "table/writer.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define OWN_ALLOCATOR 0 // a sanitizer has one
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define OWN_ALLOCATOR 0
#endif
#endif
#if !defined(OWN_ALLOCATOR) && defined(__GLIBC__)
#define OWN_ALLOCATOR 1
#endif

static int allocations_left = INT_MAX; // the one after these fails, and none after it

#if OWN_ALLOCATOR
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static bool fails(void) {
    if (allocations_left == INT_MAX || allocations_left-- > 0) return false;
    allocations_left = INT_MAX;
    errno = ENOMEM;
    return true;
}

// These stand before those of the C library for the whole program and its libraries.
#define EVERYWHERE __attribute__((visibility("default")))
EVERYWHERE void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
EVERYWHERE void *calloc(size_t count, size_t size) {
    return fails() ? NULL : __libc_calloc(count, size);
}
EVERYWHERE void *realloc(void *old, size_t size) {
    return fails() ? NULL : __libc_realloc(old, size);
}
EVERYWHERE void *aligned_alloc(size_t alignment, size_t size) {
    return fails() ? NULL : __libc_memalign(alignment, size);
}
#endif

static char file[64];

static sh_status write_table(const sh_game *game, sh_metric metric, const sh_value_source *source,
                             sh_pool *pool, sh_error *error) {
    sh_recipe recipe = {.game = game, .metric = metric, .creator = "test"};
    return sh_table_write(file, &recipe, source, pool, NULL, error);
}

static sh_status race(const sh_game *game, sh_error *error) {
    static sh_race_counts counts;
    sh_solved solved;
    sh_pool *pool;
    sh_race_options options = {.threads = 1};
    sh_status status = sh_solved_open(&solved, game, error);
    if (status) return status;
    status = sh_pool_open(&pool, 1, error);
    if (!status) {
        status = sh_race_solve(&solved, &options, NULL, &counts, error);
        sh_value_source source = sh_race_source(&solved);
        if (!status) status = write_table(game, SH_CONTROL, &source, pool, error);
        sh_pool_close(pool);
    }
    sh_solved_close(&solved);
    return status;
}

static void fail_each(const char *name, sh_status (*work)(const sh_game *game, sh_error *error)) {
    sh_game game;
    int failed = 0;
    snprintf(file, sizeof file, "/tmp/sternhalma-allocation-%ld", (long)getpid());
    test_game(&game, name, SH_STRICT);
    for (int number = 0;; number++) {
        sh_error error = {.text = ""};
        allocations_left = number;
        sh_status status = work(&game, &error);
        bool all = allocations_left != INT_MAX;
        allocations_left = INT_MAX;
        unlink(file);
        if (all) {
            assert_int_equal(status, SH_OK);
            break;
        }
        if (status && (status != SH_RESOURCES || !*error.text))
            fail_msg("allocation %d: status %d, %s", number, status, error.text);
        failed += status != SH_OK;
    }
    assert_true(failed > 10);
}

static void a_race_needs_memory(void **state) {
    if (!OWN_ALLOCATOR) test_skip("a sanitizer has its own allocator");
    fail_each("star13:3p", race);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_race_needs_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
