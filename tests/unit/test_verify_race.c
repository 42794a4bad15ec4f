// SPDX-License-Identifier: MIT
// Verification of three players accepts what the solver found and finds every single change to it.
//
// "test_verify_race wrong FILE" writes a table with one wrong value, for scripts, and
// "test_verify_race rings FILE" one with rings of states that have only each other as a reason,
// which take two marbles; "test_verify_race long" plays with more of those.
#include "racing.h"

#include "altered.h"
#include "base/random.h"
#include "solve/race/source.h"
#include "solve/verify/ground_race.h"
#include "solve/verify/verify.h"
#include "table/writer.h"

// A solved game, its values, and threads to check them.
typedef struct checking {
    racing *run;
    altered *values;
    sh_pool *pool;
    sh_verify_report report;
} checking;

static checking open_checking(const char *name) {
    checking c = {.run = racing_solve(name, 0)};
    c.values = altered_open(sh_race_source(&c.run->solved));
    assert_int_equal(sh_pool_open(&c.pool, 2, NULL), SH_OK);
    return c;
}

static void close_checking(checking *c) {
    sh_pool_close(c->pool);
    altered_close(c->values);
    racing_free(c->run);
}

static sh_status verify(checking *c, sh_verify_settings settings) {
    return sh_verify(&c->run->game, &c->values->source, &settings, c->pool, NULL, &c->report, NULL);
}

static sh_triple triple_of(const checking *c, size_t state) {
    uint32_t sets = c->run->solved.triples.sets;
    return (sh_triple){(uint32_t)(state / sets / sets), (uint32_t)(state / sets % sets),
                       (uint32_t)(state % sets)};
}

static bool is_open(const checking *c, size_t state) {
    const sh_triples *triples = &c->run->solved.triples;
    sh_triple t = triple_of(c, state);
    return sh_triples_disjoint(triples, t) && !sh_triples_filled(triples, t);
}

static size_t draw_open(const checking *c, sh_random *random) {
    size_t state = 0;
    do {
        state = sh_random_below(random, c->values->count);
    } while (!is_open(c, state));
    return state;
}

static void solutions_pass(void **state) {
    const char *const games[] = {"star13:3p", "star37/1:3p"};
    for (int g = 0; g < 2; g++) {
        checking c = open_checking(games[g]);
        assert_int_equal(verify(&c, (sh_verify_settings){0}), SH_OK);
        assert_false(c.report.proven);
        assert_int_equal(verify(&c, (sh_verify_settings){.ground = true}), SH_OK);
        assert_true(c.report.proven);
        assert_int_equal(c.report.checked, c.run->counts.placements);
        for (int i = 0; i < SH_TYPES; i++)
            assert_int_equal(3 * c.report.type[i], c.run->counts.control.type[i]);
        assert_int_equal(verify(&c, (sh_verify_settings){.sample = 3000, .seed = 5}), SH_OK);
        assert_int_equal(c.report.checked, 3000);
        assert_false(c.report.proven);
        close_checking(&c);
    }
}

// Whichever bit of whichever state is wrong, that state or a predecessor of it is reported; with
// another bit to it, too.
static void every_flipped_bit_is_found(void **state) {
    const char *const games[] = {"star13:3p", "star37/1:3p"};
    sh_random random = {11};
    for (int g = 0; g < 2; g++) {
        checking c = open_checking(games[g]);
        for (int i = 0; i < 10 * SH_CONTROL_BITS; i++) {
            size_t at = draw_open(&c, &random);
            uint16_t right = c.values->values[at];
            c.values->values[at] ^= (uint16_t)(1 << i % SH_CONTROL_BITS);
            if (i & 1) c.values->values[at] ^= (uint16_t)(1 << (i + 5) % SH_CONTROL_BITS);
            assert_int_equal(verify(&c, (sh_verify_settings){0}), SH_NO);
            assert_true(c.report.wrong >= 1);
            uint64_t columns = c.values->source.column_count;
            assert_true(c.report.where.row * columns + c.report.where.column <= at);
            c.values->values[at] = right;
        }
        assert_int_equal(verify(&c, (sh_verify_settings){0}), SH_OK);
        close_checking(&c);
    }
}

// What a sample finds: a layer that is wrong everywhere.
static void a_sample_finds_a_wrong_layer(void **state) {
    checking c = open_checking("star37/1:3p");
    for (size_t i = 0; i < c.values->count; i++)
        if (is_open(&c, i)) c.values->values[i] |= sh_control_next(1);
    assert_int_equal(verify(&c, (sh_verify_settings){.sample = 1000, .seed = 1}), SH_NO);
    assert_true(c.report.found & sh_control_next(1));
    assert_int_not_equal(c.report.found, c.report.expected);
    close_checking(&c);
}

static sh_verify_report ground(checking *c) {
    sh_verify_team team;
    sh_verify_report report = {0};
    const sh_value_source *source = &c->values->source;
    assert_int_equal(sh_verify_team_open(&team, c->pool, NULL, source->column_count, NULL), SH_OK);
    assert_int_equal(
        sh_ground_race(&c->run->game, &c->run->solved.triples, source, &team, &report, NULL),
        SH_OK);
    sh_verify_team_close(&team);
    return report;
}

// An answer too much has no ground, and the right code is what is left without it.
static void answers_too_much_have_no_ground(void **state) {
    checking c = open_checking("star13:3p");
    sh_random random = {3};
    for (int bit = 3; bit < 9; bit++)
        for (int i = 0; i < 5; i++) {
            size_t at = draw_open(&c, &random);
            uint16_t *code = &c.values->values[at], right = *code;
            if (right >> bit & 1) continue;
            *code |= (uint16_t)(1 << bit);
            sh_verify_report report = ground(&c);
            assert_int_equal(report.wrong, 1);
            uint64_t columns = c.values->source.column_count;
            assert_int_equal(report.where.row * columns + report.where.column, at);
            assert_int_equal(report.found, *code);
            assert_int_equal(report.expected, right);
            *code = right;
        }
    assert_int_equal(ground(&c).wrong, 0);
    close_checking(&c);
}

static void write_table(checking *c, const char *file) {
    sh_recipe recipe = {.game = &c->run->game, .metric = SH_CONTROL, .creator = "test"};
    assert_int_equal(sh_table_write(file, &recipe, &c->values->source, c->pool, NULL, NULL), SH_OK);
}

// The opening says that the mover can win alone.
static int write_wrong_table(const char *file) {
    checking c = open_checking("star13:3p");
    size_t sets = c.run->solved.triples.sets, camp = c.run->solved.triples.camp;
    c.values->values[(camp * sets + camp) * sets + camp] ^= sh_control_solo(0);
    write_table(&c, file);
    close_checking(&c);
    return 0;
}

// Calls every draw a win of its player, or calls the player shut out. Returns in how many
// placements there were any.
static uint64_t call_draws(checking *c, bool wins) {
    uint64_t placements = 0;
    for (size_t i = 0; i < c->values->count; i++) {
        uint16_t *code = &c->values->values[i];
        if (!is_open(c, i) || !(*code >> 9)) continue;
        placements++;
        *code = (uint16_t)((*code | (wins ? *code >> 9 : 0)) & 0777);
    }
    return placements;
}

// Every draw is a win, says this table.
static int write_rings(const char *file) {
    checking c = open_checking("star37/2:3p");
    call_draws(&c, true);
    write_table(&c, file);
    close_checking(&c);
    return 0;
}

// Either way the values agree with their successors, for nobody can do anything about it; but the
// states go round in circles and have no ground.
static void rings_of_draws_have_no_ground(void **state) {
    for (int wins = 0; wins < 2; wins++) {
        checking c = open_checking("star37/2:3p");
        uint64_t placements = call_draws(&c, wins);
        assert_true(placements > 0);
        assert_int_equal(verify(&c, (sh_verify_settings){0}), SH_OK);
        assert_int_equal(verify(&c, (sh_verify_settings){.ground = true}), SH_NO);
        assert_int_equal(c.report.wrong, placements);
        assert_int_equal(sh_control_classify(c.report.expected & ~7), SH_TYPE_SPOILER_DRAW);
        close_checking(&c);
    }
}

int main(int count, char **words) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solutions_pass),
        cmocka_unit_test(every_flipped_bit_is_found),
        cmocka_unit_test(a_sample_finds_a_wrong_layer),
        cmocka_unit_test(answers_too_much_have_no_ground),
    };
    const struct CMUnitTest long_tests[] = {cmocka_unit_test(rings_of_draws_have_no_ground)};
    if (count > 2 && strcmp(words[1], "wrong") == 0) return write_wrong_table(words[2]);
    if (count > 2 && strcmp(words[1], "rings") == 0) return write_rings(words[2]);
    if (count > 1 && strcmp(words[1], "long") == 0)
        return cmocka_run_group_tests(long_tests, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
