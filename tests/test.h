// SPDX-License-Identifier: MIT
// What every test program needs: cmocka with its prerequisites, and a game by name.
#pragma once

#include <setjmp.h> // cmocka wants these four first
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sternhalma/game.h"

// Leaves out the rest of a test case, with the reason for which tools/test.sh counts it as skipped.
#define test_skip(reason)                                                                          \
    do {                                                                                           \
        printf("[  SKIPPED ] %s: %s\n", __func__, reason);                                         \
        skip();                                                                                    \
    } while (0)

// A game that exists.
static inline void test_game(sh_game *game, const char *name, sh_profile profile) {
    sh_error error;
    if (sh_game_parse(game, name, profile, &error)) fail_msg("%s", error.text);
}
