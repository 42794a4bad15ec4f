// SPDX-License-Identifier: MIT
// See rank_scopes.h.
#include "rank/rank_scopes.h"

enum {
    PAIRS = SH_RULE_RHOMBUS | SH_RULE_SIX_WAYS | SH_RULE_TWO | SH_RULE_FILLED | SH_RULE_PUBLISHED,
    TRIPLES = SH_RULE_STAR | SH_RULE_SIX_WAYS | SH_RULE_THREE | SH_RULE_FILLED,
    HALMA =
        SH_RULE_SQUARE | SH_RULE_CHECKERS | SH_RULE_FOUR_WAYS | SH_RULE_EIGHT_WAYS | SH_RULE_HALMA,
};

const sh_scope sh_pairs_scope = {
    .cannot = "tables of rows and columns exist for rhombus games such as 7x7/3, not for",
    .takes = {PAIRS},
};

const sh_scope sh_triples_scope = {
    .cannot = "three-player positions are numbered on star13:3p and star37:3p (star37/1:3p, "
              "star37/2:3p) only, not on",
    .takes = {TRIPLES},
};

const sh_scope sh_ranker_scope = {
    .cannot = "ranks are for two players on a rhombus or square, such as 7x7/3, not for",
    .takes = {SH_RULE_RHOMBUS | SH_RULE_SQUARE | SH_RULES_OF_WAYS | SH_RULE_TWO | SH_RULE_FILLED |
              SH_RULE_PUBLISHED | SH_RULE_HALMA | SH_RULE_SWAP | SH_RULE_HOPS | SH_RULE_LEAVE},
};

const sh_scope sh_solver_scope = {
    .cannot = "there is no solver ('sternhalma games' lists what is solved) of",
    .takes = {PAIRS, TRIPLES},
    .instead = {{SH_RULE_ALONE, "but a puzzle: sternhalma puzzle transfer @"},
                {SH_RULE_LEAVE | SH_RULE_SWAP, "but it can be played: sternhalma play @"},
                {HALMA,
                 "but it can be posed and played: sternhalma puzzle game @, sternhalma play @"},
                {~0u, "but it can be played: sternhalma play @"}},
};
