// SPDX-License-Identifier: MIT
// A game of each rule, small enough to be played, solved and posed in a moment.
//
// Tests of what takes games go through all of these. test_scope.c fails where a rule
// (board/scope.h) is in none of them, so a new one must be added here, and is then seen by all
// tests that are.
#pragma once

#include "board/scope.h"
#include "test.h"

typedef struct every_rule {
    const char *name;
    sh_profile profile;
} every_rule;

static const every_rule EVERY_RULE[] = {
    {"4x4/3", SH_STRICT},
    {"4x4/6", SH_PUBLISHED},
    {"4x4/3+halma", SH_STRICT},
    {"4x4/3+swap", SH_STRICT},
    {"4x4/3:1p", SH_STRICT},
    {"5x5/3+halma+hops", SH_STRICT},
    {"5x5/3+swap+hops", SH_STRICT},
    {"5x5/3:1p+hops", SH_STRICT},
    {"5x5/3+halma+leave9", SH_STRICT},
    {"5x5/3+halma+hops+leave9", SH_STRICT},
    {"sq4/3:4m", SH_STRICT},
    {"sq4/3:6m+hops", SH_STRICT},
    {"sq4/3:8m", SH_STRICT},
    {"sq4/3:6m+swap", SH_STRICT},
    {"sq4/3:8m:1p", SH_STRICT},
    {"sq4/3:4m+leave9", SH_STRICT},
    {"checkers32/12:4m", SH_STRICT},
    {"checkers32/12:6m+hops", SH_STRICT},
    {"checkers32/12:8m+leave30", SH_STRICT},
    {"star13:1p", SH_STRICT},
    {"star37:2p", SH_STRICT},
    {"star37:2p+pass", SH_STRICT},
    {"star37:2p+stand", SH_STRICT},
    {"star37:2p+halma", SH_STRICT},
    {"star37:2p+swap", SH_STRICT},
    {"star37:2p+halma+hops", SH_STRICT},
    {"star37:2p+halma+leave9", SH_STRICT},
    {"star37:2p+stand+halma+hops", SH_STRICT},
    {"star13:3p", SH_STRICT},
    {"star37/1:3p+pass", SH_STRICT},
    {"star37/2:3p+stand", SH_STRICT},
    {"star37/2:3p+halma", SH_STRICT},
    {"star37:3p+halma+hops", SH_STRICT},
    {"star37:3p+swap", SH_STRICT},
    {"star37:3p+leave9", SH_STRICT},
    {"star37:4p", SH_STRICT},
    {"star73:4p+stand+halma+hops", SH_STRICT},
    {"star37:6p", SH_STRICT},
    {"star121:6p+halma+hops", SH_STRICT},
    {"star121:6p+pass+leave20", SH_STRICT},
};

enum { EVERY_RULES = sizeof EVERY_RULE / sizeof *EVERY_RULE };

// Does the sentence name all of the rules, by their suffixes and by what they say?
static inline bool every_rule_named(const char *sentence, uint32_t rules) {
    for (int number = 0; number < SH_RULE_COUNT; number++)
        if (rules >> number & 1 &&
            (!strstr(sentence, sh_rule_suffix(number)) || !strstr(sentence, sh_rule_says(number))))
            return false;
    return true;
}
