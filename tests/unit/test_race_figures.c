// SPDX-License-Identifier: MIT
// Three players: brute force has the published figures, and the symmetry that the solver uses.
#include "racing.h"

#include <jansson.h> // json_load_file

static json_t *vectors(const char *game) {
    json_error_t error;
    json_t *all = json_load_file(SH_VECTORS "/three_player.json", 0, &error);
    assert_non_null(all);
    json_t *one = json_incref(json_object_get(all, game));
    assert_non_null(one);
    json_decref(all);
    return one;
}

static uint64_t figure(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_integer(value));
    return (uint64_t)json_integer_value(value);
}

static void brute_force_has_the_published_figures(void **state) {
    racing_answers all;
    racing_open(&all, 1, 1);
    json_t *published = vectors("star13:3p");
    uint64_t placements = 0, reachable = 0, type[SH_TYPES] = {0}, solo[3] = {0};
    uint64_t depth[64] = {0}, round[64] = {0};
    for (size_t s = 0; s < all.oracle.states; s++) {
        if (!race_oracle_exists(&all.oracle, s)) continue;
        placements++;
        if (all.reach[s] == RACE_ORACLE_NEVER) continue;
        reachable++;
        depth[all.reach[s]]++;
        type[sh_control_classify(racing_control(&all, s))]++;
        bool wins = all.solo[0][s] != RACE_ORACLE_NEVER, out = all.out[0][s] != RACE_ORACLE_NEVER;
        solo[wins ? 0 : out ? 1 : 2]++;
        if (wins || out) round[wins ? all.solo[0][s] : all.out[0][s]]++;
    }
    assert_int_equal(placements, 3 * figure(published, "placements"));
    assert_int_equal(reachable, figure(published, "reachable"));
    const json_t *types = json_object_get(published, "reachable_types");
    assert_int_equal(type[SH_TYPE_TERMINAL], figure(types, "terminal"));
    assert_int_equal(type[SH_TYPE_SOLO_WIN], figure(types, "solo_win"));
    assert_int_equal(type[SH_TYPE_KINGMAKER], figure(types, "kingmaker"));
    assert_int_equal(type[SH_TYPE_SPOILER_DRAW], figure(types, "spoiler_draw"));
    const json_t *one = json_object_get(published, "reachable_solo_per_player");
    assert_int_equal(solo[0], figure(one, "win"));
    assert_int_equal(solo[1], figure(one, "loss"));
    assert_int_equal(solo[2], figure(one, "draw"));
    size_t i;
    json_t *value;
    json_array_foreach(json_object_get(published, "bfs_depths"), i, value)
        assert_int_equal(depth[i], json_integer_value(value));
    json_array_foreach(json_object_get(published, "solo_rounds_reachable"), i, value)
        assert_int_equal(round[i], json_integer_value(value));
    json_decref(published);
    racing_close(&all);
}

// With foreign corners open in mid-chain player A would have 336 wins instead of 335.
static void loose_lanes_give_other_figures(void **state) {
    race_oracle oracle;
    race_oracle_open(&oracle, 1, 1, true);
    uint8_t *solo = racing_force(&oracle, A, A), *reach = malloc(oracle.states);
    race_oracle_reach(&oracle, reach);
    int wins = 0, losses = 0;
    for (size_t s = 0; s < oracle.states; s++)
        if (reach[s] != RACE_ORACLE_NEVER) solo[s] == RACE_ORACLE_NEVER ? losses++ : wins++;
    assert_int_equal(wins, 336);
    assert_int_equal(losses, 909);
    free(solo);
    free(reach);
    race_oracle_close(&oracle);
}

// The state whose players' marbles are carried by a map of the axial coordinates, `to[p]` being
// whom player p becomes.
static size_t carried(const race_oracle *oracle, size_t state, const int axis[3], const int to[3]) {
    int turn, set[3], image[3] = {0};
    race_oracle_split(oracle, state, &turn, set);
    for (int player = 0; player < 3; player++) {
        uint64_t mapped = 0;
        for (int cell = 0; cell < oracle->cells; cell++) {
            if (!(oracle->set[player][set[player]] >> cell & 1)) continue;
            int from[3] = {oracle->q[cell], oracle->r[cell], -oracle->q[cell] - oracle->r[cell]};
            for (int other = 0; other < oracle->cells; other++)
                if (oracle->q[other] == from[axis[0]] && oracle->r[other] == from[axis[1]])
                    mapped |= 1ULL << other;
        }
        while (oracle->set[to[player]][image[to[player]]] != mapped) image[to[player]]++;
    }
    return race_oracle_state(oracle, to[turn], image[0], image[1], image[2]);
}

static void rotation_keeps_values_and_reflection_breaks_them(void **state) {
    racing_answers all;
    racing_open(&all, 1, 1);
    int broken = 0;
    for (size_t s = 0; s < all.oracle.states; s++) {
        if (!race_oracle_exists(&all.oracle, s)) continue;
        size_t rotated = carried(&all.oracle, s, (int[]){2, 0, 1}, (int[]){1, 2, 0});
        size_t reflected = carried(&all.oracle, s, (int[]){1, 0, 2}, (int[]){1, 0, 2});
        assert_int_equal(racing_control(&all, s), racing_control(&all, rotated));
        broken += all.solo[0][s] != all.solo[1][reflected];
    }
    assert_true(broken > 0);
    racing_close(&all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(brute_force_has_the_published_figures),
        cmocka_unit_test(loose_lanes_give_other_figures),
        cmocka_unit_test(rotation_keeps_values_and_reflection_breaks_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
