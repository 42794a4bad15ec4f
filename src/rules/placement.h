// SPDX-License-Identifier: MIT
// Whether a position is one of a game at all: what every function of the API that is given a
// position asks before it trusts it.
#pragma once

#include "sternhalma/position.h"

// sh_position_check without the sentence, in a few nanoseconds.
bool sh_is_placement(const sh_game *game, const sh_position *position);
