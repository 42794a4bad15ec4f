// SPDX-License-Identifier: MIT
// See arena_scopes.h.
#include "arena/arena_scopes.h"

enum {
    OF_TWO = SH_RULES_OF_SHAPE | SH_RULES_OF_WAYS | SH_RULE_TWO | SH_RULE_FILLED |
             SH_RULE_PUBLISHED | SH_RULE_HALMA | SH_RULE_SWAP | SH_RULE_HOPS | SH_RULE_STAND |
             SH_RULE_PASS | SH_RULE_LEAVE,
};

const sh_scope sh_dialog_scope = {
    .cannot = "the engine's protocol is for two players, not for",
    .takes = {OF_TWO},
    .instead = {{SH_RULES_OF_SEVERAL, "'sternhalma play' and 'sternhalma match' play it"},
                {SH_RULE_ALONE, "one army alone is a puzzle: 'sternhalma puzzle transfer'"}},
};

const sh_scope sh_openings_scope = {
    .cannot = "openings are for games of two players, not for",
    .takes = {OF_TWO},
    .instead = {{SH_RULES_OF_SEVERAL, "'sternhalma match' begins each game at random"}},
};

const sh_scope sh_tuning_scope = {
    .cannot = "parameters are tuned in games of two players, not in",
    .takes = {OF_TWO},
    .instead = {{SH_RULES_OF_SEVERAL, "'sternhalma match' compares two settings"}},
};

const sh_scope sh_grading_scope = {
    .cannot = "only games that have tables are graded (7x7/3, star37:3p), not",
    .takes = {SH_RULE_RHOMBUS | SH_RULE_SIX_WAYS | SH_RULE_TWO | SH_RULE_FILLED | SH_RULE_PUBLISHED,
              SH_RULE_STAR | SH_RULE_SIX_WAYS | SH_RULE_THREE | SH_RULE_FILLED},
    .instead = {{~0u, "'sternhalma match' compares its players"}},
};
