// SPDX-License-Identifier: MIT
// Tables of races: every placement with every turn is answered as the solver has it, and damage is
// noticed wherever it is.
#include <string.h>
#include <unistd.h>

#include "damaging.h"
#include "solve/race/race.h"
#include "solve/race/source.h"
#include "sternhalma/positions.h"
#include "sternhalma/probe.h"
#include "table/reader.h"
#include "table/writer.h"
#include "test.h"

// What the solver's code says of a position, by the numbers of the players.
static void check_position(const sh_table *table, const sh_position *position,
                           sh_control_code code) {
    sh_control control;
    sh_value value;
    assert_int_equal(sh_probe_control(table, position, &control, NULL), SH_OK);
    assert_int_equal(sh_probe(table, position, &value, NULL), SH_OK);
    for (int i = 0; i < 3; i++) {
        int player = (position->turn + i) % 3;
        assert_int_equal(control.solo_win >> player & 1, !!(code & sh_control_solo(i)));
        assert_int_equal(control.solo_loss >> player & 1, sh_control_shut_out(code, i));
        assert_int_equal(control.enable_next >> player & 1,
                         sh_control_enables(code, i, (i + 1) % 3));
        assert_int_equal(control.enable_previous >> player & 1,
                         sh_control_enables(code, i, (i + 2) % 3));
    }
    bool win = code & sh_control_solo(0), loss = sh_control_shut_out(code, 0);
    assert_int_equal(value.outcome, win ? SH_WIN : loss ? SH_LOSS : SH_DRAW);
}

// The same of a batch of one. All bits are set where the position is illegal.
static void check_packed(const sh_table *table, const sh_position *position) {
    uint64_t armies[3];
    uint8_t turn;
    sh_positions one = {1, armies, &turn};
    sh_control control, many;
    sh_positions_put(sh_table_game(table), &one, 0, position);
    assert_int_equal(sh_positions_control(table, &one, 1, &many, NULL), SH_OK);
    if (sh_probe_control(table, position, &control, NULL)) memset(&control, 0xFF, sizeof control);
    assert_memory_equal(&many, &control, sizeof control);
}

static void check_all(const sh_table *table, const sh_solved *solved) {
    const sh_triples *triples = &solved->triples;
    uint64_t seen = 0;
    for (uint32_t a = 0; a < triples->sets; a++)
        for (uint32_t b = 0; b < triples->sets; b++)
            for (uint32_t c = 0; c < triples->sets; c++) {
                sh_triple triple = {a, b, c};
                if (!sh_triples_disjoint(triples, triple)) continue;
                seen++;
                for (int turn = 0; turn < 3; turn++) {
                    sh_position position;
                    sh_control control;
                    int filled = sh_triples_filled(triples, triple);
                    sh_triples_unrank(triples, triple, turn, &position);
                    check_packed(table, &position);
                    if (filled == 0)
                        check_position(table, &position, sh_solved_control(solved, triple));
                    else
                        assert_int_equal(sh_probe_control(table, &position, &control, NULL),
                                         filled == 1 ? SH_OK : SH_DATA);
                }
            }
    assert_int_equal(seen, (uint64_t)sh_triples_placements(&solved->game));
}

static void check_damage(const char *file) {
    static uint8_t bytes[1 << 16];
    FILE *open = fopen(file, "rb");
    assert_non_null(open);
    size_t size = fread(bytes, 1, sizeof bytes, open);
    fclose(open);
    assert_true(size > 512 && size < sizeof bytes);
    damaging_each_byte(bytes, size, file);
    damaging_write(file, bytes, size);
    assert_false(damaging_noticed(file));
}

static void test_race(const char *name) {
    char file[64];
    sh_game game;
    sh_solved solved;
    sh_race_counts counts;
    sh_pool *pool;
    sh_table *table;
    sh_race_options options = {.threads = 2};
    test_game(&game, name, SH_STRICT);
    assert_int_equal(sh_solved_open(&solved, &game, NULL), SH_OK);
    assert_int_equal(sh_race_solve(&solved, &options, NULL, &counts, NULL), SH_OK);
    assert_int_equal(sh_pool_open(&pool, 2, NULL), SH_OK);
    sh_value_source values = sh_race_source(&solved);
    sh_recipe recipe = {.game = &game, .metric = SH_CONTROL, .creator = "test"};
    snprintf(file, sizeof file, "/tmp/sternhalma-race-%ld.shtb", (long)getpid());
    assert_int_equal(sh_table_write(file, &recipe, &values, pool, NULL, NULL), SH_OK);
    check_damage(file);
    assert_int_equal(sh_table_open(&table, file, 0, NULL), SH_OK);
    unlink(file); // the map stays
    assert_int_equal(sh_table_check(table, NULL), SH_OK);
    check_all(table, &solved);
    sh_table_close(table);
    sh_pool_close(pool);
    sh_solved_close(&solved);
}

static void test_star13(void **state) {
    (void)state;
    test_race("star13:3p");
}

static void test_star37_one_piece(void **state) {
    (void)state;
    test_race("star37/1:3p");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_star13),
        cmocka_unit_test(test_star37_one_piece),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
