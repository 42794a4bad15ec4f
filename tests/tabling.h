// SPDX-License-Identifier: MIT
// Tables in tests: written from the oracle's values into a folder that goes in the end.
//
// tabling_begin and tabling_end are for the group of tests of a program.
#pragma once

#include "test.h"

#include <sys/stat.h> // fstat

#include "base/pool.h"
#include "base/random.h"
#include "oracle/oracle_duel.h"
#include "rank/pairs.h"
#include "sternhalma/probe.h"
#include "table/writer.h"

static char tabling_folder[64];

static inline void tabling_path(char *file, const char *name) {
    snprintf(file, 128, "%s/%s", tabling_folder, name);
}

// The oracle's values in the order of rows and columns.
typedef struct truth {
    const char *name;
    int m, pieces;
    sh_game game;
    sh_pairs *pairs;
    oracle_duel oracle;
} truth;

// The games of these tests, each solved once.
static truth tabling_truths[] = {
    {.name = "3x3/3", .m = 3, .pieces = 3}, {.name = "4x4/1", .m = 4, .pieces = 1},
    {.name = "5x5/1", .m = 5, .pieces = 1}, {.name = "4x4/2", .m = 4, .pieces = 2},
    {.name = "4x4/3", .m = 4, .pieces = 3},
};
enum { TABLING_TRUTHS = sizeof tabling_truths / sizeof *tabling_truths };

static inline truth *tabling_truth(const char *name) {
    truth *t = tabling_truths;
    while (strcmp(t->name, name) != 0) t++;
    if (t->pairs) return t;
    test_game(&t->game, name, SH_STRICT);
    assert_int_equal(sh_pairs_open(&t->pairs, &t->game, NULL), SH_OK);
    oracle_duel_solve(&t->oracle, t->m, t->pieces, false);
    return t;
}

static inline int tabling_begin(void **state) {
    (void)state;
    snprintf(tabling_folder, sizeof tabling_folder, "/tmp/sternhalma-table-XXXXXX");
    return mkdtemp(tabling_folder) ? 0 : -1;
}

static inline int tabling_end(void **state) {
    (void)state;
    for (truth *t = tabling_truths; t < tabling_truths + TABLING_TRUTHS; t++) {
        if (!t->pairs) continue;
        sh_pairs_close(t->pairs);
        oracle_duel_free(&t->oracle);
    }
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", tabling_folder);
    return system(command);
}

static inline uint16_t tabling_value(const truth *t, const sh_position *position) {
    return oracle_duel_value(&t->oracle, position->army[0].w[0], position->army[1].w[0],
                             position->turn);
}

// A legal position drawn at random; its game may be over.
static inline sh_position tabling_draw(const truth *t, sh_random *random) {
    while (true) {
        sh_position p = {.turn = (uint8_t)sh_random_below(random, 2)};
        for (int i = 0; i < 2; i++)
            p.army[i].w[0] = t->oracle.set[sh_random_below(random, (uint64_t)t->oracle.sets)];
        if (p.army[0].w[0] & p.army[1].w[0]) continue;
        if (tabling_value(t, &p) != ORACLE_ILLEGAL) return p;
    }
}

static inline sh_status tabling_rows(void *context, uint64_t first, uint32_t count,
                                     uint16_t *values) {
    const truth *t = context;
    uint64_t columns = sh_pairs_columns(t->pairs);
    for (uint64_t row = first; row < first + count; row++)
        for (uint64_t column = 0; column < columns; column++) {
            sh_position position;
            sh_pairs_position(t->pairs, (sh_pair){row, column}, &position);
            *values++ = tabling_value(t, &position);
        }
    return SH_OK;
}

// What a recipe leaves open is filled in.
static inline void tabling_write_as(truth *t, sh_recipe recipe, int threads, const char *file) {
    sh_error error = {.text = ""};
    sh_pool *pool;
    assert_int_equal(sh_pool_open(&pool, threads, &error), SH_OK);
    sh_value_source source = {.context = t,
                              .rows = tabling_rows,
                              .row_count = sh_pairs_rows(t->pairs),
                              .column_count = sh_pairs_columns(t->pairs),
                              .distances = true};
    recipe.game = &t->game;
    recipe.creator = "test";
    recipe.created = 1;
    if (sh_table_write(file, &recipe, &source, pool, NULL, &error)) fail_msg("%s", error.text);
    sh_pool_close(pool);
}

static inline void tabling_write_within(truth *t, sh_metric metric, uint32_t block_states,
                                        int threads, uint64_t memory, const char *file) {
    sh_recipe recipe = {.metric = metric, .block_states = block_states, .memory = memory};
    tabling_write_as(t, recipe, threads, file);
}

static inline void tabling_write(truth *t, sh_metric metric, uint32_t block_states, int threads,
                                 const char *file) {
    tabling_write_within(t, metric, block_states, threads, 0, file);
}

static inline sh_table *tabling_open(const char *file, size_t cache_bytes) {
    sh_error error = {.text = ""};
    sh_table *table;
    if (sh_table_open(&table, file, cache_bytes, &error)) fail_msg("%s", error.text);
    return table;
}

// What a probe should say where the oracle has this value.
static inline void tabling_check(const sh_table *table, const sh_position *position,
                                 uint16_t value) {
    sh_value probed;
    sh_status status = sh_probe(table, position, &probed, NULL);
    if (value == ORACLE_ILLEGAL) {
        assert_int_equal(status, SH_DATA);
        return;
    }
    assert_int_equal(status, SH_OK);
    bool draw = value == ORACLE_DRAW;
    assert_int_equal(probed.outcome, draw ? SH_DRAW : value & 1 ? SH_WIN : SH_LOSS);
    bool distances = sh_table_about(table)->metric == SH_DTW;
    assert_int_equal(probed.distance, draw || !distances ? -1 : value);
}

static inline uint8_t *tabling_read_file(const char *file, size_t *size) {
    FILE *open = fopen(file, "rb");
    assert_non_null(open);
    struct stat about;
    assert_int_equal(fstat(fileno(open), &about), 0);
    *size = (size_t)about.st_size;
    uint8_t *bytes = malloc(*size);
    assert_int_equal(fread(bytes, 1, *size, open), *size);
    fclose(open);
    return bytes;
}
