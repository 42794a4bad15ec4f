// SPDX-License-Identifier: MIT
// Control structures: every code by the numbers of the players, and seen from another player.
#include "rank/control.h"
#include "test.h"

static void names_players_by_their_numbers(void **state) {
    for (int code = 0; code < 1 << SH_CONTROL_BITS; code++)
        for (int mover = 0; mover < 3; mover++) {
            sh_control control = sh_control_players((sh_control_code)code, mover);
            for (int i = 0; i < 3; i++) {
                int player = (mover + i) % 3;
                bool solo = code >> i & 1, draw = code >> (9 + i) & 1;
                assert_int_equal(control.solo_win >> player & 1, solo);
                assert_int_equal(control.solo_loss >> player & 1, !solo && !draw);
                assert_int_equal(control.enable_next >> player & 1, code >> (3 + i) & 1);
                assert_int_equal(control.enable_previous >> player & 1, code >> (6 + i) & 1);
            }
        }
}

static void a_winner_wins_whoever_is_to_move(void **state) {
    for (int mover = 0; mover < 3; mover++)
        for (int winner = 0; winner < 3; winner++) {
            sh_control_code code = sh_control_won((winner - mover + 3) % 3);
            sh_control control = sh_control_players(code, mover);
            assert_int_equal(control.solo_win, 1 << winner);
            assert_int_equal(control.solo_loss, 7 & ~(1 << winner));
            assert_int_equal(control.enable_next | control.enable_previous, 0);
            assert_int_equal((sh_control_victor(code) + mover) % 3, winner);
        }
    assert_int_equal(sh_control_victor(SH_CONTROL_ILLEGAL), -1);
    assert_int_equal(sh_control_victor(0), -1);
    assert_int_equal(sh_control_victor(sh_control_solo(2) | sh_control_next(0)), 2);
}

// Counted from another player, the same players can do the same.
static void turning_changes_the_view_only(void **state) {
    for (int code = 0; code < 1 << SH_CONTROL_BITS; code++)
        for (int shift = 0; shift < 3; shift++) {
            sh_control_code turned = sh_control_turn((sh_control_code)code, shift);
            sh_control before = sh_control_players((sh_control_code)code, 0);
            sh_control after = sh_control_players(turned, shift);
            assert_memory_equal(&before, &after, sizeof before);
            assert_int_equal(sh_control_classify(turned),
                             sh_control_classify((sh_control_code)code));
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_players_by_their_numbers),
        cmocka_unit_test(a_winner_wins_whoever_is_to_move),
        cmocka_unit_test(turning_changes_the_view_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
