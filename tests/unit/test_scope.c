// SPDX-License-Identifier: MIT
// Rules of games, scopes of code, and games made from the terms of others.
#include "every_rule.h"

#include "board/terms.h"

static void every_rule_has_a_game(void **state) {
    (void)state;
    uint32_t met = 0;
    for (int i = 0; i < EVERY_RULES; i++) {
        sh_game game;
        test_game(&game, EVERY_RULE[i].name, EVERY_RULE[i].profile);
        assert_string_equal(game.name, EVERY_RULE[i].name);
        met |= sh_rules_of(&game);
    }
    for (int number = 0; number < SH_RULE_COUNT; number++)
        if (!(met >> number & 1))
            fail_msg("tests/every_rule.h has no game with %s%s", sh_rule_suffix(number),
                     sh_rule_says(number));
}

// What a name adds is what the game has, whatever else is in the name.
static void names_become_rules(void **state) {
    (void)state;
    static const struct {
        const char *name;
        uint32_t rules;
    } known[] = {
        {"7x7/3", SH_RULE_RHOMBUS | SH_RULE_SIX_WAYS | SH_RULE_TWO | SH_RULE_FILLED},
        {"7x7/3:1p+hops",
         SH_RULE_RHOMBUS | SH_RULE_SIX_WAYS | SH_RULE_ALONE | SH_RULE_HALMA | SH_RULE_HOPS},
        {"sq5/3:4m", SH_RULE_SQUARE | SH_RULE_FOUR_WAYS | SH_RULE_TWO | SH_RULE_HALMA},
        {"checkers32/12:8m+swap",
         SH_RULE_CHECKERS | SH_RULE_EIGHT_WAYS | SH_RULE_TWO | SH_RULE_SWAP},
        {"star37:4p+stand+leave7", SH_RULE_STAR | SH_RULE_SIX_WAYS | SH_RULE_FOUR | SH_RULE_FILLED |
                                       SH_RULE_STAND | SH_RULE_LEAVE},
        {"star37:6p+pass",
         SH_RULE_STAR | SH_RULE_SIX_WAYS | SH_RULE_SIX | SH_RULE_FILLED | SH_RULE_PASS},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        sh_game game;
        test_game(&game, known[i].name, SH_STRICT);
        assert_int_equal(sh_rules_of(&game), known[i].rules);
    }
    sh_game game;
    test_game(&game, "4x4/6", SH_PUBLISHED);
    assert_true(sh_rules_of(&game) & SH_RULE_PUBLISHED);
    test_game(&game, "star37:3p", SH_PUBLISHED); // means nothing there
    assert_false(sh_rules_of(&game) & SH_RULE_PUBLISHED);
}

// A scope of all rules but one refuses every game with that one, and names it; no other game.
static void what_nobody_declared_is_refused(void **state) {
    (void)state;
    for (int number = 0; number < SH_RULE_COUNT; number++) {
        sh_scope scope = {"nobody can take",
                          {((1u << SH_RULE_COUNT) - 1) & ~(1u << number)},
                          {{1u << number, "take something else"}}};
        for (int i = 0; i < EVERY_RULES; i++) {
            sh_game game;
            sh_error error = {.text = ""};
            test_game(&game, EVERY_RULE[i].name, EVERY_RULE[i].profile);
            bool has = sh_rules_of(&game) >> number & 1;
            assert_int_equal(sh_scope_check(&scope, &game, &error), has ? SH_USAGE : SH_OK);
            assert_int_equal(sh_scope_misses(&scope, &game), has ? 1u << number : 0);
            if (!has) continue;
            if (!every_rule_named(error.text, 1u << number) || !strstr(error.text, game.name) ||
                !strstr(error.text, "nobody can take") || !strstr(error.text, "something else"))
                fail_msg("%s: %s", game.name, error.text);
        }
    }
}

static void refusals_read_well(void **state) {
    (void)state;
    static const sh_scope scope = {
        "the solver cannot solve",
        {SH_RULE_RHOMBUS | SH_RULE_SIX_WAYS | SH_RULE_TWO | SH_RULE_FILLED,
         SH_RULE_STAR | SH_RULE_SIX_WAYS | SH_RULE_THREE | SH_RULE_FILLED},
        {{SH_RULE_SWAP, "without +swap it can"}}};
    static const char *const known[][2] = {
        {"7x7/3", ""},
        {"star37:3p", ""},
        {"7x7/3+swap", "the solver cannot solve 7x7/3+swap because of +swap (the game ends when "
                       "all armies have arrived); without +swap it can"},
        {"star37:3p+leave9", "the solver cannot solve star37:3p+leave9 because of +leave9 (by a "
                             "certain move camps must be empty of their army)"},
        {"sq5/3:4m:1p", "the solver cannot solve sq5/3:4m:1p because of its square board and four "
                        "directions (:4m) and one army alone (:1p) and +halma (the first army "
                        "whose own pieces fill its goal wins)"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        sh_game game;
        sh_error error = {.text = ""};
        test_game(&game, known[i][0], SH_STRICT);
        sh_status status = sh_scope_check(&scope, &game, &error);
        assert_int_equal(status, *known[i][1] ? SH_USAGE : SH_OK);
        assert_string_equal(error.text, known[i][1]);
    }
}

// The terms of a game make the same game again, byte for byte.
static void terms_make_the_same_game(void **state) {
    (void)state;
    for (int i = 0; i < EVERY_RULES; i++) {
        sh_game game, again;
        test_game(&game, EVERY_RULE[i].name, EVERY_RULE[i].profile);
        sh_terms terms = sh_terms_of(&game);
        assert_int_equal(sh_game_make(&again, &terms, NULL), SH_OK);
        assert_memory_equal(&again, &game, sizeof game);
    }
}

static void other_games_keep_the_rules(void **state) {
    (void)state;
    sh_game game, other;
    test_game(&game, "star37:2p+stand+halma+hops", SH_PUBLISHED);
    sh_terms terms = sh_terms_of(&game);
    terms.players = 6;
    assert_int_equal(sh_game_make(&other, &terms, NULL), SH_OK);
    assert_string_equal(other.name, "star37:6p+stand+halma+hops");
    assert_int_equal(other.profile, SH_PUBLISHED);
    terms.shape = SH_RHOMBUS;
    terms.size = 9;
    terms.players = 2;
    assert_int_equal(sh_game_make(&other, &terms, NULL), SH_USAGE); // corners of a rhombus
    terms.added &= ~(uint32_t)SH_RULE_STAND;
    assert_int_equal(sh_game_make(&other, &terms, NULL), SH_OK);
    assert_string_equal(other.name, "9x9/3+halma+hops");
    terms.pieces = 99;
    assert_int_equal(sh_game_make(&other, &terms, NULL), SH_USAGE);
    test_game(&game, "star37:4p+leave31", SH_STRICT);
    terms = sh_terms_of(&game);
    terms.players = 3;
    assert_int_equal(sh_game_make(&other, &terms, NULL), SH_OK);
    assert_string_equal(other.name, "star37:3p+leave31");
    assert_int_equal(other.leave, 31);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_has_a_game),
        cmocka_unit_test(names_become_rules),
        cmocka_unit_test(what_nobody_declared_is_refused),
        cmocka_unit_test(refusals_read_well),
        cmocka_unit_test(terms_make_the_same_game),
        cmocka_unit_test(other_games_keep_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
