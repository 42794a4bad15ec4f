// SPDX-License-Identifier: MIT
// See scopes.h.
#include "play/scopes.h"

enum {
    PVS = SH_RULE_RHOMBUS | SH_RULE_STAR | SH_RULE_SIX_WAYS | SH_RULE_TWO | SH_RULE_FILLED |
          SH_RULE_PUBLISHED | SH_RULE_STAND | SH_RULE_PASS,
    CROWD = SH_RULE_STAR | SH_RULE_SIX_WAYS | SH_RULE_TWO | SH_RULES_OF_SEVERAL | SH_RULE_FILLED |
            SH_RULE_PUBLISHED | SH_RULE_HALMA | SH_RULE_STAND | SH_RULE_PASS | SH_RULE_HOPS |
            SH_RULE_LEAVE,
    BOARD = SH_RULES_OF_SHAPE | SH_RULES_OF_WAYS | SH_RULE_TWO | SH_RULES_OF_SEVERAL |
            SH_RULE_FILLED | SH_RULE_PUBLISHED | SH_RULE_HALMA | SH_RULE_SWAP | SH_RULE_HOPS |
            SH_RULE_STAND | SH_RULE_PASS | SH_RULE_LEAVE,
};

const sh_scope sh_agent_scope = {
    .cannot = "agents cannot play",
    .takes = {BOARD},
    .instead = {{SH_RULE_ALONE, "one army alone is a puzzle: 'sternhalma puzzle transfer'"}},
};

const sh_scope sh_board_scope = {
    .cannot = "nobody plays against another in",
    .takes = {BOARD},
    .instead = {{SH_RULE_ALONE, "one army alone is a puzzle: 'sternhalma puzzle transfer'"}},
};

const sh_scope sh_pvs_scope = {
    .cannot = "the engine's search for two players cannot play",
    .takes = {PVS},
    .instead = {{CROWD, "leave the choice of the search (method, reference) to the engine"}},
};

const sh_scope sh_crowd_scope = {
    .cannot = "the engine's searches for several players cannot play",
    .takes = {CROWD},
    .instead = {{SH_RULE_RHOMBUS, "they play on stars, such as star121:2p"}},
};

const sh_scope sh_training_scope = {
    .cannot = "no weights are learned for",
    .takes = {PVS, CROWD},
    .instead = {{SH_RULE_SWAP | SH_RULE_ALONE | SH_RULE_SQUARE | SH_RULE_CHECKERS,
                 "they are for rhombi and stars, on which one player wins"},
                {CROWD, "by this rule they are for stars, such as star121:2p"}},
};

const sh_scope sh_engine_scope = {
    .cannot = "the engine cannot play",
    .takes = {PVS, CROWD},
    .instead = {{SH_RULE_SWAP, "it plays games that one player wins"},
                {SH_RULE_ALONE, "one army alone is a puzzle: 'sternhalma puzzle transfer'"},
                {SH_RULE_SQUARE | SH_RULE_CHECKERS, "it plays on rhombi and stars"},
                {CROWD, "it plays by this rule on stars, such as star121:2p"}},
};
