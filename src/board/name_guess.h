// SPDX-License-Identifier: MIT
// Which game is likely meant by a name that is not one, for "did you mean".
#pragma once

#include <stdbool.h> // bool

#include "sternhalma/game.h"

// Tries capitals, other signs for x and /, parts that are missing (players, pieces, directions),
// rules in another order, and single letters that are wrong, missing or too many. True where one of
// these is a game: its name is in `guess`.
bool sh_name_guess(const char *name, sh_profile profile, char guess[SH_MAX_NAME]);
