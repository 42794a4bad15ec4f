// SPDX-License-Identifier: MIT
// Three players: the solver against brute force.
#include "racing.h"

#include "solve/race/race.h"
#include "solve/race/source.h"

static sh_position position_of(const sh_game *game, const race_oracle *oracle, size_t state) {
    int turn, set[3];
    race_oracle_split(oracle, state, &turn, set);
    sh_position position = {.turn = (uint8_t)turn};
    for (int player = 0; player < 3; player++)
        for (int cell = 0; cell < oracle->cells; cell++)
            if (oracle->set[player][set[player]] >> cell & 1)
                sh_set_add(&position.army[player],
                           sh_board_cell(&game->board, oracle->q[cell] + 2 * oracle->n,
                                         oracle->r[cell] + 2 * oracle->n));
    return position;
}

static void compare_with_brute_force(const char *name, int n, int k) {
    racing_answers all;
    racing_open(&all, n, k);
    racing *run = racing_solve(name, 0);
    uint64_t type[SH_TYPES] = {0}, reachable_type[SH_TYPES] = {0}, kingmaker[3][3] = {{0}};
    uint64_t crowned[4] = {0}, won[SH_LAYERS][256] = {{0}}, distance[256] = {0};
    for (size_t s = 0; s < all.oracle.states; s++) {
        if (!race_oracle_exists(&all.oracle, s)) continue;
        sh_position position = position_of(&run->game, &all.oracle, s);
        assert_int_equal(sh_position_check(&run->game, &position, NULL), SH_OK);
        sh_triple triple = sh_triples_rank(&run->solved.triples, &position);
        assert_true(sh_triples_disjoint(&run->solved.triples, triple));
        sh_control_code control = sh_solved_control(&run->solved, triple);
        assert_int_equal(control, racing_control(&all, s));
        sh_control_type class = sh_control_classify(control);
        type[class]++;
        distance[all.reach[s]]++;
        if (all.reach[s] != RACE_ORACLE_NEVER) reachable_type[class]++;
        won[SH_LAYER_SOLO][all.solo[0][s]]++;
        won[SH_LAYER_NEXT][all.enable[0][1][s]]++;
        won[SH_LAYER_PREVIOUS][all.enable[0][2][s]]++;
        if (position.turn) continue;
        for (int i = 0; i < 9; i++)
            kingmaker[i / 3][i % 3] +=
                i / 3 != i % 3 && sh_control_kingmaker(control, i / 3, i % 3);
        if (class >= SH_TYPE_SPOILER_DRAW) crowned[sh_control_crowned(control)]++;
    }
    assert_memory_equal(type, run->counts.control.type, sizeof type);
    assert_memory_equal(reachable_type, run->counts.reachable_type, sizeof reachable_type);
    assert_memory_equal(kingmaker, run->counts.control.kingmaker, sizeof kingmaker);
    assert_memory_equal(crowned, run->counts.control.crowned, sizeof crowned);
    for (int layer = 0; layer < SH_LAYERS; layer++)
        for (int depth = 1; depth < 255; depth++)
            assert_int_equal(run->counts.layer[layer].won.states[depth], won[layer][depth]);
    for (int depth = 0; depth < 255; depth++)
        assert_int_equal(run->counts.distance.states[depth], distance[depth]);
    racing_free(run);
    racing_close(&all);
}

static void star13_equals_brute_force(void **state) { compare_with_brute_force("star13:3p", 1, 1); }

static void star37_with_one_marble_equals_brute_force(void **state) {
    compare_with_brute_force("star37/1:3p", 2, 1);
}

// Losses by depth come from three runs of the rounds; brute force has them directly.
static void depths_of_losses_equal_brute_force(void **state) {
    racing_answers all;
    racing_open(&all, 1, 1);
    racing *run = racing_solve("star13:3p", 1);
    uint8_t *deny_next = racing_force(&all.oracle, C, A | C),
            *deny_previous = racing_force(&all.oracle, B, A | B);
    uint64_t lost[SH_LAYERS][256] = {{0}};
    for (size_t s = 0; s < all.oracle.states; s++) {
        if (!race_oracle_exists(&all.oracle, s)) continue;
        lost[SH_LAYER_SOLO][all.out[0][s]]++;
        lost[SH_LAYER_NEXT][deny_next[s]]++;
        lost[SH_LAYER_PREVIOUS][deny_previous[s]]++;
    }
    for (int layer = 0; layer < SH_LAYERS; layer++)
        for (int depth = 1; depth < 255; depth++)
            assert_int_equal(run->counts.layer[layer].lost.states[depth], lost[layer][depth]);
    free(deny_next);
    free(deny_previous);
    racing_free(run);
    racing_close(&all);
}

// The planes of a question, packed; answered from nothing or from the answer to a part of it.
static void answer(const racing *run, const sh_goal *goal, const sh_plane *known,
                   sh_plane planes[3]) {
    const sh_race_engine *engine = &sh_race_engine_cpu;
    sh_race_context context = {.cube = &run->solved.cube, .engine = engine};
    assert_int_equal(sh_pool_open(&context.pool, 2, NULL), SH_OK);
    assert_int_equal(engine->open(&context.machine, context.cube, context.pool, NULL), SH_OK);
    sh_attractor attractor = {.goal = goal, .start = SH_U};
    assert_int_equal(sh_attractor_solve(&attractor, &context, known, NULL), SH_OK);
    assert_true(attractor.rounds > 0);
    for (int role = 0; role < 3; role++) {
        assert_int_equal(sh_plane_open(&planes[role], context.cube, SH_NEXT, true, NULL), SH_OK);
        assert_int_equal(engine->pack(context.machine, (sh_role)role, &planes[role], false, NULL),
                         SH_OK);
    }
    engine->close(context.machine);
    sh_pool_close(context.pool);
}

// Who can force its win prevents that others win. On star37:3p the solver relies on this.
static void denying_goes_on_from_solo_wins(void **state) {
    const char *const games[] = {"star13:3p", "star37/1:3p", "star37/2:3p"};
    const sh_goal *const goals[] = {&sh_goal_deny_next, &sh_goal_deny_previous};
    for (int i = 0; i < 6; i++) {
        racing *run = racing_solve(games[i / 2], 0);
        sh_plane whole[3], rest[3];
        answer(run, goals[i % 2], NULL, whole);
        answer(run, goals[i % 2], run->solved.plane[SH_LAYER_SOLO], rest);
        for (int role = 0; role < 3; role++) {
            assert_memory_equal(whole[role].words, rest[role].words,
                                sh_plane_bytes(&run->solved.cube, true));
            sh_plane_close(&whole[role]);
            sh_plane_close(&rest[role]);
        }
        racing_free(run);
    }
}

static void every_cpu_level_and_team_gives_the_same(void **state) {
    racing *first = racing_solve("star37/1:3p", 1);
    const char *const levels[] = {"generic", "avx2", "avx512"};
    for (int i = 0; i < 3; i++) {
        setenv("STERNHALMA_CPU", levels[i], 1);
        racing *other = racing_solve("star37/1:3p", 3);
        for (int layer = 0; layer < SH_LAYERS; layer++)
            for (int role = 0; role < 3; role++)
                assert_memory_equal(first->solved.plane[layer][role].words,
                                    other->solved.plane[layer][role].words,
                                    sh_plane_bytes(&first->solved.cube, true));
        racing_free(other);
    }
    unsetenv("STERNHALMA_CPU");
    racing_free(first);
}

static void source_gives_the_code_of_every_state(void **state) {
    const char *const games[] = {"star13:3p", "star37/1:3p"};
    for (int g = 0; g < 2; g++) {
        racing *run = racing_solve(games[g], 0);
        sh_value_source values = sh_race_source(&run->solved);
        uint32_t sets = run->solved.triples.sets;
        assert_int_equal(values.row_count, sets * sets);
        uint16_t *row = malloc(sets * sizeof *row);
        for (uint32_t i = 0; i < sets * sets; i++) {
            assert_int_equal(values.rows(values.context, i, 1, row), SH_OK);
            for (uint32_t previous = 0; previous < sets; previous++) {
                sh_triple t = {i / sets, i % sets, previous};
                bool exists = sh_triples_disjoint(&run->solved.triples, t);
                assert_int_equal(row[previous],
                                 exists ? sh_solved_control(&run->solved, t) : SH_CONTROL_ILLEGAL);
            }
        }
        free(row);
        racing_free(run);
    }
}

// Two marbles: four questions about A. Over its three turns A stands in every relation to the
// mover, so this covers every plane. Minutes and 1.5 GB: only with the argument "long".
static void star37_with_two_marbles_equals_brute_force(void **state) {
    race_oracle oracle;
    race_oracle_open(&oracle, 2, 2, false);
    racing *run = racing_solve("star37/2:3p", 0);
    const struct {
        int coalition, winners;
    } question[] = {{A, A}, {A | B, B}, {A | C, C}, {B | C, B | C}};
    for (int q = 0; q < 4; q++) {
        uint8_t *depth = racing_force(&oracle, question[q].coalition, question[q].winners);
        uint64_t by_depth[256] = {0};
        for (size_t s = 0; s < oracle.states; s++) {
            if (race_oracle_winner(&oracle, s) >= 0 || !race_oracle_exists(&oracle, s)) continue;
            sh_position position = position_of(&run->game, &oracle, s);
            sh_control_code control =
                sh_solved_control(&run->solved, sh_triples_rank(&run->solved.triples, &position));
            int a = (3 - position.turn) % 3; // A, counted from the mover
            bool forced = q == 3 ? sh_control_shut_out(control, a) : control >> (3 * q + a) & 1;
            if (forced != (depth[s] != RACE_ORACLE_NEVER)) fail_msg("question %d, state %zu", q, s);
            by_depth[depth[s]]++;
        }
        const sh_race_layer *layer = &run->counts.layer[q % 3];
        const sh_depths *depths = q == 3 ? &layer->lost : &layer->won;
        for (int d = 1; d < 255; d++) assert_int_equal(depths->states[d], by_depth[d]);
        free(depth);
    }
    racing_free(run);
    race_oracle_close(&oracle);
}

int main(int argc, char **argv) {
    const struct CMUnitTest long_tests[] = {
        cmocka_unit_test(star37_with_two_marbles_equals_brute_force),
    };
    if (argc > 1 && !strcmp(argv[1], "long")) return cmocka_run_group_tests(long_tests, NULL, NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(star13_equals_brute_force),
        cmocka_unit_test(star37_with_one_marble_equals_brute_force),
        cmocka_unit_test(depths_of_losses_equal_brute_force),
        cmocka_unit_test(denying_goes_on_from_solo_wins),
        cmocka_unit_test(source_gives_the_code_of_every_state),
        cmocka_unit_test(every_cpu_level_and_team_gives_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
