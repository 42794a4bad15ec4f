// SPDX-License-Identifier: MIT
// See scope.h. Rules are read from what a game is, not from its name.
#include "board/scope.h"

#include <assert.h>  // assert
#include <stdbool.h> // bool
#include <stdio.h>   // snprintf
#include <string.h>  // strlen

static const struct {
    const char *suffix, *says;
} RULES[] = {
#define SH_RULE_ROW(rule, suffix, says) {suffix, says},
    SH_RULES(SH_RULE_ROW)
#undef SH_RULE_ROW
};

_Static_assert(SH_RULE_COUNT < 32, "a set of rules is a word of 32 bits");

const char *sh_rule_suffix(int number) { return RULES[number].suffix; }
const char *sh_rule_says(int number) { return RULES[number].says; }

// None of these switches has a default: the compiler names the case that is missing.
static uint32_t rule_of_shape(sh_shape shape) {
    switch (shape) {
    case SH_RHOMBUS:
        return SH_RULE_RHOMBUS;
    case SH_STAR:
        return SH_RULE_STAR;
    case SH_SQUARE:
        return SH_RULE_SQUARE;
    case SH_CHECKERS:
        return SH_RULE_CHECKERS;
    }
    return 0;
}

static uint32_t rule_of_finish(sh_finish finish) {
    switch (finish) {
    case SH_FIRST_FILLED:
        return SH_RULE_FILLED;
    case SH_FIRST_ARRIVED:
        return SH_RULE_HALMA;
    case SH_ALL_ARRIVED:
        return SH_RULE_SWAP;
    }
    return 0;
}

static uint32_t rule_of_movement(sh_movement movement) {
    switch (movement) {
    case SH_STEPS_AND_HOPS:
        return 0;
    case SH_HOPS_ONLY:
        return SH_RULE_HOPS;
    }
    return 0;
}

static uint32_t rule_of_corners(const sh_game *game) {
    if (game->board.shape != SH_STAR) return 0;
    if (sh_set_equal(game->stand[0], game->board.mask)) return SH_RULE_STAND;
    return sh_set_equal(game->pass[0], game->stand[0]) ? 0 : SH_RULE_PASS;
}

uint32_t sh_rules_of(const sh_game *game) {
    static const uint32_t players[SH_MAX_PLAYERS + 1] = {
        [1] = SH_RULE_ALONE, [2] = SH_RULE_TWO, [3] = SH_RULE_THREE,
        [4] = SH_RULE_FOUR,  [6] = SH_RULE_SIX,
    };
    int ways = game->board.directions;
    assert(players[game->players]);
    return rule_of_shape(game->board.shape) | players[game->players] |
           (ways == 4   ? SH_RULE_FOUR_WAYS
            : ways == 6 ? SH_RULE_SIX_WAYS
                        : SH_RULE_EIGHT_WAYS) |
           rule_of_finish(game->finish) | rule_of_movement(game->movement) | rule_of_corners(game) |
           (game->leave ? SH_RULE_LEAVE : 0) |
           (game->profile == SH_PUBLISHED && sh_game_is_duel(game) ? SH_RULE_PUBLISHED : 0);
}

uint32_t sh_scope_misses(const sh_scope *scope, const sh_game *game) {
    uint32_t rules = sh_rules_of(game), fewest = rules;
    for (int i = 0; i < SH_SCOPE_SETS && scope->takes[i]; i++) {
        uint32_t missing = rules & ~scope->takes[i];
        if (__builtin_popcount(missing) < __builtin_popcount(fewest)) fewest = missing;
    }
    return fewest;
}

// "three players (:3p) and +hops (there are no steps)": what a name adds comes first.
static void name_rules(const sh_game *game, uint32_t rules, char *text, size_t size) {
    size_t used = 0;
    for (int number = 0; number < SH_RULE_COUNT; number++) {
        if (!(rules >> number & 1)) continue;
        const char *suffix = RULES[number].suffix, *says = RULES[number].says;
        char count[12] = "";
        if (1 << number == SH_RULE_LEAVE) snprintf(count, sizeof count, "%d", game->leave);
        const char *joint = used ? " and " : "";
        bool leads = *suffix == '+' || *suffix == '-';
        int more =
            leads ? snprintf(text + used, size - used, "%s%s%s (%s)", joint, suffix, count, says)
            : *suffix ? snprintf(text + used, size - used, "%s%s (%s)", joint, says, suffix)
                      : snprintf(text + used, size - used, "%s%s", joint, says);
        assert(more > 0 && used + (size_t)more < size);
        used += (size_t)more;
    }
}

// The text with the game's name in place of every '@'.
static void fill_in(const char *text, const sh_game *game, char *filled, size_t size) {
    size_t used = 0;
    for (; *text; text++) {
        int more = *text == '@' ? snprintf(filled + used, size - used, "%s", game->name)
                                : snprintf(filled + used, size - used, "%c", *text);
        assert(more > 0 && used + (size_t)more < size);
        used += (size_t)more;
    }
}

sh_status sh_scope_check(const sh_scope *scope, const sh_game *game, sh_error *error) {
    uint32_t missing = sh_scope_misses(scope, game);
    if (!missing) return SH_OK;
    const char *instead = NULL;
    for (int i = 0; i < SH_SCOPE_HINTS && scope->instead[i].rules && !instead; i++)
        if (scope->instead[i].rules & missing) instead = scope->instead[i].text;
    char names[1024], remedy[512] = "";
    if (instead) fill_in(instead, game, remedy, sizeof remedy);
    name_rules(game, missing, names, sizeof names);
    return sh_fail(error, SH_USAGE, "%s %s because of %s%s%s", scope->cannot, game->name, names,
                   instead ? "; " : "", remedy);
}
