// SPDX-License-Identifier: MIT
// Moves of all sets of an army at once lead where the plain move generator says.
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "board/bits.h"
#include "rank/subset.h"
#include "rank/triples.h"
#include "solve/verify/facing.h"
#include "solve/verify/outlook.h"
#include "solve/verify/outlook_lanes.h"
#include "sternhalma/moves.h"

// The greatest word after a move of a set, by the plain generator.
static int16_t greatest_plainly(const sh_game *game, const sh_outlook *outlook, b64 army, b64 taken,
                                const int16_t *after) {
    sh_position position;
    sh_move moves[SH_MAX_MOVES];
    memset(&position, 0, sizeof position);
    position.army[0] = b64_set(army);
    position.army[1] = b64_set(taken);
    int count = sh_moves_list_plain(game, &position, moves);
    int16_t best = 0;
    for (int i = 0; i < count; i++) {
        b64 moved = army ^ b64_of(moves[i].from) ^ b64_of(moves[i].to);
        uint64_t number = sh_subset64_rank_beside(&outlook->binomials, moved, taken, game->pieces);
        if (after[number] > best) best = after[number];
    }
    return best;
}

// Finished games have no moves for the generator; outlook knows nothing of that.
static bool is_over(const sh_game *game, b64 army, b64 taken) {
    b64 free = ~(army | taken);
    return !(b64_from(&game->goal[0]) & free) || !(b64_from(&game->goal[1]) & free);
}

static void check_duel(const char *name, int rows) {
    sh_game game;
    sh_outlook outlook;
    sh_random random = {5};
    test_game(&game, name, SH_STRICT);
    sh_outlook_make(&outlook, game.board.size, game.pieces);
    int cells = game.board.cells, pieces = game.pieces;
    uint64_t count = outlook.binomials.of[pieces][cells - pieces], compared = 0;
    int16_t *after = malloc(count * sizeof *after), *best = malloc(count * sizeof *best);
    for (int row = 0; row < rows; row++) {
        b64 taken = 0;
        while (b64_count(taken) < pieces) taken |= b64_of((int)sh_random_below(&random, cells));
        for (uint64_t i = 0; i < count; i++)
            after[i] = (int16_t)sh_random_below(&random, INT16_MAX);
        memset(best, 0, count * sizeof *best);
        sh_outlook_greatest(&outlook, taken, after, best);
        b64 army = sh_subset64_expand(sh_subset64_lowest(pieces), taken);
        for (uint64_t i = 0; i < count; i++, army = sh_subset64_next_beside(army, taken)) {
            if (is_over(&game, army, taken)) continue;
            assert_int_equal(best[i], greatest_plainly(&game, &outlook, army, taken, after));
            compared++;
        }
    }
    assert_true(compared > (uint64_t)rows * count / 2);
    free(after);
    free(best);
}

static void test_duels(void **state) {
    (void)state;
    check_duel("3x3/1", 5);
    check_duel("4x4/2", 20);
    check_duel("5x5/4", 10);
    check_duel("7x7/3", 10);
    check_duel("8x8/3", 2);
    check_duel("5x5/6", 2);
}

// The states across hold the same two sets, and every state lies across from some row.
static void test_facing(void **state) {
    (void)state;
    static const char *const games[] = {"4x4/2", "4x4/3", "3x3/3"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        sh_game game;
        sh_pairs *pairs;
        sh_facing facing;
        test_game(&game, games[g], SH_STRICT);
        assert_int_equal(sh_pairs_open(&pairs, &game, NULL), SH_OK);
        assert_int_equal(sh_facing_make(&facing, &game, pairs, NULL), SH_OK);
        uint64_t rows = sh_pairs_rows(pairs), columns = sh_pairs_columns(pairs), counted = 0;
        uint8_t *seen = calloc(rows * columns, 1);
        sh_faced *faced = malloc(columns * sizeof *faced);
        for (uint64_t row = 0; row < rows; row++) {
            b64 taken = sh_facing_row(&facing, row, faced);
            for (uint64_t i = 0; i < columns; i++) {
                sh_position position;
                sh_pairs_position(pairs, (sh_pair){row, i}, &position);
                assert_int_equal(b64_from(&position.army[0]), faced[i].army);
                assert_int_equal(b64_from(&position.army[1]), taken);
                position.turn = 1;
                sh_pair pair = sh_pairs_find(pairs, &position);
                assert_int_equal(pair.row * columns + pair.column, faced[i].across);
                seen[faced[i].across] = seen[faced[i].twin] = 1;
                counted += !faced[i].again + (faced[i].twin != faced[i].across);
            }
        }
        for (uint64_t i = 0; i < rows * columns; i++) assert_int_equal(seen[i], 1);
        assert_int_equal(counted, rows * columns);
        free(seen);
        free(faced);
        sh_facing_free(&facing);
        sh_pairs_close(pairs);
    }
}

// The bits after all moves of a mover of a race, by the plain generator.
static uint32_t any_plainly(const sh_game *game, const sh_triples *triples, sh_triple t,
                            const uint32_t *after) {
    sh_position position;
    sh_move moves[SH_MAX_MOVES];
    sh_triples_unrank(triples, t, 0, &position);
    int count = sh_moves_list_plain(game, &position, moves);
    uint32_t any = 0;
    for (int i = 0; i < count; i++) {
        const int8_t *cell = triples->track_cell[0];
        uint32_t moved = 1u << cell[moves[i].from] | 1u << cell[moves[i].to];
        any |= after[sh_triples_number(triples, triples->set[t.mover] ^ moved)];
    }
    return any;
}

static void test_races(void **state) {
    (void)state;
    sh_game game;
    sh_triples triples;
    sh_outlook outlook;
    sh_random random = {9};
    test_game(&game, "star37:3p", SH_STRICT);
    assert_int_equal(sh_triples_open(&triples, &game, NULL), SH_OK);
    sh_outlook_make(&outlook, triples.side, triples.pieces);
    uint32_t sets = triples.sets;
    uint32_t *after = malloc(sets * sizeof *after), *any = malloc(sets * sizeof *any);
    int compared = 0;
    for (int round = 0; round < 50; round++) {
        sh_triple t = {.next = (uint32_t)sh_random_below(&random, sets),
                       .previous = (uint32_t)sh_random_below(&random, sets)};
        for (uint32_t i = 0; i < sets; i++)
            after[i] = 1u << sh_random_below(&random, 24) | 1u << sh_random_below(&random, 24);
        memset(any, 0, sets * sizeof *any);
        b64 taken = triples.seen[SH_NEXT][t.next] | triples.seen[SH_PREVIOUS][t.previous];
        uint32_t *beside = malloc(sets * sizeof *beside), free_sets = 0;
        for (uint32_t i = 0; i < sets; i++)
            if (!(triples.set[i] & taken)) beside[free_sets++] = after[i];
        sh_outlook_any(&outlook, taken, beside, any);
        free_sets = 0;
        for (t.mover = 0; t.mover < sets; t.mover++) {
            uint32_t number = free_sets;
            free_sets += !(triples.set[t.mover] & taken);
            if (!sh_triples_disjoint(&triples, t) || sh_triples_filled(&triples, t)) continue;
            assert_int_equal(any[number], any_plainly(&game, &triples, t, after));
            compared++;
        }
        free(beside);
    }
    assert_true(compared > 1000);
    free(after);
    free(any);
    sh_triples_close(&triples);
}

// 32 boards at once, with one next player and any previous ones, by every variant that this CPU can
// run. Where two players meet, and in the last lane, the board is full.
static void check_lanes(const char *name, int rounds, sh_cpu_level level) {
    sh_game game;
    sh_triples triples;
    sh_outlook outlook;
    sh_random random = {17};
    test_game(&game, name, SH_STRICT);
    assert_int_equal(sh_triples_open(&triples, &game, NULL), SH_OK);
    sh_outlook_make(&outlook, triples.side, triples.pieces);
    uint32_t sets = triples.sets, *plain = malloc(sets * sizeof *plain);
    sh_lane_words *after = aligned_alloc(64, sets * sizeof *after);
    sh_lane_words *any = aligned_alloc(64, sets * sizeof *any);
    int compared = 0;
    for (int round = 0; round < rounds; round++) {
        uint32_t next = (uint32_t)sh_random_below(&random, sets), previous[SH_OUTLOOK_LANES];
        b64 taken[SH_OUTLOOK_LANES];
        for (int lane = 0; lane < SH_OUTLOOK_LANES; lane++) {
            previous[lane] = (uint32_t)sh_random_below(&random, sets);
            b64 cells[2] = {triples.seen[SH_NEXT][next], triples.seen[SH_PREVIOUS][previous[lane]]};
            bool full = cells[0] & cells[1] || lane == SH_OUTLOOK_LANES - 1;
            taken[lane] = full ? ~(b64)0 : cells[0] | cells[1];
            for (uint32_t i = 0; i < sets; i++)
                after[i].of[lane] =
                    triples.set[i] & taken[lane] ? 0 : 1u << sh_random_below(&random, 16);
        }
        sh_outlook_lanes_get(level, triples.side)->any(&outlook, 0, taken, after, any);
        for (int lane = 0; lane < SH_OUTLOOK_LANES; lane++) {
            sh_triple t = {.next = next, .previous = previous[lane]};
            for (uint32_t i = 0; i < sets; i++) plain[i] = after[i].of[lane];
            for (t.mover = 0; t.mover < sets; t.mover++) {
                if (triples.set[t.mover] & taken[lane] || sh_triples_filled(&triples, t)) continue;
                assert_int_equal(any[t.mover].of[lane], any_plainly(&game, &triples, t, plain));
                compared++;
            }
        }
    }
    assert_true(compared > 1000);
    free(plain);
    free(after);
    free(any);
    sh_triples_close(&triples);
}

// 32 boards of a duel, some of whose cells are taken on all.
static void check_duel_lanes(const char *name, sh_cpu_level level) {
    sh_game game;
    sh_outlook outlook;
    sh_random random = {31};
    test_game(&game, name, SH_STRICT);
    sh_outlook_make(&outlook, game.board.size, game.pieces);
    int cells = game.board.cells, pieces = game.pieces;
    uint64_t columns = outlook.binomials.of[pieces][cells - pieces];
    b64 taken[SH_OUTLOOK_LANES], closed = b64_of(cells) - 1, common = b64_of(cells / 2);
    for (int lane = 0; lane < SH_OUTLOOK_LANES; closed &= taken[lane++])
        for (taken[lane] = pieces > 1 ? common : 0; b64_count(taken[lane]) < pieces;)
            taken[lane] |= b64_of((int)sh_random_below(&random, (uint64_t)cells));
    uint64_t sets = outlook.binomials.of[pieces][cells - b64_count(closed)];
    sh_lane_words *after = aligned_alloc(64, sets * sizeof *after);
    sh_lane_words *best = aligned_alloc(64, sets * sizeof *best);
    int16_t *own = malloc(columns * sizeof *own), *expected = malloc(columns * sizeof *expected);
    for (uint64_t i = 0; i < sets; i++)
        for (int lane = 0; lane < SH_OUTLOOK_LANES; lane++)
            after[i].of[lane] = (uint16_t)sh_random_below(&random, INT16_MAX);
    for (int pass = 0; pass < 2; pass++) { // the words without room become 0, then all is compared
        if (pass)
            sh_outlook_lanes_get(level, game.board.size)
                ->greatest(&outlook, closed, taken, after, best);
        for (int lane = 0; lane < SH_OUTLOOK_LANES; lane++) {
            uint64_t column = 0;
            b64 set = sh_subset64_expand(sh_subset64_lowest(pieces), closed);
            if (pass) {
                for (uint64_t i = 0; i < sets; i++)
                    if (after[i].of[lane]) own[column++] = (int16_t)(after[i].of[lane] - 1);
                assert_int_equal(column, columns);
                memset(expected, 0, columns * sizeof *expected);
                sh_outlook_greatest(&outlook, taken[lane], own, expected);
            }
            column = 0;
            for (uint64_t i = 0; i < sets; i++, set = sh_subset64_next_beside(set, closed)) {
                bool room = !(set & taken[lane]);
                if (!pass) after[i].of[lane] = room ? after[i].of[lane] + 1 : 0;
                if (pass && room) {
                    uint16_t word = best[i].of[lane];
                    assert_int_equal(word ? word - 1 : 0, expected[column++]);
                }
            }
        }
    }
    free(after);
    free(best);
    free(own);
    free(expected);
}

// Rows become lanes and lanes rows, and what they hold beyond known words is found.
static void check_words(sh_cpu_level level) {
    enum { SETS = 43 };
    const sh_outlook_lanes *lanes = sh_outlook_lanes_get(level, 5);
    uint16_t values[SH_OUTLOOK_LANES][SETS];
    uint16_t *rows[SH_OUTLOOK_LANES], back[SH_OUTLOOK_LANES][SETS], *to[SH_OUTLOOK_LANES];
    uint32_t number[SETS];
    sh_lane_words words[SETS];
    sh_random random = {21};
    for (uint32_t lane = 0; lane < SH_OUTLOOK_LANES; lane++) {
        rows[lane] = values[lane];
        to[lane] = back[lane];
        for (uint32_t i = 0; i < SETS; i++)
            values[lane][i] = (uint16_t)(1u << sh_random_below(&random, 16));
    }
    for (uint32_t i = 0; i < SETS; i++) number[i] = (i * 7 + 3) % SETS;
    lanes->turn(rows, SETS, number, words);
    for (uint32_t i = 0; i < SETS; i++) {
        uint16_t known[SH_OUTLOOK_LANES];
        uint32_t room = (uint32_t)sh_random_below(&random, UINT32_MAX), news = 0, places = 0;
        if (i == 0) room = 0;
        if (i == 1) room = UINT32_MAX;
        uint32_t count = 0, found;
        for (uint32_t lane = 0; lane < SH_OUTLOOK_LANES; lane++) {
            assert_int_equal(words[number[i]].of[lane], values[lane][i]);
            if (!(room >> lane & 1)) continue;
            bool is_new = sh_random_below(&random, 3) == 0;
            known[count] = is_new ? (uint16_t)~values[lane][i] : values[lane][i];
            news |= (uint32_t)is_new << lane;
            places |= (uint32_t)is_new << count++;
        }
        assert_int_equal(lanes->news(&words[number[i]], room, known, &found), news);
        assert_int_equal(found, places);
    }
    lanes->turn_back(to, SETS, number, words);
    assert_memory_equal(back, values, sizeof back);
    lanes->turn_back(to, SETS, NULL, words);
    for (uint32_t i = 0; i < SETS; i++)
        for (int lane = 0; lane < SH_OUTLOOK_LANES; lane++)
            assert_int_equal(back[lane][i], words[i].of[lane]);
    lanes->turn(rows, SETS, NULL, words);
    for (uint32_t i = 0; i < SETS; i++)
        for (int lane = 0; lane < SH_OUTLOOK_LANES; lane++)
            assert_int_equal(words[i].of[lane], values[lane][i]);
}

static void test_lanes(void **state) {
    (void)state;
    for (sh_cpu_level level = SH_CPU_GENERIC; level <= sh_cpu_level_get(); level++) {
        check_words(level);
        check_duel_lanes("4x4/2", level);
        check_duel_lanes("5x5/6", level);
        check_duel_lanes("6x6/3", level);
        check_lanes("star13:3p", 50, level);
        check_lanes("star37/1:3p", 20, level);
        check_lanes("star37/2:3p", 10, level);
        check_lanes("star37:3p", 5, level);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_duels),
        cmocka_unit_test(test_facing),
        cmocka_unit_test(test_races),
        cmocka_unit_test(test_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
