// SPDX-License-Identifier: MIT
// Which rules a game has, and which of them a piece of code takes.
//
// A game is a set of rules: the shape of its board, its directions, its players, its ending, and
// what its name adds behind a '+'. Every search, solver, puzzle and table declares in constant data
// the sets of rules that it takes, its scope, and asks sh_scope_check before it starts. The answer
// is yes, or one sentence that names the rule in the way. A rule that is new is in nobody's scope:
// until somebody declares it, everything refuses it by name.
//
// To add a rule: a row in SH_RULES, its field in sh_game, a line in sh_rules_of, and a game with it
// in tests/every_rule.h. A '+' in front of its suffix makes it a part of names (board/terms.h).
#pragma once

#include <stdint.h> // uint32_t

#include "sternhalma/game.h"

// X(rule, what a name has for it, what it says). Those with a '+' stand in the order of names.
#define SH_RULES(X)                                                                                \
    X(RHOMBUS, "", "its board, a rhombus")                                                         \
    X(STAR, "", "its board, a star")                                                               \
    X(SQUARE, "", "its square board")                                                              \
    X(CHECKERS, "", "its checkers board")                                                          \
    X(FOUR_WAYS, ":4m", "four directions")                                                         \
    X(SIX_WAYS, ":6m", "six directions")                                                           \
    X(EIGHT_WAYS, ":8m", "eight directions")                                                       \
    X(ALONE, ":1p", "one army alone")                                                              \
    X(TWO, ":2p", "two players")                                                                   \
    X(THREE, ":3p", "three players")                                                               \
    X(FOUR, ":4p", "four players")                                                                 \
    X(SIX, ":6p", "six players")                                                                   \
    X(FILLED, "", "its ending: the first full goal wins")                                          \
    X(PUBLISHED, "--rules published", "the published solver's rules")                              \
    X(STAND, "+stand", "pieces may stand in all corners")                                          \
    X(PASS, "+pass", "chains may pass through all corners")                                        \
    X(HALMA, "+halma", "the first army whose own pieces fill its goal wins")                       \
    X(SWAP, "+swap", "the game ends when all armies have arrived")                                 \
    X(HOPS, "+hops", "there are no steps")                                                         \
    X(LEAVE, "+leave", "by a certain move camps must be empty of their army")

enum {
#define SH_RULE_NUMBER(rule, suffix, says) SH_RULE_NUMBER_##rule,
    SH_RULES(SH_RULE_NUMBER)
#undef SH_RULE_NUMBER
        SH_RULE_COUNT
};

// One bit a rule; a set of rules is an OR of them.
enum {
#define SH_RULE_BIT(rule, suffix, says) SH_RULE_##rule = 1 << SH_RULE_NUMBER_##rule,
    SH_RULES(SH_RULE_BIT)
#undef SH_RULE_BIT
};

#define SH_RULES_OF_SHAPE (SH_RULE_RHOMBUS | SH_RULE_STAR | SH_RULE_SQUARE | SH_RULE_CHECKERS)
#define SH_RULES_OF_WAYS (SH_RULE_FOUR_WAYS | SH_RULE_SIX_WAYS | SH_RULE_EIGHT_WAYS)
#define SH_RULES_OF_SEVERAL (SH_RULE_THREE | SH_RULE_FOUR | SH_RULE_SIX)

// What a name has for a rule ("+hops", ":3p", or ""), and what the rule says; `number` is below
// SH_RULE_COUNT.
const char *sh_rule_suffix(int number);
const char *sh_rule_says(int number);

// The rules of a game.
uint32_t sh_rules_of(const sh_game *game);

enum { SH_SCOPE_SETS = 4, SH_SCOPE_HINTS = 6 };

// What a piece of code takes: a game all of whose rules are in one of the sets.
typedef struct sh_scope {
    const char *cannot;            // begins the refusal: "the engine cannot play"
    uint32_t takes[SH_SCOPE_SETS]; // ended by 0
    struct {
        uint32_t rules;
        const char *text; // what does instead, where one of these is in the way; '@' is the game
    } instead[SH_SCOPE_HINTS]; // ended by 0
} sh_scope;

// The rules of the game that are in the way, those outside the set that takes most; 0 if the scope
// takes the game.
uint32_t sh_scope_misses(const sh_scope *scope, const sh_game *game);

// SH_OK, or SH_USAGE and a sentence that names the rules in the way and what takes them.
sh_status sh_scope_check(const sh_scope *scope, const sh_game *game, sh_error *error) SH_NODISCARD;
