// SPDX-License-Identifier: MIT
// The games that the page offers, table or not.
#include "server/catalog.h"

const sh_known_game sh_known_games[] = {
    {"4x4/3", true},       {"5x5/3", true},       {"6x6/3", true},       {"7x7/1", true},
    {"7x7/2", true},       {"7x7/3", true},       {"4x4/6", true},       {"7x7/4", false},
    {"5x5/6", false},      {"6x6/6", false},      {"7x7/6", false},      {"9x9/10", false},
    {"star13:3p", true},   {"star37/1:3p", true}, {"star37/2:3p", true}, {"star37:3p", false},
    {"star73:3p", false},  {"star121:2p", false}, {"star121:3p", false}, {"star121:4p", false},
    {"star121:6p", false}, {NULL, false},
};
